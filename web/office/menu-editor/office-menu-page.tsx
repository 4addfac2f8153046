import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { DishCard } from '#web/orders/dishes/dish-card.tsx'
import { LineEditor } from '#web/orders/dishes/line-editor.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'
import { MenuEditor } from './menu-editor.tsx'

/** The owner's menu, with the card and the customiser that customers see. */
export default function OfficeMenuPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Menu" screen="/office/menu">
      {(user) => <MenuEditor key={user.id} user={user} site={site} Card={DishCard} Customiser={LineEditor} />}
    </StaffGate>
  )
}
