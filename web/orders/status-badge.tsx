import { useState } from 'react'
import { known, type OrderStatus, statuses } from '#domain/order/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

const looks = {
  pending: 'promise',
  preparing: 'ember',
  ready: 'good',
  completed: 'done',
  cancelled: 'bad',
} as const satisfies Record<OrderStatus, string>

/** `isOut` is true while a rider carries a ready order to the customer. */
export function StatusBadge({ status, isOut = false }: { status: OrderStatus; isOut?: boolean }) {
  const [first] = useState(status)
  return (
    <Badge
      key={status}
      variant={looks[known(status)]}
      className={
        status === first
          ? ''
          : 'transition-transform duration-500 [transform:rotateX(0)] starting:[transform:rotateX(90deg)]'
      }
    >
      {isOut ? 'Out for delivery' : statuses[known(status)].word}
    </Badge>
  )
}
