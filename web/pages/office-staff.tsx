import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import { StaffGate } from '#web/frame/staff/staff-gate.tsx'
import { Office } from '../features/office/office.tsx'

export default function OfficeStaffPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Staff" screen="/office/staff">
      {(user) => <Office key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
