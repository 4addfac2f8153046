import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { actions } from '#domain/order/actions.ts'
import { readBackup } from '#server/db/backup-file.ts'
import { migrate } from '#server/db/migrate.ts'
import { unlikeMovements } from '../faults/order-check.ts'
import { administer, databaseUrl } from '../support/database.ts'

// A backup of a busy evening, written by the version before migration 0014.
const backup = join(import.meta.dirname, '../fixtures/migration-0013.backup')

type Row = Record<string, unknown>
type Names = Readonly<Record<string, string>>

/** Old names and values, each with its new name or value. */
const names: { tables: Names; columns: Names; keys: Names; values: Readonly<Record<string, Names>> } = JSON.parse(
  await readFile(join(import.meta.dirname, '../fixtures/migration-0013.names.json'), 'utf8'),
)

const server = inject('testServer')
const name = `${server.prefix}${randomBytes(6).toString('hex')}`
const client = new pg.Client({ connectionString: databaseUrl(server.url, name) })
const before = new Map<string, Row[]>()

beforeAll(async () => {
  await administer(server.url, `CREATE DATABASE ${name}`)
  const connection = { connectionString: databaseUrl(server.url, name) }
  await readBackup(
    connection,
    { file: backup },
    async () => {},
    () => {},
  )
  await migrate(connection)
  await client.connect()

  let table = ''
  for await (const line of createInterface({ input: createReadStream(backup).pipe(createGunzip()) })) {
    const row = JSON.parse(line) as Row
    if (typeof row.table === 'string' && typeof row.rows === 'number') table = row.table
    else if (table) before.set(table, [...(before.get(table) ?? []), row])
  }
})

afterAll(async () => {
  await client.end()
  await administer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})

async function rowsOf(query: string): Promise<Row[]> {
  return (await client.query<Row>(query)).rows
}

const renamed = (from: string, to: Names = {}) => to[from] ?? from

/** Replaces the old names in a value of the old version by the new names, at every depth. */
function updated(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => updated(each, key))
  if (value === null || typeof value !== 'object') {
    return typeof value === 'string' ? renamed(value, names.values[key]) : value
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [renamed(renamed(key, names.columns), names.keys), updated(each, key)]),
  )
}

test('migrating an old database keeps all data of an order under the new names', async () => {
  const expected = (before.get('orders') ?? []).map((row): Row => {
    const order = updated(row) as Row
    const isOver = order.status === 'completed' || order.status === 'cancelled'
    const added = {
      portions_sold: {},
      crowded: false,
      quote_expired: false,
      rejection: null,
      link_code: null,
      found_at: null,
      started_at: null,
      anonymised_at: null,
      first_confirmation: null,
      estimated_minutes: null,
      ordered_before: null,
      address_key: null,
      cash_at_door: false,
      tax_lines: [],
      slot: null,
      due: null,
      start_at: null,
      stock_day: null,
      slot_question: null,
      waits: false,
      driving_minutes: null,
    }
    return { ...order, ...added, finished_at: isOver ? order.updated_at : null }
  })
  expect(expected).toHaveLength(34)
  const rows = await rowsOf('select to_json(orders) as row from orders')
  const byId = (a: Row, b: Row) => (String(a.id) < String(b.id) ? -1 : 1)
  expect(rows.map(({ row }) => row as Row).sort(byId)).toEqual(expected.sort(byId))
})

test('migrating an old database gives each action one name in the audit log', async () => {
  const rows = await rowsOf('select distinct action from audit order by action')
  const orderActions = Object.keys(actions).map((action) => `order.${action}`)
  const others = ['order.place', 'item.mark-available', 'item.mark-sold-out', 'kitchen-load.change', 'session.begin']
  const unknown = rows
    .map(({ action }) => String(action))
    .filter((each) => ![...orderActions, ...others].includes(each))
  expect(unknown).toEqual([])
  expect(await rowsOf("select id from audit where detail ?| array['pressed']")).toEqual([])
})

test('SAFE-13: migrating an old database keeps open sessions, and replaces their tokens by hashes', async () => {
  const expected = (before.get('sessions') ?? []).map(({ id, token }) => ({
    id,
    token: createHash('sha256').update(String(token)).digest('hex'),
  }))
  expect(expected.length).toBeGreaterThan(5)
  expect(await rowsOf('select id, token from sessions order by id collate "C"')).toEqual(
    expected.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
  )
})

