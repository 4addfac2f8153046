import { and, desc, eq, like, sql } from 'drizzle-orm'
import type { MovementKind, Place } from '#domain/books/movement.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { Transaction } from '../db/database.ts'
import { movements } from '../db/schema.ts'

type Movement = {
  readonly kind: MovementKind
  readonly place: Place
  /** Whole naira, signed: positive comes to the place, negative leaves it. */
  readonly amount: number
  readonly orderId?: string
  readonly method?: PaymentMethod
  /** Counts once among those of its kind. */
  readonly reference?: string | null
  readonly sender?: string
  readonly note?: string
} & ({ readonly recordedBy: string } | { readonly provider: string })

/**
 * Records money that came or went, in the transaction of its cause. What an order has received and was refunded are sums of
 * its movements, and nothing else writes them: the order that a movement names, which is locked, has them after this. Returns
 * the ids, fewer than were given where a movement of its kind has a reference already.
 */
export async function recordMovements(tx: Transaction, ...given: readonly Movement[]): Promise<readonly number[]> {
  const rows = given.map(
    (
      each,
    ) => sql`(${each.kind}, ${each.place}, ${each.orderId ?? null}, ${each.amount}::integer, ${each.method ?? null},
      ${each.reference ?? null}, ${each.sender ?? null}, ${'recordedBy' in each ? each.recordedBy : null},
      ${'provider' in each ? each.provider : null}, ${each.note ?? null})`,
  )
  const moved = await tx.execute<{ id: string }>(sql`
    with moved as (
      insert into movements (kind, place, order_id, amount, method, reference, sender, recorded_by, provider, note)
      values ${sql.join(rows, sql`, `)} on conflict (kind, reference) do nothing
      returning id, kind, order_id, amount
    ), counted as (
      update orders set received = received + came, refunded = refunded + went
        from (
          select order_id, coalesce(sum(amount) filter (where kind = 'received'), 0) as came,
                 coalesce(-sum(amount) filter (where kind = 'refund'), 0) as went
            from moved group by order_id
        ) sums
       where orders.id = sums.order_id
    )
    select id from moved order by id`)
  return moved.rows.map(({ id }) => Number(id))
}

/** The account that the last transfer for an order came to; undefined without one. */
export async function lastAccount(tx: Transaction, orderId: string): Promise<Place | undefined> {
  const [last] = await tx
    .select({ place: movements.place })
    .from(movements)
    .where(and(eq(movements.orderId, orderId), eq(movements.kind, 'received'), like(movements.place, 'account:%')))
    .orderBy(desc(movements.id))
    .limit(1)
  return last?.place
}
