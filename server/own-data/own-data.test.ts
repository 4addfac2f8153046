import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { AccountExport } from '#contract/ratings.ts'
import type { User } from '#contract/session.ts'
import { naira } from '#domain/money/money.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { createAuth } from '../auth/auth.ts'
import {
  charges,
  credentials,
  events,
  firstConfirmations,
  movements,
  orders,
  quotes,
  ratings,
  stockHolds,
  users,
} from '../db/schema.ts'
import { shownTestimonials } from '../ratings/testimonials.ts'
import { deleteAccount, exportAccount, sweepOrders, sweepQuotes } from './own-data.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { orm, cashier, kitchen } = restaurant
const secret = 'a secret of the tests, long enough for all of them'
const auth = createAuth({ database, secret, origin: 'http://localhost', emailHost: 'grill.example' })
const password = 'a pot of pepper soup'
const hash = await auth.hashPassword(password)
const contactOf = ({ phone }: User) => `0809${phone.slice(-7)}`

async function customer(): Promise<User> {
  const username = `Adaeze ${randomUUID().slice(0, 8)}`
  const ada = await restaurant.customer({ username, name: username, address: `77 ${username} Close` })
  const of = { userId: ada.id, accountId: ada.id, providerId: 'credential' }
  await orm.insert(credentials).values({ id: randomUUID(), ...of, password: hash })
  return ada
}

/** Returns the id of a completed and rated order in which every text field is filled in. */
async function eaten(ada: User): Promise<string> {
  const dish = await restaurant.dish(5000)
  const cart = cartOf(dish, 1, {
    deliveryMethod: 'delivery',
    contactPhone: contactOf(ada),
    payerName: `Mummy of ${ada.username}`,
  })
  const { body: quote } = await restaurant.quote(ada, {
    ...cart,
    items: cart.items.map((line) => ({ ...line, chefComment: `For ${ada.username}, at the blue gate` })),
  })
  await restaurant.place(ada, quote.id)
  await restaurant.pay(cashier, quote.id, quote.totalAmount)
  for (const action of ['start', 'mark-ready']) await restaurant.act(kitchen, quote.id, action)
  await restaurant.act(cashier, quote.id, 'complete')
  const rated = await restaurant.call(ada, 'PUT', `/api/orders/${quote.id}/rating`, {
    stars: 5,
    comment: `${ada.username} says thank you`,
  })
  expect(rated.status).toBe(200)
  return quote.id
}

/** Creates a phone order, whose quote has no account, and adds the order to the customer's account. */
async function calledIn(ada: User): Promise<void> {
  const caller = { channel: 'phone', customerName: ada.username, customerPhone: ada.phone }
  const asked = { ...cartOf(await restaurant.dish(3000)), ...caller }
  const { body: quote } = await restaurant.call<Quote>(cashier, 'POST', '/api/desk/quotes', asked)
  const order = { quoteId: quote.id, payment: { method: 'transfer' } }
  const { body } = await restaurant.call<CounterPlaced>(cashier, 'POST', '/api/desk/orders', order)
  expect(await restaurant.call(ada, 'POST', '/api/order-links', { code: body.linkCode })).toMatchObject({ status: 200 })
  const reason = `${ada.username} pays on Friday`
  await restaurant.act(restaurant.owner, quote.id, 'start-unpaid', { reason })
  await restaurant.act(kitchen, quote.id, 'mark-ready')
  await restaurant.act(cashier, quote.id, 'complete')
}

test("SAFE-11: an export has the profile and every order and rating of the customer, and excludes other people's data", async () => {
  const [ada, eve] = [await customer(), await customer()]
  const ids = [await eaten(ada), await eaten(ada)]
  await eaten(eve)
  const data: AccountExport = await exportAccount(database, ada)
  expect(data.account).toEqual(ada)
  expect(data.orders.map(({ orderId }) => orderId).sort()).toEqual(ids.sort())
  expect(data.ratings.map(({ orderId }) => orderId).sort()).toEqual(ids)
  expect(JSON.stringify(data)).not.toContain(eve.phone)
  expect(await restaurant.auditEntries(`account:${ada.id}`)).toMatchObject([{ action: 'account.export' }])
})

