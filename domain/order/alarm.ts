import type { OrderStatus } from './statuses.ts'

/** A `Date` on the server, an ISO 8601 instant in documents. */
type Moment = object | string

/**
 * Returns true if no member of staff has seen an order since the order was placed or its transfer was claimed again. An
 * order for later counts as unacknowledged only from its start. `now` is epoch milliseconds.
 */
export function isUnacknowledged(
  {
    status,
    acknowledgedAt,
    startAt,
  }: {
    readonly status: OrderStatus
    readonly acknowledgedAt: unknown
    readonly startAt?: string | undefined
  },
  now = Infinity,
): boolean {
  // biome-ignore lint/style/noRestrictedGlobals: Date.parse reads no clock
  return status === 'pending' && acknowledgedAt === null && (startAt === undefined || Date.parse(startAt) <= now)
}

/**
 * Returns the time from which an order rings: the latest of its last claim, its payment, its unpaid start (from which
 * the order rings in the kitchen) and, for an order for later, the time at which the kitchen must start. All times are
 * dates, or all are texts in one format, so that they can be compared.
 */
export function unacknowledgedSince<At extends Moment>({
  claimedAt,
  foundAt,
  startedAt,
  startAt,
}: {
  readonly claimedAt: At
  readonly foundAt: At | null
  readonly startedAt: At | null
  readonly startAt?: At | null | undefined
}): At {
  return [foundAt, startedAt, startAt].reduce<At>((last, at) => (at && at > last ? at : last), claimedAt)
}
