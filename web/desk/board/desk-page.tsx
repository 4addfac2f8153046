import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { Desk } from '#web/desk/board/desk.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'

export default function DeskPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Desk" screen="/desk">
      {(user) => <Desk key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
