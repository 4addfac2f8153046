import { ahead, dateOf, dayLength } from '../../restaurant/lagos.ts'
import { monthOf } from '../../text/months.ts'

/** A day as three numbers of which the order is not known yet, or with a month that is. */
type Written = {
  readonly year: number
  readonly first: number
  readonly second: number
  readonly order: Order | undefined
}

/** Whether the day or the month stands first in a day of figures. */
type Order = 'day-first' | 'month-first'

export type Moment = {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM:SS`; null where the bank writes none. */
  readonly time: string | null
}

/** Longer texts are no day. */
const longest = 60

const clock = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap])?\.?(?:m\b\.?)?/i

/** Days of a spreadsheet from 2000 to 2100, counted from 30 December 1899. */
const serial = /^(\d{5})(\.\d+)?$/
const firstSerial = 36_526
const lastSerial = 73_050
const serialOf1970 = 25_569

/**
 * Returns a function that reads the days of one file. Days of figures alone, such as 09/11/2026, are read in one order for the whole
 * file: in that of a day which fits only one, else in the order that keeps the days closest together, else with the day first.
 */
export function dayReader(cells: readonly string[]): (cell: string) => Moment | undefined {
  const order = orderOf(cells.flatMap((cell) => tokensOf(cell) ?? []))
  const known = new Map<string, Moment | undefined>()
  return (cell) => {
    if (!known.has(cell)) known.set(cell, momentOf(cell, order))
    return known.get(cell)
  }
}

function momentOf(cell: string, order: Order): Moment | undefined {
  const counted = serialMoment(cell)
  if (counted) return counted
  const written = tokensOf(cell)
  const day = written && dayOf(written, written.order ?? order)
  return day === undefined ? undefined : { day, time: timeOf(cell) }
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

const twoFigures = (part: number) => String(part).padStart(2, '0')

function timeOf(cell: string): string | null {
  const [, hour, minute = '', second = '00', half] = clock.exec(cell.slice(0, longest)) ?? []
  if (hour === undefined || Number(minute) > 59 || Number(second) > 59) return null
  const base = Number(hour)
  const hours = half === undefined ? base : (base % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hours > 23 ? null : `${twoFigures(hours)}:${minute}:${second}`
}

/** The time of a column of its own. */
export const writtenTime = timeOf

/** '03-Jul-2026', '24Feb 2025', 'Nov 20, 2025', '2026 Aug 07', '20/11/26', '20251120', '2026-11-20T06:22', 'Friday, 20th November 2026'. */
function tokensOf(cell: string): Written | undefined {
  if (cell.length > longest) return undefined
  const text = cell.replace(clock, ' ')
  const month = /(?<![a-z])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*/i.exec(text)
  const named = month ? monthOf(month[1] ?? '') : 0
  const [a, b, c, ...more] = text.match(/\d+/g) ?? []
  if (named > 0) {
    if (a === undefined || b === undefined || (c !== undefined && !/^0+$/.test(c))) return undefined
    const [year, day] = a.length === 4 ? [a, b] : [b, a]
    return { year: fullYear(year), first: Number(day), second: named, order: 'day-first' }
  }
  if (a !== undefined && b === undefined && a.length === 8) return runTogether(a)
  if (a === undefined || b === undefined || c === undefined || more.some((each) => !/^0*$/.test(each))) return undefined
  // A day has nothing before its figures but a mark, and little between them.
  if (!/^\W*\d{1,4}\s*[-/.\s]\s*\d{1,2}\s*[-/.\s]\s*\d{1,4}(?!\d)/.test(text)) return undefined
  if (a.length === 4) return { year: Number(a), first: Number(b), second: Number(c), order: 'month-first' }
  if (a.length > 2 || b.length > 2 || (c.length !== 2 && c.length !== 4)) return undefined
  return { year: fullYear(c), first: Number(a), second: Number(b), order: undefined }
}

const fullYear = (written: string) => (written.length <= 2 ? 2000 + Number(written) : Number(written))

/** '20251120' or '20112025'. */
function runTogether(figures: string): Written | undefined {
  const part = (from: number, to: number) => Number(figures.slice(from, to))
  const yearFirst: Written = { year: part(0, 4), first: part(4, 6), second: part(6, 8), order: 'month-first' }
  if (dayOf(yearFirst, 'month-first') !== undefined && yearFirst.year < 2100) return yearFirst
  return { year: part(4, 8), first: part(0, 2), second: part(2, 4), order: undefined }
}

function orderOf(all: readonly Written[]): Order {
  const open = all.filter(({ order }) => order === undefined)
  const fits = (order: Order) => open.filter((each) => dayOf(each, order) !== undefined).length
  const [dayFirst, monthFirst] = [fits('day-first'), fits('month-first')]
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day-first' : 'month-first'
  return wayThrough(all, 'month-first') < wayThrough(all, 'day-first') ? 'month-first' : 'day-first'
}

/** How far each day is from the next one of the file, together; every month counts as 31 days. */
function wayThrough(all: readonly Written[], order: Order): number {
  const places = all.flatMap((each) => {
    const day = dayOf(each, each.order ?? order)
    const [year = 0, month = 0, date = 0] = day?.split('-').map(Number) ?? []
    return day === undefined ? [] : [(year * 12 + month) * 31 + date]
  })
  return places.reduce((sum, place, at) => sum + Math.abs(place - (places[at - 1] ?? place)), 0)
}

function dayOf({ year, first, second }: Written, order: Order): string | undefined {
  const [month, day] = order === 'month-first' ? [first, second] : [second, first]
  if (year < 2000 || year > 2999 || month < 1 || month > 12 || day < 1) return undefined
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day > last ? undefined : `${year}-${twoFigures(month)}-${twoFigures(day)}`
}
