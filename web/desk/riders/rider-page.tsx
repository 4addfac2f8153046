import { SignOut } from '#web/staff/sign-out.tsx'
import { staffPage } from '#web/staff/staff-gate.tsx'
import { Deliveries } from './deliveries.tsx'

export default staffPage('Deliveries', '/rider', ({ user, site }) => (
  <Deliveries user={user} site={site} signOut={<SignOut />} />
))
