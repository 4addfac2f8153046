import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { DeskOrder, DeskOrderList, Order, OrderList } from '#contract/order/orders.ts'
import { zero } from '#domain/money/money.ts'
import { waitsForCustomer } from '#domain/order/bill.ts'
import { pictured } from '#domain/order/reorder.ts'
import { isOpen, openStatuses } from '#domain/order/statuses.ts'
import { completedShownFor, isHiddenFromRole } from '#domain/order/visibility.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import type { Database } from '../db/database.ts'
import { movements, orders } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { looksOf } from '../menu/menu-queries.ts'
import { deskDocument, orderDocument } from './document.ts'

/** The most orders in one customer's list. Few customers have more, and the response stays small. */
const longestList = 100

/** The number of newest orders shown with a picture. Few customers have more open orders. */
const mostPictured = 5

/** Returns the customer's own orders in every status, newest first. */
export async function ordersOf(
  { orm }: Pick<Database, 'orm'>,
  { user }: Pick<Call<'GET /api/orders'>, 'user'>,
): Promise<OrderList> {
  const rows = await orm
    .select()
    .from(orders)
    .where(eq(orders.customerId, user.id))
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(longestList)
  const dishes = rows.slice(0, mostPictured).flatMap((row) => pictured(row) ?? [])
  if (dishes.length === 0) return { orders: rows.map((row) => orderDocument('customer', row)) }
  const looks = await looksOf(orm, dishes)
  const leading = rows.find(({ status }) => isOpen(status))
  // If the customer has to act, the page shows a request instead of the picture.
  const leadingPicture = leading && !waitsForCustomer(leading) && looks[pictured(leading) ?? '']?.picture?.name
  return { orders: rows.map((row) => orderDocument('customer', row)), looks, ...(leadingPicture && { leadingPicture }) }
}

/**
 * Returns all customers' open and recently completed orders, oldest first. The till also gets orders with a refund
 * owed.
 */
export async function ordersAtDesk(
  { orm }: Pick<Database, 'orm'>,
  { user }: Pick<Call<'GET /api/desk/orders'>, 'user'>,
): Promise<DeskOrderList> {
  const rows = await orm
    .select()
    .from(orders)
    .where(
      or(
        inArray(orders.status, openStatuses),
        isOneOf(user.role, policy.till) ? gt(orders.owed, zero) : undefined,
        and(
          eq(orders.status, 'completed'),
          sql`${orders.updatedAt} > now() - make_interval(secs => ${completedShownFor / 1000})`,
        ),
      ),
    )
    .orderBy(orders.createdAt, orders.orderId)
  return { orders: rows.map((row) => deskDocument(row, user)) }
}

/**
 * Returns an order with the reader's fields. Customers find their own orders, and the desk finds any order. Another
 * customer's order returns 404, so its existence stays hidden.
 */
export async function findOrder(
  { orm }: Database,
  { user, params: { id } }: Call<'GET /api/orders/:id'>,
): Promise<Order | DeskOrder> {
  const [found] = await orm
    .select({ order: orders, now: sql`now()`.mapWith(orders.createdAt) })
    .from(orders)
    .where(eq(orders.orderId, id))
  if (found?.order.customerId === user.id) return orderDocument('customer', found.order)
  const seesAll = isOneOf(user.role, policy.desk)
  if (!found || !seesAll || isHiddenFromRole(user.role, found.order.finishedAt?.getTime(), found.now.getTime())) {
    throw noSuchOrder()
  }
  return deskDocument(found.order, user)
}

export function movementsOf(orm: Pick<NodePgDatabase, 'select'>, orderId: string) {
  return orm.select().from(movements).where(eq(movements.orderId, orderId)).orderBy(movements.id)
}

export function noSuchOrder() {
  return refuse('not-found', 'There is no such order. Your orders are under My Orders.')
}
