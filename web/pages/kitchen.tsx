import { useSuspenseQuery } from '@tanstack/react-query'
import { Kitchen } from '../features/desk/kitchen.tsx'
import { StaffGate } from '../features/desk/staff-gate.tsx'
import { queries } from '../queries.ts'

export default function KitchenPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Kitchen" screen="/kitchen">
      {(user) => <Kitchen key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
