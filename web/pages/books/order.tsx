import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import { OrderStory } from '#web/features/books/orders/order-story.tsx'
import { orderStoryQuery } from '#web/features/books/orders/orders-store.ts'
import { OrderContact } from '#web/features/desk/board/order-contact.tsx'
import { OrderLines } from '#web/features/desk/board/order-lines.tsx'
import { LaterActions } from '#web/features/desk/payments/later-actions.tsx'
import { Printer } from '#web/features/desk/tickets/printer.tsx'
import { StaffGate } from '#web/frame/staff/staff-gate.tsx'

export default function OfficeOrderPage({ params: { id = '' } }: { params: { id?: string } }) {
  const { data: site } = useSuspenseQuery(queries.site())
  const client = useQueryClient()
  const reread = () => void client.invalidateQueries(orderStoryQuery(id))
  return (
    <StaffGate restaurant={site.name} title="Order" screen="/office/orders/:id">
      {(user) => (
        <>
          <OrderStory
            key={`${user.id} ${id}`}
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
      )}
    </StaffGate>
  )
}
