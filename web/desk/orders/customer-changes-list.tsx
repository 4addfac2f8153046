import { useEffect, useRef, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { deskLiveOrders } from '#web/data/api/live-orders.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { customerChanges } from './customer-changes.ts'

/** Says what customers changed in their orders while the board was open, until somebody dismisses the notices. */
export function CustomerChanges({ orders }: { orders: readonly DeskOrder[] }) {
  const before = useRef(orders)
  const [notices, setNotices] = useState<readonly string[]>([])

  useEffect(() => {
    const fresh = customerChanges(before.current, orders, (id) => deskLiveOrders.latest(id))
    before.current = orders
    if (fresh.length > 0) setNotices((notices) => [...new Set([...notices, ...fresh])])
  }, [orders])

  return (
    <div role="status" className="grid gap-2 px-4">
      {notices.map((text) => (
        <div
          key={text}
          className="flex animate-arrive flex-wrap items-center justify-between gap-x-4 rounded-control bg-plantain px-4 text-on-plantain"
        >
          <p className="wrap-anywhere py-2 font-semibold">{text}</p>
          <TextButton onClick={() => setNotices((notices) => notices.filter((each) => each !== text))}>OK</TextButton>
        </div>
      ))}
    </div>
  )
}
