import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { FiguresScreen } from '#web/office/figures/figures.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'

export default function OfficeFiguresPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Figures" screen="/office/figures">
      {(user) => <FiguresScreen key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
