import { useState } from 'react'
import type { TillOrder } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import { can } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { PrintChoice } from '#web/desk/tickets/print-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { RefundForm } from './refund-form.tsx'

/** The actions on an order that has left the board, such as a refund or another print of a ticket. */
export function LaterActions({ order, actor, onDone }: { order: TillOrder; actor: Actor; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const refunds = order.owed > 0 && can('refund', order, actor)
  return (
    <div className="flex flex-wrap gap-2">
      {refunds && <Button onClick={() => setIsOpen(true)}>Refund {Money.format(order.owed)}</Button>}
      <PrintChoice order={order} actor={actor} />
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={`Refund ${orderCode(order.orderId)}`}>
        {/* The key resets the form if the owed sum changes, because the form was filled for the old sum. */}
        <RefundForm
          key={order.owed}
          order={order}
          onDone={() => {
            setIsOpen(false)
            onDone()
          }}
        />
      </Sheet>
    </div>
  )
}
