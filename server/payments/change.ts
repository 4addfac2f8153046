import { eq, type SQL, sql } from 'drizzle-orm'
import type { OrderEventType } from '#contract/live.ts'
import type { Order } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import { type Action, can } from '#domain/order-actions.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { Refusal } from '../http/problems.ts'
import { orderDocument, publishOrder } from '../orders/document.ts'
import { noSuchOrder } from '../orders/queries.ts'
import { taken } from '../orders/repeats.ts'

/** What changes only an order's money. */
type MoneyAction = Extract<Action, 'confirm-payment' | 'confirm-extra' | 'report-missing' | 'claim-again' | 'refund'>

export type Row = typeof orders.$inferSelect
type Columns = 'received' | 'payment' | 'claimedAt' | 'refunded' | 'refundReference' | 'acknowledgedAt'

export type Change = {
  readonly set: { readonly [Column in Columns]?: Row[Column] | SQL }
  /** Past tense: 'payment.short'. */
  readonly event: OrderEventType
  /** For the record, beside the version. */
  readonly detail: Record<string, unknown>
}

/**
 * Changes what is known of an order's money: locked, allowed, changed, told and on record in one transaction. Of many who
 * press at once one does it, and the others read what the order has become. Without an actor it is a provider that tells of
 * money, and money is always recorded.
 */
export async function changeMoney(
  database: Database,
  action: MoneyAction,
  id: string,
  actor: Actor | undefined,
  change: (before: Row, tx: Transaction) => Change | Promise<Change>,
): Promise<Order> {
  return database.transaction((tx) => changeMoneyIn(tx, action, id, actor, change))
}

/** As `changeMoney`, in a transaction that does more. */
export async function changeMoneyIn(
  tx: Transaction,
  action: MoneyAction,
  id: string,
  actor: Actor | undefined,
  change: (before: Row, tx: Transaction) => Change | Promise<Change>,
): Promise<Order> {
  const [before] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  // Another's claim is not found: nobody is told that the order exists.
  if (!before || (action === 'claim-again' && before.customerId !== actor?.id)) throw noSuchOrder()
  const allowed = actor && can(action, before, actor)
  if (allowed && !allowed.ok) throw new Refusal(allowed.problem)
  const { set, event, detail } = await change(before, tx)
  const [after] = await tx
    .update(orders)
    .set({
      ...(actor && { acknowledgedAt: taken }),
      ...set,
      version: sql`${orders.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(orders.id, id))
    .returning()
  if (!after) throw new Error('A locked order was gone.')
  const order = orderDocument(after)
  await publishOrder(tx, event, order)
  await recordAudit(tx, actor, `order.${action}`, `order:${id}`, { ...detail, version: order.version })
  return order
}
