import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { OpenDay } from '#contract/books/days.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { addDays } from '#domain/books/days.ts'
import { dateOf } from '#domain/restaurant/lagos.ts'
import { closedDays } from '#server/books/closed-days.ts'
import { readFigures } from '#server/books/figures/figures.ts'
import { sweepChangedDays } from '#server/books/figures/recount.ts'
import { presentSnapshot, readEvents } from '#server/live/events.ts'
import { auditList } from '#server/office/audit-log.ts'
import { findCustomers } from '#server/office/customers.ts'
import { findOrders } from '#server/office/find-orders.ts'
import { readOrderStory } from '#server/office/order-story.ts'
import { readOverview } from '#server/office/overview.ts'
import { staffList, staffMember } from '#server/office/staff.ts'
import { escalate } from '#server/orders/alarms.ts'
import { ordersAtDesk, ordersOf } from '#server/orders/order-queries.ts'
import { defaultRetention } from '#server/process/retention.ts'
import { returnDishes } from '#server/stock/change-item.ts'
import { sweepsOf } from '#server/sweeps.ts'
import { createMetrics } from '#server/watch/metrics.ts'
import { freshDatabase } from '../support/database.ts'
import { addOpenOrders, multiplyOrder } from '../support/many-orders.ts'
import { cartOf, openTestRestaurant } from '../support/restaurant.ts'

// Counts the rows that requests read in a restaurant that has served many thousand orders.

const count = 10_000

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { orm, cashier, kitchen, owner } = restaurant

const ada = await restaurant.customer()
const template = await restaurant.paidOrder(ada)
for (const action of ['start', 'mark-ready', 'complete']) await restaurant.act(cashier, template.orderId, action)
/** A client without the statement timeout of 8 seconds that the pool's connections have. */
const client = new pg.Client({ connectionString: database.url })
await client.connect()
afterAll(() => client.end())
await multiplyOrder(client, { orderId: template.orderId, staffId: cashier.id, count })

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

/** Counts the rows that the scans of a plan look at, including those that their conditions remove. */
function rowsRead(plan: Plan): number {
  const own =
    plan['Relation Name'] === undefined
      ? 0
      : plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return own * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), 0)
}

/** Returns a parameter of a statement as an SQL literal. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(literal).join(', ')}]`
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/**
 * Runs `work`, then each of its statements again, and returns the rows that each reads. A named statement runs again by
 * its custom plan and by its generic plan, because PostgreSQL may use either after five executions on a connection.
 */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; rows: number }[]> {
  const { query } = pg.Client.prototype
  const asked: { text: string; name: string | undefined; values: unknown[] }[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...words: unknown[]
  ) {
    const [first, second] = words
    const { text, name } = typeof first === 'string' ? { text: first } : (first as { text?: string; name?: string })
    if (text !== undefined) asked.push({ text, name, values: Array.isArray(second) ? second : [] })
    return (query as (...words: unknown[]) => unknown).apply(this, words) as never
  })
  onTestFinished(() => spy.mockRestore())
  await work()
  spy.mockRestore()
  const statements = asked.filter(({ text }) => /^\s*(select|update|delete|with)\b/i.test(text))
  const read: { text: string; rows: number }[] = []
  for (const { text, name, values } of statements) {
    const done = values.length === 0 ? 'execute asked' : `execute asked (${values.map(literal).join(', ')})`
    await client.query(`prepare asked as ${text}`)
    for (const plan of name === undefined ? ['force_custom_plan'] : ['force_custom_plan', 'force_generic_plan']) {
      await client.query('begin')
      await client.query(`set local plan_cache_mode = ${plan}`)
      const { rows } = await client.query(`explain (analyze, timing off, format json) ${done}`)
      await client.query('rollback')
      read.push({ text: `${plan}: ${text}`, rows: rowsRead(rows[0]['QUERY PLAN'][0].Plan) })
    }
    await client.query('deallocate asked')
  }
  return read
}

/** A statement may read at most this many rows: enough for an answer of 200 entries with two names each. */
const most = 1000

