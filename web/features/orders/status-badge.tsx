import { useState } from 'react'
import type { OrderStatus } from '#domain/order.ts'
import { Badge } from '#web/ui/badge.tsx'

const statuses: Readonly<
  Record<OrderStatus, { readonly text: string; readonly look: 'plain' | 'promise' | 'ember' | 'good' | 'bad' }>
> = {
  pending: { text: 'Pending', look: 'promise' },
  preparing: { text: 'Preparing', look: 'ember' },
  ready: { text: 'Ready', look: 'good' },
  completed: { text: 'Completed', look: 'plain' },
  cancelled: { text: 'Cancelled', look: 'bad' },
}

/** A status that changes flips the badge once. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const [first] = useState(status)
  // ORDER-4: a status that only a newer server knows is shown as pending.
  const { text, look } = statuses[status] ?? statuses.pending
  return (
    <Badge
      key={status}
      look={look}
      className={
        status === first
          ? ''
          : 'transition-transform duration-500 [transform:rotateX(0)] starting:[transform:rotateX(90deg)]'
      }
    >
      {text}
    </Badge>
  )
}
