import * as Menu from '../menu/menu.ts'
import type { Span } from '../text/spans.ts'
import { minute } from './lagos.ts'

/**
 * The length of a quarter-hour in milliseconds. A slot is a quarter-hour; the kitchen's work on an order is booked in
 * the quarter-hour in which the order must be ready.
 */
export const quarterLength = 15 * minute

export function quarterOf(time: number): number {
  return Math.floor(time / quarterLength) * quarterLength
}

/**
 * The kitchen's work for a portion, in minutes, if the owner has set none. The owner states the kitchen's capacity as a
 * number of such portions.
 */
export const usualWork = 5

/** The most quarter-hours of kitchen work of one order. The restaurant arranges larger orders by phone. */
const mostQuarters = 8

/** The kitchen's capacity in a quarter-hour, in dishes that take `usualWork` each. */
export type Capacity = {
  readonly dishes: number
  /** The part of `dishes` that only orders at the counter can use. */
  readonly reserve: number
}

/** The work promised for a quarter-hour, in minutes. */
type QuarterLoad = {
  /** The work of all orders and live quotes. */
  readonly booked: number
  readonly counter: number
  /** True if the desk takes no more orders for this quarter-hour. */
  readonly closed?: boolean
}

export type KitchenCapacity = {
  /** Null for unlimited capacity. */
  readonly capacity: Capacity | null
  /**
   * The load of each quarter-hour, by the epoch milliseconds at which the quarter-hour begins. A quarter-hour that is
   * missing has no promised work.
   */
  readonly quarters: Readonly<Record<number, QuarterLoad>>
}

export type DishTimes = {
  /** The name for a refusal; missing for a dish that is no longer on the menu. */
  readonly name?: string
  /** The kitchen's work for a portion in minutes, as set by the owner. */
  readonly work?: number
  /** The notice in minutes that the kitchen needs before a portion can be ready. */
  readonly notice?: number
  /** The served hours of the dish's category and of the dish itself; the dish is available when all of them apply. */
  readonly served: readonly (readonly Span[])[]
  /** The return time of a sold-out dish in epoch milliseconds; null if unknown. Missing while the dish is available. */
  readonly backAt?: number | null
}

/** The portions of a dish in a line. A side adds work only if the owner has set minutes for it. */
export type Portions = { readonly count: number; readonly dish: DishTimes; readonly isSide: boolean }

/** Returns the dishes of a line with their times. `timesOf` returns the times of a dish by its id. */
export function portionsOf(
  item: Parameters<typeof Menu.portions>[0],
  line: Parameters<typeof Menu.portions>[1],
  timesOf: (id: string) => DishTimes,
): Portions[] {
  return Menu.portions(item, line).map(([id, count], index) => ({ count, dish: timesOf(id), isSide: index > 0 }))
}

/** Returns the minutes of work of these portions. */
export function workOf(portions: readonly Portions[]): number {
  return portions.reduce((sum, { count, dish, isSide }) => sum + count * (dish.work ?? (isSide ? 0 : usualWork)), 0)
}

/**
 * Returns the minutes of work that are free in a quarter-hour. A part of the capacity is reserved for counter orders.
 * The work already booked for counter orders uses up the reserved part first.
 */
function roomIn({ capacity, quarters }: KitchenCapacity, quarter: number, atCounter: boolean): number {
  const load = quarters[quarter]
  if (load?.closed) return 0
  if (capacity === null) return Infinity
  const reserved = atCounter ? 0 : Math.max(0, capacity.reserve * usualWork - (load?.counter ?? 0))
  return Math.max(0, capacity.dishes * usualWork - (load?.booked ?? 0) - reserved)
}

/** Returns the number of empty quarter-hours that an order would fill; undefined if an order may not fill so many. */
export function quartersFor({ capacity }: KitchenCapacity, work: number, atCounter: boolean): number | undefined {
  if (capacity === null || work === 0) return 1
  const count = Math.ceil(work / (Math.max(0, capacity.dishes - (atCounter ? 0 : capacity.reserve)) * usualWork))
  return count <= mostQuarters ? count : undefined
}

/** The work of an order in one quarter-hour, in minutes. */
export type Booking = { readonly quarter: number; readonly work: number }

/**
 * Books the work of an order to be ready in the quarter-hour `last`. An order that is too large for one quarter-hour
 * uses the `count` quarter-hours that end with `last`. Returns undefined if these quarter-hours lack room, or if `last`
 * is closed.
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

/** A quarter-hour as the desk sees it: the promised work in minutes, and how many dishes of `usualWork` still fit. */
type QuarterState = Booking & { readonly isClosed: boolean; readonly free: number }

/** Returns the current quarter-hour and those after it, `count` in all. */
export function nextQuarters(kitchen: KitchenCapacity, now: number, count: number): QuarterState[] {
  return Array.from({ length: count }, (_, index) => {
    const quarter = quarterOf(now) + index * quarterLength
    const { booked = 0, closed = false } = kitchen.quarters[quarter] ?? {}
    return { quarter, work: booked, isClosed: closed, free: Math.floor(roomIn(kitchen, quarter, true) / usualWork) }
  })
}
