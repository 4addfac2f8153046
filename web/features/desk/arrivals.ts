import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Role } from '#domain/order.ts'
import { orderCode } from '#domain/quote.ts'
import { columnOf, columns, newcomers } from './board.ts'
import { chime } from './sound.ts'

/**
 * Calls out what comes onto the board after it was first shown: by a sound, where that is wanted, and by the sentence it
 * gives back, for a screen reader.
 */
export function useArrivals(orders: readonly Order[], role: Role, sound: boolean): string {
  const before = useRef(orders)
  const [sentence, setSentence] = useState('')

  const call = useEffectEvent((fresh: readonly Order[]) => {
    if (sound) chime()
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

/** '(3) Desk': how many orders wait for somebody to take them up, for those who look at another tab. */
export function useTabTitle(waiting: number): void {
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '')
    }
  }, [waiting])
}
