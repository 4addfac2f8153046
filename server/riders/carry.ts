import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Delivery } from '#contract/riders.ts'
import { type Actor, type DeliveryStatus, mostCodeTries } from '#domain/order.ts'
import { can } from '#domain/order-actions.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { orderDocument, publishOrder } from '../orders/document.ts'
import { tappedAt } from '../orders/repeats.ts'
import { deliveryDocument } from './queries.ts'

type Row = typeof orders.$inferSelect
const events = {
  'pick-up': 'order.picked-up',
  deliver: 'order.completed',
  'fail-delivery': 'order.delivery-failed',
} as const
type Step = keyof typeof events

/**
 * What a rider does, once however often it is sent: on the road an answer may be lost, and the phone asks again. `at` is
 * when it was pressed (ISO 8601), which may be before it could be sent.
 */
export type Press = { readonly rider: Actor; readonly id: string; readonly at?: string | undefined }

export function pickUp(database: Database, press: Press): Promise<Delivery> {
  return carry(database, 'pick-up', press, 'out-for-delivery', (tx, row) =>
    keep(tx, row, press, 'pick-up', { deliveryStatus: 'out-for-delivery', outAt: tappedAt(press.at) }),
  )
}

/** With the code that the customer says. The fifth wrong one ends the deliveryStatus: the desk takes over. */
export function handOver(database: Database, press: Press, code: string): Promise<Delivery> {
  return carry(database, 'deliver', press, 'delivered', async (tx, row) => {
    if (row.deliveryCode === code) {
      return keep(tx, row, press, 'deliver', { status: 'completed', deliveryStatus: 'delivered' })
    }
    const codeTries = row.codeTries + 1
    const left = mostCodeTries - codeTries
    if (left > 0) {
      await tx.update(orders).set({ codeTries }).where(eq(orders.id, row.id))
      const tries = left === 1 ? 'One try is left.' : `${left} tries are left.`
      return refuse('invalid', `That is not the code of this order. ${tries}`, 'code')
    }
    const deliveryProblem = `The code at the door was wrong ${mostCodeTries} times.`
    await keep(tx, row, press, 'fail-delivery', { codeTries, deliveryStatus: 'failed', deliveryProblem })
    return refuse('order-moved-on', `That was wrong ${mostCodeTries} times. Please call the desk: they take over.`)
  })
}

export function failDelivery(database: Database, press: Press, reason: string): Promise<Delivery> {
  return carry(database, 'fail-delivery', press, 'failed', (tx, row) =>
    keep(tx, row, press, 'fail-delivery', { deliveryStatus: 'failed', deliveryProblem: reason }),
  )
}

/**
 * Locks the rider's own order and takes the step, if it may be taken; what has led where the step leads is the answer as
 * it stands. A refusal that `take` gives back is thrown after the commit: a wrong code stays counted.
 */
async function carry(
  database: Database,
  step: Step,
  { rider, id }: Press,
  leadsTo: DeliveryStatus,
  take: (tx: Transaction, row: Row) => Promise<Row | Refusal>,
): Promise<Delivery> {
  const result = await database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), sql`${orders.rider} ->> 'id' = ${rider.id}`))
      .for('update')
    if (!row) throw notYours()
    if (row.deliveryStatus === leadsTo) return row
    const allowed = can(step, row, rider)
    if (!allowed.ok) throw new Refusal(allowed.problem)
    return take(tx, row)
  })
  if (result instanceof Refusal) throw result
  const delivery = deliveryDocument(result)
  if (!delivery) throw new Error('An order with a rider is not to be carried.')
  return delivery
}

type Change = Partial<Pick<Row, 'status' | 'deliveryStatus' | 'codeTries' | 'deliveryProblem'>> & { outAt?: SQL }

async function keep(tx: Transaction, { id }: Row, { rider, at }: Press, step: Step, change: Change) {
  const [row] = await tx
    .update(orders)
    .set({ ...change, version: sql`${orders.version} + 1`, updatedAt: sql`now()` })
    .where(eq(orders.id, id))
    .returning()
  if (!row) throw new Error('A locked order is gone.')
  await publishOrder(tx, events[step], orderDocument(row))
  await recordAudit(tx, rider, `order.${step}`, `order:${id}`, { version: row.version, ...(at && { pressed: at }) })
  return row
}

function notYours() {
  return refuse('not-found', 'This order is not yours any more. Your list shows what is.')
}
