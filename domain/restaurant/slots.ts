import * as Calendar from './calendar.ts'
import { quarterLength, quarterOf } from './capacity.ts'
import * as Lagos from './lagos.ts'

/** How long before its start an order for later can still be moved or cancelled by the customer. */
const changeableBefore = 30 * Lagos.minute

/** An answer for the lines of a cart that can be had then. */
type PartialAnswer = {
  readonly answer: Calendar.Answer
  /** The other lines, by their place in the cart. They stay in the cart and are not counted. */
  readonly without: readonly number[]
}

/** As `availability`, without the lines that cannot be had then. The refusal stands where none of them can. */
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

export type Slot = PartialAnswer & { readonly at: number }

/** The quarters of a day in Lagos, '2026-11-29', each with its answer. */
export function slotsOf(calendar: Calendar.Calendar, cart: Calendar.CartTimes, now: number, date: string): Slot[] {
  const midnight = Lagos.midnight(Lagos.dayOfDate(date))
  return Array.from({ length: Lagos.dayLength / quarterLength }, (_, index) => {
    const at = midnight + index * quarterLength
    return { at, ...partialAvailability(calendar, cart, now, at) }
  })
}

/** The days of which slots can be chosen, today first: '2026-11-28'. */
export function slotDays({ later }: Calendar.Calendar, now: number): string[] {
  return Array.from({ length: later.days + 1 }, (_, index) => Lagos.dateOf(now + index * Lagos.dayLength))
}

/** The first slot with room for the whole cart, epoch milliseconds; undefined where none is in reach. */
export function firstSlot(calendar: Calendar.Calendar, cart: Calendar.CartTimes, now: number): number | undefined {
  for (let at = quarterOf(now) + quarterLength; ; ) {
    const answer = Calendar.availability(calendar, cart, now, at)
    if (answer.available) return at
    if (['too-far', 'too-large'].includes(answer.reason)) return undefined
    // A rush may end before the time that is named for its longer cooking; every other reason lasts until its end.
    const end = answer.reason === 'too-soon' ? at : (answer.until ?? at)
    at = Math.max(at + quarterLength, quarterOf(end))
  }
}

/** The slot of the same day with room for the whole cart that is nearest to `wanted`; undefined where there is none. */
export function nearestSlot(
  calendar: Calendar.Calendar,
  cart: Calendar.CartTimes,
  now: number,
  wanted: number,
): number | undefined {
  const distance = (at: number) => Math.abs(at - wanted)
  return slotsOf(calendar, cart, now, Lagos.dateOf(wanted))
    .filter(({ answer, without }) => answer.available && without.length === 0)
    .map(({ at }) => at)
    .sort((a, b) => distance(a) - distance(b))[0]
}

type PartOfDay = 'Night' | 'Morning' | 'Afternoon' | 'Evening'

export function partOfDay(at: number): PartOfDay {
  const hour = Lagos.minutesOf(Lagos.clock(at)) / 60
  return hour < 6 ? 'Night' : hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening'
}

/** Whether an order still waits for the time at which the kitchen starts it. */
export function isForLater({ startAt }: Pick<Calendar.Plan, 'startAt'>, now: number): boolean {
  return now < startAt
}

/** Until when the customer can move an order for later. */
export function changeableUntil({ startAt }: Pick<Calendar.Plan, 'startAt'>): number {
  return startAt - changeableBefore
}
