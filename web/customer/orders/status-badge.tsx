import { useState } from 'react'
import { type OrderStatus, statuses } from '#domain/order/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

const looks = {
  pending: 'promise',
  preparing: 'ember',
  ready: 'good',
  completed: 'plain',
  cancelled: 'bad',
} as const satisfies Record<OrderStatus, string>

/** `isOut` is true while a rider carries a ready order to the customer. */
export function StatusBadge({ status, isOut = false }: { status: OrderStatus; isOut?: boolean }) {
  const [first] = useState(status)
  // ORDER-4: a status that this page does not know, from a newer server, is shown as pending.
  const known = status in looks ? status : 'pending'
  return (
    <Badge
      key={status}
      variant={looks[known]}
      className={
        status === first
          ? ''
          : 'transition-transform duration-500 [transform:rotateX(0)] starting:[transform:rotateX(90deg)]'
      }
    >
      {isOut ? 'Out for delivery' : statuses[known].word}
    </Badge>
  )
}
