import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { Order } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openFakePushService } from '#tests/support/fake-push-service.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { openDatabase } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { openLive } from '../live/live.ts'
import { openMessages } from '../messages/send-messages.ts'
import { serverKeys } from '../push/encryption.ts'
import { escalate, noteEscalation } from './alarms.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { kitchen, cashier, owner, rider } = restaurant
// Each test has a new customer, because the unpaid orders of one account are limited.
let ada = await restaurant.customer()
beforeEach(async () => {
  ada = await restaurant.customer()
})
const service = await openFakePushService()
const live = await openLive({ database, log: () => {} })
afterAll(async () => {
  await live.stop()
  await service.stop()
})

const acknowledge = (caller: User | undefined, id: string, body?: object) =>
  restaurant.act(caller, id, 'acknowledge', body)
const read = async ({ orderId: id }: { orderId: string }) =>
  (await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)).body
const setSettings = (caller: User, change: object) =>
  restaurant.call<RestaurantSettings>(caller, 'PATCH', '/api/office/settings', change)

async function claimed(minutes = 0): Promise<Order> {
  const order = await restaurant.order(ada)
  await restaurant.orm
    .update(orders)
    .set({ claimedAt: sql`now() - make_interval(secs => ${minutes * 60 + 5})` })
    .where(eq(orders.orderId, order.orderId))
  return order
}

const events = async ({ orderId: id }: Order) => (await restaurant.events(id)).map(({ type }) => type)

describe('permissions', () => {
  test.each([
    ['a signed-out visitor', undefined, 401],
    ['a customer', ada, 403],
    ['a rider', rider, 403],
    ['the kitchen', kitchen, 403],
  ])('%s cannot acknowledge an order', async (_caller, caller, status) => {
    const order = await claimed()
    expect(await acknowledge(caller, order.orderId)).toMatchObject({ status })
    expect((await read(order)).acknowledgedAt).toBeNull()
  })
})

describe('acknowledge', () => {
  test('50 concurrent acknowledgements make one change, one event for the desk and one audit entry', async () => {
    const order = await claimed()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => acknowledge(index % 2 ? cashier : owner, order.orderId)),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.acknowledgedAt}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { acknowledgedAt: expect.any(String), version: 2 } })
    const events = await restaurant.events(order.orderId)
    expect(events.map(({ type, topics }) => [type, topics])).toEqual([
      ['order.placed', ['till', 'kitchen', `customer:${ada.id}`]],
      ['order.acknowledged', ['till', 'kitchen']],
    ])
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).slice(1)).toMatchObject([
      { action: 'order.acknowledge' },
    ])
  })

  test.each([
    ['a payment', (id: string) => restaurant.pay(cashier, id, 5000)],
    ['a missing transfer', (id: string) => restaurant.act(cashier, id, 'report-missing')],
    ['a cancellation', (id: string) => restaurant.act(cashier, id, 'cancel', { reason: 'Nobody sent' })],
  ])('an order is also acknowledged by another action: %s', async (_what, act) => {
    const order = await claimed()
    expect(await act(order.orderId)).toMatchObject({ status: 200, body: { acknowledgedAt: expect.any(String) } })
  })

  test('an order started unpaid rings in the kitchen until a tablet acknowledges it or the order is ready', async () => {
    const unpaid = async () => {
      const order = await claimed()
      await acknowledge(cashier, order.orderId)
      return (await restaurant.act(owner, order.orderId, 'start-unpaid', { reason: 'A regular' })).body
    }
    const seen = (id: string) => restaurant.act(kitchen, id, 'acknowledge-start')
    const started = await unpaid()
    expect(started).toMatchObject({ status: 'preparing', acknowledgedAt: null })
    // Actions of desk or customer do not acknowledge the order for the kitchen.
    await acknowledge(cashier, started.orderId)
    expect((await restaurant.pay(cashier, started.orderId, 100)).body).toMatchObject({ acknowledgedAt: null })
    expect((await restaurant.act(ada, started.orderId, 'claim-again')).body).toMatchObject({ acknowledgedAt: null })
    const { body } = await seen(started.orderId)
    expect(body).toMatchObject({ status: 'preparing', acknowledgedAt: expect.any(String) })
    expect((await restaurant.events(started.orderId)).at(-1)).toMatchObject({
      type: 'order.acknowledged',
      topics: ['till', 'kitchen'],
    })
    expect((await seen(started.orderId)).body).toEqual(body)
    // A later claim leaves the order acknowledged, because the kitchen already works on it.
    await restaurant.act(cashier, started.orderId, 'report-missing')
    expect((await restaurant.act(ada, started.orderId, 'claim-again')).body).toMatchObject({
      acknowledgedAt: body.acknowledgedAt,
    })

    const ready = await unpaid()
    expect((await restaurant.act(cashier, ready.orderId, 'mark-ready')).body.acknowledgedAt).toEqual(expect.any(String))
  })

  test('an order whose transfer is claimed again has to be acknowledged again', async () => {
    const order = await claimed()
    await restaurant.act(cashier, order.orderId, 'report-missing')
    expect(await restaurant.act(ada, order.orderId, 'claim-again')).toMatchObject({
      status: 200,
      body: { acknowledgedAt: null },
    })
  })

  test('acknowledging a cancelled order changes nothing and succeeds, and acknowledging an unknown order returns 404', async () => {
    const order = await claimed()
    await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'Nobody sent' })
    const { version } = await read(order)
    expect(await acknowledge(cashier, order.orderId)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', version },
    })
    expect(await acknowledge(cashier, 'AAAAAAAAA')).toMatchObject({ status: 404 })
  })
})

