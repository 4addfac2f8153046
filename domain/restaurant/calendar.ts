import * as Capacity from './capacity.ts'
import * as Hours from './hours.ts'
import * as Kitchen from './kitchen.ts'
import * as Lagos from './lagos.ts'
import * as Pause from './pause.ts'

/**
 * The values that decide when an order is available, all read from the database at once. Times are epoch milliseconds.
 */
export type Calendar = Capacity.KitchenCapacity & {
  readonly hours: Hours.OpeningHours
  /** Lagos time, '06:00'. */
  readonly dayBegins: string
  readonly pause: Pause.Pause | null
  readonly rush: Pause.Rush | null
  readonly preparation: Kitchen.PreparationTime
  readonly load: Kitchen.KitchenLoad
  readonly later: LaterTerms
}

/** The terms of orders for later: the least minutes between order and slot, and how many days ahead a slot may be. */
export type LaterTerms = { readonly notice: number; readonly days: number }

/** The terms for orders for later of a restaurant whose owner has set none. */
export const usualLater: LaterTerms = { notice: 60, days: 14 }

export type CartTimes = {
  readonly lines: readonly (readonly Capacity.Portions[])[]
  /** Minutes from the kitchen to the customer's door; 0 for a pick-up. */
  readonly driving: number
  /**
   * Set for orders that staff enter. Staff see the kitchen, so their orders as soon as possible ignore a pause, the
   * opening hours and the served hours.
   */
  readonly atCounter?: boolean
}

/** A promised time and the plan that follows from it. Times are epoch milliseconds. */
export type Plan = {
  /** The time at which the customer gets the order, at the counter or at the door. */
  readonly due: number
  readonly readyBy: number
  /** The latest start of the kitchen. */
  readonly startAt: number
  readonly bookings: readonly Capacity.Booking[]
  /** '2026-11-29': the business day whose portions are used. */
  readonly stockDay: string
}

