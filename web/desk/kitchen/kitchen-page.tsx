import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { Kitchen } from '#web/desk/kitchen/kitchen.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'

export default function KitchenPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Kitchen" screen="/kitchen">
      {(user) => <Kitchen key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