test("SAFE-11: after the deletion of an account every table is free of the customer's data, and the orders keep their sums", async () => {
  const ada = await customer()
  const id = await eaten(ada)
  await calledIn(ada)
  await restaurant.quote(ada, cartOf('jollof'))
  const [before] = await orm.select().from(orders).where(eq(orders.orderId, id))
  await deleteAccount({ database, auth }, ada, password)
  const [after] = await orm.select().from(orders).where(eq(orders.orderId, id))
  expect(after).toMatchObject({
    customerId: null,
    totalAmount: before?.totalAmount,
    received: before?.received,
    status: 'completed',
    createdAt: before?.createdAt,
  })
  expect(after?.items.map(({ name, itemTotal: total }) => [name, total])).toEqual(
    before?.items.map(({ name, itemTotal: total }) => [name, total]),
  )
  expect(await orm.$count(users, eq(users.id, ada.id))).toBe(0)
  const { rows: tables } = await orm.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  // Events are swept after a day. The audit log keeps the id of a deleted account, which identifies nobody.
  for (const { name } of tables.filter(({ name }) => name !== 'events')) {
    const { rows } = await orm.execute<{ text: string }>(sql`select t::text as text from ${sql.identifier(name)} t`)
    const text = rows.map(({ text }) => text).join()
    for (const secret of [ada.username, ada.phone, contactOf(ada)])
      expect(text, `${name}: ${secret}`).not.toContain(secret)
  }
})

/**
 * Deletes an account while another transaction changes the order. Returns undefined, or the refusal of the deletion.
 */
async function deletedWhile(ada: User, statement: string, id: string): Promise<unknown> {
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from orders where id = $1 for share', [id])
    await holder.query(statement, [id])
    const deletion = deleteAccount({ database, auth }, ada, password).catch((refusal: unknown) => refusal)
    await vi.waitFor(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect((await database.pool.query(waiting)).rowCount).toBe(1)
    }, 60_000)
    await holder.query('commit')
    return await deletion
  } finally {
    holder.release(true)
  }
}

test('SAFE-11: a rating given while its account is deleted keeps no comment', async () => {
  const ada = await customer()
  const id = await eaten(ada)
  await orm.delete(ratings).where(eq(ratings.orderId, id))
  const rating = `insert into ratings (order_id, stars, comment) values ($1, 5, 'Ada says thank you')`
  expect(await deletedWhile(ada, rating, id)).toBeUndefined()
  expect(await orm.select().from(ratings).where(eq(ratings.orderId, id))).toMatchObject([{ stars: 5, comment: '' }])
})

test('SAFE-11: an account whose order is reopened concurrently is not deleted', async () => {
  const ada = await customer()
  const id = await eaten(ada)
  const reopened = `update orders set status = 'ready', delivery_status = 'out-for-delivery', finished_at = null where id = $1`
  expect(await deletedWhile(ada, reopened, id)).toMatchObject({ problem: { code: 'order-moved-on' } })
  expect(await orm.$count(users, eq(users.id, ada.id))).toBe(1)
})

test('SAFE-11: an order whose account is deleted right after its completion stays completed', async () => {
  const ada = await customer()
  const { orderId: id } = await restaurant.paidOrder(ada)
  for (const action of ['start', 'mark-ready']) await restaurant.act(kitchen, id, action)
  await restaurant.act(cashier, id, 'complete')
  await deleteAccount({ database, auth }, ada, password)
  const undone = await restaurant.act(cashier, id, 'undo-completion')
  expect(undone).toMatchObject({ status: 409, body: { code: 'order-moved-on' } })
})

test('OWNER-4 SAFE-11: deleting an account removes its testimonial from the home page', async () => {
  const ada = await customer()
  const id = await eaten(ada)
  await restaurant.call(ada, 'PUT', `/api/orders/${id}/rating`, {
    stars: 5,
    comment: 'Worth the traffic',
    mayShow: true,
  })
  await restaurant.call(restaurant.owner, 'PATCH', '/api/office/settings', { testimonials: [id] })
  expect(await shownTestimonials(orm)).toMatchObject([{ text: 'Worth the traffic' }])
  const changes = () => orm.$count(events, eq(events.type, 'settings.changed'))
  const before = await changes()
  await deleteAccount({ database, auth }, ada, password)
  expect(await shownTestimonials(orm)).toEqual([])
  // The event makes open pages reread the home page, and deletes the cached home page.
  expect(await changes()).toBe(before + 1)
})

