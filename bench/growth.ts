import type pg from 'pg'
import type { Quote } from '#contract/order/quotes.ts'
import { sweepChangedDays } from '#server/books/figures/recount.ts'
import { joinDatabase } from '#server/db/database.ts'
import type { Person } from '#tests/faults/people.ts'
import { multiplyOrder } from '#tests/support/many-orders.ts'
import { processorTime } from '#tests/support/process-tree.ts'
import type { RunningServer } from '#tests/support/running-server.ts'
import { figure, keepGrowth, progress } from './figures.ts'

/** The highest allowed ratio of the cost beside the most orders to the cost beside `few` orders. */
const limit = 1.3

/** One turn warms the server up, then `turns` are measured. A turn repeats the work `times` times. */
const turns = 10
const times = 10

export const few = 10_000

type Setting = {
  readonly server: RunningServer
  readonly dataDir: string
  readonly pool: pg.Pool
  readonly owner: Person
  readonly customer: Person
  /** A finished order, of which `few` copies exist. */
  readonly orderId: string
  readonly itemId: string
  readonly many: number
}

/** Prints the processor time of a new quote and of the staff screens, with `few` orders and with `many`. */
export async function growth({
  server,
  dataDir,
  pool,
  owner,
  customer,
  orderId,
  itemId,
  many,
}: Setting): Promise<void> {
  // Runs before each turn, because an account may have only a few open quotes.
  const clearQuotes = async () => {
    await pool.query('delete from stock_holds where customer_id = $1', [customer.id])
    await pool.query('delete from quotes where customer_id = $1 and not placed', [customer.id])
  }
  const read = (path: string) => () => owner.send('GET', path)
  let quotes = 0
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    'a new quote': () => {
      quotes += 1
      const items = [{ itemId, selection: {}, quantity: 1, chefComment: `growth ${quotes}` }]
      return customer.send<Quote>('POST', '/api/quotes', { items })
    },
    'the board': read('/api/desk/orders'),
    "the office's record": read('/api/office/audit'),
    'the staff page': read('/api/office/staff'),
    'the overview': read('/api/office/overview'),
    'a search of orders for a rare name': read('/api/office/orders?q=nobody'),
    'a search of orders for a common name': read('/api/office/orders?q=guest'),
    'a search of customers for a rare name': read('/api/office/customers?q=nobody'),
    'a search of customers for a common name': read('/api/office/customers?q=grown'),
    'the open day': read('/api/office/open-day'),
    'figures of a day that is not counted yet': async () => {
      await pool.query('insert into changed_days values (current_date - 2) on conflict do nothing')
      await owner.send('GET', `/api/office/figures?from=${daysAgo(2)}&to=${daysAgo(2)}`)
    },
    'figures of a year': read(`/api/office/figures?from=${daysAgo(364)}&to=${daysAgo(0)}`),
  }
  const sizes = [few, 100_000, 1_000_000].filter((size) => size < many).concat(many)
  const taken = new Map(Object.keys(works).map((what) => [what, [] as { orders: number; milliseconds: number }[]]))
  for (const [index, orders] of sizes.entries()) {
    progress(`${orders.toLocaleString('en')} orders are written`)
    const before = sizes[index - 1] ?? few
    if (orders > before)
      await multiplyOrder(pool, { orderId, staffId: owner.id, count: orders - before, after: before })
    await countDays(dataDir)
    for (const [what, work] of Object.entries(works)) {
      progress(`${what} beside ${orders.toLocaleString('en')} orders`)
      taken.get(what)?.push({ orders, milliseconds: await timeOf(server.pid, work, clearQuotes) })
    }
  }
  for (const [what, points] of taken) {
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) continue
    const beside = { what: `beside ${few.toLocaleString('en')}`, value: first.milliseconds, limit }
    figure({ what: `${what} beside ${many.toLocaleString('en')} orders`, value: last.milliseconds, unit: 'ms', beside })
    keepGrowth({ what, points })
  }
}

/** Recounts the figures of the days that have new orders, as the server's sweep would within ten minutes. */
async function countDays(dataDir: string): Promise<void> {
  const database = await joinDatabase({ dataDir, log: () => {} })
  const most = 500
  for (let count = most; count === most; ) count = await database.transaction((tx) => sweepChangedDays(tx, most))
  await database.stop()
}

/** Returns the date so many days ago, in the form of the office's requests for figures. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Returns the CPU milliseconds of server and database for `work`. `reset` runs before each turn and is not measured.
 */
async function timeOf(server: number, work: () => Promise<unknown>, reset: () => Promise<void>): Promise<number> {
  let sum = 0
  for (let turn = 0; turn <= turns; turn++) {
    await reset()
    const before = await processorTime(server)
    for (let time = 0; time < times; time++) await work()
    if (turn > 0) sum += (await processorTime(server)) - before
  }
  return sum / turns / times
}
