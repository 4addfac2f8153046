import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { CustomersList } from '#web/office/customers/customers-list.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'

export default function OfficeCustomersPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Customers" screen="/office/customers">
      {(user) => <CustomersList key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
