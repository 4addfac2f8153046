import type { PricedLine } from '#domain/menu/pricing.ts'
import * as Calendar from '#domain/restaurant/calendar.ts'
import { minute } from '#domain/restaurant/lagos.ts'
import type { Transaction } from '../db/database.ts'
import { settingsNow, settingsOf } from '../db/stored-settings.ts'
import { pipelined } from '../db/transaction.ts'
import type { Refusal } from '../http/problems.ts'
import { isLimited, type KitchenNow, kitchenNow, promiseOf } from '../kitchen-load/promise.ts'
import { keep, keepLive, lockCapacity, quarterRows, rebook, release } from './bookings.ts'
import { calendarOf, cartTimes, dishTimeRows, rangeOf } from './calendar.ts'
import { refusalOf } from './plan-quote.ts'

type Promised = { readonly readyBy: Date; readonly estimatedMinutes: number }

type Ordered = {
  /** The quote's promised time, if it has one. */
  readonly planned: Date | null
  readonly lines: readonly PricedLine[]
  readonly atCounter: boolean
}

/**
 * Plans an order without a slot when it is placed. Books its work in the first quarter-hour with room from now on,
 * instead of the quarter-hour that its quote booked. A customer's quote can always be placed: if no quarter-hour has
 * room, the order keeps the booking of its quote. Throws a Refusal for a counter order without room.
 */
export async function planOrder(
  tx: Transaction,
  quoteId: string,
  kitchen: readonly KitchenNow[],
  { planned, lines, atCounter }: Ordered,
): Promise<Promised> {
  const usual = promiseOf(kitchen)
  if (planned === null && !isLimited(kitchen)) return usual
  const stored = settingsOf(await settingsNow(tx))
  const { now } = stored
  const [, quarters, dishes] = await pipelined(
    lockCapacity(tx),
    quarterRows(tx, { ...rangeOf('soonest', now), except: quoteId }),
    dishTimeRows(tx, lines),
  )
  const { dayBegins } = stored.document
  const times = cartTimes({ lines, driving: 0, atCounter, isPromised: true }, dishes, { now, dayBegins })
  const calendar = { ...calendarOf(stored, kitchen, quarters), pause: null }
  const isOpen = Calendar.standing(calendar, now).state === 'open'
  // A pause or closing time does not end a quote. Outside the opening hours, the order is therefore planned as if the
  // restaurant were open.
  const open: Calendar.Calendar = isOpen ? calendar : { ...calendar, hours: { always: true } }
  const answer = Calendar.availability(open, times, now, 'soonest')
  if (!answer.available) {
    if (atCounter) throw refusalOf(answer, 'soonest', now)
    await keep(tx, quoteId)
    return { ...usual, readyBy: later(planned, usual.readyBy) }
  }
  await rebook(tx, quoteId, answer.bookings, { atCounter, isOrder: true, now })
  // The kitchen starts no earlier than the booked quarter-hour. The estimate, which later corrects promises, therefore
  // includes the wait until then.
  const waited = Math.max(0, Math.round((answer.readyBy - usual.readyBy.getTime()) / minute))
  return { readyBy: new Date(answer.readyBy), estimatedMinutes: usual.estimatedMinutes + waited }
}

type SlotTimes = {
  readonly slot: Date
  readonly due: Date
  readonly readyBy: Date
  readonly startAt: Date
  readonly stockDay: string
}

type Nullable<Times> = { readonly [Name in keyof Times]: Times[Name] | null }

/** Returns the times of an order for later; undefined for an order without a slot. */
export function slotOf({ slot, due, readyBy, startAt, stockDay }: Nullable<SlotTimes>): SlotTimes | undefined {
  return slot && due && readyBy && startAt && stockDay !== null ? { slot, due, readyBy, startAt, stockDay } : undefined
}

/** Returns the minutes between the kitchen and the door that a slot includes. */
export function drivingOf({ due, readyBy }: Pick<SlotTimes, 'due' | 'readyBy'>): number {
  return (due.getTime() - readyBy.getTime()) / minute
}

/**
 * A customer may take some time to pay. An order therefore keeps its slot if it is placed at most this many
 * milliseconds after `startAt`, the time at which the kitchen must start for this slot.
 */
const lateStart = 10 * minute

/**
 * Turns the booking of a quote's slot into the booking of its order. Books a released slot again if there is still
 * room. Returns the refusal if the slot is no longer available.
 */
export async function keepSlot(
  tx: Transaction,
  quoteId: string,
  times: SlotTimes,
  { lines, atCounter }: Omit<Ordered, 'planned'>,
): Promise<Refusal | undefined> {
  const stored = settingsOf(await settingsNow(tx))
  const { document, now } = stored
  const [, { rows: held }] = await pipelined(lockCapacity(tx), keepLive(tx, quoteId))
  if (held.length > 0 && now <= times.startAt.getTime() + lateStart) return undefined
  const wanted = times.slot.getTime()
  const [kitchen, quarters, dishes] = await pipelined(
    kitchenNow(tx),
    quarterRows(tx, { ...rangeOf(wanted, now), except: quoteId }),
    dishTimeRows(tx, lines),
  )
  const cart = cartTimes({ lines, driving: drivingOf(times), atCounter, isPromised: true }, dishes, {
    now,
    dayBegins: document.dayBegins,
  })
  const calendar = calendarOf(stored, kitchen, quarters)
  const answer = Calendar.availability({ ...calendar, later: { ...calendar.later, notice: 0 } }, cart, now, wanted)
  if (answer.available) {
    await rebook(tx, quoteId, answer.bookings, { atCounter, isOrder: true, now })
    return undefined
  }
  await release(tx, quoteId)
  return refusalOf(answer, wanted, now)
}

function later(a: Date | null, b: Date): Date {
  return a !== null && a > b ? a : b
}