describe('queued actions', () => {
  const queued = (account: User) => ({ account: account.id, key: randomUUID() })

  test('a repeated queued action is done once and returns the current order', async () => {
    const order = await restaurant.paidOrder(ada)
    const action = queued(kitchen)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => restaurant.act(kitchen, order.orderId, 'start', action)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await restaurant.act(kitchen, order.orderId, 'mark-ready')
    expect(await restaurant.act(kitchen, order.orderId, 'start', action)).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    })
    expect((await events(order)).filter((type) => type === 'order.started')).toHaveLength(1)
  })

  test("a queued action that another account has done meanwhile returns 409 with that account's name", async () => {
    const order = await restaurant.paidOrder(ada)
    await restaurant.act(cashier, order.orderId, 'start', queued(cashier))
    expect(await restaurant.act(kitchen, order.orderId, 'start', queued(kitchen))).toMatchObject({
      status: 409,
      body: { code: 'order-moved-on', detail: `Already preparing: ${cashier.username} was first.` },
    })
  })

  test('an action queued by another account returns 403 and changes nothing', async () => {
    const order = await restaurant.paidOrder(ada)
    expect(await restaurant.act(kitchen, order.orderId, 'start', queued(cashier))).toMatchObject({ status: 403 })
    expect(await restaurant.act(cashier, order.orderId, 'acknowledge', queued(owner))).toMatchObject({ status: 403 })
    expect((await restaurant.call<Order>(ada, 'GET', `/api/orders/${order.orderId}`)).body).toEqual(order)
  })

  test('a queued action is recorded at the time when staff pressed it, but never before the order was placed', async () => {
    const order = await restaurant.paidOrder(ada)
    await restaurant.act(kitchen, order.orderId, 'start')
    const at = new Date(Date.parse(order.createdAt) + 7).toISOString()
    expect((await restaurant.act(kitchen, order.orderId, 'mark-ready', { at })).body.readyAt).toBe(at)
    const early = await claimed()
    const { body } = await acknowledge(cashier, early.orderId, { at: '2001-01-01T00:00:00.000Z' })
    expect(body.acknowledgedAt).toBe(early.createdAt)
    expect(await acknowledge(cashier, early.orderId, { at: 'just now' })).toMatchObject({ status: 422 })
  })

  test('a queued recall that arrives late is accepted if staff pressed it within a minute after the order was ready', async () => {
    const order = await restaurant.delivery(ada)
    const readyAt = Date.now() - 300_000
    await restaurant.orm
      .update(orders)
      .set({ createdAt: new Date(readyAt - 600_000), readyAt: new Date(readyAt) })
      .where(eq(orders.orderId, order.orderId))
    const at = (secondsLater: number) => new Date(readyAt + secondsLater * 1000).toISOString()
    expect(await restaurant.act(kitchen, order.orderId, 'recall', { at: at(61) })).toMatchObject({ status: 409 })
    expect(await restaurant.act(kitchen, order.orderId, 'recall', { at: at(59) })).toMatchObject({ status: 200 })
  })

  test('SAFE-18: an action queued for longer than a shift cannot be undone, whatever time the request gives', async () => {
    const order = await restaurant.paidOrder(ada)
    for (const action of ['start', 'mark-ready', 'complete']) await restaurant.act(cashier, order.orderId, action)
    const over = async (hours: number) =>
      restaurant.orm.execute(
        sql`update orders set created_at = now() - interval '9 days', finished_at = now() - make_interval(hours => ${hours})
             where id = ${order.orderId}`,
      )
    const withdraw = async () => {
      const { rows } = await database.pool.query('select created_at, finished_at from orders where id = $1', [
        order.orderId,
      ])
      const answers = [rows[0].created_at, rows[0].finished_at].map((at: Date) =>
        restaurant.act(cashier, order.orderId, 'undo-completion', { at: at.toISOString() }),
      )
      return (await Promise.all(answers)).map(({ status }) => status).sort()
    }
    await over(13)
    expect(await withdraw()).toEqual([409, 409])
    await over(11)
    expect(await withdraw()).toEqual([200, 409])
  })

  test('a queued rider assignment sent three times is done once', async () => {
    const order = await restaurant.delivery(ada)
    const body = { riderId: rider.id, ...queued(cashier) }
    for (let times = 0; times < 3; times++) {
      expect(await restaurant.act(cashier, order.orderId, 'assign-rider', body)).toMatchObject({
        status: 200,
        body: { deliveryStatus: 'assigned' },
      })
    }
    expect((await events(order)).filter((type) => type === 'order.rider-assigned')).toHaveLength(1)
  })
})

