import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import { StaffGate } from '#web/frame/staff/staff-gate.tsx'
import { DishCard } from '../features/menu/dish-card.tsx'
import { LineEditor } from '../features/menu/line-editor.tsx'
import { MenuEditor } from '../features/menu-editor/menu-editor.tsx'

/** The owner's menu, with the card and the customiser that customers see. */
export default function OfficeMenuPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Menu" screen="/office/menu">
      {(user) => <MenuEditor key={user.id} user={user} site={site} Card={DishCard} Customiser={LineEditor} />}
    </StaffGate>
  )
}