async function expectToReadLittle(work: () => Promise<unknown>): Promise<void> {
  const statements = await statementsOf(work)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter(({ rows }) => rows > most)).toEqual([])
}

test('SPEED-1: a stream reads only the events since its last read, in a table of 40,000 events that was never analyzed', async () => {
  await database.pool.query(
    `insert into events (topics, type, subject, version, data)
     select '{menu}', 'item.changed', 'none', n, '{}' from generate_series(1, 40_000) n`,
  )
  await database.pool.query(`select pg_clear_attribute_stats('public', 'events', 'xid', false)`)
  const since = await presentSnapshot(database.pool)
  await expectToReadLittle(async () => {
    for (const topics of [undefined, ['menu']]) {
      expect((await readEvents(database.pool, { since, ...(topics && { topics }), most: 2000 })).rows).toEqual([])
    }
  })
})

test('SPEED-1: a connection that planned its statements on an almost empty table does not read all of 10,000 quotes after the table is analyzed', async () => {
  const fresh = await freshDatabase()
  const young = await openTestRestaurant(fresh)
  const bola = await young.customer()
  const quote = async (quantity: number) =>
    expect((await young.quote(bola, cartOf('jollof', quantity))).status).toBeLessThan(202)
  // Ten quotes give each connection its generic plans, which PostgreSQL tries after five executions of a statement.
  for (let quantity = 1; quantity <= 10; quantity++) await quote(quantity)
  await fresh.pool.query(
    `insert into quotes
     select (jsonb_populate_record(quote, jsonb_build_object('id', to_char(n, 'FM000000000'), 'open', false))).*
       from (select quotes as quote from quotes limit 1) one, generate_series(1, ${count}) n`,
  )
  // Autovacuum would also analyze the table, but only after some minutes.
  await fresh.pool.query('analyze quotes')
  const read = async () => {
    const { rows } = await fresh.pool.query(
      `select pg_stat_force_next_flush(), seq_tup_read::int as rows, idx_scan::int as looks from pg_stat_user_tables where relname = 'quotes'`,
    )
    return rows[0] as { rows: number; looks: number }
  }
  const before = await read()
  for (let quantity = 11; quantity <= 15; quantity++) await quote(quantity)
  await expect.poll(async () => (await read()).looks, { timeout: 30_000 }).toBeGreaterThan(before.looks)
  expect((await read()).rows - before.rows).toBeLessThan(count)
})

test('SPEED-1: a quote and its order read none of 10,000 other quotes and orders', async () => {
  const bola = await restaurant.customer()
  await expectToReadLittle(async () => {
    for (const quantity of [1, 2, 1])
      expect((await restaurant.quote(bola, cartOf('jollof', quantity))).status).toBeLessThan(202)
    const { body } = await restaurant.quote(bola, cartOf('jollof', 3))
    await restaurant.call<Quote>(bola, 'GET', `/api/quotes/${body.id}`)
    expect((await restaurant.place(bola, body.id)).status).toBe(201)
    expect((await restaurant.place(bola, body.id)).status).toBe(200)
    await ordersOf(database, { user: bola })
  })
})

test('SPEED-1: a counter order reads none of 10,000 other orders', async () => {
  await expectToReadLittle(async () => {
    const asked = { channel: 'walk-in', customerName: 'Ada', items: cartOf('jollof').items }
    const { body } = await restaurant.call<Quote>(cashier, 'POST', '/api/desk/quotes', asked)
    const placed = { quoteId: body.id, payment: { method: 'cash', amount: body.totalAmount } }
    expect((await restaurant.call(cashier, 'POST', '/api/desk/orders', placed)).status).toBe(201)
  })
})

