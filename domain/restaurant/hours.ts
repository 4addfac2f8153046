import { same } from '../menu/same.ts'
import type { Span } from '../text/spans.ts'
import * as Lagos from './lagos.ts'

/** The hours in which the restaurant takes orders. */
export type OpeningHours =
  | { readonly always: true }
  | {
      readonly always: false
      /** Seven days from Monday on, each with its spans in order; a closed day has none. */
      readonly weekly: readonly (readonly Span[])[]
      /** Closed days such as '2026-12-25'. The night before ends as usual. */
      readonly closed: readonly string[]
      /** The last order is accepted this many minutes before closing. */
      readonly lastOrder: number
    }

/** A continuous opening in epoch milliseconds. Its end is infinite if the restaurant never closes. */
export type Opening = { readonly opens: number; readonly lastOrder: number; readonly closes: number }

/** Times are epoch milliseconds. `opensAt` is undefined if no opening begins within `sight` days. */
type Standing =
  | { readonly takesOrders: true; readonly until?: number }
  | { readonly takesOrders: false; readonly isOpen: boolean; readonly opensAt?: number }

/** The search for the next opening ends after this many days. */
const sight = 400

/** An opening of more than this many days counts as endless. */
const longestOpening = 8

/** Returns opening hours with the same spans every day; without spans, always open. */
export function daily(spans: readonly Span[]): OpeningHours {
  if (spans.length === 0) return { always: true }
  return { always: false, weekly: Lagos.days.map(() => spans), closed: [], lastOrder: 0 }
}

const wholeDay: readonly Span[] = [{ from: '00:00', until: '00:00' }]

/** The week of a restaurant that is open at any time, except on closed days. */
export const wholeWeek = Lagos.days.map(() => wholeDay)

/** Yields the openings that have not ended at `from`, in order. Spans without a gap between them are one opening. */
function* openings(hours: OpeningHours, from: number): Generator<Opening> {
  if (hours.always) {
    yield { opens: -Infinity, lastOrder: Infinity, closes: Infinity }
    return
  }
  const lastOrder = hours.lastOrder * Lagos.minute
  let current: { opens: number; closes: number } | undefined
  const first = Lagos.dayOf(from)
  for (let day = first - 1; day < first + sight; day++) {
    for (const next of spansOf(hours, day)) {
      if (current && next.opens <= current.closes) current.closes = Math.max(current.closes, next.closes)
      else {
        if (current && current.closes > from) yield { ...current, lastOrder: current.closes - lastOrder }
        current = next
      }
    }
    if (current && current.closes - Math.max(from, current.opens) > longestOpening * Lagos.dayLength) {
      yield { opens: current.opens, lastOrder: Infinity, closes: Infinity }
      return
    }
  }
  if (current && current.closes > from) yield { ...current, lastOrder: current.closes - lastOrder }
}

/** Returns the opening that contains `time`, and the first opening that begins later. */
export function openingsAround(hours: OpeningHours, time: number): { current?: Opening; next?: Opening } {
  const found: ReturnType<typeof openingsAround> = {}
  for (const opening of openings(hours, time)) {
    if (opening.opens > time) return { ...found, next: opening }
    found.current = opening
  }
  return found
}

/** Returns the openings that overlap the time from `from` until `until`, in order. */
export function openingsBetween(hours: OpeningHours, from: number, until: number): Opening[] {
  const found: Opening[] = []
  for (const opening of openings(hours, from)) {
    if (opening.opens >= until) break
    found.push(opening)
  }
  return found
}

/**
 * Returns whether orders are taken at `now`: if so, `until` is the time of the last order, otherwise `opensAt` the next
 * opening.
 */
export function standing(hours: OpeningHours, now: number): Standing {
  const { current, next } = openingsAround(hours, now)
  if (current && now < current.lastOrder) {
    return { takesOrders: true, ...(current.lastOrder < Infinity && { until: current.lastOrder }) }
  }
  return { takesOrders: false, isOpen: current !== undefined, ...(next && { opensAt: next.opens }) }
}

