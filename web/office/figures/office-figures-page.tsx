import { staffPage } from '#web/staff/staff-gate.tsx'
import { FiguresScreen } from './figures.tsx'

export default staffPage('Figures', '/office/figures', FiguresScreen)
