import { staffPage } from '#web/staff/staff-gate.tsx'
import { ClosedDay } from './closed-day.tsx'

export default staffPage('Day', '/office/days/:id', ({ params, ...shown }) => (
  <ClosedDay {...shown} id={params.id ?? ''} />
))
