import { staffPage } from '#web/staff/staff-gate.tsx'
import { Overview } from './overview.tsx'

export default staffPage('Office', '/office', Overview)
