// Measures the lowest possible cost of an order: pg alone inserts the rows of a quote and its order, in two
// transactions of one round trip each. `node bench/bare-orders.ts DATA_DIR ORDER CUSTOMERS` copies the rows of one
// unpaid order while no server runs, and prints the CPU milliseconds of an order.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import * as Quote from '#domain/order/quote.ts'
import { startPostgres } from '#server/db/postgres.ts'
import { processorTime } from '#tests/support/process-tree.ts'
import { postgresOf } from '#tests/support/running-server.ts'
import { hotRounds, serveOrders, warmRounds } from './orders.ts'

type Row = Readonly<Record<string, string | null>>
type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

const connections = 8
const [dataDir = '', orderId = '', customers = ''] = process.argv.slice(2)
const customerIds = customers.split(',')
const postgres = await startPostgres({ dataDir, log: () => {} })
const running = await postgresOf(dataDir)
if (!running) throw new Error('No PostgreSQL runs in the data folder.')
const connection = { host: running.host, port: running.port, user: 'buka', database: 'buka', pipeline: true }
const pool = new pg.Pool({ ...connection, max: connections } as pg.PoolConfig)
// Ignore errors of idle connections: PostgreSQL may stop before they have closed.
pool.on('error', () => {})

/** Returns statements that insert copies of the recorded order's rows in a table, without generated columns. */
async function inserts(table: string, condition: string, given: Row = {}): Promise<Statement[]> {
  const { rows: columns } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' and column_name <> 'xid'`,
    [table],
  )
  const names = columns.map(({ name }) => name)
  const asText = names.map((name) => `${name}::text as ${name}`).join(', ')
  const { rows } = await pool.query<Row>(`select ${asText} from ${table} where ${condition}`, [orderId])
  const text = `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`
  return rows.map((row) => ({ name: table, text, values: names.map((name) => given[name] ?? row[name] ?? null) }))
}

function plain(name: string, text: string): Statement {
  return { name, text, values: text.includes('$1') ? [orderId] : [] }
}

const transactions = JSON.stringify([
  [
    plain('begin', 'begin'),
    ...(await inserts('quotes', 'id = $1', { open: 'true', placed: 'false' })),
    ...(await inserts('stock_holds', 'quote_id = $1', { claimed_at: null })),
    plain('commit', 'commit'),
  ],
  [
    plain('begin', 'begin'),
    plain('close', 'update quotes set open = false, placed = true where id = $1'),
    plain('claim', 'update stock_holds set claimed_at = now() where quote_id = $1'),
    ...(await inserts('orders', 'id = $1')),
    ...(await inserts('events', `subject = $1 and type = 'order.placed'`)),
    ...(await inserts('audit', `subject = 'order:' || $1 and action = 'order.place'`)),
    plain('commit', 'commit'),
  ],
])
const {
  rows: [recorded],
} = await pool.query<{ customer: string }>('select customer_id as customer from orders where id = $1', [orderId])

async function place(client: pg.PoolClient, customerId: string): Promise<void> {
  const text = transactions
    .replaceAll(orderId, Quote.orderId(randomBytes(32)))
    .replaceAll(recorded?.customer ?? '', customerId)
  for (const statements of JSON.parse(text) as Statement[][]) {
    await Promise.all(statements.map((statement) => client.query({ ...statement, values: [...statement.values] })))
  }
}

/** Places one order for each customer. Returns the CPU milliseconds of this process and its database. */
async function round(): Promise<number> {
  await serveOrders(pool, customerIds)
  const before = await processorTime(process.pid)
  const waiting = customerIds.values()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await pool.connect()
      for (const customerId of waiting) await place(client, customerId)
      client.release()
    }),
  )
  return (await processorTime(process.pid)) - before
}

for (let turn = 0; turn < warmRounds; turn++) await round()
let sum = 0
for (let turn = 0; turn < hotRounds; turn++) sum += await round()
console.log(sum / hotRounds / customerIds.length)
await pool.end()
await postgres.stop()
