import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { StaffGate } from '#web/staff/staff-gate.tsx'
import { Settings } from './settings.tsx'

export default function OfficeSettingsPage({ params: { id = '' } }: { params: { id?: string } }) {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Settings" screen="/office/settings">
      {(user) => <Settings key={user.id} user={user} site={site} subject={id} />}
    </StaffGate>
  )
}
