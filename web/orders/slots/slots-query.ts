import { keepPreviousData } from '@tanstack/react-query'
import type { SlotsBody } from '#contract/order/slots.ts'
import { query } from '#web/data/api/query.ts'

/**
 * Milliseconds after which the slots are stale, and are requested again when they are next shown. Short, because
 * another customer may take a slot.
 */
const staleTime = 15_000
const settings = { staleTime, placeholderData: keepPreviousData, refetchInterval: 60_000 }

/** A cart, a cart at the counter, or an order whose slot is to change. */
export type SlotsFor = { readonly cart: SlotsBody; readonly atCounter?: boolean } | { readonly orderId: string }

/** Returns the query for the slots of a day or, without a date, of the first day with a free slot. */
export function slotsQuery(about: SlotsFor, date?: string) {
  if ('orderId' in about) {
    return query('GET /api/orders/:id/slots', {
      params: { id: about.orderId },
      query: date ? { date } : {},
      ...settings,
    })
  }
  const body = { ...about.cart, ...(date && { date }) }
  return about.atCounter
    ? query('POST /api/desk/slots', { body, ...settings })
    : query('POST /api/slots', { body, ...settings })
}
