import type { DishLimit } from '#contract/menu/menu.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { clock } from '#web/ui/lagos-time.ts'

/** Returns until when a dish is unavailable: 'Back at 06:00 on Saturday'. */
export function offWords({ backAt, portionsLeft }: Pick<DishLimit, 'backAt' | 'portionsLeft'>): string {
  if (backAt) return `Back at ${clock(backAt)} on ${Lagos.weekday(Date.parse(backAt))}`
  return portionsLeft === 0 ? 'Sold out' : 'Until you switch it on'
}