/**
 * Returns why no orders are taken, and when orders are taken again. The sentence avoids 'today' and 'tomorrow', so it
 * stays true on a page that is read after midnight.
 */
export function closure(
  { isOpen, opensAt }: { readonly isOpen: boolean; readonly opensAt?: number | undefined },
  now: number,
): string {
  const closed = isOpen ? 'It is too late for an order.' : 'We are closed.'
  return opensAt === undefined ? `${closed} Please call us.` : `${closed} We take orders again ${when(opensAt, now)}.`
}

/** Returns 'Mon to Thu 08:00 to 15:00 and 18:00 to 22:00, Fri and Sat 10:00 to 02:00, Sun closed'. */
export function describe(hours: OpeningHours): string {
  if (hours.always || same(hours.weekly, wholeWeek)) return 'Open 24 hours, every day'
  return groups(hours.weekly)
    .map(({ from, to, spans }) => {
      const names = [from, to].map((index) => Lagos.days[index]?.slice(0, 3))
      const between = to === from + 1 ? 'and' : 'to'
      const named = from === to ? names[0] : from === 0 && to === 6 ? 'Every day' : names.join(` ${between} `)
      return `${named} ${spans.map((span) => `${span.from} to ${span.until}`).join(' and ') || 'closed'}`
    })
    .join(', ')
}

/** Groups consecutive days with the same hours; `from` and `to` count from Monday, 0. */
export function groups(
  weekly: readonly (readonly Span[])[],
): { from: number; to: number; readonly spans: readonly Span[] }[] {
  const found: ReturnType<typeof groups> = []
  for (const [index, spans] of weekly.entries()) {
    const last = found.at(-1)
    if (last && same(last.spans, spans)) last.to = index
    else found.push({ from: index, to: index, spans })
  }
  return found
}

/**
 * Returns when the restaurant's next day begins after `now`, both epoch milliseconds. `begins` is Lagos time, '06:00'.
 */
export function nextDay(now: number, begins: string): number {
  const offset = Lagos.minutesOf(begins) * Lagos.minute - Lagos.ahead
  return (Math.floor((now - offset) / Lagos.dayLength) + 1) * Lagos.dayLength + offset
}

/** Returns the restaurant's business day at `time`: '2026-12-25'. Portions of a dish are counted for one such day. */
export function businessDay(time: number, begins: string): string {
  return Lagos.dateOf(nextDay(time, begins) - Lagos.dayLength)
}

/**
 * The last part of a business day, in milliseconds. A dish switched off 'until tomorrow' in these hours of the night
 * stays off on the day that is about to begin.
 */
const nightsEnd = 3 * 60 * Lagos.minute

/** Returns when a dish switched off until tomorrow becomes available. */
export function tomorrow(now: number, begins: string): number {
  return nextDay(now + nightsEnd, begins)
}

/** Returns 'on Tuesday at 10:00', with the date if it is more than a week away. */
export function when(time: number, now: number): string {
  const far = time - now >= 6 * Lagos.dayLength ? ` ${Lagos.dayAndMonth(time)}` : ''
  return `on ${Lagos.weekday(time)}${far} at ${Lagos.clock(time)}`
}

function spansOf(
  { weekly, closed }: Exclude<OpeningHours, { always: true }>,
  day: number,
): { opens: number; closes: number }[] {
  const midnight = Lagos.midnight(day)
  if (closed.length > 0 && closed.includes(Lagos.dateOf(midnight))) return []
  return (weekly[Lagos.weekdayOf(day)] ?? []).map(({ from, until }) => {
    const opens = midnight + Lagos.minutesOf(from) * Lagos.minute
    const closes = midnight + Lagos.minutesOf(until) * Lagos.minute
    return { opens, closes: closes > opens ? closes : closes + Lagos.dayLength }
  })
}