test('SAFE-12 SAFE-9: migrating an old database marks demo accounts with the printed password, and limits staff sessions to 12 hours', async () => {
  expect(await rowsOf('select username from users where is_demo order by username')).toEqual(
    ['cashier', 'desk', 'kitchen', 'rider'].map((username) => ({ username })),
  )
  const longest = await rowsOf(
    `select role <> 'customer' as staff, extract(epoch from max(expires_at - sessions.created_at)) / 3600 > 12 as longer
       from sessions join users on users.id = user_id group by 1 order by 1`,
  )
  expect(longest).toEqual([
    { staff: false, longer: true },
    { staff: true, longer: false },
  ])
})

test('migrating an old database keeps the terms of quotes, and the number of rows of every table except payments and refunds', async () => {
  for (const [table, rows] of before) {
    // Payments and refunds became movements of money, which a test below compares.
    if (table === 'payments' || table === 'refunds') continue
    const [{ count } = { count: 0 }] = await rowsOf(`select count(*)::int from ${renamed(table, names.tables)}`)
    expect({ table, count }).toEqual({ table, count: rows.filter((row) => row.end === undefined).length })
  }
  const [quote] = before.get('quotes') ?? []
  expect(await rowsOf(`select terms from quotes where id = '${quote?.id}'`)).toEqual([{ terms: quote?.offer }])
})

test('BOOKS-4: migrating an old database turns payments and refunds into movements that add up to each order’s sums', async () => {
  const payments = before.get('payments') ?? []
  const refunds = before.get('refunds') ?? []
  expect([payments.length, refunds.length]).toEqual([32, 2])
  const accountOf = (orderId: unknown) =>
    payments.findLast(({ order_id, method }) => order_id === orderId && method === 'transfer')?.account_id ?? ''
  const places: Readonly<Record<string, string>> = { cash: 'till', card: 'terminal' }
  const expected = [
    ...payments.map(
      ({ order_id, amount, method, session_id, sender, recorded_by, provider, account_id, recorded_at }) => ({
        at: recorded_at,
        kind: 'received',
        place: places[String(method)] ?? `account:${account_id}`,
        order_id,
        amount,
        method,
        reference: session_id,
        sender,
        recorded_by,
        provider,
        note: null,
      }),
    ),
    ...refunds.map(({ order_id, amount, reference, paid_by, paid_at }) => ({
      at: paid_at,
      kind: 'refund',
      place: reference === null ? 'till' : `account:${accountOf(order_id)}`,
      order_id,
      amount: -Number(amount),
      method: reference === null ? 'cash' : 'transfer',
      reference,
      sender: null,
      recorded_by: paid_by,
      provider: null,
      note: null,
    })),
  ]
  const rows = await rowsOf("select to_jsonb(movements) - 'id' - 'kobo' as row from movements order by id")
  const byOrder = (a: Row, b: Row) => (`${a.order_id}${a.reference}` < `${b.order_id}${b.reference}` ? -1 : 1)
  expect(rows.map(({ row }) => row as Row).sort(byOrder)).toEqual(expected.sort(byOrder))
  expect(await rowsOf(unlikeMovements)).toEqual([])
})

test('migrating an old database deletes its events and ends the validity of older cursors, so a browser with such a cursor gets a reset', async () => {
  const [{ horizon } = { horizon: '0' }] = await rowsOf('select xid::text as horizon from events_horizon')
  expect(BigInt(String(horizon))).toBeGreaterThan(0n)
  expect(await rowsOf('select id from events')).toEqual([])
})

test('SAFE-4 STOCK-2: migrating an old database counts its unpaid orders by network address, and its open orders as kitchen load', async () => {
  const own = `${name}_counts`
  await administer(server.url, `CREATE DATABASE ${own}`)
  const connection = { connectionString: databaseUrl(server.url, own) }
  const old = new pg.Client(connection)
  onTestFinished(async () => {
    await old.end()
    await administer(server.url, `DROP DATABASE IF EXISTS ${own} WITH (FORCE)`)
  })
  await readBackup(
    connection,
    { file: backup },
    async () => {},
    () => {},
  )
  await migrate(connection, undefined, '0046-key-of-a-request.sql')
  await old.connect()
  const isUnpaid = "status = 'pending' and received = 0 and payment = 'claimed' and entered_by is null"
  await old.query(`update quotes set address_key = 'near' where id in (select id from orders where ${isUnpaid})`)
  const unpaid = await old.query(`select id from orders where ${isUnpaid}`)
  await old.query('update orders set crowded = true where id = $1', [unpaid.rows[0].id])
  await migrate(connection)
  const { rows } = await old.query(`
    select (select count(*)::int from orders where address_key = 'near') as near,
           (select count(*)::int from orders where status in ('pending', 'preparing') and not crowded) as work,
           (select sum(open)::int from kitchen_counts) as counted`)
  expect(rows).toEqual([{ near: unpaid.rowCount, work: expect.any(Number), counted: rows[0].work }])
  expect(rows[0].counted).toBeGreaterThan(0)
})
