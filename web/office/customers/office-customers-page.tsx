import { staffPage } from '#web/staff/staff-gate.tsx'
import { CustomersList } from './customers-list.tsx'

export default staffPage('Customers', '/office/customers', CustomersList)
