import { eq } from 'drizzle-orm'
import type { ActionEndpoint } from '#contract/order/actions.ts'
import type { DeskOrder, Order, TillOrder } from '#contract/order/orders.ts'
import * as DoorCash from '#domain/books/door-cash.ts'
import { riderOf } from '#domain/books/movement.ts'
import * as Money from '#domain/money/money.ts'
import { actions, type Rule } from '#domain/order/actions.ts'
import * as Bill from '#domain/order/bill.ts'
import { mustBeCalled } from '#domain/order/counter.ts'
import * as Payment from '#domain/order/payment.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { isOneOf } from '#domain/restaurant/policy.ts'
import { shortestReason } from '#domain/text/words.ts'
import type { Database, Transaction } from '../db/database.ts'
import { kitchenLoad, ratings } from '../db/schema.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import type { Call, Handlers } from '../http/route.ts'
import { ringAgain } from './alarms.ts'
import { deskDocument, orderDocument } from './document.ts'
import { keepPromise, promiseAgain } from './kept-promise.ts'
import { movementsOf } from './order-queries.ts'
import { type Change, type Moment, type OrderRow, transition } from './transition.ts'

type Compute = (moment: Moment, tx: Transaction) => Change | Promise<Change>

/** Actions whose effect depends only on the order and the time. */
type PlainAction =
  | 'acknowledge'
  | 'acknowledge-start'
  | 'start'
  | 'undo-start'
  | 'mark-ready'
  | 'recall'
  | 'complete'
  | 'undo-completion'
  | 'report-missing'
  | 'accept-late'
  | 'claim-again'

/** The fields that each action sets in addition to those that `decide` returns. */
const plainActions: Readonly<Record<PlainAction, Compute>> = {
  acknowledge: () => ({}),
  'acknowledge-start': () => ({}),
  start: () => ({}),
  'undo-start': () => ({}),
  'mark-ready': keepPromise,
  recall: () => ({}),
  complete: () => ({}),
  'undo-completion': backFromDone,
  /**
   * The bank's record lacks the claimed transfer. The payment becomes short if earlier transfers came, else not found.
   */
  'report-missing': ({ order }) => ({
    set: { payment: Payment.whenNotFound(order.received) },
    detail: { received: order.received, toCall: mustBeCalled(order) },
  }),
  /** Accepts an order whose money came after its quote had expired. The payment becomes found, over or short. */
  'accept-late': async ({ order }, tx) => ({
    set: { payment: Payment.assess(order.totalAmount, order.received), ...(await promiseAgain(tx, order)) },
    detail: { received: order.received },
  }),
  /** Moves the transfer to the end of the queue of transfers to check. The order rings at the desk again. */
  'claim-again': ({ order, now }) => ({
    set: { payment: 'claimed', claimedAt: now, ...ringAgain(order) },
    detail: { received: order.received },
  }),
}

/**
 * Makes a completed delivery `out-for-delivery` again. Throws a Refusal after cash at the door or a rating, because
 * both show that the customer has the food.
 */
async function backFromDone({ order }: Moment, tx: Transaction): Promise<Change> {
  const { orderId: id, deliveryStatus } = order
  if (order.customerId === null && order.enteredBy === null) {
    throw refuse('order-moved-on', 'The customer has deleted their account, so this order stays completed.')
  }
  const cash = (await movementsOf(tx, id)).find(({ kind, place }) => kind === 'received' && riderOf(place))
  if (cash) {
    const given = Money.format(Money.naira(cash.amount))
    throw refuse(
      'order-moved-on',
      `A rider was given ${given} in cash at the door for this order, so it stays completed.`,
    )
  }
  if ((await tx.$count(ratings, eq(ratings.orderId, id))) > 0) {
    throw refuse('order-moved-on', 'The customer has rated this order already, so it stays completed.')
  }
  return deliveryStatus === 'delivered' ? { set: { deliveryStatus: 'out-for-delivery' } } : {}
}

/** Returns the handlers of the plain actions. A repeated action is answered with the current order. */
export function plainRoutes(database: Database): Pick<Handlers, ActionEndpoint<PlainAction>> {
  const routes = Object.entries<Compute>(plainActions).map(([name, change]) => {
    const action = name as PlainAction
    const handle = async ({ user, params, body: queued }: Call<ActionEndpoint<PlainAction>>) =>
      answerTo(
        action,
        await database.transaction((tx) => transition(tx, action, params.id, user, { queued, change })),
        user,
      )
    return [`POST /api/orders/:id/${action}`, handle]
  })
  return Object.fromEntries(routes)
}

function answerTo(action: PlainAction, row: OrderRow, actor: Actor) {
  const { only }: Rule = actions[action]
  return only === 'customer' ? orderDocument('customer', row) : deskDocument(row, actor)
}

/** Makes an order ring in the kitchen. An unpaid order was hidden from the kitchen until its start. */
const unseenByKitchen = { acknowledgedAt: null }

/**
 * Starts an unpaid order by the owner's override. The reason is stored only in the audit entry, which
 * owner and cashiers read in the order's history.
 */
export async function startUnpaid(
  database: Database,
  { user, params, body: { reason } }: Call<'POST /api/orders/:id/start-unpaid'>,
): Promise<DeskOrder> {
  const row = await database.transaction((tx) =>
    transition(tx, 'start-unpaid', params.id, user, {
      change: ({ order: { received } }) => ({ set: unseenByKitchen, detail: { reason, received } }),
    }),
  )
  return deskDocument(row, user)
}

/** Starts an order whose rider collects cash. `amount` is the due amount that the desk displayed. */
export async function startForCash(
  database: Database,
  { user, params, body: { amount } }: Call<'POST /api/orders/:id/start-for-cash'>,
): Promise<TillOrder> {
  return orderDocument('till', await database.transaction((tx) => collectAtDoor(tx, params.id, user, amount)))
}

/** Like `startForCash`, within the caller's transaction. `seen` is the displayed amount. */
export async function collectAtDoor(tx: Transaction, id: string, actor: Actor, seen?: number): Promise<OrderRow> {
  const [limits] = await tx.select({ upTo: kitchenLoad.cashAtDoorUpTo }).from(kitchenLoad)
  return transition(tx, 'start-for-cash', id, actor, {
    change: ({ order }) => {
      const due = Bill.due(order)
      if (seen !== undefined && seen !== due) {
        throw refuse('order-moved-on', `${Money.format(due)} is due now. Look again.`)
      }
      orRefuse(DoorCash.allow(due, limits?.upTo ?? null))
      return { set: { ...unseenByKitchen, cashAtDoor: true }, detail: { amount: due } }
    },
  })
}

/**
 * Cancels an order. Staff must give a reason, which the customer reads. The customer can cancel without a reason until
 * the kitchen starts.
 */
export async function cancelOrder(
  database: Database,
  { user, params, body: { reason } }: Call<'POST /api/orders/:id/cancel'>,
): Promise<Order | DeskOrder> {
  const isStaff = isOneOf(user.role, actions.cancel.by)
  if (isStaff && reason.length < shortestReason) throw refuse('invalid', 'Say why: the customer reads it.', 'reason')
  const row = await database.transaction((tx) =>
    transition(tx, isStaff ? 'cancel' : 'cancel-own', params.id, user, {
      change: () => cancelled(isStaff ? 'restaurant' : 'customer', reason),
    }),
  )
  return row.customerId === user.id ? orderDocument('customer', row) : deskDocument(row, user)
}

export function cancelled(by: 'customer' | 'restaurant', reason: string): Change {
  return { set: { cancelReason: reason, cancelledBy: by } }
}
