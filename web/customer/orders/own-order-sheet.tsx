import { flushSync } from 'react-dom'
import type { Order } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import { isCancellable, isIn } from '#domain/order/statuses.ts'
import { call } from '#web/data/api/client.ts'
import SlotSheet from '#web/orders/slots/slot-sheet.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'
import { CancelOwnForm } from './cancel-own-form.tsx'
import { useOwnOrder } from './own-order.ts'
import type { OrderQuestion } from './own-order-card.tsx'
import { type LoadCustomiser, SubstitutionForm } from './substitution-choice.tsx'

export type OrderSheetProps = {
  readonly question: OrderQuestion
  readonly orders: readonly Order[]
  readonly onClose: () => void
  readonly loadCustomiser: LoadCustomiser
}

/** A form about one order in its current state, because the restaurant may change the order while the form is open. */
export function OrderSheet({ question, orders, onClose, loadCustomiser }: OrderSheetProps) {
  const order = orders.find(({ orderId }) => orderId === question.id)
  const line = question.about === 'sold-out' ? order?.items[question.line] : undefined
  const asked = line?.soldOutAt !== undefined && order !== undefined && isIn(order.status, 'waiting', 'cooking')

  /**
   * Closes the sheet and moves the focus to the top of the page, which reports the result. The button that opened the
   * sheet may have disappeared.
   */
  function done() {
    // Close the sheet first, because a closing dialog returns the focus to the button that opened it.
    flushSync(onClose)
    document.getElementById('main')?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }

  if (question.about === 'slot' && order) return <OtherSlot order={order} onClose={onClose} />
  const title = question.about === 'cancelling' ? `Cancel order ${orderCode(question.id)}` : 'What instead?'
  return (
    <Sheet open onClose={onClose} title={title} bare>
      {order && question.about === 'cancelling' && isCancellable(order.status) ? (
        <CancelOwnForm order={order} onKeep={onClose} onDone={done} />
      ) : order && question.about === 'sold-out' && line && asked ? (
        <SubstitutionForm
          key={`${question.line} ${line.soldOutAt}`}
          order={order}
          place={question.line}
          line={line}
          onDone={done}
          loadCustomiser={loadCustomiser}
        />
      ) : (
        <SheetContent>
          <div className="grid gap-4">
            <p role="alert">
              {question.about === 'cancelling' && order
                ? `This order is ${order.status} now. To change it, please call us.`
                : 'The restaurant has already settled this. See your order.'}
            </p>
            <Button onClick={done}>Back to your orders</Button>
          </div>
        </SheetContent>
      )}
    </Sheet>
  )
}

function OtherSlot({
  order: { orderId, version, slot = '', ...order },
  onClose,
}: {
  order: Order
  onClose: () => void
}) {
  const { act } = useOwnOrder(orderId)
  const move = (next: string) =>
    act(
      // A customer gets an `Order`, as here. The type of the answer includes the `DeskOrder` that staff get.
      () =>
        call('POST /api/orders/:id/change-slot', {
          params: { id: orderId },
          body: { slot: next, version },
        }) as Promise<Order>,
    )
  return (
    <SlotSheet
      about={{ orderId }}
      isDelivery={order.deliveryMethod === 'delivery'}
      names={order.items.map(({ name }) => name)}
      chosen={slot}
      onChoose={(next) => void move(next)}
      onClose={onClose}
    />
  )
}
