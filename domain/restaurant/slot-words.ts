import { quarterLength } from './capacity.ts'
import * as Lagos from './lagos.ts'

/** Returns 'Today', 'Tomorrow' or 'Mon 30 Nov'. */
export function slotDay(slot: number, now: number): string {
  const days = Lagos.dayOf(slot) - Lagos.dayOf(now)
  const [date, month = ''] = Lagos.dayAndMonth(slot).split(' ')
  return ['Today', 'Tomorrow'][days] ?? `${Lagos.weekday(slot).slice(0, 3)} ${date} ${month.slice(0, 3)}`
}

/** Returns 'Tomorrow, 12:30 – 12:45'. */
export function slotTitle(slot: number, now: number): string {
  return `${slotDay(slot, now)}, ${Lagos.clock(slot)} – ${Lagos.clock(slot + quarterLength)}`
}

/** Returns 'Tuesday 1 December, 12:30', for texts that may be read on another day. */
export function writtenSlot(slot: number): string {
  return `${Lagos.weekday(slot)} ${Lagos.dayAndMonth(slot)}, ${Lagos.clock(slot)}`
}
