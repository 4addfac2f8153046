import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Delivery, DeliveryList, RiderList } from '#contract/order/riders.ts'
import * as DoorCash from '#domain/books/door-cash.ts'
import { carriedStatuses, riderStatuses } from '#domain/order/statuses.ts'
import * as Phone from '#domain/text/phone.ts'
import { carriedBy } from '../books/rider-cash.ts'
import type { Database } from '../db/database.ts'
import { orders, users } from '../db/schema.ts'
import { oneSnapshot } from '../db/transaction.ts'
import type { Call } from '../http/route.ts'

/** Returns the riders who can be assigned, with the fewest deliveries first. */
export async function riderList({ orm }: Database): Promise<RiderList> {
  const carries = sql<number>`(
    select count(*)::int from orders o
     where o.rider ->> 'id' = users.id and o.status in ${riderStatuses} and o.delivery_status in ${carriedStatuses})`
  const rows = await orm
    .select({ id: users.id, name: users.name, phone: users.phone, carries: carries.as('carries') })
    .from(users)
    .where(and(eq(users.role, 'rider'), isNull(users.switchedOffAt)))
    .orderBy(sql`carries`, users.name)
  return { riders: rows.map(({ phone, ...rider }) => ({ ...rider, phone: phone ?? '' })) }
}

export function deliveriesOf(database: Database, { user }: Call<'GET /api/deliveries'>): Promise<DeliveryList> {
  const isTheirs = and(sql`${orders.assignedRider} ->> 'id' = ${user.id}`, inArray(orders.status, riderStatuses))
  return database.transaction(async (tx) => {
    const rows = await tx.select().from(orders).where(isTheirs).orderBy(orders.readyBy, orders.createdAt)
    return {
      deliveries: rows.flatMap((row) => deliveryDocument(row) ?? []),
      carries: await carriedBy(tx, user.id),
    }
  }, oneSnapshot)
}

/** Returns the fields of an order that its rider may see; undefined for a pick-up. */
export function deliveryDocument(row: typeof orders.$inferSelect): Delivery | undefined {
  const {
    orderId: id,
    status,
    deliveryStatus,
    customerName,
    contactPhone,
    deliveryAddress,
    deliveryLocation,
    items: lines,
    version,
  } = row
  if (!deliveryStatus) return undefined
  return {
    orderId: id,
    status,
    deliveryStatus,
    customerName,
    contactPhone,
    callPhone: Phone.toCall(contactPhone, row.customerPhone).numbers[0] ?? null,
    deliveryAddress: deliveryAddress ?? '',
    deliveryLocation: deliveryLocation ?? '',
    items: lines.map(({ quantity, name }) => ({ quantity, name })),
    deliveryProblem: row.deliveryProblem,
    collect: DoorCash.toCollect(row),
    readyBy: row.readyBy.toISOString(),
    ...(row.slot && { slot: row.slot.toISOString() }),
    outAt: row.outAt?.toISOString() ?? null,
    version,
  }
}