describe('escalation', () => {
  /**
   * Sets the age of the desk's last report. A negative age puts the report into the future, so that the desk counts as
   * attended even on a slow machine.
   */
  const lastHeardOf = async (seconds: number) => {
    await restaurant.send(cashier, 'PUT', '/api/desk/presence')
    await database.pool.query('update desk_presence set seen_at = now() - make_interval(secs => $1)', [seconds])
  }
  const waitedSeconds = (order: Order, seconds: number) =>
    restaurant.orm
      .update(orders)
      .set({ claimedAt: sql`now() - make_interval(secs => ${seconds})` })
      .where(eq(orders.orderId, order.orderId))

  beforeEach(async () => {
    await restaurant.orm.update(orders).set({ acknowledgedAt: sql`now()` })
    await lastHeardOf(-3600)
  })
  afterEach(async () => {
    await setSettings(owner, { escalateAfter: 5, ownerPhone: null })
    await database.pool.query('delete from push_subscriptions')
  })

  test('an order that nobody acknowledges is escalated once after the minutes that the owner set, even by two processes', async () => {
    const [due, early] = [await claimed(5), await claimed(4)]
    const other = await openDatabase({ databaseUrl: database.url, dataDir: '', log: () => {} })
    try {
      await Promise.all([database, other, database, other].map((process) => escalate(process)))
      // `other`, a second process, stands for a restarted server.
      await escalate(other)
    } finally {
      await other.stop()
    }
    expect(await read(due)).toMatchObject({ escalatedAt: expect.any(String), escalation: 'nobody', version: 2 })
    expect(await events(due)).toEqual(['order.placed', 'order.escalated'])
    expect((await restaurant.auditEntries(`order:${due.orderId}`)).at(-1)).toMatchObject({
      actorId: null,
      action: 'order.escalate',
      detail: { waited: 5, atDesk: [cashier.id] },
    })
    expect((await read(early)).escalatedAt).toBeNull()
  })

  test('DESK-5: the owner is alerted within seconds if no desk is attended, and the audit entry says so', async () => {
    const [due, early] = [await claimed(), await claimed()]
    await waitedSeconds(due, 21)
    await waitedSeconds(early, -3600)
    await escalate(database)
    expect((await read(due)).escalatedAt).toBeNull()
    // The desk sleeps or has lost its network, so it stops reporting.
    await lastHeardOf(31)
    await escalate(database)
    expect(await read(due)).toMatchObject({ escalatedAt: expect.any(String) })
    expect((await read(early)).escalatedAt).toBeNull()
    expect((await restaurant.auditEntries(`order:${due.orderId}`)).at(-1)).toMatchObject({
      action: 'order.escalate',
      detail: { waited: 0, atDesk: [], escalation: 'nobody' },
    })
  })

  test('an unattended desk alerts nobody if the owner has turned alerts off', async () => {
    const order = await claimed(1)
    await lastHeardOf(3600)
    await setSettings(owner, { escalateAfter: null })
    await escalate(database)
    expect((await read(order)).escalatedAt).toBeNull()
  })

  test('a desk that reports itself again, even with another account, counts as attended', async () => {
    const order = await claimed(1)
    await lastHeardOf(3600)
    expect(await restaurant.send(owner, 'PUT', '/api/desk/presence')).toMatchObject({ status: 204 })
    await database.pool.query(`update desk_presence set seen_at = now() + interval '1 hour' where user_id = $1`, [
      owner.id,
    ])
    await escalate(database)
    expect((await read(order)).escalatedAt).toBeNull()
  })

  test('an order that is acknowledged or paid is not escalated', async () => {
    const [acknowledged, paid] = [await claimed(9), await claimed(9)]
    await acknowledge(cashier, acknowledged.orderId)
    await restaurant.pay(cashier, paid.orderId, 5000)
    await escalate(database)
    for (const order of [acknowledged, paid]) expect((await read(order)).escalatedAt).toBeNull()
  })

  test('a crowded order that a provider reported as paid is escalated by the age of the payment, not of the claim', async () => {
    const foundFor = async (minutes: number) => {
      const order = await claimed(9)
      const foundAt = sql`now() - make_interval(mins => ${minutes})`
      await restaurant.orm.update(orders).set({ foundAt, payment: 'found' }).where(eq(orders.orderId, order.orderId))
      return order
    }
    const [due, early] = [await foundFor(6), await foundFor(4)]
    await escalate(database)
    expect((await restaurant.auditEntries(`order:${due.orderId}`)).at(-1)).toMatchObject({ detail: { waited: 6 } })
    expect((await read(early)).escalatedAt).toBeNull()
  })

  test('an escalated order whose transfer is claimed again is not escalated again', async () => {
    const order = await claimed(9)
    await escalate(database)
    await restaurant.act(cashier, order.orderId, 'report-missing')
    await restaurant.act(ada, order.orderId, 'claim-again')
    await restaurant.orm
      .update(orders)
      .set({ claimedAt: sql`now() - interval '1 hour'` })
      .where(eq(orders.orderId, order.orderId))
    const { version } = await read(order)
    await escalate(database)
    expect((await read(order)).version).toBe(version)
  })

  test('only the owner can change the minutes and the phone of the escalation, or turn it off', async () => {
    for (const caller of [kitchen, cashier]) {
      for (const change of [{ escalateAfter: null }, { ownerPhone: '0803 000 0000' }]) {
        expect(await setSettings(caller, change)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
      }
    }
    expect(await setSettings(owner, { escalateAfter: 0 })).toMatchObject({
      status: 422,
      body: { field: 'escalateAfter' },
    })
    expect(await setSettings(owner, { ownerPhone: '12' })).toMatchObject({
      status: 422,
      body: { field: 'ownerPhone' },
    })
    expect(await setSettings(owner, { escalateAfter: 20, ownerPhone: '234 803 123 4567' })).toMatchObject({
      status: 200,
      body: { escalateAfter: 20, ownerPhone: '+2348031234567' },
    })
    expect(JSON.stringify((await restaurant.auditEntries('settings')).at(-1))).not.toContain('4567')
    const order = await claimed(19)
    await escalate(database)
    expect((await read(order)).escalatedAt).toBeNull()
    await setSettings(owner, { escalateAfter: null, ownerPhone: null })
    await restaurant.orm
      .update(orders)
      .set({ claimedAt: sql`now() - interval '1 day'` })
      .where(eq(orders.orderId, order.orderId))
    await escalate(database)
    expect((await read(order)).escalatedAt).toBeNull()
    // `ownerPhone` is the restaurant's WhatsApp number if the owner has set no phone.
    expect((await restaurant.call<KitchenLoad>(cashier, 'GET', '/api/kitchen-load')).body.ownerPhone).toBe(
      '+2348000000001',
    )
  })

  describe('push messages to the owner', () => {
    beforeEach(() => {
      service.received.length = 0
      service.answers.length = 0
    })

    async function subscribe({ id }: User): Promise<void> {
      const { endpoint, keys } = service.browser()
      const session = randomUUID()
      await database.pool.query(
        `insert into sessions (id, user_id, token, expires_at) values ($1, $2, $1, now() + interval '1 day')`,
        [session, id],
      )
      await database.pool.query(
        'insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth) values ($1, $2, $3, $4, $5)',
        [endpoint, id, session, keys.p256dh, keys.auth],
      )
    }

    const startPush = () =>
      openMessages({
        database,
        live,
        sender: { keys: serverKeys('a secret of the tests'), contact: 'mailto:owner@example.com' },
        sealed: { unseal: () => undefined },
        log: () => {},
        pollEvery: 50,
        onOutcome: (outcome) => noteEscalation(database, outcome),
      })

    test('each device of each owner gets one push message about an order, without name or amount, and the desk shows the outcome', async () => {
      for (const caller of [owner, owner, await restaurant.member('owner'), cashier, ada]) await subscribe(caller)
      const order = await claimed(5)
      await escalate(database)
      expect((await read(order)).escalation).toBe('sending')
      const processes = [await startPush(), await startPush()]
      await expect.poll(async () => (await read(order)).escalation).toBe('sent')
      await expect.poll(() => service.received.length).toBe(3)
      await Promise.all(processes.map((each) => each.stop()))
      expect(service.received).toHaveLength(3)
      for (const { text } of service.received) {
        expect(JSON.parse(text)).toEqual({
          title: 'Nobody has acknowledged an order',
          body: `Order ${order.orderId.slice(-6)} has waited 5 minutes for the desk.`,
          path: '/desk',
          tag: order.orderId,
        })
      }
      expect((await events(order)).slice(-1)).toEqual(['order.escalation-sent'])
    })

    test('the push message about an order at an unattended desk says that the desk is unattended', async () => {
      await subscribe(owner)
      const order = await claimed()
      await waitedSeconds(order, 25)
      await lastHeardOf(31)
      await escalate(database)
      const push = await startPush()
      await expect.poll(() => service.received.length).toBe(1)
      await push.stop()
      expect(JSON.parse(service.received[0]?.text ?? '')).toMatchObject({
        title: 'Nobody is at the desk',
        body: `Order ${order.orderId.slice(-6)} has waited for the desk.`,
      })
      const entries = await restaurant.auditEntries(`order:${order.orderId}`)
      expect(entries.map(({ action }) => action)).toEqual([
        'order.place',
        'order.escalate',
        'order.note-escalation-sent',
      ])
    })

    test('a push message that failed is shown at the desk until its retry succeeds', async () => {
      await subscribe(owner)
      service.answers.push({ status: 503 })
      const order = await claimed(5)
      await escalate(database)
      const push = await startPush()
      await expect.poll(async () => (await read(order)).escalation).toBe('failed')
      await database.pool.query("update messages set due_at = now() where state = 'waiting'")
      await expect.poll(async () => (await read(order)).escalation).toBe('sent')
      await push.stop()
    })
  })
})
