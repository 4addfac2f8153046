import type { ComponentType } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { Action } from '#domain/order/actions.ts'
import { decide } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'

export type OrderFormProps = { readonly order: DeskOrder; readonly onDone: () => void }

type Props = {
  readonly action: Action
  readonly title: string
  readonly Form: ComponentType<OrderFormProps>
  /** The order for which the sheet was opened. Undefined while the sheet is closed. */
  readonly order: Pick<DeskOrder, 'orderId'> | undefined
  /** The current orders: another tablet may change the order while the form is open. */
  readonly orders: readonly DeskOrder[]
  readonly user: Actor
  /** True for a form that shows lines of a statement beside its fields. */
  readonly wide?: boolean
  readonly onClose: () => void
}

/**
 * A form about the current state of an order. The form is in a sheet and not on the card, because the card may move to
 * another column.
 */
export function OrderSheet({ action, title, Form, order: opened, orders, user, wide = false, onClose }: Props) {
  const order = orders.find(({ orderId }) => orderId === opened?.orderId)
  const decision = order && decide(action, order, user, order.updatedAt)
  return (
    <Sheet
      open={opened !== undefined}
      onClose={onClose}
      title={opened ? `${title} ${orderCode(opened.orderId)}` : ''}
      bare
      wide={wide}
    >
      {order && decision?.ok ? (
        // The key resets the form if the received sum changes, because the form was filled for the old sum.
        <Form key={order.received} order={order} onDone={onClose} />
      ) : (
        <SheetContent>
          <div className="grid gap-4">
            <p role="alert">{decision && !decision.ok ? decision.problem.detail : 'This order is finished.'}</p>
            <Button onClick={onClose}>Back to board</Button>
          </div>
        </SheetContent>
      )}
    </Sheet>
  )
}
