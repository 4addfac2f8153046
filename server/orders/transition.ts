import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { QueuedBody } from '#contract/order/orders.ts'
import { type Action, actions, eventOf, longestWait, type Rule } from '#domain/order/actions.ts'
import { decide, isEarly, isTheirs } from '#domain/order/decide.ts'
import { covers } from '#domain/order/payment.ts'
import { isIn, kitchenStatuses } from '#domain/order/statuses.ts'
import { isHiddenFromRole } from '#domain/order/visibility.ts'
import type { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { releaseOrder } from '../capacity/bookings.ts'
import { recordAudit } from '../db/audit.ts'
import type { Transaction } from '../db/database.ts'
import { audit, orders, users } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import { moveStock } from '../stock/stock.ts'
import { publishOrder } from './document.ts'
import { promiseAgain } from './kept-promise.ts'
import { noSuchOrder } from './order-queries.ts'

export type OrderRow = typeof orders.$inferSelect

/**
 * A locked order and the time of the action. `at` is clamped: never before the order's creation, never longer ago than
 * the longest wait for a network, and never after `now`.
 */
export type Moment = { readonly order: OrderRow; readonly at: Date; readonly now: Date }

/** The changes of an action beyond status and delivery status, which the table of actions sets. */
export type Change = {
  readonly set?: {
    // `received` and `refunded` change only with the movements, in `server/books/movements.ts`.
    readonly [Column in Exclude<keyof OrderRow, 'received' | 'refunded'>]?:
      | OrderRow[Column]
      | (Column extends 'payment' | 'items' | 'stockDay' | 'waits' ? never : SQL)
  }
  /** Details for the audit log, in addition to version and money. */
  readonly detail?: Readonly<Record<string, unknown>>
}

type Options = {
  /** The request body, with the queued fields of an action that may have waited for the network. */
  readonly queued?: QueuedBody
  /** The version of the order on the user's screen. The action is refused if the order has changed since. */
  readonly version?: number
  /** Computes the change after lock and check, in the same transaction. Throws a Refusal if the action does not fit. */
  readonly change?: (moment: Moment, tx: Transaction) => Change | Promise<Change>
}

/**
 * Changes an order; every change uses this function. Locks the order, decides, updates, publishes the event and writes
 * the audit entry, all in the caller's transaction. The actor is undefined for a timer or a payment provider. A
 * repeated action returns the current order. Throws a Refusal.
 */
export async function transition(
  tx: Transaction,
  action: Action,
  id: string,
  actor: Actor | undefined,
  { queued, version, change }: Options = {},
): Promise<OrderRow> {
  const moment = await lockOrder(tx, action, id, actor, queued)
  const { order, at, now } = moment
  // The key of a repeated action is stored too, because the action may be undone before the next repetition.
  const isFirstTime = await claimActionKey(tx, action, id, queued)
  const decision = decide(action, order, actor, now, at)
  if (!isFirstTime || (decision.ok && decision.value.isDone)) return order
  if (!decision.ok) throw await explainRefusal(tx, action, order, actor, decision.problem)
  if (version !== undefined && version !== order.version) throw hasChanged()
  const { set, detail } = (await change?.(moment, tx)) ?? {}
  const decided = decision.value.set
  const { payment = order.payment, items = order.items, stockDay = order.stockDay } = set ?? {}
  const { status = order.status } = decided
  // An order for later that the kitchen starts early no longer waits for its start.
  const waits = status === 'pending' && (set?.waits ?? order.waits)
  // A transfer found after the promised time starts a new promise.
  const isOverdue = status === 'pending' && order.foundAt === null && covers(payment) && order.readyBy <= now
  const promised = isOverdue && set?.readyBy === undefined ? await promiseAgain(tx, order) : {}
  const portionsSold = await moveStock(tx, order, { status, payment, items, waits, stockDay })
  const [after] = await tx
    .update(orders)
    .set({
      ...decided,
      portionsSold,
      ...(covers(payment) && { foundAt: order.foundAt ?? now }),
      ...promised,
      ...set,
      waits,
      // A start ends the question about the slot, because staff know that the customer agrees. A cancelled order keeps
      // the question for the figures.
      ...(isIn(status, 'cooking', 'cooked') && order.slotQuestion && { slotQuestion: null }),
      version: sql`${orders.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(orders.orderId, id))
    .returning()
  if (!after) throw new Error('A locked order is gone.')
  if (decided.status && !kitchenStatuses.includes(decided.status)) await releaseOrder(tx, id, now)
  const event = eventOf(action, after.payment)
  if (event) await publishOrder(tx, event, after)
  const { totalAmount: total, owed } = after
  await recordAudit(tx, actor, `order.${action}`, `order:${id}`, {
    version: after.version,
    payment: after.payment,
    ...(total !== order.totalAmount && { total, owed }),
    ...detail,
    ...(queued?.at && { at: queued.at }),
  })
  return after
}

/** Stores the idempotency key of an action on a locked order, like `claimIdempotencyKey`. */
export function claimActionKey(tx: Transaction, action: Action, id: string, queued: QueuedBody): Promise<boolean> {
  const { account: _, at: __, key, ...asked } = queued ?? {}
  return claimIdempotencyKey(tx, `order:${id}`, key, { action, ...asked })
}

/** Locks an order for an action. Another customer's order returns 404, so its existence stays hidden. */
export async function lockOrder(
  tx: Transaction,
  action: Action,
  id: string,
  actor: Actor | undefined,
  queued?: QueuedBody,
): Promise<Moment> {
  const [row] = await tx
    .select({ order: orders, now: sql`now()`.mapWith(orders.createdAt) })
    .from(orders)
    .where(eq(orders.orderId, id))
    .for('update')
  const rule: Rule = actions[action]
  if (
    !row ||
    (actor &&
      (!isTheirs(action, row.order, actor) ||
        isHiddenFromRole(actor.role, row.order.finishedAt?.getTime(), row.now.getTime())))
  ) {
    throw rule.only === 'assigned rider'
      ? refuse('not-found', 'This order is not assigned to you any more. Your list shows the orders that are.')
      : noSuchOrder()
  }
  const { order, now } = row
  if (queued?.at === undefined) return { order, now, at: now }
  const earliest = new Date(Math.max(order.createdAt.getTime(), now.getTime() - longestWait))
  return { order, now, at: within(new Date(queued.at), earliest, now) }
}

/** Clamps a time, because a tablet's clock may be wrong. */
function within(at: Date, earliest: Date, latest: Date): Date {
  return at > latest ? latest : at < earliest ? earliest : at
}

/** Returns the refusal of an action. If another member of staff acted first, the refusal names that person. */
async function explainRefusal(
  tx: Transaction,
  action: Action,
  order: OrderRow,
  actor: Actor | undefined,
  problem: Problem,
): Promise<Refusal> {
  const rule: Rule = actions[action]
  const isLate = !rule.from.includes(order.status) && !isEarly(action, order)
  if (problem.code === 'order-moved-on' && rule.to?.status && isLate && actor && isOneOf(actor.role, policy.desk)) {
    const first = await lastToMove(tx, order.orderId)
    if (first) return refuse('order-moved-on', `Already ${order.status}: ${first} was first.`)
  }
  return new Refusal(problem)
}

const statusActions = (Object.keys(actions) as Action[])
  .filter((action) => (actions[action] as Rule).to?.status)
  .map((action) => `order.${action}` as const)

async function lastToMove(tx: Transaction, id: string): Promise<string | undefined> {
  const [last] = await tx
    .select({ role: audit.actorRole, name: users.name })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.actorId))
    .where(and(eq(audit.subject, `order:${id}`), inArray(audit.action, statusActions)))
    .orderBy(desc(audit.id))
    .limit(1)
  return last?.role === 'customer' ? 'the customer' : (last?.name ?? undefined)
}

export function hasChanged(): Refusal {
  return refuse('order-moved-on', 'This order has just changed. Please look at it again.')
}
