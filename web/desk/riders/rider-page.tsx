import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { SignOut } from '#web/staff/sign-out.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'
import { Deliveries } from './deliveries.tsx'

export default function RiderPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Deliveries" screen="/rider">
      {(user) => <Deliveries key={user.id} user={user} site={site} signOut={<SignOut />} />}
    </StaffGate>
  )
}
