import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { StaffGate } from '#web/staff/staff-gate.tsx'
import { Office } from './office.tsx'

export default function OfficeStaffPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Staff" screen="/office/staff">
      {(user) => <Office key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
