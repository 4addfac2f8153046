import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { Days } from '#web/office/days/days.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'

export default function OfficeDaysPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Days" screen="/office/days">
      {(user) => <Days key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
