import type pg from 'pg'
import { addressOf, type Person } from '#tests/faults/people.ts'
import { addOpenOrders } from '#tests/support/many-orders.ts'
import type { RunningServer } from '#tests/support/running-server.ts'
import { figure, progress } from './figures.ts'
import { type Measured, mean, measure } from './measure.ts'

/** `warmRounds` let V8 compile the code, `hotRounds` are measured. In a round each customer places an order. */
export const warmRounds = 10
export const hotRounds = 10

/** Measured rounds after a start: two hundred orders by a hundred customers. */
const coldRounds = 2

type Standing = { readonly unpaid: number; readonly open: number }

/**
 * Adds open copies of a finished order. `before` has the numbers of unpaid and open orders so far, `now` the wanted
 * numbers.
 */
export async function addStanding(pool: pg.Pool, orderId: string, now: Standing, before: Standing): Promise<void> {
  const first = before.unpaid + before.open + 1
  const unpaid = now.unpaid - before.unpaid
  await addOpenOrders(pool, orderId, { first, count: unpaid })
  const given = { status: `'preparing'`, payment: `'found'`, received: 'template.total' }
  await addOpenOrders(pool, orderId, { first: first + unpaid, count: now.open - before.open, given })
}

/**
 * Finishes these customers' orders, because an account may have only a few unpaid orders. The time for this is not
 * measured.
 */
export async function serveOrders(pool: pg.Pool, customerIds: readonly string[]): Promise<void> {
  await pool.query(
    `update orders set status = 'completed', payment = 'found', received = total, acknowledged_at = now(), ready_at = now(),
            finished_at = now() where status = 'pending' and customer_id = any ($1)`,
    [customerIds],
  )
  await pool.query('delete from stock_holds where customer_id = any ($1)', [customerIds])
}

type Setting = {
  readonly server: RunningServer
  readonly pool: pg.Pool
  readonly customers: readonly Person[]
  /** A dish without choices. */
  readonly itemId: string
  readonly standing: Standing
  /** The CPU milliseconds for inserting the rows of an order without a server. */
  readonly floor: number
}

/** Prints the processor time of an order right after a start, and with compiled code. */
export async function orders({
  server: { url, pid },
  pool,
  customers,
  itemId,
  standing,
  floor,
}: Setting): Promise<void> {
  const port = Number(new URL(url).port)
  const visitors = customers.map(({ cookie }, index) => ({ cookie, address: addressOf(index) }))
  const ids = customers.map(({ id }) => id)
  const beside = { what: 'its rows, inserted by pg alone', value: floor }
  const among = `beside ${standing.unpaid} unpaid and ${standing.open} open`
  const rounds = async (what: string, count: number) => {
    progress(`${what} ${among}`)
    const all: Measured[] = []
    for (let round = 0; round < count; round++) {
      await serveOrders(pool, ids)
      all.push(await measure(pid, port, { kind: 'order', itemId, customers: visitors, round }))
    }
    return mean(all)
  }
  const cold = await rounds('cold orders', coldRounds)
  figure({ what: `an order of the first two hundred, ${among}`, ...cold, unit: 'ms', beside })
  await rounds('warm-up', warmRounds)
  figure({ what: `an order, hot, ${among}`, ...(await rounds('hot orders', hotRounds)), unit: 'ms', beside })
  await serveOrders(pool, ids)
}
