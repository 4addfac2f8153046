import type { OrderStatus } from './statuses.ts'

/** A `Date` on the server, an ISO 8601 instant in documents. */
type Moment = object | string

/**
 * Returns true if no member of staff has seen an order since it was placed, or since its transfer was claimed again. An
 * order for later counts from its start; `now` is in epoch milliseconds.
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
  // biome-ignore lint/style/noRestrictedGlobals: it reads no clock
  return status === 'pending' && acknowledgedAt === null && (startAt === undefined || Date.parse(startAt) <= now)
}

/**
 * Returns the time from which an order rings: its last claim or, in the kitchen, its payment or unpaid start, if later.
 * An order for later rings from its start. Takes dates, or instants of one format.
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
