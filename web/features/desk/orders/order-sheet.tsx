import type { ComponentType } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import { type Action, can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'

export type OrderFormProps = { readonly order: DeskOrder; readonly onDone: () => void }

type Props = {
  readonly action: Action
  /** Before the order's code. */
  readonly title: string
  readonly Form: ComponentType<OrderFormProps>
  /** The order that the sheet was opened for, undefined while it is closed. */
  readonly order: Pick<DeskOrder, 'id'> | undefined
  /** The orders as they are now: another tablet may change the order while the form is open. */
  readonly orders: readonly DeskOrder[]
  readonly user: Actor
  readonly onClose: () => void
}

/**
 * A form about one order in its current state. It stands beside the board, not within a card: an order that moves to
 * another column takes no form with it.
 */
export function OrderSheet({ action, title, Form, order: opened, orders, user, onClose }: Props) {
  const order = orders.find(({ id }) => id === opened?.id)
  const allowed = order && can(action, order, user)
  return (
    <Sheet open={opened !== undefined} onClose={onClose} title={opened ? `${title} ${orderCode(opened.id)}` : ''} bare>
      {order && allowed?.ok ? (
        // A changed amount resets the form, so that nothing typed for the old one is sent.
        <Form key={order.received} order={order} onDone={onClose} />
      ) : (
        <SheetContent>
          <div className="grid gap-4">
            <p role="alert">{allowed && !allowed.ok ? allowed.problem.detail : 'This order is finished.'}</p>
            <Button onClick={onClose}>Back to board</Button>
          </div>
        </SheetContent>
      )}
    </Sheet>
  )
}
