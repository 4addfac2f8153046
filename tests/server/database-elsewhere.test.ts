import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { openDatabase } from '#server/db/database.ts'
import { type Acknowledged, checkOrders } from '../faults/order-check.ts'
import { type Person, plainDishes, Refused, signUp } from '../faults/people.ts'
import { signInStaff } from '../faults/server-under-test.ts'
import { connectionUrl, freshDatabase } from '../support/database.ts'
import { openDatabasePath } from '../support/database-path.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'
import { printedSignIns, startServer } from '../support/running-server.ts'
import { openReplicated } from '../support/standby.ts'

const database = await freshDatabase()
cheapHashesOfPrograms()

test('RUN-6: a synchronous standby that is promoted under load has every order that the server has answered, exactly once', {
  timeout: 300_000,
}, async () => {
  const cluster = await openReplicated()
  onTestFinished(cluster.stop)
  const urls = [cluster.primary, cluster.standby].map(({ connection }) =>
    connectionUrl(connection).replace('/postgres?', `/${connection.database}?`),
  )
  const [first = '', second = ''] = urls
  const refusal = await openDatabase({ databaseUrl: second, dataDir: '', log: () => {} }).catch(String)
  expect(refusal).toContain('is a standby, which only reads. Use the address of the primary.')

  // `path` leads to the current primary, like the address of a hosted database, or of Patroni with HAProxy.
  const path = await openDatabasePath(first)
  onTestFinished(path.close)
  const server = await startServer({ env: { DATABASE_URL: path.url, DEMO_STAFF: 'on' } })
  onTestFinished(server.stop)
  const { owner } = await signInStaff(server.url, printedSignIns(server.stdout()))
  const customers = [await signUp(server.url, 1), await signUp(server.url, 2), await signUp(server.url, 3)]
  const [dish = ''] = await plainDishes(server.url)

  const acknowledged: (Acknowledged & { readonly at: number })[] = []
  let over = false
  const orderUntilOver = async (customer: Person, index: number) => {
    for (let serial = 1; !over; serial++) {
      const note = `Customer ${index}, order ${serial}`
      const lines = [{ itemId: dish, selection: {}, quantity: 1, chefComment: note }]
      const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', { lines, deliveryMethod: 'pick-up' })
      await customer.send<Order>('POST', '/api/orders', { quoteId: quote.id })
      const at = performance.now()
      const payment = {
        accountId: quote.accounts[0]?.id,
        amount: quote.totalAmount,
        sender: 'ADA OBI',
        sessionId: quote.id,
      }
      await owner.send('POST', `/api/orders/${quote.id}/confirm-payment`, payment).catch((error: unknown) => {
        // The first answer was lost. The repeated request is refused, because the payment is recorded.
        if (!(error instanceof Refused)) throw error
      })
      const { body: order } = await customer.send<Order>('GET', `/api/orders/${quote.id}`)
      acknowledged.push({ customer, note, order, at })
    }
  }
  const ordering = Promise.all(customers.map(orderUntilOver))
  const reached = async (count: number) => {
    while (acknowledged.length < count) await Promise.race([sleep(20), ordering])
  }
  await reached(10)
  const before = acknowledged.length
  const killedAt = performance.now()
  process.kill(cluster.primary.pid, 'SIGKILL')
  // Cut off the old primary, so that it gets no order after the standby is promoted.
  await path.refuse()
  await cluster.promote()
  path.lead(second)
  await path.restore()
  await reached(before + 10)
  over = true
  await ordering
  const after = acknowledged.map(({ at }) => at).filter((at) => at > killedAt)
  console.log(
    `Orders were acknowledged again ${Math.round(Math.min(...after) - killedAt)} ms after the primary was killed.`,
  )

  const found = await checkOrders(acknowledged, { connectionString: second })
  expect(found).toEqual({ lost: 0, doubled: 0, inconsistent: 0, unanswered: 0 })
  expect(server.stderr()).not.toMatch(/"request\.failed"/)
})

test('RUN-6: a DATABASE_URL that leads to a connection pooler is refused with a sentence', async () => {
  const path = await openDatabasePath(database.url, { asPooler: true })
  onTestFinished(path.close)
  const refusal = await openDatabase({ databaseUrl: path.url, dataDir: '', log: () => {} }).catch(String)
  expect(refusal).toContain('DATABASE_URL leads to a connection pooler, such as pgbouncer.')
})
