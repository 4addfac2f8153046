import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import type { Params } from '#web/app/navigation/pages.ts'
import { ClosedDay } from '#web/features/books/days/closed-day.tsx'
import { StaffGate } from '#web/frame/staff/staff-gate.tsx'

export default function OfficeDayPage({ params }: { params: Params }) {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Day" screen="/office/days/:id">
      {(user) => <ClosedDay key={user.id} user={user} site={site} id={params.id ?? ''} />}
    </StaffGate>
  )
}
