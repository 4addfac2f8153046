import type { StaffMember } from '#contract/staff.ts'
import { clock, day } from '#web/ui/lagos-time.ts'

/** Milliseconds for which a session counts as in use. The stored time may be up to five minutes old. */
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
