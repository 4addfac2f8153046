import { eq } from 'drizzle-orm'
import type { QueuedBody } from '#contract/orders.ts'
import type { Delivery } from '#contract/riders.ts'
import type { Actor } from '#domain/order.ts'
import { type Action, can, isDone, mostCodeTries } from '#domain/order-actions.ts'
import type { Database, Transaction } from '../db/database.ts'
import { isFirst } from '../db/request-keys.ts'
import { orders } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { type Change, lockOrder, type Moment, type OrderRow, transition } from '../orders/transition.ts'
import { deliveryDocument } from './queries.ts'

/** What a rider sends about an order. On the road an answer may be lost: the same again answers alike. */
export type RiderAction = { readonly rider: Actor; readonly id: string; readonly queued: QueuedBody }

export function pickUp(database: Database, action: RiderAction): Promise<Delivery> {
  return deliver(database, 'pick-up', action, ({ at }) => ({ set: { outAt: at } }))
}

export function failDelivery(database: Database, action: RiderAction, reason: string): Promise<Delivery> {
  return deliver(database, 'fail-delivery', action, () => ({ set: { deliveryProblem: reason } }))
}

/** With the code that the customer says. After the fifth wrong one the delivery has failed, and the desk takes over. */
export async function handOver(database: Database, action: RiderAction, code: string): Promise<Delivery> {
  const result = await database.transaction(async (tx) => {
    const { order } = await lockOrder(tx, 'deliver', action.id, action.rider)
    const isTry = !isDone('deliver', order) && can('deliver', order, action.rider).ok
    if (isTry && order.deliveryCode !== code) {
      const counts = await isFirst(tx, `order:${action.id}`, action.queued?.key)
      return counts ? wrongCode(tx, order, action) : notTheCode(mostCodeTries - order.codeTries)
    }
    return transition(tx, 'deliver', action.id, action.rider, { queued: action.queued })
  })
  // Thrown after the commit: the wrong code stays counted.
  if (result instanceof Refusal) throw result
  return documentOf(result)
}

async function wrongCode(tx: Transaction, { id, codeTries }: OrderRow, { rider }: RiderAction): Promise<Refusal> {
  const left = mostCodeTries - codeTries - 1
  await tx
    .update(orders)
    .set({ codeTries: codeTries + 1 })
    .where(eq(orders.id, id))
  if (left > 0) return notTheCode(left)
  const deliveryProblem = `The code at the door was wrong ${mostCodeTries} times.`
  await transition(tx, 'fail-delivery', id, rider, { change: () => ({ set: { deliveryProblem } }) })
  return refuse('order-moved-on', `That was wrong ${mostCodeTries} times. Please call the desk: they take over.`)
}

function notTheCode(left: number): Refusal {
  const tries = left === 1 ? 'One try is left.' : `${left} tries are left.`
  return refuse('invalid', `That is not the code of this order. ${tries}`, 'code')
}

async function deliver(
  database: Database,
  action: Extract<Action, 'pick-up' | 'fail-delivery'>,
  { rider, id, queued }: RiderAction,
  change: (moment: Moment) => Change,
): Promise<Delivery> {
  return documentOf(await database.transaction((tx) => transition(tx, action, id, rider, { queued, change })))
}

function documentOf(row: OrderRow): Delivery {
  const delivery = deliveryDocument(row)
  if (!delivery) throw new Error('An order with a rider is not a delivery.')
  return delivery
}
