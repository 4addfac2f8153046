import * as Hours from './hours.ts'
import * as Lagos from './lagos.ts'

/** A state that staff set and that ends by itself. Times are epoch milliseconds. */
type Temporary = {
  readonly since: number
  /** Null: until the next opening. */
  readonly until: number | null
}

/** No orders are taken. */
export type Pause = Temporary & {
  /** A sentence that customers read. */
  readonly said: string
}

/** Orders take longer. */
export type Rush = Temporary & { readonly minutes: number }

type Days = { readonly hours: Hours.OpeningHours; readonly dayBegins: string }

/**
 * When a pause or a rush ends: at its hour, else at the next opening. A restaurant that stays open overnight opens anew when
 * its day begins, so that no pause is forgotten. An hour that staff chose may lie after an opening.
 */
function endOf({ since, until }: Temporary, { hours, dayBegins }: Days): number {
  if (until !== null) return until
  const day = Hours.nextDay(since, dayBegins)
  const opens = Hours.openingsAround(hours, since).next?.opens ?? Infinity
  const isOpenThen = Hours.openingsAround(hours, day).current !== undefined
  return opens === Infinity || isOpenThen ? Math.min(opens, day) : opens
}

/** When a pause or a rush ends that has not ended at `now`; undefined where there is none. */
export function activeUntil(state: Temporary | null, days: Days, now: number): number | undefined {
  const end = state === null ? now : endOf(state, days)
  return now < end ? end : undefined
}

/** The end of a pause or a rush with more minutes: after its `end`, or after `now` where it has ended. */
export function extended(end: number, minutes: number, now: number): number {
  return Math.max(now, end) + minutes * Lagos.minute
}
