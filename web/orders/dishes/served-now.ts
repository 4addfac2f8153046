import type { MenuItem } from '#contract/menu/menu.ts'
import { servedAgain } from '#domain/restaurant/served.ts'
import { useClock } from '#web/data/clock.ts'
import { clock } from '#web/ui/lagos-time.ts'

/**
 * Returns 'From 06:00' if the dish is not served at the slot, which is '' for as soon as possible. Returns '' for a
 * dish that is served, and during hydration.
 */
export function useServedFrom({ served }: Pick<MenuItem, 'served'>, slot: string): string {
  const again = useClock(served && ((now) => servedAgain(served, clock(later(slot, now))) ?? ''), '')
  return again ? `From ${again}` : ''
}

/** Returns the slot, or the current time if the slot is over or is ''. */
function later(slot: string, now: number): string {
  const present = new Date(now).toISOString()
  return slot > present ? slot : present
}
