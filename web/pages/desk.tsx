import { useSuspenseQuery } from '@tanstack/react-query'
import { Desk } from '../features/desk/desk.tsx'
import { StaffGate } from '../features/desk/staff-gate.tsx'
import { queries } from '../queries.ts'

export default function DeskPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Desk" screen="/desk">
      {(user) => <Desk key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
