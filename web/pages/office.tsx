import { useSuspenseQuery } from '@tanstack/react-query'
import { SignOut } from '../features/desk/sign-out.tsx'
import { StaffGate } from '../features/desk/staff-gate.tsx'
import { Office } from '../features/office/office.tsx'
import { queries } from '../queries.ts'

export default function OfficePage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Office" screen="/office">
      {(user) => <Office key={user.id} user={user} site={site} signOut={<SignOut />} />}
    </StaffGate>
  )
}
