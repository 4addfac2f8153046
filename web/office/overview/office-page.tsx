import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { StaffGate } from '#web/staff/staff-gate.tsx'
import { Overview } from './overview.tsx'

export default function OfficePage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Office" screen="/office">
      {(user) => <Overview key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
