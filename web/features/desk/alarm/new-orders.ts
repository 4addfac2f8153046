import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Role } from '#domain/order.ts'
import { orderCode } from '#domain/quote.ts'
import { prefersReducedMotion } from '#web/app/navigation/preferences.ts'
import { columnOf, columns, newcomers } from '#web/features/desk/orders/board.ts'

/** Calls out what comes onto the board after it was first shown: the sentence is for a screen reader. */
export function useArrivals(orders: readonly Order[], role: Role): string {
  const before = useRef(orders)
  const [sentence, setSentence] = useState('')

  const call = useEffectEvent((fresh: readonly Order[]) => {
    setSentence(
      fresh
        .map((order) => `${columns.find(({ id }) => id === columnOf(order))?.title}: new order ${orderCode(order.id)}.`)
        .join(' '),
    )
  })

  useEffect(() => {
    const fresh = newcomers(before.current, orders, role)
    before.current = orders
    if (fresh.length > 0) call(fresh)
  }, [orders, role])

  return sentence
}

const marks = /^\(\d+\) (● )?/

/**
 * '(3) Desk': how many orders wait for somebody to take them up, for those who look at another tab. While it `rings`, a
 * light goes on and off beside it, or stays on where things are to keep still.
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
