import { useState } from 'react'
import type { TillOrder } from '#contract/orders.ts'
import * as Money from '#domain/money.ts'
import type { Actor } from '#domain/order.ts'
import { can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import { PrintChoice } from '#web/features/desk/tickets/print-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { RefundForm } from './refund-form.tsx'

/** What is done about an order that has left the board: its money goes back, or a ticket is printed again. */
export function LaterActions({ order, actor, onDone }: { order: TillOrder; actor: Actor; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const refunds = order.owed > 0 && can('refund', order, actor).ok
  return (
    <div className="flex flex-wrap gap-2">
      {refunds && <Button onClick={() => setIsOpen(true)}>Refund {Money.format(order.owed)}</Button>}
      <PrintChoice order={order} actor={actor} look="secondary" />
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={`Refund ${orderCode(order.id)}`}>
        {/* A changed amount resets the form. */}
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
