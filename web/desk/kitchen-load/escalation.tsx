import { useQuery } from '@tanstack/react-query'
import type { DeskOrder, Escalation } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import { unacknowledgedSince } from '#domain/order/alarm.ts'
import { orderCode } from '#domain/order/quote.ts'
import { kitchenLoadQuery } from '#web/data/api/kitchen-load-query.ts'
import { useClock } from '#web/data/clock.ts'
import { hasSums } from '#web/desk/orders/board.ts'
import { Badge } from '#web/ui/badge.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { ownerLink } from './owner-link.ts'

const texts: Readonly<Record<Escalation, string>> = {
  sending: 'Notifying the owner’s phone.',
  sent: 'The owner’s phone was notified.',
  failed: 'The owner’s phone could not be reached.',
  nobody: 'No phone of the owner is set up for calls.',
}

/**
 * A mark on an order that was not acknowledged in time: whether the owner's devices were reached, and a link for a
 * message to the owner.
 */
export function EscalationMark({ order }: { order: DeskOrder }) {
  const { data: kitchenLoad } = useQuery(kitchenLoadQuery)
  const waited = useClock((now) =>
    String(Math.max(1, Math.floor((now - Date.parse(unacknowledgedSince(order))) / 60_000))),
  )
  if (!order.escalation || order.status !== 'pending') return null
  const text = {
    code: orderCode(order.orderId),
    minutes: Number(waited ?? 1),
    ...(hasSums(order) && { amount: Money.format(order.totalAmount) }),
  }
  return (
    <div className="grid justify-items-start gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-3">
        <Badge variant="bad">Escalated</Badge>
        {kitchenLoad && order.acknowledgedAt === null && (
          <a
            href={ownerLink(kitchenLoad.ownerPhone, text)}
            target="_blank"
            rel="noreferrer"
            className={textButtonClass}
          >
            WhatsApp the owner
          </a>
        )}
      </p>
      <p className="text-soft">{texts[order.escalation]}</p>
    </div>
  )
}
