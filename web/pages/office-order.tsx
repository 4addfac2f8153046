import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import { SignOut } from '#web/frame/staff/sign-out.tsx'
import { StaffGate } from '#web/frame/staff/staff-gate.tsx'
import { OrderStory } from '../features/books/orders/order-story.tsx'
import { orderStoryQuery } from '../features/books/orders/orders-store.ts'
import { OrderContact } from '../features/desk/board/order-contact.tsx'
import { OrderLines } from '../features/desk/board/order-lines.tsx'
import { LaterActions } from '../features/desk/payments/later-actions.tsx'
import { Printer } from '../features/desk/tickets/printer.tsx'

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
            signOut={<SignOut />}
            parts={{
              lines: ({ lines, deliveryFee }) => <OrderLines lines={lines} deliveryFee={deliveryFee} />,
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
