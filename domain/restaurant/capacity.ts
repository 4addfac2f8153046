import * as Menu from '../menu/menu.ts'
import type { Span } from '../text/spans.ts'
import { minute } from './lagos.ts'

/** Slots begin with a quarter of an hour, and the kitchen's work is counted by the quarter in which it is to be ready. */
export const quarterLength = 15 * minute

export function quarterOf(time: number): number {
  return Math.floor(time / quarterLength) * quarterLength
}

/** Minutes of work of a portion whose dish has none of its own: one 'dish' of a quarter's capacity. */
export const usualWork = 5

/** Quarters that one order may take. Larger orders are arranged on the phone. */
const mostQuarters = 8

/** What the kitchen can have ready in a quarter of an hour, in usual dishes. */
export type Capacity = {
  readonly dishes: number
  /** Those of them that are kept for orders at the counter. */
  readonly reserve: number
}

/** What is promised for a quarter of an hour, in minutes of work. */
type QuarterLoad = {
  /** Of all orders and live quotes. */
  readonly booked: number
  /** Of those at the counter alone. */
  readonly counter: number
  /** The desk takes no more orders for this quarter. */
  readonly closed?: boolean
}

export type KitchenCapacity = {
  /** Null where the owner has set none: every quarter has room. */
  readonly capacity: Capacity | null
  /** By the epoch milliseconds with which a quarter begins; nothing is promised for a quarter that is left out. */
  readonly quarters: Readonly<Record<number, QuarterLoad>>
}

/** What the calendar knows of a dish. */
export type DishTimes = {
  /** Minutes of work of a portion, as the owner has set them. */
  readonly work?: number
  /** Minutes before a portion is ready in which it has to be ordered. */
  readonly notice?: number
  /** Hours of its category and its own: a dish can be had in the hours that are in all of them. */
  readonly served: readonly (readonly Span[])[]
  /** When a sold-out dish comes back, epoch milliseconds; null where nobody has said when. Left out while it can be had. */
  readonly backAt?: number | null
}

/** A dish of a line, once a portion. Sides come with their dish, and count where the owner has set their minutes. */
export type Portions = { readonly count: number; readonly dish: DishTimes; readonly isSide: boolean }

/** The dishes of a line with their times. `timesOf` finds those of a dish by id. */
export function portionsOf(
  item: Parameters<typeof Menu.portions>[0],
  line: Parameters<typeof Menu.portions>[1],
  timesOf: (id: string) => DishTimes,
): Portions[] {
  return Menu.portions(item, line).map(([id, count], index) => ({ count, dish: timesOf(id), isSide: index > 0 }))
}

/** Minutes of work. */
export function workOf(portions: readonly Portions[]): number {
  return portions.reduce((sum, { count, dish, isSide }) => sum + count * (dish.work ?? (isSide ? 0 : usualWork)), 0)
}

/** Minutes of work that a quarter has room for. Orders at the counter use up the reserve first. */
function roomIn({ capacity, quarters }: KitchenCapacity, quarter: number, atCounter: boolean): number {
  const load = quarters[quarter]
  if (load?.closed) return 0
  if (capacity === null) return Infinity
  const reserved = atCounter ? 0 : Math.max(0, capacity.reserve * usualWork - (load?.counter ?? 0))
  return Math.max(0, capacity.dishes * usualWork - (load?.booked ?? 0) - reserved)
}

/** How many quarters an order takes, if all of them were empty; undefined where it is more than one order may take. */
export function quartersFor({ capacity }: KitchenCapacity, work: number, atCounter: boolean): number | undefined {
  if (capacity === null || work === 0) return 1
  const count = Math.ceil(work / (Math.max(0, capacity.dishes - (atCounter ? 0 : capacity.reserve)) * usualWork))
  return count <= mostQuarters ? count : undefined
}

/** Minutes of work of an order in one quarter. */
export type Booking = { readonly quarter: number; readonly work: number }

/**
 * Books the work of an order that is to be ready in the quarter `last`: there, and where one quarter is too short for it, in as
 * many before it as it would take if they were empty. Undefined where they have no room, or where `last` is closed.
 */
export function book(
  kitchen: KitchenCapacity,
  { work, last, count, atCounter }: { work: number; last: number; count: number; atCounter: boolean },
): Booking[] | undefined {
  if (kitchen.quarters[last]?.closed) return undefined
  const bookings: Booking[] = []
  let rest = work
  for (let index = 0; index < count && rest > 0; index++) {
    const quarter = last - index * quarterLength
    const taken = Math.min(rest, roomIn(kitchen, quarter, atCounter))
    if (taken > 0) bookings.push({ quarter, work: taken })
    rest -= taken
  }
  return rest > 0 ? undefined : bookings
}

/** A quarter as the desk sees it: minutes of work, and usual dishes that still find room. */
type QuarterState = Booking & { readonly isClosed: boolean; readonly free: number }

/** The present quarter and those after it. */
export function nextQuarters(kitchen: KitchenCapacity, now: number, count: number): QuarterState[] {
  return Array.from({ length: count }, (_, index) => {
    const quarter = quarterOf(now) + index * quarterLength
    const { booked = 0, closed = false } = kitchen.quarters[quarter] ?? {}
    return { quarter, work: booked, isClosed: closed, free: Math.floor(roomIn(kitchen, quarter, true) / usualWork) }
  })
}
