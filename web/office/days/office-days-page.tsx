import { staffPage } from '#web/staff/staff-gate.tsx'
import { Days } from './days.tsx'

export default staffPage('Days', '/office/days', Days)
