import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { StaffGate } from '#web/staff/staff-gate.tsx'
import { AuditList } from './audit-list.tsx'

export default function OfficeAuditPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Audit" screen="/office/audit">
      {(user) => <AuditList key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