test('BOOKS-2: reading the open day, counting its till and importing its statement read none of 10,000 earlier orders', async () => {
  await restaurant.paidOrder(await restaurant.customer())
  await expectToReadLittle(async () => {
    const { body: day } = await restaurant.call<OpenDay>(cashier, 'GET', '/api/office/open-day')
    const account = day.places.find(({ expected, place }) => expected > 0 && place.startsWith('account:'))
    expect(account).toBeDefined()
    await restaurant.call(cashier, 'PUT', '/api/office/open-day/count', { place: 'till', counted: 0 })
    const line = { line: 2, day: null, narration: 'NIP 7Q4MKX ADA', amount: 5000, sender: 'ADA', sessionId: '' }
    const statement = { place: account?.place, lines: [line] }
    expect((await restaurant.call(owner, 'PUT', '/api/office/open-day/statement', statement)).status).toBe(200)
  })
})

test('DESK-3: undoing a payment’s confirmation and matching its transfer again read none of 10,000 other orders', async () => {
  const order = await restaurant.order(await restaurant.customer())
  const transfer = {
    line: 2,
    narration: order.orderId.slice(-6),
    amount: order.totalAmount,
    sender: 'ADA',
    sessionId: 'GROWN UNDONE 1',
  }
  const match = () => restaurant.call(cashier, 'POST', '/api/desk/statement-matches', { transfers: [transfer] })
  await expectToReadLittle(async () => {
    for (let times = 0; times < 2; times++) {
      expect((await restaurant.pay(cashier, order.orderId, order.totalAmount, transfer.sessionId)).status).toBe(200)
      expect(await match()).toMatchObject({ body: { recorded: [2] } })
      const undone = await restaurant.act(cashier, order.orderId, 'undo-confirmation', {
        received: order.totalAmount,
      })
      expect(undone.status).toBe(200)
      expect(await match()).toMatchObject({ body: { recorded: [] } })
    }
  })
})

test('SPEED-1: each step of an order from payment to completion reads none of 10,000 other orders', async () => {
  const chidi = await restaurant.customer()
  await expectToReadLittle(async () => {
    const { orderId: id } = await restaurant.delivery(chidi)
    await ordersAtDesk(database, { user: cashier })
    await ordersAtDesk(database, { user: kitchen })
    await restaurant.call(cashier, 'GET', '/api/desk/riders')
    await restaurant.call(cashier, 'POST', `/api/orders/${id}/assign-rider`, { riderId: restaurant.rider.id })
    await restaurant.call(restaurant.rider, 'GET', '/api/deliveries')
    await restaurant.call(chidi, 'GET', `/api/orders/${id}/receipt`)
    await escalate(database)
    await returnDishes(database)
  })
})

test('BOOKS-4: listing the till’s movements, and adding a movement, read none of 10,000 payments', async () => {
  const change = { kind: 'cash-out', amount: 500, note: 'Ice', key: 'growing-1' }
  await expectToReadLittle(async () => {
    expect((await restaurant.call(cashier, 'POST', '/api/desk/till', change)).status).toBe(201)
    expect((await restaurant.call(cashier, 'POST', '/api/desk/till', change)).status).toBe(200)
    expect((await restaurant.call(cashier, 'GET', '/api/desk/till')).status).toBe(200)
  })
})

test('SPEED-2: the audit log of everybody, a busy member of staff, a customer or an order reads only the rows that it lists', async () => {
  await expectToReadLittle(() => auditList(orm, {}))
  await expectToReadLittle(() => auditList(orm, { person: cashier.id }))
  await expectToReadLittle(() => auditList(orm, { person: ada.id }))
  await expectToReadLittle(() => auditList(orm, { q: template.orderId }))
  await expectToReadLittle(() => auditList(orm, { q: '000777' }))
  await expectToReadLittle(() => auditList(orm, { q: cashier.username }))
  const { entries } = await auditList(orm, { person: cashier.id })
  expect(entries).toHaveLength(60)
  expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).sort((a, b) => b - a))
})

test('SPEED-2: the staff page reads no customer and no customer’s session', async () => {
  await expectToReadLittle(() => staffList(orm, undefined))
  await expectToReadLittle(() => staffMember(orm, owner.id, undefined))
  await expectToReadLittle(() => restaurant.call(owner, 'GET', '/api/desk/riders'))
})

