import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#web/data/api/query.ts'
import { OrderContact } from '#web/desk/board/order-contact.tsx'
import { OrderLines } from '#web/desk/board/order-lines.tsx'
import { LaterActions } from '#web/desk/payments/later-actions.tsx'
import { Printer } from '#web/desk/tickets/printer.tsx'
import { OrderStory } from '#web/office/orders/order-story.tsx'
import { staffPage } from '#web/staff/staff-gate.tsx'

export default staffPage('Order', '/office/orders/:id', ({ user, site, params: { id = '' } }) => {
  const client = useQueryClient()
  const reread = () => void invalidate(client, 'GET /api/office/orders/:id', { params: { id } })
  return (
    <>
      <OrderStory
        key={id}
        id={id}
        user={user}
        site={site}
        parts={{
          lines: (order) => <OrderLines order={order} />,
          contact: (order) => <OrderContact order={order} />,
          actions: (order) => <LaterActions order={order} actor={user} onDone={reread} />,
        }}
      />
      <Printer restaurant={site.name} />
    </>
  )
})
