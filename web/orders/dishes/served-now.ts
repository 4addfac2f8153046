import type { MenuItem } from '#contract/menu/menu.ts'
import { servedAgain } from '#domain/restaurant/served.ts'
import { useClock } from '#web/data/clock.ts'
import { clock } from '#web/ui/lagos-time.ts'

/**
 * Returns 'From 06:00' outside the hours of a dish; '' while it is served, during hydration, and without hours. Asks for
 * the time of the slot; `slot` is '' for as soon as possible.
 */
export function useServedFrom({ served }: Pick<MenuItem, 'served'>, slot: string): string {
  const again = useClock(served && ((now) => servedAgain(served, clock(later(slot, now))) ?? ''), '')
  return again ? `From ${again}` : ''
}

/** Returns the slot, or the present if the slot has passed. */
function later(slot: string, now: number): string {
  const present = new Date(now).toISOString()
  return slot > present ? slot : present
}
