import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'

const statuses: Record<
  string,
  { readonly text: string; readonly look: 'plain' | 'promise' | 'ember' | 'good' | 'bad' }
> = {
  pending: { text: 'Pending', look: 'promise' },
  preparing: { text: 'Preparing', look: 'ember' },
  ready: { text: 'Ready', look: 'good' },
  completed: { text: 'Completed', look: 'plain' },
  cancelled: { text: 'Cancelled', look: 'bad' },
}
const pending = { text: 'Pending', look: 'promise' } as const

/** ORDER-4: what is not known is pending. A status that changes turns over, once. */
export function StatusBadge({ status }: { status: string }) {
  const [first] = useState(status)
  const { text, look } = statuses[status] ?? pending
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
