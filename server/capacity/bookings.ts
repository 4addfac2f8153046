import { eq, type SQL, sql } from 'drizzle-orm'
import type { Plan } from '#domain/restaurant/calendar.ts'
import { type Booking, quarterLength, quarterOf } from '#domain/restaurant/capacity.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { quarterBookings } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { publish } from '../live/publish.ts'
import { quoteHoldMs, seconds } from '../stock/holds.ts'

/** The number of quarter-hours that the desk shows, the current one first. */
export const quartersAhead = 8

/**
 * Locks the capacity until the end of the transaction, so that each of several concurrent bookings sees the earlier
 * bookings.
 */
export function lockCapacity(tx: Transaction) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtext('capacity'))`)
}

/** Returns SQL for a time in epoch milliseconds. */
export const timestamp = (time: number) => sql`to_timestamp(${time / 1000}::float8)`

const isBooked = sql`(quarter_bookings.expires_at is null or quarter_bookings.expires_at > now())`

/** Times in epoch milliseconds. The bookings of the quote `except` count as free. */
type Range = { readonly from: number; readonly until: number; readonly except?: string }

/** Reads the booked work of the quarter-hours in a range, and whether the desk has closed them. */
export function quarterRows(db: Reader, { from, until, except = '' }: Range) {
  const isWithin = (quarter: SQL) => sql`${quarter} >= ${timestamp(from)} and ${quarter} < ${timestamp(until)}`
  return db.execute<{ quarter: number; booked: number; counter: number; closed: boolean }>(sql`
    select round(extract(epoch from quarter) * 1000)::float8 as quarter,
           sum(work)::int as booked, coalesce(sum(work) filter (where counter), 0)::int as counter, bool_or(closed) as closed
      from (select quarter, work, counter, false as closed from quarter_bookings
             where ${isWithin(sql`quarter`)} and quote_id <> ${except} and ${isBooked}
            union all
            select quarter, 0, false, true from closed_quarters where ${isWithin(sql`quarter`)}) as each
     group by quarter`)
}

/** Books the work of an order; for a quote, until the quote can no longer be placed. */
function book(
  tx: Transaction,
  quoteId: string,
  bookings: readonly Booking[],
  { atCounter, isOrder }: { readonly atCounter: boolean; readonly isOrder: boolean },
) {
  const expiry = isOrder ? sql`null::timestamptz` : sql`now() + ${seconds(quoteHoldMs)}`
  const rows = bookings.map(({ quarter, work }) => sql`(${timestamp(quarter)}, ${work}::int)`)
  return tx.execute(sql`
    insert into quarter_bookings (quote_id, quarter, work, counter, expires_at)
    select ${quoteId}, quarter, work, ${atCounter}::boolean, ${expiry} from (values ${sql.join(rows, sql`, `)}) as booked (quarter, work)`)
}

/** Turns the bookings of a quote into bookings of its order. The bookings then no longer expire. */
export function keep(tx: Transaction, quoteId: string) {
  return tx.execute(sql`update quarter_bookings set expires_at = null where quote_id = ${quoteId}`)
}

/** Turns the unexpired bookings of a quote into bookings of its order. Returns a row for each such booking. */
export function keepLive(tx: Transaction, quoteId: string) {
  return tx.execute(sql`
    update quarter_bookings set expires_at = null where quote_id = ${quoteId} and ${isBooked} returning quarter`)
}

export function release(tx: Transaction, quoteId: string) {
  return tx.execute(sql`delete from quarter_bookings where quote_id = ${quoteId}`)
}

/** Replaces the bookings of a quote or order, and publishes the change to the desk. `now` is in epoch milliseconds. */
export async function rebook(
  tx: Transaction,
  quoteId: string,
  bookings: readonly Booking[],
  { now, ...kind }: Parameters<typeof book>[3] & { readonly now: number },
): Promise<void> {
  await release(tx, quoteId)
  await book(tx, quoteId, bookings, kind)
  await bookingsChanged(tx, bookings, now)
}

/** Releases the bookings of an order that is cooked or cancelled, and publishes the change to the desk. */
export async function releaseOrder(tx: Transaction, orderId: string, now: Date): Promise<void> {
  const released = await tx
    .delete(quarterBookings)
    .where(eq(quarterBookings.quoteId, orderId))
    .returning({ quarter: quarterBookings.quarter, work: quarterBookings.work })
  const bookings = released.map(({ quarter, work }) => ({ quarter: quarter.getTime(), work }))
  await bookingsChanged(tx, bookings, now.getTime())
}

/** Releases the bookings of a customer's unplaced quotes, because the customer's newer quote replaces them. */
export function releaseQuotes(tx: Transaction, customerId: string) {
  return tx.execute(sql`
    delete from quarter_bookings using quotes
     where quarter_bookings.quote_id = quotes.id and quotes.open
       and coalesce(quotes.entered_by, quotes.customer_id) = ${customerId} and (quotes.entered_by is not null) = false`)
}

/** Makes the desk reread the quarter-hours if the desk shows a quarter-hour of these bookings. */
async function bookingsChanged(tx: Transaction, bookings: Plan['bookings'], now: number): Promise<void> {
  const end = quarterOf(now) + quartersAhead * quarterLength
  if (!bookings.some(({ quarter }) => quarter >= quarterOf(now) && quarter < end)) return
  await publish(tx, {
    audience: ['desk'],
    type: 'quote.changed',
    subject: 'quarters',
    version: 0,
    data: { id: 'quarters' },
  })
}

/** Deletes bookings of expired quotes, and bookings of quarter-hours that passed more than a day ago. */
export const sweepBookings: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from quarter_bookings where (quote_id, quarter) in (
      (select quote_id, quarter from quarter_bookings where expires_at < now() order by expires_at limit ${most})
      union
      (select quote_id, quarter from quarter_bookings where quarter < now() - interval '1 day' order by quarter limit ${most}))`,
  )

/** Deletes closings of quarter-hours that passed more than a day ago. */
export const sweepClosedQuarters: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from closed_quarters where quarter in (
      select quarter from closed_quarters where quarter < now() - interval '1 day' order by quarter limit ${most})`,
  )
