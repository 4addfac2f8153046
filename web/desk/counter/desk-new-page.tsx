import { DeskPresence } from '#web/desk/alarm/desk-presence.ts'
import { LineEditor } from '#web/orders/dishes/line-editor.tsx'
import { staffPage } from '#web/staff/staff-gate.tsx'
import { NewOrder } from './new-order.tsx'

export default staffPage('New order', '/desk/new', ({ user, site }) => (
  <>
    <DeskPresence />
    <NewOrder account={user.id} site={site} Editor={LineEditor} />
  </>
))
