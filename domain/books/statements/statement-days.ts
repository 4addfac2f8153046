import {
  ahead,
  dateOf,
  dayLength,
  dayOfDate,
  clock as lagosClock,
  midnight,
  minute,
  minutesOf,
} from '../../restaurant/lagos.ts'
import { monthOf } from '../../text/months.ts'

/** A day as three numbers of unknown order, or with a known month. Some banks omit the year. */
type Written = {
  readonly year: number | undefined
  readonly first: number
  readonly second: number
  readonly order: Order | undefined
}

/** The order of day and month in a day of digits. */
type Order = 'day-first' | 'month-first'

type Moment = {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM:SS`; null if the bank writes none. */
  readonly time: string | null
}

/** The longest text that is read as a day, in characters. */
const longest = 80

/** '24 Feb', 'Tue, 24th Feb' and 'February 24'. */
const withoutYear =
  /^\s*(?:[a-z]{3,9},? )?(?:\d{1,2}(?:st|nd|rd|th)?[-/. ]*[a-z]{3,9}|[a-z]{3,9}[-/. ]*\d{1,2}(?:st|nd|rd|th)?)[\s,.]*$/i

const clock = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap])?\.?(?:m\b\.?)?/i

/**
 * The zone at the end of '2026-11-01T23:30:00.000Z', '2026-11-02 00:30 +01:00' and '00:30:00 GMT+0100 (West Africa)'.
 */
const zone = /(?<=:\d{2}(?:\.\d+)?) ?(?:Z|(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})|GMT|UTC)(?: ?\([^)]*\))?$/

/** Spreadsheet days from 2000 to 2100, counted from 30 December 1899. */
const serial = /^(\d{5})(\.\d+)?$/
const firstSerial = 36_526
const lastSerial = 73_050
const serialOf1970 = 25_569

/** The latest day that a file may contain, if nothing else limits the day. */
const endOfTime = '2999-12-31'

/**
 * Returns a function that parses the days of one file. Days of digits alone, such as 09/11/2026, share one order in the
 * file. A day that fits only one order decides; otherwise the order with the smallest steps from line to line;
 * otherwise day first. A day without a year is the last such day up to `latest`.
 */
export function dayReader(cells: readonly string[], latest = endOfTime): (cell: string) => Moment | undefined {
  const order = orderOf(
    cells.flatMap((cell) => tokensOf(cell) ?? []),
    latest,
  )
  const known = new Map<string, Moment | undefined>()
  return (cell) => {
    if (!known.has(cell)) known.set(cell, momentOf(cell, order, latest))
    return known.get(cell)
  }
}

function momentOf(cell: string, order: Order, latest: string): Moment | undefined {
  const counted = serialMoment(cell) ?? epochMoment(cell)
  if (counted) return counted
  const [zoned, sign, hours = '0', minutes = '0'] = zone.exec(cell.slice(0, longest).trim()) ?? []
  if (zoned !== undefined) {
    const there = momentOf(cell.trim().slice(0, -zoned.length), order, latest)
    return there && inLagos(there, (sign === '-' ? -1 : 1) * minutesOf(`${hours}:${minutes}`))
  }
  const written = tokensOf(cell)
  const day = written && dayOf(written, written.order ?? order, latest)
  return day === undefined ? undefined : { day, time: timeOf(cell) }
}

/** A written day within a text, such as a period above a statement. */
const dayInText =
  /\d{1,4}(?:st|nd|rd|th)?[-/. ,]{1,2}(?:\d{1,2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)[-/. ,]{1,2}\d{2,4}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}/gi

/** Matches texts about days that are not the statement's period, such as an account's opening. */
const otherDay = /open|birth|since|incorporat|regist|expir|valid/i

/** Returns the latest day in texts about a statement's period, at most `today`; undefined if they have no day. */
export function latestIn(texts: readonly string[], today: string): string | undefined {
  const written = texts
    .filter((text) => !otherDay.test(text))
    .flatMap((text) => text.slice(0, 500).match(dayInText) ?? [])
  const read = dayReader(written)
  return written
    .flatMap((text) => (tokensOf(text)?.year === undefined ? [] : (read(text)?.day ?? [])))
    .map((day) => (day < today ? day : today))
    .toSorted()
    .at(-1)
}

function serialMoment(cell: string): Moment | undefined {
  const [, whole = '', part] = serial.exec(cell.trim()) ?? []
  const days = Number(whole)
  if (days < firstSerial || days > lastSerial) return undefined
  const day = dateOf((days - serialOf1970) * dayLength - ahead)
  if (part === undefined) return { day, time: null }
  const seconds = Math.min(86_399, Math.round(Number(part) * 86_400))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return { day, time: parts.map(twoFigures).join(':') }
}

/** Parses seconds or milliseconds since 1970: '1793541725' and '1793541725000'. */
function epochMoment(cell: string): Moment | undefined {
  const [, seconds] = /^([12]\d{9})(?:\d{3})?$/.exec(cell.trim()) ?? []
  if (seconds === undefined) return undefined
  const at = Number(seconds) * 1000
  return { day: dateOf(at), time: `${lagosClock(at)}:${twoFigures(Number(seconds) % 60)}` }
}

/** Converts a moment to Lagos time. `offset` is how many minutes the zone of the moment is ahead of UTC. */
function inLagos({ day, time }: Moment, offset: number): Moment {
  if (time === null) return { day, time }
  const at = midnight(dayOfDate(day)) + (minutesOf(time.slice(0, 5)) - offset) * minute + ahead
  return { day: dateOf(at), time: lagosClock(at) + time.slice(5) }
}

const twoFigures = (part: number) => String(part).padStart(2, '0')

function timeOf(cell: string): string | null {
  const written = cell.slice(0, longest).replace(/^\s*20\d{6}(\d{2})(\d{2})(\d{2})?\s*$/, '$1:$2:$3')
  const [, hour, minute = '', second = '00', half] = clock.exec(written) ?? []
  if (hour === undefined || Number(minute) > 59 || Number(second) > 59) return null
  const base = Number(hour)
  const hours = half === undefined ? base : (base % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hours > 23 ? null : `${twoFigures(hours)}:${minute}:${second}`
}

/** Parses the time of a separate column. */
export const writtenTime = timeOf

/**
 * Parses '03-Jul-2026', '24Feb 2025', 'Nov 20, 2025', '2026 Aug 07', '20/11/26', '20251120', '2026-11-20T06:22',
 * 'Friday, 20th November 2026', and without a year '24 Feb' and '09/11'.
 */
function tokensOf(cell: string): Written | undefined {
  if (cell.length > longest) return undefined
  const [together = cell] = /^\s*20\d{6}(?=\d{4}(?:\d{2})?\s*$)/.exec(cell) ?? []
  const text = together.replace(clock, ' ')
  const month = /(?<![a-z])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*/i.exec(text)
  const named = month ? monthOf(month[1] ?? '') : 0
  const [a, b, c, ...more] = text.match(/\d+/g) ?? []
  if (named > 0) {
    if (a !== undefined && b === undefined && a.length <= 2 && withoutYear.test(text)) {
      return { year: undefined, first: Number(a), second: named, order: 'day-first' }
    }
    if (a === undefined || b === undefined || (c !== undefined && !/^0+$/.test(c))) return undefined
    const [year, day] = a.length === 4 ? [a, b] : [b, a]
    return { year: fullYear(year), first: Number(day), second: named, order: 'day-first' }
  }
  if (a !== undefined && b === undefined && a.length === 8) return runTogether(a)
  if (a !== undefined && b !== undefined && c === undefined && /^\s*\d{1,2}[-/]\d{1,2}[\s,]*$/.test(text)) {
    return { year: undefined, first: Number(a), second: Number(b), order: undefined }
  }
  if (a === undefined || b === undefined || c === undefined || more.some((each) => !/^0*$/.test(each))) return undefined
  // Only a punctuation mark may precede the digits of a day, and only short separators may be between them.
  if (!/^\W*\d{1,4}\s*[-/.\s]\s*\d{1,2}\s*[-/.\s]\s*\d{1,4}(?!\d)/.test(text)) return undefined
  if (a.length === 4) return { year: Number(a), first: Number(b), second: Number(c), order: 'month-first' }
  if (a.length > 2 || b.length > 2 || (c.length !== 2 && c.length !== 4)) return undefined
  return { year: fullYear(c), first: Number(a), second: Number(b), order: undefined }
}

const fullYear = (written: string) => (written.length <= 2 ? 2000 + Number(written) : Number(written))

/** Parses '20251120' or '20112025'. */
function runTogether(figures: string): Written | undefined {
  const part = (from: number, to: number) => Number(figures.slice(from, to))
  const yearFirst: Written = { year: part(0, 4), first: part(4, 6), second: part(6, 8), order: 'month-first' }
  if (dayOf(yearFirst, 'month-first') !== undefined && part(0, 4) < 2100) return yearFirst
  return { year: part(4, 8), first: part(0, 2), second: part(2, 4), order: undefined }
}

function orderOf(all: readonly Written[], latest: string): Order {
  const open = all.filter(({ order }) => order === undefined)
  const fits = (order: Order) => open.filter((each) => dayOf(each, order, latest) !== undefined).length
  const [dayFirst, monthFirst] = [fits('day-first'), fits('month-first')]
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day-first' : 'month-first'
  const way = (order: Order) => wayThrough(all.flatMap((each) => dayOf(each, each.order ?? order, latest) ?? []))
  return way('month-first') < way('day-first') ? 'month-first' : 'day-first'
}

/**
 * Returns the sum of the distances from each day of the file to the next; every month counts as 31 days. The order of
 * day and month with the smaller sum is more likely.
 */
function wayThrough(days: readonly string[]): number {
  const places = days.map((day) => {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
    return (year * 12 + month) * 31 + date
  })
  return places.reduce((sum, place, at) => sum + Math.abs(place - (places[at - 1] ?? place)), 0)
}

/** The most years to search back for a day without a year: leap days are at most eight years apart. */
const mostYearsBack = 8

/** Returns the day in its year. For a day without a year, returns the last such day up to `latest`. */
function dayOf({ year, first, second }: Written, order: Order, latest = endOfTime): string | undefined {
  const [month, day] = order === 'month-first' ? [first, second] : [second, first]
  if (year !== undefined) return dayIn(year, month, day)
  const last = Number(latest.slice(0, 4))
  for (let before = 0; before <= mostYearsBack; before++) {
    const found = dayIn(last - before, month, day)
    if (found !== undefined && found <= latest) return found
  }
  return undefined
}

function dayIn(year: number, month: number, day: number): string | undefined {
  if (year < 2000 || year > 2999 || month < 1 || month > 12 || day < 1) return undefined
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day > last ? undefined : `${year}-${twoFigures(month)}-${twoFigures(day)}`
}
