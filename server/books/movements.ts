import { and, desc, eq, like, not, type SQL, sql } from 'drizzle-orm'
import type { MovementKind, Place } from '#domain/books/movement.ts'
import type { PaymentMethod } from '#domain/order/payment.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { movements } from '../db/schema.ts'

type Movement = {
  readonly kind: MovementKind
  readonly place: Place
  /** Whole naira: positive if the money arrives at the place, negative if it leaves the place. */
  readonly amount: number
  /** The kobo that are added to `amount`, from −99 to 99. */
  readonly kobo?: number
  readonly orderId?: string
  readonly method?: PaymentMethod
  /** The bank's reference, which is unique among the movements of one kind. Undoing a movement frees its reference. */
  readonly reference?: string | null
  /** True if the transfer with this reference pays several orders, and this movement is the part of one order. */
  readonly isPart?: boolean
  readonly sender?: string
  readonly note?: string
} & ({ readonly recordedBy: string } | { readonly provider: string })

/**
 * SQL for the current time. If the clock was set back, it is a time just after the last close, because earlier times
 * belong to no open day. The clock advances within a statement, so rows that belong together take the time of one row.
 */
const recordedAt = sql`greatest(clock_timestamp(), (
  select coalesce((select to_at from business_days order by id desc limit 1), begun_at) + interval '1 microsecond' from books))`

/**
 * Records money that was received or paid, in the transaction of its cause. Updates the order's `received` and
 * `refunded`; the order must be locked. Returns the ids of the recorded movements. A movement is not recorded if
 * another movement of its kind already has its reference.
 */
export async function recordMovements(tx: Transaction, ...given: readonly Movement[]): Promise<readonly number[]> {
  const rows = given.map((each) => {
    const isPayment = each.kind === 'received' && typeof each.reference === 'string'
    const number = sql`${each.reference ?? null}::text`
    const reference = !isPayment ? number : each.isPart ? storedAsPart(each.reference ?? '') : storedAs(number)
    return sql`((select at from moment), ${each.kind}, ${each.place}, ${each.orderId ?? null}, ${each.amount}::integer, ${each.kobo ?? 0}::smallint, ${each.method ?? null},
      ${reference}, ${each.sender ?? null}, ${'recordedBy' in each ? each.recordedBy : null},
      ${'provider' in each ? each.provider : null}, ${each.note ?? null})`
  })
  const moved = await tx.execute<{ id: string }>(sql`
    with moment as materialized (select ${recordedAt} as at), moved as (
      insert into movements (at, kind, place, order_id, amount, kobo, method, reference, sender, recorded_by, provider, note)
      values ${sql.join(rows, sql`, `)} on conflict (kind, reference) do nothing
      returning id, kind, order_id, amount
    ), counted as (
      update orders set received = received + came, refunded = refunded + went
        from (
          select order_id, coalesce(sum(amount) filter (where kind in ('received', 'undone')), 0) as came,
                 coalesce(-sum(amount) filter (where kind = 'refund'), 0) as went
            from moved group by order_id
        ) sums
       where orders.id = sums.order_id
    )
    select id from moved order by id`)
  return moved.rows.map(({ id }) => Number(id))
}

/**
 * Waits for a close of the day that is in progress, and blocks a new close until the end of this transaction. Until
 * then, the last closed day stays the same.
 */
export async function lockForDay(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table movements in row exclusive mode`)
}

/**
 * Returns SQL for the reference under which a payment with this bank reference is stored. After undone payments with
 * the same bank reference, the stored reference ends with '#n', where n is their count (see `Movement.numberOf`).
 */
function storedAs(number: SQL): SQL {
  return sql`${number} || coalesce('#' || nullif((select count(*) from movements undone
    where undone.kind = 'undone' and split_part(undone.reference, '#', 1) = ${number}), 0), '')`
}

/** The most parts of one transfer, undone parts included. */
const mostParts = 20

/**
 * Returns the references under which the parts of a transfer may be stored: its number, then the number with '#1' and
 * so on.
 */
const partNumbers = (number: string) => [number, ...Array.from({ length: mostParts }, (_, at) => `${number}#${at + 1}`)]

function storedAsPart(number: string): SQL {
  return sql`${number}::text || coalesce('#' || nullif((select count(*) from movements part
    where part.kind = 'received' and part.reference = any(${sql.param(partNumbers(number))}::text[])), 0), '')`
}

/** Returns the sum of a transfer's valid recorded parts, in naira with kobo, and whether this order has a part. */
export async function recordedParts(tx: Transaction, number: string, orderId: string) {
  // This lock lets only one transaction at a time record parts of this transfer.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${number}, 0))`)
  const { rows } = await tx.execute<{ recorded: number; own: boolean }>(sql`
    select coalesce(sum(amount + kobo / 100.0), 0)::float8 as recorded,
           coalesce(sum(amount) filter (where order_id = ${orderId}), 0) > 0 as own
      from movements where kind in ('received', 'undone') and reference = any(${sql.param(partNumbers(number))}::text[])`)
  return rows[0] ?? { recorded: 0, own: false }
}

/**
 * Returns the recorded sum of each transfer, in naira with kobo, by the transfer's number. Undone parts do not count.
 * Transfers that are not recorded are missing.
 */
export async function recordedAmounts(db: Reader, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const stored = numbers.flatMap(partNumbers)
  const { rows } = await db.execute<{ number: string; recorded: number }>(sql`
    select split_part(reference, '#', 1) as number, sum(amount + kobo / 100.0)::float8 as recorded
      from movements where kind in ('received', 'undone') and reference = any(${sql.param(stored)}::text[])
     group by 1 having sum(amount + kobo / 100.0) > 0`)
  return new Map(rows.map(({ number, recorded }) => [number, recorded]))
}

/** Returns SQL that is true for a row of `movements` that is a valid payment with one of these numbers. */
export function isPaymentOf(numbers: readonly string[]): SQL {
  return sql`(${movements.kind} = 'received' and ${movements.reference} = any(array(
    select ${storedAs(sql`given.number`)} from unnest(${sql.param(numbers)}::text[]) given (number))))`
}

/** SQL that is true for a row of `movements` whose payment was undone. */
const isUndone = sql`exists (
  select from movements undone where undone.kind = 'undone' and undone.reference = ${movements.reference})`

/** Returns the last valid payment of an order; undefined without a payment. */
export async function lastPayment(tx: Transaction, orderId: string, at = '%') {
  const [last] = await tx
    .select()
    .from(movements)
    .where(
      and(eq(movements.orderId, orderId), eq(movements.kind, 'received'), like(movements.place, at), not(isUndone)),
    )
    .orderBy(desc(movements.id))
    .limit(1)
  return last
}

/** Returns the account of the last transfer for an order; undefined without a transfer. */
export async function lastAccount(tx: Transaction, orderId: string): Promise<Place | undefined> {
  return (await lastPayment(tx, orderId, 'account:%'))?.place
}
