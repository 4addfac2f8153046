import { staffPage } from '#web/staff/staff-gate.tsx'
import { Settings } from './settings.tsx'

export default staffPage('Settings', '/office/settings', ({ params, ...shown }) => (
  <Settings {...shown} subject={params.id ?? ''} />
))
