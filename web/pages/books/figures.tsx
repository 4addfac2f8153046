import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import { FiguresScreen } from '#web/features/books/figures/figures.tsx'
import { StaffGate } from '#web/frame/staff/staff-gate.tsx'

export default function OfficeFiguresPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Figures" screen="/office/figures">
      {(user) => <FiguresScreen key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
