import { staffPage } from '#web/staff/staff-gate.tsx'
import { Office } from './office.tsx'

export default staffPage('Staff', '/office/staff', Office)
