import { staffPage } from '#web/staff/staff-gate.tsx'
import { OrdersList } from './orders-list.tsx'

export default staffPage('Orders', '/office/orders', OrdersList)
