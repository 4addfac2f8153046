import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { OpenDay } from '#contract/books/days.ts'
import type { TillEntries } from '#contract/books/till.ts'
import type { OrderStory } from '#contract/found-orders.ts'
import type { Receipt } from '#contract/order/orders.ts'
import type { DeliveryList } from '#contract/order/riders.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { StatementMatches } from '#contract/statement-matches.ts'
import { naira } from '#domain/money/money.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { recordMovements } from '../books/movements.ts'
import type { Transaction } from './database.ts'
import { locations, openCounts, orders, settings } from './schema.ts'

// Each test reads by several statements while another transaction commits between two of these statements.

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { call, cashier, owner, rider } = restaurant
const ada = await restaurant.customer()

type Table = 'day_counts' | 'locations' | 'movements' | 'open_counts' | 'orders' | 'users'

const lock = (tx: Transaction, table: Table) =>
  tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = 0; lock table ${table} in access exclusive mode`))

/** Resolves once a statement waits for the table. */
async function waitingFor(table: Table): Promise<void> {
  const waits = 'select from pg_locks where not granted and relation = $1::regclass'
  const look = async () => expect((await database.pool.query(waits, [table])).rowCount).toBe(1)
  await vi.waitFor(look, { timeout: 60_000 })
}

/**
 * Calls `read`, and lets another transaction commit `changes` just before the statement of `read` that needs the table.
 * Returns the response of `read`. With `since`, the table is locked only when `read` reaches the table `since`, so
 * statements before that can still read the table.
 */
async function readBeside<Body>(
  table: Table,
  read: () => Promise<{ body: Body }>,
  changes: (tx: Transaction) => Promise<unknown>,
  since?: Table,
): Promise<Body> {
  let reading: ReturnType<typeof read> | undefined
  await database.transaction(async (tx) => {
    if (since) {
      await database.transaction(async (first) => {
        await lock(first, since)
        reading = read()
        await waitingFor(since)
        await lock(tx, table)
      })
    } else {
      await lock(tx, table)
      reading = read()
    }
    await waitingFor(table)
    await changes(tx)
  })
  if (!reading) throw new Error('Nothing was read.')
  return (await reading).body
}

const transferFor = (tx: Transaction, orderId: string, amount: number, reference: string) =>
  recordMovements(tx, {
    kind: 'received',
    place: 'account:demo-bank',
    amount,
    orderId,
    method: 'transfer',
    reference,
    recordedBy: cashier.id,
  })

const sumOf = (moved: readonly { readonly amount: number }[]) => moved.reduce((sum, { amount }) => sum + amount, 0)

test("BOOKS-2: the till's expected and counted cash are read from one snapshot", async () => {
  const read = () => call<OpenDay>(owner, 'GET', '/api/office/open-day')
  const { places } = await readBeside('open_counts', read, async (tx) => {
    await recordMovements(tx, { kind: 'cash-in', place: 'till', amount: 5000, recordedBy: cashier.id })
    await tx.insert(openCounts).values({ place: 'till', counted: 5000, countedBy: cashier.id })
  })
  expect(places.find(({ place }) => place === 'till')).toMatchObject({ expected: 0, counted: null })
})

test('BOOKS-4: cash that a rider is handing in is counted with the rider or in the till, and never in both', async () => {
  const pocket = `rider:${rider.id}` as const
  const given = { kind: 'correction', recordedBy: cashier.id } as const
  await database.transaction((tx) => recordMovements(tx, { ...given, place: pocket, amount: 6500 }))
  const read = () => call<TillEntries>(cashier, 'GET', '/api/desk/till')
  const handIn = (tx: Transaction) =>
    recordMovements(
      tx,
      { ...given, kind: 'handed-in', place: pocket, amount: -6500 },
      { ...given, kind: 'handed-in', place: 'till', amount: 6500 },
    )
  const { riders, entries } = await readBeside('users', read, handIn, 'day_counts')
  expect(riders).toMatchObject([{ id: rider.id, carries: 6500 }])
  expect(entries.filter(({ kind }) => kind === 'handed-in')).toEqual([])
})

test('DESK-3: while a payment is recorded, the received sum of an order equals the payments in its receipt and history', async () => {
  const { orderId: id, totalAmount: total } = await restaurant.order(ada)
  const receipt = await readBeside(
    'movements',
    () => call<Receipt>(ada, 'GET', `/api/orders/${id}/receipt`),
    (tx) => transferFor(tx, id, 1000, 'RECEIPT'),
  )
  expect(sumOf(receipt.payments)).toBe(receipt.order.received)
  const story = await readBeside(
    'movements',
    () => call<OrderStory>(owner, 'GET', `/api/office/orders/${id}`),
    (tx) => transferFor(tx, id, total - 1000, 'STORY'),
  )
  expect(sumOf(story.money)).toBe(story.order.received)
})

test('DESK-3: a transfer of a statement is at any moment either recorded or proposed for its order', async () => {
  const { orderId: id, totalAmount: total } = await restaurant.order(ada)
  const transfer = { line: 2, narration: id.slice(-6), amount: total, sender: 'ADA', sessionId: 'MATCHED' }
  const read = () => call<StatementMatches>(cashier, 'POST', '/api/desk/statement-matches', { transfers: [transfer] })
  const { matches, recorded } = await readBeside('orders', read, async (tx) => {
    await transferFor(tx, id, total, 'MATCHED')
    await tx.update(orders).set({ payment: 'found' }).where(eq(orders.orderId, id))
  })
  expect([matches[0]?.certainty, recorded]).toEqual(['certain', []])
})

test('BOOKS-4: cash that a rider still has to collect is not counted as carried by the rider', async () => {
  const { orderId: id } = await restaurant.delivery(ada)
  await restaurant.act(cashier, id, 'assign-rider', { riderId: rider.id })
  const read = () => call<DeliveryList>(rider, 'GET', '/api/deliveries')
  const before = (await read()).body
  const during = await readBeside('movements', read, async (tx) => {
    const collected = { kind: 'correction', place: `rider:${rider.id}`, amount: 500, recordedBy: rider.id } as const
    await recordMovements(tx, collected)
    await tx.update(orders).set({ deliveryStatus: 'delivered', status: 'completed' }).where(eq(orders.orderId, id))
  })
  expect(during).toEqual(before)
})

test('OWNER-4: settings that an owner reads during a change are all from before the change, never mixed', async () => {
  const read = () => call<RestaurantSettings>(owner, 'GET', '/api/office/settings')
  const { name, locations: places } = await readBeside('locations', read, async (tx) => {
    await tx.update(settings).set({ document: sql`${settings.document} || '{"name": "New Kitchen"}'` })
    await tx
      .update(locations)
      .set({ fee: naira(7000) })
      .where(eq(locations.id, 'vi'))
  })
  expect([name, places[0]?.fee]).toEqual(['Test Kitchen', 1500])
})
