import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { deskLiveOrders } from '#web/api/live-orders.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { customerWords } from './customer-changes.ts'

/** What customers did to their orders while the board was open, until somebody has read it. */
export function CustomerWords({ orders }: { orders: readonly Order[] }) {
  const before = useRef(orders)
  const [words, setWords] = useState<readonly string[]>([])

  useEffect(() => {
    const fresh = customerWords(before.current, orders, (id) => deskLiveOrders.latest(id))
    before.current = orders
    if (fresh.length > 0) setWords((words) => [...new Set([...words, ...fresh])])
  }, [orders])

  return (
    <div role="status" className="grid gap-2 px-4">
      {words.map((text) => (
        <div
          key={text}
          className="flex animate-arrive flex-wrap items-center justify-between gap-x-4 rounded-control bg-plantain px-4 text-on-plantain"
        >
          <p className="wrap-anywhere py-2 font-semibold">{text}</p>
          <TextButton onClick={() => setWords((words) => words.filter((each) => each !== text))}>OK</TextButton>
        </div>
      ))}
    </div>
  )
}