export const refusalReasons = [
  'paused',
  'closed',
  'after-last-order',
  'sold-out',
  'outside-hours',
  'too-soon',
  'too-far',
  'not-a-slot',
  'too-large',
  'quarter-closed',
  'full',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

export type Refused = {
  readonly available: false
  readonly reason: RefusalReason
  /** The time at which the reason ends, if known. */
  readonly until?: number
  /** The unavailable lines, by their index in the cart, if the reason concerns single lines. */
  readonly lines: readonly number[]
  /** The names of the dishes and sides with this reason. */
  readonly dishes: readonly string[]
}

export type Answer = (Plan & { readonly available: true }) | Refused

/** The requested time: as soon as possible, or the beginning of a slot. */
export type Wanted = 'soonest' | number

/** The longest wait of an order as soon as possible, in milliseconds. For later times customers choose a slot. */
const longestWait = 6 * 60 * Lagos.minute

/** Returns the promise for a cart as soon as possible or at a slot, or the reason of a refusal and its end. */
export function availability(calendar: Calendar, cart: CartTimes, now: number, wanted: Wanted): Answer {
  const work = Capacity.workOf(cart.lines.flat())
  const count = Capacity.quartersFor(calendar, work, cart.atCounter ?? false)
  if (count === undefined) return refused('too-large')
  return wanted === 'soonest'
    ? soonest(calendar, cart, now, { work, count })
    : atSlot(calendar, cart, now, { work, count, slot: wanted })
}

/**
 * The answer whether the restaurant takes orders now, which customers' pages, staff screens and structured data share.
 */
export type Standing =
  | { readonly state: 'open'; readonly until?: number }
  | { readonly state: 'paused'; readonly said: string; readonly until?: number }
  | { readonly state: 'after-last-order' | 'closed'; readonly until?: number }

export function standing(calendar: Pick<Calendar, 'hours' | 'dayBegins' | 'pause'>, now: number): Standing {
  const at = Hours.standing(calendar.hours, now)
  const isPaused = Pause.activeUntil(calendar.pause, calendar, now) !== undefined
  if (at.takesOrders && !isPaused) return { state: 'open', ...(at.until !== undefined && { until: at.until }) }
  const again = Pause.takesOrdersFrom(calendar, now)
  const until = again === undefined ? {} : { until: again }
  if (!at.takesOrders) return { state: at.isOpen ? 'after-last-order' : 'closed', ...until }
  return { state: 'paused', said: calendar.pause?.said ?? '', ...until }
}

/**
 * Returns true if the restaurant is open from the start of an order for later until the order is due. Used when opening
 * hours change.
 */
export function isOpenFor(hours: Hours.OpeningHours, { startAt, due }: Pick<Plan, 'startAt' | 'due'>): boolean {
  const { current } = Hours.openingsAround(hours, startAt)
  return current !== undefined && due < current.closes
}

type Size = { readonly work: number; readonly count: number }

function soonest(calendar: Calendar, cart: CartTimes, now: number, { work, count }: Size): Answer {
  const { atCounter = false } = cart
  const at = standing(calendar, now)
  if (!atCounter && at.state !== 'open') return refused(at.state, { until: at.until })
  const missing = missingLines(cart, { startAt: now, due: now, passesHours: atCounter })
  if (missing) return missing
  const notice = longest(cart, 'notice')
  if (notice > 0) return refused('too-soon', { until: now + notice * Lagos.minute, lines: linesWithNotice(cart) })

  const cooked = now + (longest(cart, 'work') + extraMinutes(count)) * Lagos.minute
  const promised = Kitchen.readyBy(now, timeAt(calendar, now), calendar.load)
  const earliest = Math.max(promised + extraMinutes(count) * Lagos.minute, Kitchen.fullFive(cooked))
  const end = atCounter
    ? Infinity
    : Math.min(closing(calendar.hours, now), ...cart.lines.map((line) => ending(line, now)))
  const first = Capacity.quarterOf(earliest)
  for (let last = first; last === first || (last < end && last <= now + longestWait); last += Capacity.quarterLength) {
    const bookings = Capacity.book(calendar, { work, last, count, atCounter })
    if (bookings) return planned(calendar, cart, { readyBy: Math.max(earliest, last), startAt: now, bookings })
  }
  return refused('full')
}

function atSlot(
  calendar: Calendar,
  cart: CartTimes,
  now: number,
  { work, count, slot }: Size & { readonly slot: number },
): Answer {
  const { hours, later } = calendar
  if (slot !== Capacity.quarterOf(slot)) return refused('not-a-slot')
  if (Lagos.dayOf(slot) > Lagos.dayOf(now) + later.days) return refused('too-far')
  const readyBy = slot - cart.driving * Lagos.minute
  const startAt = startOf(calendar, cart, readyBy, count)
  const notice = Math.max(cart.atCounter ? 0 : later.notice, longest(cart, 'notice'))
  const earliest = now + Math.max(notice * Lagos.minute, slot - startAt)
  if (slot < earliest) return refused('too-soon', { until: earliest })

  const { current, next } = Hours.openingsAround(hours, startAt)
  if (!current || slot >= current.closes) return refused('closed', { until: next?.opens })
  if (startAt >= current.lastOrder) return refused('after-last-order', { until: next?.opens })
  const isPaused = Pause.activeUntil(calendar.pause, calendar, startAt) !== undefined
  if (isPaused) return refused('paused', { until: Pause.takesOrdersFrom(calendar, startAt) })
  const missing = missingLines(cart, { startAt, due: slot, passesHours: false })
  if (missing) return missing

  const last = Capacity.quarterOf(readyBy)
  if (calendar.quarters[last]?.closed) return refused('quarter-closed')
  const bookings = Capacity.book(calendar, { work, last, count, atCounter: cart.atCounter ?? false })
  return bookings ? planned(calendar, cart, { readyBy, startAt, bookings }) : refused('full')
}

function planned(
  { dayBegins }: Calendar,
  { driving }: CartTimes,
  plan: Pick<Plan, 'readyBy' | 'startAt' | 'bookings'>,
): Answer {
  const due = plan.readyBy + driving * Lagos.minute
  return { available: true, due, ...plan, stockDay: Hours.businessDay(plan.startAt, dayBegins) }
}

/** Returns when an otherwise idle kitchen must start an order that is to be ready at `readyBy`. */
function startOf(calendar: Calendar, cart: CartTimes, readyBy: number, count: number): number {
  const startIfCookedAt = (time: number) => {
    const minutes = Kitchen.preparationMinutes(timeAt(calendar, time), { ...calendar.load, open: 0 })
    return readyBy - (Math.max(minutes, longest(cart, 'work')) + extraMinutes(count)) * Lagos.minute
  }
  // A rush adds minutes only if the rush still lasts when the kitchen starts. The inner call estimates that start.
  return startIfCookedAt(startIfCookedAt(readyBy))
}

function timeAt(calendar: Calendar, time: number): Kitchen.PreparationTime {
  const { preparation, rush } = calendar
  return rush && Pause.activeUntil(rush, calendar, time) !== undefined
    ? Kitchen.inRush(preparation, rush.minutes)
    : preparation
}

/**
 * Returns the minutes by which cooking takes longer if the order fills several quarter-hours: the length of all but the
 * last.
 */
function extraMinutes(count: number): number {
  return ((count - 1) * Capacity.quarterLength) / Lagos.minute
}

function longest(cart: CartTimes, what: 'work' | 'notice'): number {
  return Math.max(0, ...cart.lines.flat().map(({ dish }) => dish[what] ?? 0))
}

function linesWithNotice({ lines }: CartTimes): number[] {
  return [...lines.keys()].filter((index) => lines[index]?.some(({ dish }) => dish.notice))
}

type During = { readonly startAt: number; readonly due: number; readonly passesHours: boolean }

/** Returns the refusal if a line has a dish that is sold out or not served; undefined if all dishes are available. */
function missingLines(cart: CartTimes, during: During): Refused | undefined {
  const missing = cart.lines.map((line) => line.map((each) => missingDish(each, during)).find((each) => each))
  const first = missing.find((each) => each)
  if (!first) return undefined
  const dishes = missing.flatMap((each) => (each?.reason === first.reason ? each.dishes : []))
  return { ...first, lines: [...missing.keys()].filter((index) => missing[index]), dishes: [...new Set(dishes)] }
}

function missingDish({ dish }: Capacity.Portions, { startAt, due, passesHours }: During): Refused | undefined {
  const { backAt } = dish
  const dishes = dish.name === undefined ? [] : [dish.name]
  if (backAt === null) return refused('sold-out', { dishes })
  if (backAt !== undefined && startAt < backAt) return refused('sold-out', { until: backAt, dishes })
  if (passesHours) return undefined
  for (const spans of dish.served) {
    const { current, next } = Hours.openingsAround(Hours.daily(spans), startAt)
    if (!current || due >= current.closes) return refused('outside-hours', { until: next?.opens, dishes })
  }
  return undefined
}

function closing(hours: Hours.OpeningHours, now: number): number {
  return Hours.openingsAround(hours, now).current?.closes ?? Infinity
}

/** Returns the earliest time at which the served hours of a dish of the line end. */
function ending(line: readonly Capacity.Portions[], now: number): number {
  return Math.min(...line.flatMap(({ dish }) => dish.served.map((spans) => closing(Hours.daily(spans), now))))
}

function refused(
  reason: RefusalReason,
  { until, lines = [], dishes = [] }: { until?: number | undefined } & Partial<Pick<Refused, 'lines' | 'dishes'>> = {},
): Refused {
  return { available: false, reason, ...(until !== undefined && { until }), lines, dishes }
}
