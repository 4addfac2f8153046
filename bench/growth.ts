import pg from 'pg'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { sweepChangedDays } from '#server/books/figures/recount.ts'
import { joinDatabase } from '#server/db/database.ts'
import { signIn, signUp } from '#tests/faults/people.ts'
import { multiplyOrder } from '#tests/support/many-orders.ts'
import { postgresOf, type RunningServer } from '#tests/support/running-server.ts'
import { figure, keepGrowth, progress } from './figures.ts'

/** How much slower work may be beside a hundred times as many orders. */
const limit = 1.3

/** Of each figure the median and the slowest twentieth of so many are taken. */
const times = 41

/** Milliseconds that the slowest twentieth may take. */
const slowest = 300

/** Orders before. A million takes some minutes to write: `--orders 1000000`. */
const few = 10_000

/** Prints how long a new quote and the office's screens take beside `few` orders and beside `many`. */
export async function growth(
  { url }: RunningServer,
  dataDir: string,
  { ownersPassword, many }: { ownersPassword: string; many: number },
): Promise<void> {
  const postgres = await postgresOf(dataDir)
  if (!postgres) throw new Error('No PostgreSQL runs in the data folder.')
  const pool = new pg.Pool({ host: postgres.host, port: postgres.port, user: 'buka', database: 'buka' })
  try {
    const { items } = (await (await fetch(`${url}/api/menu/softdrinks`)).json()) as CategoryPage
    const itemId = items.find(({ available }) => available)?.id ?? ''
    const customer = await signUp(url, 900)
    const owner = await signIn(url, 'desk', ownersPassword)
    let quotes = 0
    const quote = async () => {
      quotes += 1
      const lines = [{ itemId, selection: {}, quantity: 1, chefComment: `growth ${quotes}` }]
      const { body } = await customer.send<Quote>('POST', '/api/quotes', { lines })
      return body
    }
    const { id } = await quote()
    await customer.send('POST', '/api/orders', { quoteId: id })
    await pool.query(
      `update orders set status = 'completed', payment = 'found', received = total, ready_at = now(), finished_at = now(),
              acknowledged_at = now() where id = $1`,
      [id],
    )
    const works = {
      'a new quote': async () => {
        await quote()
        await pool.query('delete from stock_holds where customer_id = $1', [customer.id])
        await pool.query('delete from quotes where customer_id = $1 and not placed', [customer.id])
      },
      "the office's record": () => owner.send('GET', '/api/office/audit'),
      'the record of one person': () => owner.send('GET', `/api/office/audit?person=${owner.id}`),
      'the staff page': () => owner.send('GET', '/api/office/staff'),
      'the overview': () => owner.send('GET', '/api/office/overview'),
      'a search of orders for a rare name': () => owner.send('GET', '/api/office/orders?q=nobody'),
      'a search of orders for a common name': () => owner.send('GET', '/api/office/orders?q=guest'),
      'the same among the cancelled, of which there are none': () =>
        owner.send('GET', '/api/office/orders?q=guest&state=cancelled'),
      'a search of orders for a common and a rare name': () => owner.send('GET', '/api/office/orders?q=guest+nobody'),
      'a search of orders by dish and state': () =>
        owner.send('GET', `/api/office/orders?state=completed&dish=${encodeURIComponent(itemId)}`),
      // Beside the overview.
      'figures of today': async () => {
        await pool.query('insert into changed_days values (current_date)')
        await owner.send('GET', `/api/office/figures?from=${daysAgo(0)}&to=${daysAgo(0)}`)
      },
      // As today is in a busy restaurant: one day of 4,320 orders is not counted yet.
      'figures of 28 days': async () => {
        await pool.query('insert into changed_days values (current_date - 2)')
        await owner.send('GET', `/api/office/figures?from=${daysAgo(27)}&to=${daysAgo(0)}`)
      },
      'figures of a year': async () => {
        await pool.query('insert into changed_days values (current_date - 2)')
        await owner.send('GET', `/api/office/figures?from=${daysAgo(364)}&to=${daysAgo(0)}`)
      },
      'the open day': () => owner.send('GET', '/api/office/open-day'),
      'the signed days': () => owner.send('GET', '/api/office/days'),
      'the newest customers': () => owner.send('GET', '/api/office/customers'),
      'a search of customers for a rare name': () => owner.send('GET', '/api/office/customers?q=nobody'),
      'a search of customers for a common name': () => owner.send('GET', '/api/office/customers?q=grown'),
    }
    const sizes = [few, 100_000, 1_000_000].filter((size) => size < many).concat(many)
    const measured: { readonly orders: number; readonly figures: ReadonlyMap<string, Taken> }[] = []
    for (const [index, orders] of sizes.entries()) {
      progress(`${orders.toLocaleString('en')} orders are written`)
      const before = sizes[index - 1] ?? 0
      await multiplyOrder(pool, { orderId: id, staffId: owner.id, count: orders - before, after: before })
      progress('Their days are counted')
      await countDays(dataDir)
      const figures = new Map<string, Taken>()
      for (const [what, work] of Object.entries(works)) {
        progress(`${what} beside ${orders.toLocaleString('en')} orders`)
        figures.set(what, await timed(work))
      }
      measured.push({ orders, figures })
    }
    for (const what of Object.keys(works)) {
      const all = measured.flatMap(({ orders, figures }) => {
        const taken = figures.get(what)
        return taken ? [{ orders, ...taken }] : []
      })
      const [first, last] = [all[0], all.at(-1)]
      if (!first || !last) continue
      const beside = { what: `beside ${few.toLocaleString('en')}`, value: first.median, limit }
      figure({ what: `${what} beside ${many.toLocaleString('en')} orders`, value: last.median, unit: 'ms', beside })
      figure({
        what: `${what} beside ${many.toLocaleString('en')} orders, the slowest of twenty`,
        value: last.slow,
        unit: 'ms',
        limit: slowest,
      })
      keepGrowth({ what, points: all.map(({ orders, median }) => ({ orders, milliseconds: median })) })
    }
  } finally {
    await pool.end()
  }
}

/** Counts the days of the new orders, as the server does within ten minutes. */
async function countDays(dataDir: string): Promise<void> {
  const database = await joinDatabase({ dataDir, log: () => {} })
  const most = 500
  for (let count = most; count === most; ) count = await database.transaction((tx) => sweepChangedDays(tx, most))
  await database.stop()
}

/** As the figures of the office ask for it. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Milliseconds: the median, and what nineteen of twenty take at most. */
type Taken = { readonly median: number; readonly slow: number }

async function timed(work: () => Promise<unknown>): Promise<Taken> {
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    const began = performance.now()
    await work()
    taken.push(performance.now() - began)
  }
  const sorted = taken.sort((a, b) => a - b)
  return { median: sorted[times >> 1] ?? 0, slow: sorted[Math.floor(times * 0.95)] ?? 0 }
}
