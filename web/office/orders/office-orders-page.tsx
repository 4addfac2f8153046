import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { OrdersList } from '#web/office/orders/orders-list.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'

export default function OfficeOrdersPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Orders" screen="/office/orders">
      {(user) => <OrdersList key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
