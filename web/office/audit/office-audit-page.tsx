import { staffPage } from '#web/staff/staff-gate.tsx'
import { AuditList } from './audit-list.tsx'

export default staffPage('Audit', '/office/audit', AuditList)
