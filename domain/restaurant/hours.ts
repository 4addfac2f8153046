import { same } from '../menu/same.ts'
import type { Span } from '../text/spans.ts'
import * as Lagos from './lagos.ts'

/** When the restaurant takes orders. */
export type OpeningHours =
  | { readonly always: true }
  | {
      readonly always: false
      /** Seven days from Monday on, each with its spans in order; none for a day on which it does not open. */
      readonly weekly: readonly (readonly Span[])[]
      /** Days such as '2026-12-25' on which it does not open. The night before ends as it always does. */
      readonly closed: readonly string[]
      /** Minutes before it closes in which no more orders are taken. */
      readonly lastOrder: number
    }

/** A time without a gap in which the restaurant is open: epoch milliseconds. Without a closing in sight they are infinite. */
export type Opening = { readonly opens: number; readonly lastOrder: number; readonly closes: number }

/** Times are epoch milliseconds. `opensAt` is undefined where no opening is in sight. */
type Standing =
  | { readonly takesOrders: true; readonly until?: number }
  | { readonly takesOrders: false; readonly isOpen: boolean; readonly opensAt?: number }

/** Days that are looked through for the next opening. */
const sight = 400

/** Days after which an opening counts as one without a closing. */
const longestOpening = 8

/** The hours of something that is served at the same times every day; at any time where there are no spans. */
export function daily(spans: readonly Span[]): OpeningHours {
  if (spans.length === 0) return { always: true }
  return { always: false, weekly: Lagos.days.map(() => spans), closed: [], lastOrder: 0 }
}

/** The openings that have not ended at `from`, in order. Spans that follow each other without a gap are one opening. */
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

/** The opening that `time` lies in, and the first that begins after `time`. */
export function openingsAround(hours: OpeningHours, time: number): { current?: Opening; next?: Opening } {
  const found: ReturnType<typeof openingsAround> = {}
  for (const opening of openings(hours, time)) {
    if (opening.opens > time) return { ...found, next: opening }
    found.current = opening
  }
  return found
}

/** Whether orders are taken at `now`, and until when, or from when on. */
export function standing(hours: OpeningHours, now: number): Standing {
  const { current, next } = openingsAround(hours, now)
  if (current && now < current.lastOrder) {
    return { takesOrders: true, ...(current.lastOrder < Infinity && { until: current.lastOrder }) }
  }
  return { takesOrders: false, isOpen: current !== undefined, ...(next && { opensAt: next.opens }) }
}

/** Says why no orders are taken, and from when on. Names no 'today' or 'tomorrow': a page stays right over midnight. */
export function closure(
  { isOpen, opensAt }: { readonly isOpen: boolean; readonly opensAt?: number | undefined },
  now: number,
): string {
  const closed = isOpen ? 'It is too late for an order.' : 'We are closed.'
  return opensAt === undefined ? `${closed} Please call us.` : `${closed} We take orders again ${when(opensAt, now)}.`
}

/** 'Mon to Thu 08:00 to 15:00 and 18:00 to 22:00, Fri and Sat 10:00 to 02:00, Sun closed' */
export function describe(hours: OpeningHours): string {
  if (hours.always) return 'Open 24 hours, every day'
  return groups(hours.weekly)
    .map(({ from, to, spans }) => {
      const names = [from, to].map((index) => Lagos.days[index]?.slice(0, 3))
      const between = to === from + 1 ? 'and' : 'to'
      const named = from === to ? names[0] : from === 0 && to === 6 ? 'Every day' : names.join(` ${between} `)
      return `${named} ${spans.map((span) => `${span.from} to ${span.until}`).join(' and ') || 'closed'}`
    })
    .join(', ')
}

/** Days in a row that have the same hours; `from` and `to` count from Monday, 0. */
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

/** When the restaurant begins its next day after `now`, both epoch milliseconds. `begins` is Lagos time, '06:00'. */
export function nextDay(now: number, begins: string): number {
  const offset = Lagos.minutesOf(begins) * Lagos.minute - Lagos.ahead
  return (Math.floor((now - offset) / Lagos.dayLength) + 1) * Lagos.dayLength + offset
}

/** '2026-12-25': the day that the restaurant has begun at `time`. Portions of a dish are counted for one such day. */
export function businessDay(time: number, begins: string): string {
  return Lagos.dateOf(nextDay(time, begins) - Lagos.dayLength)
}

/** Milliseconds before a day begins in which 'till tomorrow' means the day after it: of an old night that is nearly over. */
const nightsEnd = 3 * 60 * Lagos.minute

/** When a dish comes back that is taken off till tomorrow. */
export function tomorrow(now: number, begins: string): number {
  return nextDay(now + nightsEnd, begins)
}

/** 'on Tuesday at 10:00', and with the date where that is not within a week. */
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
