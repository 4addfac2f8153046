import * as Hours from './hours.ts'
import * as Lagos from './lagos.ts'

/** A temporary state set by staff. Times are epoch milliseconds. */
type Temporary = {
  readonly since: number
  /** Null: until the next opening. */
  readonly until: number | null
}

/** A state in which no orders are taken. */
export type Pause = Temporary & {
  /** The sentence for customers. */
  readonly said: string
}

/** A state in which orders take longer. */
export type Rush = Temporary & { readonly minutes: number }

type Days = { readonly hours: Hours.OpeningHours; readonly dayBegins: string }

/**
 * Returns the end of a pause or a rush: its set time, which may be after an opening, otherwise the next opening. If the
 * restaurant is open when its day begins, that beginning counts as an opening, so that a forgotten pause ends.
 */
function endOf({ since, until }: Temporary, { hours, dayBegins }: Days): number {
  if (until !== null) return until
  const day = Hours.nextDay(since, dayBegins)
  const opens = Hours.openingsAround(hours, since).next?.opens ?? Infinity
  const isOpenThen = Hours.openingsAround(hours, day).current !== undefined
  return opens === Infinity || isOpenThen ? Math.min(opens, day) : opens
}

/** Returns the end of a pause or a rush that is active at `now`; undefined if none is active. */
export function activeUntil(state: Temporary | null, days: Days, now: number): number | undefined {
  const end = state === null ? now : endOf(state, days)
  return now < end ? end : undefined
}

/**
 * Returns the first time from `time` on at which the restaurant is neither closed nor paused; undefined if no such time
 * is found.
 */
export function takesOrdersFrom(days: Days & { readonly pause: Pause | null }, time: number): number | undefined {
  const opens = openFrom(days.hours, time)
  const end = opens === undefined ? undefined : activeUntil(days.pause, days, opens)
  return end === undefined ? opens : openFrom(days.hours, end)
}

function openFrom(hours: Hours.OpeningHours, time: number): number | undefined {
  const at = Hours.standing(hours, time)
  return at.takesOrders ? time : at.opensAt
}

/**
 * Returns the end of a pause or rush extended by `minutes`, which count from `end`, or from `now` if `end` has passed.
 */
export function extended(end: number, minutes: number, now: number): number {
  return Math.max(now, end) + minutes * Lagos.minute
}
