import type { RefusalReason, Refused, Standing } from './calendar.ts'
import { quarterLength } from './capacity.ts'
import * as Hours from './hours.ts'
import * as Lagos from './lagos.ts'
import * as Served from './served.ts'

/** Returns 'at 20:30', or 'on Tuesday at 10:00' on another day. */
function at(time: number, now: number): string {
  return Lagos.dayOf(time) === Lagos.dayOf(now) ? `at ${Lagos.clock(time)}` : Hours.when(time, now)
}

/** Returns the beginning of the first slot from a time on. */
function slotFrom(time: number): number {
  return Math.ceil(time / quarterLength) * quarterLength
}

/** Returns the reason why a cart is unavailable, with the names of the affected dishes and sides. */
export function refusalSentence(
  { reason, until, dishes }: Pick<Refused, 'reason' | 'until' | 'dishes'>,
  now: number,
): string {
  const again = until === undefined ? undefined : at(until, now)
  const sentences: Readonly<Record<RefusalReason, string>> = {
    paused: again ? `Orders open again ${again}.` : 'We take no orders for now.',
    closed: Hours.closure({ isOpen: false, opensAt: until }, now),
    'after-last-order': Hours.closure({ isOpen: true, opensAt: until }, now),
    'sold-out': `${Served.named(dishes)} sold out.${again ? ` Back ${again}.` : ''}`,
    'outside-hours': Served.notServed(dishes, again ?? ''),
    'too-soon': `This is too soon.${until === undefined ? '' : ` The earliest time is ${Lagos.hourOf(slotFrom(until), now)}.`}`,
    'too-far': 'This day is too far ahead. Please choose an earlier one.',
    'not-a-slot': 'Please choose one of the times.',
    'too-large': 'This is more than we can cook in one order. For such a large order, please call us.',
    'quarter-closed': 'We take no more orders for this time. Please choose another.',
    full: 'The kitchen is full at this time. Please choose another.',
  }
  return sentences[reason]
}

/** Returns the notice for customers while the restaurant takes no orders as soon as possible; otherwise null. */
export function standingNotice(standing: Standing, now: number): string | null {
  if (standing.state === 'open') return null
  const sentence = refusalSentence({ ...standing, reason: standing.state, dishes: [] }, now)
  return standing.state === 'paused' ? `${standing.said} ${sentence}` : sentence
}

/**
 * Returns what staff read about the end of a pause or a rush: 'until 20:30, 17 min left', 'until Tuesday 06:00, 18 h
 * left'.
 */
export function remaining(until: number, now: number): string {
  const minutes = Math.max(0, Math.ceil((until - now) / Lagos.minute))
  const left = minutes <= 180 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
  return `until ${Lagos.hourOf(until, now)}, ${left} left`
}
