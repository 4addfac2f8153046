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
    <div role="status" className="px-4">
      {notices.length > 0 && (
        <div className="flex animate-arrive items-center justify-between gap-x-4 rounded-control bg-plantain px-4 text-on-plantain">
          <ul className="wrap-anywhere flex min-w-0 flex-wrap gap-x-6 py-2 font-semibold leading-snug">
            {notices.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {/* Remove only the notices that were on the screen. A notice that arrives during the press stays. */}
          <TextButton onClick={() => setNotices((now) => now.filter((text) => !notices.includes(text)))}>
            {notices.length === 1 ? 'OK' : `OK to all ${notices.length}`}
          </TextButton>
        </div>
      )}
    </div>
  )
}
