import type { MenuItem } from '#contract/menu/menu.ts'
import { servedAgain } from '#domain/restaurant/served.ts'
import { useClock } from '#web/data/clock.ts'
import { clock } from '#web/ui/lagos-time.ts'

/** Returns 'From 06:00' outside the hours of a dish; '' while it is served, during hydration, and without hours. */
export function useServedFrom({ served }: Pick<MenuItem, 'served'>): string {
  const again = useClock(served && ((now) => servedAgain(served, clock(new Date(now).toISOString())) ?? ''), '')
  return again ? `From ${again}` : ''
}
