import { and, eq } from 'drizzle-orm'
import type { Slots, SlotsRequest } from '#contract/order/slots.ts'
import * as Calendar from '#domain/restaurant/calendar.ts'
import { quarterLength } from '#domain/restaurant/capacity.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { firstSlot, slotDays, slotsOf } from '#domain/restaurant/slots.ts'
import { quarterRows } from '../capacity/bookings.ts'
import { type CartTerms, calendarOf, cartTimes, dishTimeRows } from '../capacity/calendar.ts'
import { drivingOf, slotOf } from '../capacity/plan-order.ts'
import { sentenceOf } from '../capacity/plan-quote.ts'
import type { Database } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { settingsOf, settingsWithPlaces } from '../db/stored-settings.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { kitchenNow } from '../kitchen-load/promise.ts'
import { notOpenYet } from '../kitchen-load/standing.ts'
import { noSuchOrder } from '../orders/order-queries.ts'

export function slotsForCart(database: Database, { body }: Call<'POST /api/slots'>): Promise<Slots> {
  return slotsFor(database, body, false)
}

export function slotsAtCounter(database: Database, { body }: Call<'POST /api/desk/slots'>): Promise<Slots> {
  return slotsFor(database, body, true)
}

function slotsFor(
  database: Database,
  { items, deliveryMethod, locationId, date }: SlotsRequest,
  atCounter: boolean,
): Promise<Slots> {
  const lines = items.map(({ itemId, quantity, selection }) => ({
    itemId,
    quantity,
    extras: Object.entries(selection).flatMap(([group, chosen]) =>
      Object.entries(chosen).map(([id, count]) => ({ group, id, quantity: count })),
    ),
  }))
  return answer(database, { lines, atCounter, date, drivingTo: { deliveryMethod, locationId } })
}

/**
 * Returns the slots to which an order for later can move. Customers can ask for their own orders, and the till for all.
 */
export async function slotsForOrder(
  database: Database,
  { user, params: { id }, query: { date } }: Call<'GET /api/orders/:id/slots'>,
): Promise<Slots> {
  const isOwn = isOneOf(user.role, policy.till) ? undefined : eq(orders.customerId, user.id)
  const [order] = await database.orm
    .select()
    .from(orders)
    .where(and(eq(orders.orderId, id), isOwn))
  if (!order) throw noSuchOrder()
  const times = slotOf(order)
  if (!times) throw refuse('order-moved-on', 'This order has no chosen time: the kitchen makes it as soon as possible.')
  const atCounter = order.enteredBy !== null
  return answer(database, { lines: order.items, atCounter, date, driving: drivingOf(times), except: id })
}

type Asked = Omit<CartTerms, 'driving'> & {
  readonly date: string | undefined
  /** The order that is moved, whose own booking counts as free capacity. */
  readonly except?: string
} & (
    | { readonly driving: number }
    | { readonly drivingTo: { readonly deliveryMethod: Delivery.DeliveryMethod; readonly locationId: string } }
  )

async function answer({ orm }: Pick<Database, 'orm'>, asked: Asked): Promise<Slots> {
  const settings = await settingsWithPlaces(orm)
  const stored = settingsOf(settings)
  const { document, now } = stored
  const places = settings[0]?.places ?? []
  const later = document.later === undefined ? Calendar.usualLater : document.later
  const days = later?.days ?? 0
  const range = { from: now - 5 * 60 * Lagos.minute, until: now + (days + 2) * Lagos.dayLength }
  const quarters = await quarterRows(orm, { ...range, ...(asked.except !== undefined && { except: asked.except }) })
  const dishes = await dishTimeRows(orm, asked.lines)
  const driving =
    'driving' in asked
      ? asked.driving
      : Delivery.driving(
          asked.drivingTo.deliveryMethod,
          places.find(({ id }) => id === asked.drivingTo.locationId),
        )
  const cart = cartTimes({ ...asked, driving }, dishes, { now, dayBegins: document.dayBegins })
  const calendar = calendarOf(stored, await kitchenNow(orm), quarters)
  const isInSetup = document.setup === 'begun'
  const soonest = isInSetup ? notOpen : answerNow(calendar, cart, now)
  if (later === null || isInSetup) return { soonest, first: null, days: [], date: null, slots: [] }
  const first = firstSlot(calendar, cart, now)
  const date = asked.date ?? Lagos.dateOf(first ?? now)
  return {
    soonest,
    first: first === undefined ? null : new Date(first).toISOString(),
    days: slotDays(calendar, now).map((day) => ({ date: day, isOpen: isOpenOn(calendar.hours, day) })),
    date,
    slots: slotsOf(calendar, cart, now, date).flatMap(({ at, answer: { available, ...refused }, without }) => {
      const reason = available ? undefined : (refused as Calendar.Refused).reason
      if (reason !== undefined && isLeftOut(reason)) return []
      return { at: new Date(at).toISOString(), ...(reason !== undefined && { reason }), without }
    }),
  }
}

const notOpen: Slots['soonest'] = { isAvailable: false, reason: 'closed', detail: notOpenYet, lines: [] }

function answerNow(calendar: Calendar.Calendar, cart: Calendar.CartTimes, now: number): Slots['soonest'] {
  const found = Calendar.availability(calendar, cart, now, 'soonest')
  if (found.available) return { isAvailable: true, due: new Date(found.due).toISOString() }
  const { reason, until, lines } = found
  const detail = sentenceOf(found, 'soonest', now)
  return {
    isAvailable: false,
    reason,
    detail,
    ...(until !== undefined && Number.isFinite(until) && { until: new Date(until).toISOString() }),
    lines,
  }
}

/** Returns true for reasons whose quarter-hours are not listed, because customers expect no slot at these times. */
function isLeftOut(reason: Calendar.RefusalReason): boolean {
  return ['closed', 'after-last-order', 'too-soon', 'too-far', 'not-a-slot'].includes(reason)
}

function isOpenOn(hours: Hours.OpeningHours, date: string): boolean {
  const midnight = Lagos.midnight(Lagos.dayOfDate(date))
  const { current, next } = Hours.openingsAround(hours, midnight)
  const begins = next === undefined ? Infinity : next.opens
  return (current !== undefined && current.closes > midnight + quarterLength) || begins < midnight + Lagos.dayLength
}
