import { staffPage } from '#web/staff/staff-gate.tsx'
import { Desk } from './desk.tsx'

export default staffPage('Desk', '/desk', Desk)
