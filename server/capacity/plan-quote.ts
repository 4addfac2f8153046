import type { QuoteTerms } from '#domain/order/quote.ts'
import * as Calendar from '#domain/restaurant/calendar.ts'
import { refusalSentence } from '#domain/restaurant/calendar-words.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import type { Transaction } from '../db/database.ts'
import type { settingsOf } from '../db/stored-settings.ts'
import { pipelined } from '../db/transaction.ts'
import { type Refusal, refuse } from '../http/problems.ts'
import { kitchenNow } from '../kitchen-load/promise.ts'
import { lockCapacity, quarterRows, releaseQuotes } from './bookings.ts'
import { calendarOf, cartTimes, dishTimeRows, rangeOf } from './calendar.ts'

/** A quote's promise and the work to book. `slot` is null for an order without a slot. */
export type QuotePlan = Calendar.Plan & { readonly slot: number | null }

type Planning = {
  readonly terms: Pick<QuoteTerms, 'items' | 'deliveryMethod'>
  readonly location: Delivery.Location | undefined
  /** The beginning of the wanted slot; undefined means as soon as possible. */
  readonly slot: string | undefined
  /** Null at the counter, where a quote books nothing. */
  readonly customerId: string | null
}

/**
 * Plans a quote under the lock of the capacity, after releasing the customer's earlier quotes. The caller books the
 * work in the same transaction. Throws a Refusal if the cart cannot be had at the wanted time.
 */
export async function planQuote(
  tx: Transaction,
  stored: ReturnType<typeof settingsOf>,
  { terms, location, slot, customerId }: Planning,
): Promise<QuotePlan> {
  const { document, now } = stored
  const wanted = slot === undefined ? ('soonest' as const) : Date.parse(slot)
  if (wanted !== 'soonest' && document.later === null) throw noLater()
  const [, , kitchen, quarters, dishes] = await pipelined(
    lockCapacity(tx),
    releaseQuotes(tx, customerId ?? ''),
    kitchenNow(tx),
    quarterRows(tx, rangeOf(wanted, now)),
    dishTimeRows(tx, terms.items),
  )
  const driving = wanted === 'soonest' ? 0 : Delivery.driving(terms.deliveryMethod, location)
  const cart = { lines: terms.items, driving, atCounter: customerId === null }
  const times = cartTimes(cart, dishes, { now, dayBegins: document.dayBegins })
  const answer = Calendar.availability(calendarOf(stored, kitchen, quarters), times, now, wanted)
  if (!answer.available) throw refusalOf(answer, wanted, now)
  return { ...answer, slot: wanted === 'soonest' ? null : wanted }
}

const noLater = () => refuse('slot-unavailable', 'We take no orders for later. Please order for now.', 'slot')

/** Returns the refusal of a cart at the wanted time. The refusal's field is the line or the slot that causes it. */
export function refusalOf(answer: Calendar.Refused, wanted: Calendar.Wanted, now: number): Refusal {
  const { reason } = answer
  const [line] = answer.lines
  const detail = sentenceOf(answer, wanted, now)
  if (reason === 'too-large') return refuse('cart-too-large', detail, 'items')
  if (line !== undefined) return refuse('item-unavailable', detail, `items.${line}`)
  if (wanted !== 'soonest') return refuse('slot-unavailable', detail, 'slot')
  return refuse(reason === 'full' ? 'slot-unavailable' : 'ordering-paused', detail)
}

/** Returns the sentence of a refusal, with the names of the affected dishes and sides. */
export function sentenceOf(answer: Calendar.Refused, wanted: Calendar.Wanted, now: number): string {
  if (answer.reason === 'full' && wanted === 'soonest') return 'The kitchen is full for the next hours.'
  return refusalSentence(answer, now)
}
