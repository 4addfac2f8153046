import { and, eq } from 'drizzle-orm'
import type { ActionEndpoint } from '#contract/order/actions.ts'
import type { Delivery } from '#contract/order/riders.ts'
import * as DoorCash from '#domain/books/door-cash.ts'
import { pocketOf } from '#domain/books/movement.ts'
import * as Money from '#domain/money/money.ts'
import { type Action, mostCodeTries } from '#domain/order/actions.ts'
import { can, decide } from '#domain/order/decide.ts'
import { isOpen } from '#domain/order/statuses.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '../db/database.ts'
import { audit, orders, requestKeys } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import type { Call } from '../http/route.ts'
import { type Change, claimActionKey, lockOrder, type Moment, type OrderRow, transition } from '../orders/transition.ts'
import { recordTransfer } from '../payments/confirm.ts'
import { deliveryDocument } from './rider-queries.ts'

/**
 * A rider's request about an order. A repeated request gets the same response, because the first response may be lost.
 */
type RiderCall = Call<ActionEndpoint<'pick-up' | 'deliver' | 'fail-delivery'>>

export function pickUp(database: Database, call: Call<'POST /api/orders/:id/pick-up'>): Promise<Delivery> {
  return deliver(database, 'pick-up', call, ({ at }) => ({ set: { outAt: at } }))
}

export function failDelivery(database: Database, call: Call<'POST /api/orders/:id/fail-delivery'>): Promise<Delivery> {
  return deliver(database, 'fail-delivery', call, () => ({ set: { deliveryProblem: call.body.reason } }))
}

type HandoverCall = Call<'POST /api/orders/:id/deliver'>

/**
 * Hands an order over with the customer's code, and with the collected cash if cash is due. After the fifth wrong code,
 * the delivery has failed and the desk takes over.
 */
export async function handOver(database: Database, call: HandoverCall): Promise<Delivery> {
  const { user: rider, params, body } = call
  const result = await database.transaction(async (tx) => {
    const late = await collectLate(tx, call)
    if (late) return late
    const { order } = await lockOrder(tx, 'deliver', params.id, rider)
    if (can('deliver', order, rider) && order.deliveryCode !== body.code) {
      const left = await countTry(tx, order, body)
      return left > 0 ? notTheCode(left) : failed(tx, call)
    }
    return transition(tx, 'deliver', params.id, rider, {
      queued: body,
      change: ({ order }, tx) => collect(tx, order, rider, body.collected),
    })
  })
  // The Refusal is thrown after the commit, so the wrong code stays counted and late cash stays recorded.
  if (result instanceof Refusal) throw result
  return documentOf(result)
}

async function collect(tx: Transaction, order: OrderRow, rider: Actor, collected: number | undefined): Promise<Change> {
  const due = DoorCash.toCollect(order)
  if (collected === undefined) {
    if (due) throw refuse('invalid', `${Money.format(due)} is due in cash. Enter what you were given.`, 'collected')
    return {}
  }
  if (due === null && collected > 0) throw refuse('invalid', 'No cash is collected for this order.', 'collected')
  if (due === null || collected === 0) return due ? { detail: { amount: 0, received: order.received } } : {}
  return recordTransfer(tx, order, {
    method: 'cash',
    pocket: pocketOf(rider.id),
    amount: Money.naira(collected),
    sender: order.payerName,
    // This key lets each rider's cash for an order be recorded once, whatever happens to the order meanwhile.
    session: `door ${order.orderId} ${rider.id}`,
    recordedBy: rider.id,
  })
}

/**
 * Records the cash of an order that the desk has cancelled, completed or reassigned while this rider stood at the door
 * without a network. Returns the Refusal for the rider, also if the code is wrong; undefined if the rider can still
 * record the delivery, or never picked the order up.
 */
async function collectLate(
  tx: Transaction,
  { user: rider, params: { id }, body: queued }: HandoverCall,
): Promise<Refusal | undefined> {
  const { code, collected = 0 } = queued
  if (collected === 0) return undefined
  const { order, now } = await lockOrder(tx, 'collect-late', id, rider)
  const isTheirs = order.assignedRider?.id === rider.id
  if (isTheirs && decide('deliver', order, rider, now).ok) return undefined
  if (!order.cashAtDoor || (isTheirs && order.codeTries >= mostCodeTries) || !(await wasOut(tx, id, rider)))
    return undefined
  // Limits guesses of the code in late requests too. Wrong codes are counted separately for each rider, because another
  // rider may be at the door with the order.
  const tries = `late-code:${id}:${rider.id}`
  const before = await tx.$count(requestKeys, eq(requestKeys.subject, tries))
  if (before >= mostCodeTries) return undefined
  if (order.deliveryCode !== code) {
    const left = mostCodeTries - before - ((await claimIdempotencyKey(tx, tries, code, {})) ? 1 : 0)
    return left > 0 ? notTheCode(left) : tooOften()
  }
  await transition(tx, 'collect-late', id, rider, {
    queued,
    change: ({ order }, tx) => collect(tx, order, rider, collected),
  })
  const moved = isOpen(order.status) ? 'has changed' : `is ${order.status} by now`
  const what = isTheirs ? moved : 'was given to another rider'
  return refuse(
    'order-moved-on',
    `This order ${what}. The ${Money.format(Money.naira(collected))} is recorded: hand it in at the desk.`,
  )
}

async function wasOut(tx: Transaction, id: string, rider: Actor): Promise<boolean> {
  const [pickedUp] = await tx
    .select({ id: audit.id })
    .from(audit)
    .where(and(eq(audit.subject, `order:${id}`), eq(audit.action, 'order.pick-up'), eq(audit.actorId, rider.id)))
    .limit(1)
  return pickedUp !== undefined
}

/** Counts a wrong code and returns the tries left. A code repeated under its idempotency key is counted once. */
async function countTry(
  tx: Transaction,
  { orderId: id, codeTries }: OrderRow,
  { key, code }: HandoverCall['body'],
): Promise<number> {
  const counts = await claimActionKey(tx, 'deliver', id, key ? { key: `${key} ${code}` } : {})
  if (!counts) return mostCodeTries - codeTries
  await tx
    .update(orders)
    .set({ codeTries: codeTries + 1 })
    .where(eq(orders.orderId, id))
  return mostCodeTries - codeTries - 1
}

async function failed(tx: Transaction, { user, params }: HandoverCall): Promise<Refusal> {
  const deliveryProblem = `The code at the door was wrong ${mostCodeTries} times.`
  await transition(tx, 'fail-delivery', params.id, user, { change: () => ({ set: { deliveryProblem } }) })
  return tooOften()
}

function tooOften(): Refusal {
  return refuse('order-moved-on', `That was wrong ${mostCodeTries} times. Please call the desk: they take over.`)
}

function notTheCode(left: number): Refusal {
  const tries = left === 1 ? 'One try is left.' : `${left} tries are left.`
  return refuse('invalid', `That is not the code of this order. ${tries}`, 'code')
}

async function deliver(
  database: Database,
  action: Extract<Action, 'pick-up' | 'fail-delivery'>,
  { user, params, body: queued }: RiderCall,
  change: (moment: Moment) => Change,
): Promise<Delivery> {
  return documentOf(await database.transaction((tx) => transition(tx, action, params.id, user, { queued, change })))
}

function documentOf(row: OrderRow): Delivery {
  const delivery = deliveryDocument(row)
  if (!delivery) throw new Error('An order with a rider is not a delivery.')
  return delivery
}
