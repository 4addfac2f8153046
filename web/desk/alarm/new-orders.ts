import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { Actor, Role } from '#domain/restaurant/policy.ts'
import { prefersReducedMotion } from '#web/app/navigation/preferences.ts'
import { useQueuedActions } from '#web/data/outbox/queued-actions.ts'
import { afterQueuedActions } from '#web/desk/orders/after-queued-actions.ts'
import { columnOf, columns, newcomers, unacknowledged } from '#web/desk/orders/board.ts'

/** Returns a sentence for screen readers about the orders that have just appeared; '' before the first of them. */
export function useNewOrderAnnouncement(orders: readonly DeskOrder[], role: Role): string {
  const before = useRef(orders)
  const [sentence, setSentence] = useState('')

  const announce = useEffectEvent((fresh: readonly DeskOrder[]) => {
    setSentence(
      fresh
        .map(
          (order) =>
            `${columns.find(({ id }) => id === columnOf(order))?.title}: new order ${orderCode(order.orderId)}.`,
        )
        .join(' '),
    )
  })

  useEffect(() => {
    const fresh = newcomers(before.current, orders, role)
    before.current = orders
    if (fresh.length > 0) announce(fresh)
  }, [orders, role])

  return sentence
}

export function useRinging(orders: readonly DeskOrder[], user: Actor, role: Role, now?: number): DeskOrder[] {
  const queued = useQueuedActions(user.id)
  return unacknowledged(
    orders.map((order) => afterQueuedActions(order, queued, user)),
    role,
    now,
  )
}

const marks = /^\(\d+\) (● )?/

/**
 * Titles the tab, for example, '(3) Desk' while 3 orders wait for an action. A dot in the title blinks while the alarm
 * `rings`; under reduced motion the dot stands still.
 */
export function useTabTitle(waiting: number, rings: boolean): void {
  useEffect(() => {
    let isLit = rings
    const show = () => {
      const title = document.title.replace(marks, '')
      document.title = waiting > 0 ? `(${waiting}) ${isLit ? '● ' : ''}${title}` : title
    }
    show()
    const timer =
      rings && !prefersReducedMotion()
        ? setInterval(() => {
            isLit = !isLit
            show()
          }, 1000)
        : undefined
    return () => {
      clearInterval(timer)
      document.title = document.title.replace(marks, '')
    }
  }, [waiting, rings])
}