test('SPEED-2: the owner’s overview reads the orders of two days and none of 10,000 earlier orders', async () => {
  const { rows } = await client.query(
    "select count(*)::int as count from orders where created_at > now() - interval '49 hours'",
  )
  const lately = rows[0].count
  expect(lately).toBeLessThan(count / 2)
  const statements = await statementsOf(() => readOverview(orm, undefined))
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter(({ rows }) => rows > lately + most)).toEqual([])
})

test('BOOKS-5: the figures of a year read the year’s summary and none of the 10,000 orders that it counts', async () => {
  await database.transaction(async (tx) => sweepChangedDays(tx, 500))
  const today = dateOf(Date.now())
  // This test's summary has three days and fits one database page, so the planner would scan the whole summary for each
  // day of the year. A real summary is read by its index.
  await client.query('set enable_seqscan = off')
  onTestFinished(async () => void (await client.query('reset enable_seqscan')))
  await expectToReadLittle(() => readFigures(database, { query: { from: addDays(today, -364), to: today } }))
})

test('BOOKS-1: a search for a common, a rare or an unknown word reads only a few hundred of 10,000 orders', async () => {
  const { customerName, orderId: id } = template
  const dish = template.items[0]?.itemId ?? ''
  for (const query of [
    {},
    { q: customerName },
    { q: id },
    { q: 'nobody' },
    { q: `${customerName} nobody` },
    { dish },
    { state: 'completed' },
    { state: 'cancelled' },
    { state: 'pending' },
    { state: 'refund-owed' },
    { q: customerName, state: 'completed', after: '000005000' },
    { after: '000009990' },
  ] as const) {
    await expectToReadLittle(() => findOrders(database, { query }))
  }
  expect((await findOrders(database, { query: { q: customerName } })).orders).toHaveLength(30)
  await expectToReadLittle(() => readOrderStory(database, { user: owner, params: { id: '000000777' } }))
})

test('BOOKS-1: customers are listed and found without reading all customers', async () => {
  for (const query of [{}, { q: 'grown' }, { q: 'nobody' }, { q: 'grown 7' }, { q: '+2348000000001' }]) {
    await expectToReadLittle(() => findCustomers(database, { query }))
  }
  expect((await findCustomers(database, { query: { q: 'grown' } })).customers).toHaveLength(30)
})

test('BOOKS-2: the open day lists its places of money, and the list of signed days reads no payments', async () => {
  const { body: day } = await restaurant.call<OpenDay>(owner, 'GET', '/api/office/open-day')
  expect(day.places.length).toBeGreaterThan(0)
  await expectToReadLittle(() => closedDays(database, { query: {} }))
})

/** Counts transactions and round trips of `work`. Statements sent while an answer is pending share its round trip. */
async function waits(work: () => Promise<unknown>): Promise<{ roundTrips: number; commits: number }> {
  const { query } = pg.Client.prototype
  const underWay = new Map<pg.Client, number>()
  let roundTrips = 0
  let commits = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...words: unknown[]
  ) {
    const before = underWay.get(this) ?? 0
    if (before === 0) roundTrips += 1
    if (words[0] === 'commit') commits += 1
    underWay.set(this, before + 1)
    const answer = (query as (...words: unknown[]) => Promise<unknown>).apply(this, words)
    const answered = () => void underWay.set(this, (underWay.get(this) ?? 1) - 1)
    answer.then(answered, answered)
    return answer as never
  })
  onTestFinished(() => spy.mockRestore())
  await work()
  spy.mockRestore()
  return { roundTrips, commits }
}

test('SPEED-1: a quote and its order take two transactions and at most nine round trips to the database, including those for the session', async () => {
  const efe = await restaurant.customer()
  const { roundTrips, commits } = await waits(async () => {
    const { body } = await restaurant.quote(efe, cartOf('jollof', 2))
    expect((await restaurant.place(efe, body.id)).status).toBe(201)
  })
  expect(commits).toBe(2)
  expect(roundTrips).toBeLessThanOrEqual(9)
})

