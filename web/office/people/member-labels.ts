import type { StaffMember } from '#contract/staff.ts'
import { clock, day } from '#web/ui/lagos-time.ts'

/**
 * A session counts as in use for so many milliseconds after the stored time of its last request. This time is written
 * at most every five minutes.
 */
const inUseWithin = 10 * 60_000

export function lastSeen(iso: string, now: number): string {
  if (now - Date.parse(iso) < inUseWithin) return 'in use'
  const today = day(new Date(now).toISOString())
  return day(iso) === today ? `last seen at ${clock(iso)}` : `last seen on ${day(iso)}`
}

export const roleLabels: Readonly<Record<StaffMember['role'], string>> = {
  owner: 'Owner',
  cashier: 'Cashier',
  kitchen: 'Kitchen',
  rider: 'Rider',
}
