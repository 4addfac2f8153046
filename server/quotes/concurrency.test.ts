import { eq } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders, quotes, stockHolds } from '../db/schema.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)

/** Begins a transaction, runs the statements in it, and returns its connection. */
async function begun(...statements: readonly string[]): Promise<PoolClient> {
  const client = await database.pool.connect()
  // Closing the connection ends a transaction that is still open.
  onTestFinished(() => client.release(true))
  await client.query('begin; set local idle_in_transaction_session_timeout = 0')
  for (const statement of statements) await client.query(statement)
  return client
}

async function waiting(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(count)
    },
    { timeout: 60_000 },
  )
}

const lockMenu = `select pg_advisory_xact_lock(hashtext('menu'))`
const lockRow = (table: string, id: string) => `select from ${table} where id = '${id}' for update`

test('SAFE-14: a quote or an order that waits too long for a lock returns 503 with Retry-After and a sentence', async () => {
  const [ada, bola, chidi] = [await restaurant.customer(), await restaurant.customer(), await restaurant.customer()]
  const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
  const other = await begun(lockMenu, lockRow('quotes', quote.id), lockRow('users', bola.id))
  const responses = await Promise.all([
    restaurant.send(ada, 'POST', '/api/orders', { quoteId: quote.id }),
    restaurant.send(bola, 'POST', '/api/quotes', cartOf('jollof')),
    restaurant.send(chidi, 'POST', '/api/quotes', cartOf('jollof')),
  ])
  for (const response of responses) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(await response.json()).toMatchObject({ detail: expect.stringMatching(/\.$/) })
  }
  await other.query('rollback')
  expect((await restaurant.place(ada, quote.id)).status).toBe(201)
}, 30_000)

/**
 * Runs `work` into a deadlock: `work` locks the account and waits for `lock`, while another transaction holds `lock`
 * and waits for the account. The other transaction checks for deadlocks only after a minute, so PostgreSQL finds the
 * deadlock in the transaction of `work`, and cancels it.
 */
async function throughDeadlock<Answer>(account: string, lock: string, work: () => Promise<Answer>): Promise<Answer> {
  const first = await begun(lockRow('users', account))
  const other = await begun(`set local deadlock_timeout = '1min'`, lock)
  const answer = work()
  await waiting(1)
  const blocked = other.query(lockRow('users', account))
  await waiting(2)
  await first.query('commit')
  // PostgreSQL grants the account's lock once it has cancelled the transaction of `work`.
  await blocked
  await other.query('commit')
  return answer
}

test('SAFE-14: a quote and its order are made once after a deadlock', async () => {
  const ada = await restaurant.customer()
  const asked = await throughDeadlock(ada.id, lockMenu, () => restaurant.quote(ada, cartOf('jollof', 2)))
  expect(asked.status).toBe(201)
  expect(await restaurant.orm.$count(quotes, eq(quotes.customerId, ada.id))).toBe(1)
  expect(await restaurant.orm.$count(stockHolds, eq(stockHolds.customerId, ada.id))).toBe(1)
  const placed = await throughDeadlock(ada.id, lockRow('quotes', asked.body.id), () =>
    restaurant.place(ada, asked.body.id),
  )
  expect(placed.status).toBe(201)
  expect(await restaurant.orm.$count(orders, eq(orders.customerId, ada.id))).toBe(1)
  expect(await restaurant.events(asked.body.id)).toHaveLength(1)
}, 30_000)

/** Sets Victoria Island's fee in naira and the tax rate in basis points to the same number, in one request. */
async function setBoth(number: number): Promise<void> {
  const locations = [{ id: 'vi', name: 'Victoria Island', fee: number }]
  const { status } = await restaurant.call(restaurant.owner, 'PATCH', '/api/office/settings', {
    locations,
    taxes: [{ name: 'VAT', rate: number, included: false, onDelivery: false }],
  })
  expect(status).toBe(200)
}

async function quoted(customer: User): Promise<readonly (number | undefined)[]> {
  const { body } = await restaurant.quote(customer, cartOf('jollof', 1, { deliveryMethod: 'delivery' }))
  return [body.deliveryFee, body.taxLines?.[0]?.rate]
}

test('OWNER-4: a quote made while the owner changes fee and tax has the fee and the tax of the same change', async () => {
  await setBoth(10)
  const ada = await restaurant.customer()
  const menu = await begun(lockMenu)
  const answer = quoted(ada)
  await waiting(1)
  await setBoth(20)
  await menu.query('commit')
  expect(await answer).toEqual([20, 20])
})

test('OWNER-4: a quote that waits for a change of the delivery places has tax and fee of the same change', async () => {
  await setBoth(10)
  const ada = await restaurant.customer()
  const change = await begun('lock table locations in access exclusive mode')
  const answer = quoted(ada)
  await waiting(1)
  await change.query(`update settings set document = jsonb_set(document, '{taxes,0,rate}', '20')`)
  await change.query(`update locations set fee = 20 where id = 'vi'`)
  await change.query('commit')
  expect(await answer).toEqual([20, 20])
})
