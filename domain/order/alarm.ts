import type { OrderStatus } from './statuses.ts'

/** Returns true if an order was placed, or its transfer claimed again, and no member of staff has seen it yet. */
export function isUnacknowledged({
  status,
  acknowledgedAt,
}: {
  readonly status: OrderStatus
  readonly acknowledgedAt: unknown
}): boolean {
  return status === 'pending' && acknowledgedAt === null
}

/**
 * Returns the time from which an order rings: its last claim, and in the kitchen also the payment or an unpaid start,
 * which may come long after the claim. Takes dates, or instants of one format.
 */
export function unacknowledgedSince<Moment extends object | string>({
  claimedAt,
  foundAt,
  startedAt,
}: {
  readonly claimedAt: Moment
  readonly foundAt: Moment | null
  readonly startedAt: Moment | null
}): Moment {
  return [foundAt, startedAt].reduce<Moment>((last, at) => (at !== null && at > last ? at : last), claimedAt)
}
