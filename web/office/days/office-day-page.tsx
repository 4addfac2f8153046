import { useSuspenseQuery } from '@tanstack/react-query'
import type { Params } from '#web/app/navigation/pages.ts'
import { queries } from '#web/data/api/queries.ts'
import { ClosedDay } from '#web/office/days/closed-day.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'

export default function OfficeDayPage({ params }: { params: Params }) {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Day" screen="/office/days/:id">
      {(user) => <ClosedDay key={user.id} user={user} site={site} id={params.id ?? ''} />}
    </StaffGate>
  )
}