test('RUN-3: the metrics read the open orders and none of 10,000 finished orders', async () => {
  const metrics = createMetrics({ database, live: { streams: () => 0 }, dataDir: '.' })
  await expectToReadLittle(async () => expect(await metrics.text()).toContain('buka_database_up 1'))
})

/** Returns how many pages and rows of tables `work` reads, also through triggers and foreign keys. */
async function readBy(work: () => Promise<unknown>): Promise<{ pages: number; rows: number }> {
  const read = async () => {
    // Make every connection flush its counts now, because PostgreSQL delays them.
    const clients = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()))
    for (const each of clients) await each.query('select pg_stat_force_next_flush()')
    for (const each of clients) each.release()
    const { rows } = await client.query(`
      select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::float8 as pages,
             (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 from pg_stat_user_tables) as rows
        from pg_statio_user_tables`)
    return rows[0] as { pages: number; rows: number }
  }
  const before = await read()
  await work()
  const after = await read()
  return { pages: after.pages - before.pages, rows: after.rows - before.rows }
}

test('SPEED-1: a quote and its order read about as much beside 1,000 unpaid and 400 paid open orders as beside 10 unpaid orders', async () => {
  // Autovacuum is off, because its reads would count too. `cost` does the work of autovacuum instead.
  await database.pool.query(`
    do $$ declare tables regclass[] := array(select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r');
          each regclass;
    begin
      foreach each in array tables loop execute format('alter table %s set (autovacuum_enabled = false)', each); end loop;
    end $$`)
  // Returns what ten orders of a dish with a stock count read, beside stock holds of all open orders.
  const cost = async () => {
    const dish = await restaurant.dish(2500)
    await restaurant.call(kitchen, 'PATCH', `/api/menu-items/${dish}`, { portions: 100 })
    await client.query(
      `insert into stock_holds (customer_id, item_id, quote_id, portions, held_since, claimed_at)
       select customer_id, $1, id, case when id like '%5' then 0 else 1 end, now() - interval '2 hours', now() - interval '2 hours'
         from orders where id ~ '^W[0-9]{8}$'`,
      [dish],
    )
    await client.query('vacuum (full, analyze)')
    const items = [...cartOf('jollof').items, ...cartOf(dish).items]
    const orderOften = async () => {
      for (let orders = 0; orders < 10; orders++) {
        const customer = await restaurant.customer()
        const { body } = await restaurant.quote(customer, { items })
        expect((await restaurant.place(customer, body.id)).status).toBe(201)
      }
    }
    // PostgreSQL settles on a prepared statement's plan after five executions, so the first ten orders do not count.
    await orderOften()
    return readBy(orderOften)
  }
  await addOpenOrders(client, template.orderId, { first: 1, count: 10 })
  const few = await cost()
  await addOpenOrders(client, template.orderId, { first: 11, count: 990 })
  const given = { status: `'preparing'`, payment: `'found'`, received: 'template.total' }
  await addOpenOrders(client, template.orderId, { first: 1001, count: 400, given })
  const many = await cost()
  expect(many.rows / few.rows).toBeLessThan(1.2)
  expect(many.pages / few.pages).toBeLessThan(1.2)
})

test('SPEED-1: a sweep that finds nothing to do reads at most 1,000 rows in each statement', async () => {
  for (const sweep of Object.values(sweepsOf(defaultRetention))) {
    await database.transaction(async (tx) => sweep(tx, 500))
    await expectToReadLittle(() => database.transaction(async (tx) => sweep(tx, 500)))
  }
})

test('SPEED-1: every foreign key has an index', async () => {
  const { rows } = await database.pool.query<{ key: string }>(`
    select conrelid::regclass || '.' || attname as key
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f'
       -- The menu is small, because people write it.
       and conrelid <> 'items'::regclass
       and not exists (
             select from pg_index
              where indrelid = conrelid and indkey[0] = conkey[1]
                and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
     order by 1`)
  expect(rows.map(({ key }) => key)).toEqual([])
})
