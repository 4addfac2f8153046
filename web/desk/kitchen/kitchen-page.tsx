import { staffPage } from '#web/staff/staff-gate.tsx'
import { Kitchen } from './kitchen.tsx'

export default staffPage('Kitchen', '/kitchen', Kitchen)
