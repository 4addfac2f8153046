import { useSuspenseQuery } from '@tanstack/react-query'
import { SignOut } from '../features/desk/sign-out.tsx'
import { StaffGate } from '../features/desk/staff-gate.tsx'
import { Deliveries } from '../features/riders/deliveries.tsx'
import { queries } from '../queries.ts'

export default function RiderPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Deliveries" screen="/rider">
      {(user) => <Deliveries key={user.id} user={user} site={site} signOut={<SignOut />} />}
    </StaffGate>
  )
}