test('SAFE-11: an account is not deleted with a wrong password, with an open order, or while a refund is owed', async () => {
  const ada = await customer()
  const order = await restaurant.order(ada, 5000)
  await expect(deleteAccount({ database, auth }, ada, 'wrong')).rejects.toMatchObject({
    problem: { code: 'invalid', field: 'password' },
  })
  const deletion = () => deleteAccount({ database, auth }, ada, password)
  await expect(deletion()).rejects.toMatchObject({ problem: { code: 'order-moved-on' } })
  await restaurant.pay(cashier, order.orderId, 5000)
  await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'No gas' })
  await expect(deletion()).rejects.toMatchObject({ problem: { code: 'order-moved-on' } })
  await restaurant.act(cashier, order.orderId, 'refund', { method: 'cash', amount: 5000 })
  await deletion()
  expect(await orm.$count(users, eq(users.id, ada.id))).toBe(0)
})

const sweep = (due: ReturnType<typeof sweepOrders>) => database.transaction((tx) => due(tx, 100))

test('SAFE-11: an order that ended 12 months ago loses its personal data and keeps its sums, and a newer order is unchanged', async () => {
  const ada = await customer()
  const [old, young] = [await eaten(ada), await eaten(ada)]
  const ended = (id: string, days: number) =>
    orm
      .update(orders)
      .set({ finishedAt: sql`now() - interval '12 months' - make_interval(days => ${days})` })
      .where(eq(orders.orderId, id))
  await ended(old, 1)
  await ended(young, -1)
  // Each order also has a payment that waits for a second person's confirmation.
  const confirmedBy = cashier.id
  const readings = [old, young].map((orderId) => ({
    sessionId: randomUUID(),
    orderId,
    confirmedBy,
    amount: naira(500),
  }))
  await orm.insert(firstConfirmations).values(readings)
  const [before] = await orm.select().from(orders).where(eq(orders.orderId, old))
  expect(await sweep(sweepOrders(12))).toBe(1)
  expect(await sweep(sweepOrders(12))).toBe(0)
  const [after] = await orm.select().from(orders).where(eq(orders.orderId, old))
  expect(after).toMatchObject({
    customerId: null,
    totalAmount: before?.totalAmount,
    received: before?.received,
    status: 'completed',
  })
  expect(await orm.select().from(ratings).where(eq(ratings.orderId, old))).toMatchObject([{ stars: 5, comment: '' }])
  for (const [table, own] of [
    [orders, eq(orders.orderId, old)],
    [quotes, eq(quotes.id, old)],
    [movements, eq(movements.orderId, old)],
  ] as const) {
    const text = JSON.stringify(await orm.select().from(table).where(own))
    for (const secret of [ada.username, ada.phone, contactOf(ada), 'ADA OBI']) expect(text).not.toContain(secret)
  }
  expect(await orm.select().from(firstConfirmations)).toMatchObject([{ orderId: young }])
  const kept = await exportAccount(database, ada)
  expect(kept.orders.map(({ orderId }) => orderId)).toEqual([young])
  expect(kept.orders[0]?.customerName).toBe(ada.username)
})

test('SAFE-11: an order with a refund owed keeps its customer, however old it is', async () => {
  const ada = await customer()
  const { orderId: id } = await restaurant.paidOrder(ada)
  await restaurant.act(cashier, id, 'cancel', { reason: 'No gas' })
  await orm.update(orders).set({ finishedAt: sql`now() - interval '9 years'` }).where(eq(orders.orderId, id))
  expect(await sweep(sweepOrders(12))).toBe(0)
  await restaurant.act(cashier, id, 'refund', { method: 'cash', amount: 5000 })
  expect(await sweep(sweepOrders(12))).toBe(1)
})

test('SAFE-11: a quote that was not placed is deleted after 30 days with its dependent rows, and placed and newer quotes stay', async () => {
  const ada = await customer()
  const quoteOf = async () => (await restaurant.quote(ada, cartOf(await restaurant.dish(5000)))).body.id
  const [old, young, placed] = [await quoteOf(), await quoteOf(), await quoteOf()]
  await restaurant.place(ada, placed)
  await orm.insert(charges).values({ reference: old, quoteId: old, provider: 'paystack', account: {} as never })
  const expired = (id: string, days: number) =>
    orm
      .update(quotes)
      .set({ expiresAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(quotes.id, id))
  await expired(old, 31)
  await expired(placed, 31)
  await expired(young, 29)
  expect(await sweep(sweepQuotes(30))).toBe(1)
  expect(await orm.$count(stockHolds, eq(stockHolds.quoteId, old))).toBe(0)
  expect((await orm.select().from(quotes).where(eq(quotes.customerId, ada.id))).map(({ id }) => id).sort()).toEqual(
    [young, placed].sort(),
  )
})
