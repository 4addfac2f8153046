import * as Calendar from './calendar.ts'
import { quarterLength, quarterOf } from './capacity.ts'
import * as Lagos from './lagos.ts'

/** The answer about a cart at a time, for the lines that are available at that time. */
type PartialAnswer = {
  readonly answer: Calendar.Answer
  /**
   * The unavailable lines, by their index in the cart. Unavailable lines stay in the cart, but `answer` leaves them
   * out.
   */
  readonly without: readonly number[]
}

/** Returns the availability of those lines that are available at the wanted time; a refusal if no line is available. */
export function partialAvailability(
  calendar: Calendar.Calendar,
  cart: Calendar.CartTimes,
  now: number,
  wanted: Calendar.Wanted,
): PartialAnswer {
  let without: readonly number[] = []
  for (;;) {
    const kept = [...cart.lines.keys()].filter((index) => !without.includes(index))
    const lines = kept.flatMap((index) => [cart.lines[index] ?? []])
    const answer = Calendar.availability(calendar, { ...cart, lines }, now, wanted)
    if (answer.available || answer.lines.length === 0) return { answer, without }
    const missing = answer.lines.flatMap((index) => kept[index] ?? [])
    if (missing.length === kept.length) return { answer: { ...answer, lines: [...cart.lines.keys()] }, without: [] }
    without = [...without, ...missing]
  }
}

type Slot = PartialAnswer & { readonly at: number }

/** Returns the quarter-hours of a day in Lagos, '2026-11-29', each with its answer. */
export function slotsOf(calendar: Calendar.Calendar, cart: Calendar.CartTimes, now: number, date: string): Slot[] {
  const midnight = Lagos.midnight(Lagos.dayOfDate(date))
  return Array.from({ length: Lagos.dayLength / quarterLength }, (_, index) => {
    const at = midnight + index * quarterLength
    return { at, ...partialAvailability(calendar, cart, now, at) }
  })
}

/** Returns the days with slots, today first: '2026-11-28'. */
export function slotDays({ later }: Calendar.Calendar, now: number): string[] {
  return Array.from({ length: later.days + 1 }, (_, index) => Lagos.dateOf(now + index * Lagos.dayLength))
}

/**
 * Returns the first slot with room for the whole cart in epoch milliseconds; undefined if the offered days have none.
 */
export function firstSlot(calendar: Calendar.Calendar, cart: Calendar.CartTimes, now: number): number | undefined {
  for (let at = quarterOf(now) + quarterLength; ; ) {
    const answer = Calendar.availability(calendar, cart, now, at)
    if (answer.available) return at
    if (['too-far', 'too-large'].includes(answer.reason)) return undefined
    // For 'too-soon', `until` includes the minutes that a rush adds. The rush may end before `until`, so the next
    // quarter-hour is tried. Every other reason lasts until `until`.
    const end = answer.reason === 'too-soon' ? at : (answer.until ?? at)
    at = Math.max(at + quarterLength, quarterOf(end))
  }
}

/** The label below a slot that is unavailable for a reason. */
export const slotWords: Readonly<Record<Calendar.RefusalReason, string>> = {
  paused: 'Paused',
  closed: 'Closed',
  'after-last-order': 'After last order',
  'sold-out': 'Sold out',
  'outside-hours': 'Not served',
  'too-soon': 'Too soon',
  'too-far': 'Too far',
  'not-a-slot': 'Not a slot',
  'too-large': 'Too large',
  'quarter-closed': 'Full',
  full: 'Full',
}

type PartOfDay = 'Night' | 'Morning' | 'Afternoon' | 'Evening'

export function partOfDay(at: number): PartOfDay {
  const hour = Lagos.minutesOf(Lagos.clock(at)) / 60
  return hour < 6 ? 'Night' : hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening'
}

/**
 * Returns the time of the slot that is in view when the list of a day's slots opens: the chosen slot or, on a later
 * day, the first free slot from noon on. Undefined for the beginning of the list.
 */
export function openingTime(
  slots: readonly { readonly at: number; readonly reason?: unknown }[],
  chosen: number,
  now: number,
): number | undefined {
  if (slots.some(({ at }) => at === chosen)) return chosen
  const isWanted = (at: number) => Lagos.dateOf(at) > Lagos.dateOf(now) && Lagos.clock(at) >= '12:00'
  return slots.find(({ at, reason }) => !reason && isWanted(at))?.at
}
