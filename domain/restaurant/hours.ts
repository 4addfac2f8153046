import { same } from '../menu/same.ts'
import { monthName } from '../text/months.ts'
import { ahead, dayLength } from './lagos.ts'

/** Lagos time, 'HH:MM'. Past midnight where `until` is not after `from`: from 18:00 until 02:00, or from 00:00 until 00:00. */
export type Span = { readonly from: string; readonly until: string }

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

/** Times are epoch milliseconds. `opensAt` is undefined where no opening is in sight. */
type Standing =
  | { readonly takesOrders: true; readonly until?: number }
  | { readonly takesOrders: false; readonly isOpen: boolean; readonly opensAt?: number }

export const mostSpans = 3

export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const minute = 60_000

/** Days that are looked through for the next opening. */
const sight = 400

/** Whether orders are taken at `now`, and until when, or from when on. Spans that follow each other without a gap are one. */
export function standing(hours: OpeningHours, now: number): Standing {
  if (hours.always) return { takesOrders: true }
  const today = dayOf(now)
  const merged: { begin: number; end: number }[] = []
  for (let date = today - 1; date < today + sight; date++) {
    const before = merged.at(-1)
    if (before && (before.begin > now || before.end > now + 8 * dayLength)) break
    for (const next of intervalsOf(hours, date)) {
      const last = merged.at(-1)
      if (last && next.begin <= last.end) last.end = Math.max(last.end, next.end)
      else merged.push(next)
    }
  }
  const current = merged.find(({ begin, end }) => begin <= now && now < end)
  const until = current && current.end - hours.lastOrder * minute
  if (until !== undefined && now < until) return { takesOrders: true, until }
  const next = merged.find(({ begin }) => begin > now)
  return { takesOrders: false, isOpen: current !== undefined, ...(next && { opensAt: next.begin }) }
}

/**
 * What customers read while no orders are taken; null while they are. It names no 'today' or 'tomorrow', so that a page that
 * was made before midnight is right after it.
 */
export function notice(hours: OpeningHours, now: number): string | null {
  const at = standing(hours, now)
  if (at.takesOrders) return null
  const closed = at.isOpen ? 'It is too late for an order.' : 'We are closed.'
  return at.opensAt === undefined
    ? `${closed} Please call us.`
    : `${closed} We take orders again ${when(at.opensAt, now)}.`
}

/** 'Mon to Thu 08:00 to 15:00 and 18:00 to 22:00, Fri and Sat 10:00 to 02:00, Sun closed' */
export function describe(hours: OpeningHours): string {
  if (hours.always) return 'Open 24 hours, every day'
  return groups(hours.weekly)
    .map(({ from, to, spans }) => {
      const names = [from, to].map((index) => days[index]?.slice(0, 3))
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

/** The first span of a day that begins before the one before it has ended; -1 where all follow each other. */
export function overlap(spans: readonly Span[]): number {
  return spans.findIndex(({ from }, index) => {
    const before = spans[index - 1]
    return before !== undefined && (before.until <= before.from || from < before.until)
  })
}

/** When the restaurant begins its next day after `now`, both epoch milliseconds. `begins` is Lagos time, '06:00'. */
export function nextDay(now: number, begins: string): number {
  const offset = minutesOf(begins) * minute - ahead
  return (Math.floor((now - offset) / dayLength) + 1) * dayLength + offset
}

/** Milliseconds before a day begins in which 'till tomorrow' means the day after it: of an old night that is nearly over. */
const nightsEnd = 3 * 60 * minute

/** When a dish comes back that is taken off till tomorrow. */
export function tomorrow(now: number, begins: string): number {
  return nextDay(now + nightsEnd, begins)
}

/** '2026-12-25': the day in Lagos. */
export function dateOf(now: number): string {
  const { year, month, date } = calendar(dayOf(now))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${year}-${two(month)}-${two(date)}`
}

/** 'on Tuesday at 10:00', and with the date where that is not within a week. */
function when(time: number, now: number): string {
  const date = dayOf(time)
  const of = calendar(date)
  const minutes = Math.floor((time + ahead - date * dayLength) / minute)
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  const far = time - now >= 6 * dayLength ? ` ${of.date} ${monthName(of.month)}` : ''
  return `on ${weekday(time)}${far} at ${clock}`
}

/** 'Friday', in Lagos. */
export function weekday(time: number): string {
  return `${days[weekdayOf(dayOf(time))]}`
}

/** Days since 1 January 1970 in Lagos. */
function dayOf(time: number): number {
  return Math.floor((time + ahead) / dayLength)
}

/** 0 is Monday. The first of January 1970 was a Thursday. */
function weekdayOf(date: number): number {
  return (((date + 3) % 7) + 7) % 7
}

function intervalsOf(
  { weekly, closed }: Exclude<OpeningHours, { always: true }>,
  date: number,
): { begin: number; end: number }[] {
  const midnight = date * dayLength - ahead
  if (closed.includes(dateOf(midnight))) return []
  return (weekly[weekdayOf(date)] ?? []).map(({ from, until }) => {
    const begin = midnight + minutesOf(from) * minute
    const end = midnight + minutesOf(until) * minute
    return { begin, end: end > begin ? end : end + dayLength }
  })
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** The date of a day count, by the rule of the Gregorian calendar: https://howardhinnant.github.io/date_algorithms.html */
function calendar(count: number): { year: number; month: number; date: number } {
  const shifted = count + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const part = Math.floor((5 * ofYear + 2) / 153)
  const month = part < 10 ? part + 3 : part - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: ofYear - Math.floor((153 * part + 2) / 5) + 1,
  }
}
