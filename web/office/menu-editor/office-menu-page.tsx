import { DishCard } from '#web/orders/dishes/dish-card.tsx'
import { LineEditor } from '#web/orders/dishes/line-editor.tsx'
import { staffPage } from '#web/staff/staff-gate.tsx'
import { MenuEditor } from './menu-editor.tsx'

export default staffPage('Menu', '/office/menu', ({ user, site }) => (
  <MenuEditor user={user} site={site} Card={DishCard} Customiser={LineEditor} />
))
