import { createECDH } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { form, noLimits, openTestRestaurant as openAuthRestaurant, userIn } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { claimsOf, openFakePushService } from '#tests/support/fake-push-service.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { authRoutes } from '../auth/auth-routes.ts'
import { problemResponse, Refusal } from '../http/problems.ts'
import { serve } from '../http/serve.ts'
import { openLive } from '../live/live.ts'
import { publish } from '../live/publish.ts'
import { serverKeys } from '../push/encryption.ts'
import { pushRoutes } from '../push/push-routes.ts'
import { isPushService } from '../push/service.ts'
import { type Messages, openMessages } from './send-messages.ts'
import { writeMessages } from './write-messages.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openAuthRestaurant(database, { limits: noLimits })
const service = await openFakePushService()
const live = await openLive({ database, log: () => {} })
const sender = { keys: serverKeys('a secret of the tests'), contact: 'mailto:owner@example.com' }
const log = vi.fn()

const app = new Hono()
app.onError((error) => {
  if (error instanceof Refusal) return problemResponse(error, 'test')
  throw error
})
const allowed = (endpoint: string) => endpoint.startsWith(service.url) || isPushService(endpoint)
const { auth, sessions, tries } = restaurant
serve(
  app,
  { ...authRoutes({ database, auth, tries }), ...pushRoutes({ database, auth, sender, allowed }) },
  { user: sessions.userOf, address: () => '192.0.2.1' },
)

const open: Messages[] = []
beforeEach(async () => {
  service.received.length = 0
  service.answers.length = 0
  log.mockClear()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((push) => push.stop()))
  await database.pool.query('delete from push_subscriptions')
})
afterAll(async () => {
  await live.stop()
  await service.stop()
})

async function startPush(): Promise<Messages> {
  const push = await openMessages({ database, live, sender, sealed: auth.sealedTexts, log, pollEvery: 50 })
  open.push(push)
  return push
}

async function send(cookie: string, method: string, path: string, body?: unknown): Promise<Response> {
  return app.request(path, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function customer(): Promise<{ user: User; cookie: string }> {
  const response = await send('', 'POST', '/api/customers', form())
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  return { user: await userIn(response), cookie }
}

const subscribe = (cookie: string, body: unknown) => send(cookie, 'POST', '/api/push-subscriptions', body)

let orders = 0

async function publishEvent(
  user: User,
  type: OrderEvent,
  id = `ORDER${String(++orders).padStart(4, '0')}`,
  version = 1,
): Promise<string> {
  const data = {
    orderId: id,
    customerId: user.id,
    customerName: user.username,
    customerPhone: user.phone,
    deliveryAddress: '5 Idowu Street',
    deliveryMethod: 'pick-up',
    totalAmount: 4200,
  } as Order
  await database.transaction(async (tx) => {
    await publish(tx, { audience: ['till', `customer:${user.id}`], type, subject: id, version, data })
    await writeMessages(tx, type, { ...data, version, contactPhone: '', readyBy: new Date(), slot: null })
  })
  return id
}

/**
 * Publishes an event for a new browser, waits for its message and stops the processes. All earlier messages have then
 * been sent. Returns the title of that message.
 */
async function everythingSent(): Promise<string> {
  const { user, cookie } = await customer()
  const browser = service.browser()
  await subscribe(cookie, browser)
  await publishEvent(user, 'order.rider-assigned')
  const messages = () => service.received.filter(({ path }) => browser.endpoint.endsWith(path))
  await expect.poll(() => messages().length).toBe(1)
  await Promise.all(open.splice(0).map((push) => push.stop()))
  return JSON.parse(messages()[0]?.text ?? '').title
}

const dueNow = () => database.pool.query("update messages set due_at = now() where state = 'waiting'")
const subscriptions = async () => (await database.pool.query('select endpoint from push_subscriptions')).rows.length

test('two accounts, each with ten subscribed browsers, can take over a browser of each other concurrently', async () => {
  const two = [await customer(), await customer()] as const
  const browsers = two.map(() => Array.from({ length: 10 }, () => service.browser()))
  for (const [of, { cookie }] of two.entries()) {
    for (const browser of browsers[of] ?? []) expect((await subscribe(cookie, browser)).status).toBe(200)
  }
  // Each account takes over a browser before either account evicts one.
  await database.pool.query(`
    create function wait_a_moment() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return null; end $$;
    create trigger wait_a_moment after insert on push_subscriptions for each row execute function wait_a_moment()`)
  const taking = two.map(({ cookie }, of) => subscribe(cookie, browsers[1 - of]?.[0]))
  expect((await Promise.all(taking)).map(({ status }) => status)).toEqual([200, 200])
  await database.pool.query('drop trigger wait_a_moment on push_subscriptions')
})

test('SAFE-14: an account keeps its ten newest browsers subscribed', async () => {
  const { cookie } = await customer()
  const browsers = Array.from({ length: 12 }, () => service.browser())
  for (const browser of browsers) expect((await subscribe(cookie, browser)).status).toBe(200)
  const { rows } = await database.pool.query('select endpoint from push_subscriptions')
  expect(rows.map(({ endpoint }) => endpoint).sort()).toEqual(
    browsers
      .slice(2)
      .map(({ endpoint }) => endpoint)
      .sort(),
  )
})

test('a browser that subscribes many times concurrently, from several accounts, is subscribed once', async () => {
  const people = [await customer(), await customer()]
  const browser = service.browser()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => subscribe(people[index % 2]?.cookie ?? '', browser)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await subscriptions()).toBe(1)
})

test('a subscription request whose session or account ends concurrently is refused', async () => {
  for (let time = 0; time < 5; time++) {
    const { user, cookie } = await customer()
    const end =
      time % 2 === 0
        ? send(cookie, 'DELETE', '/api/session')
        : database.pool.query('delete from users where id = $1', [user.id])
    const answers = await Promise.all([...Array.from({ length: 10 }, () => subscribe(cookie, service.browser())), end])
    const statuses = answers.slice(0, 10).map((answer) => (answer as Response).status)
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([])
    expect(await subscriptions()).toBe(0)
  }
})

test('a subscribed customer gets one message, encrypted for their browser', async () => {
  const { user, cookie } = await customer()
  const browser = service.browser()
  expect((await subscribe(cookie, browser)).status).toBe(200)
  await startPush()
  const id = await publishEvent(user, 'order.ready')
  await expect.poll(() => service.received.length).toBe(1)
  const [{ text, headers, path } = { text: '', headers: {}, path: '' }] = service.received
  expect(browser.endpoint.endsWith(path)).toBe(true)
  expect(JSON.parse(text)).toEqual({
    title: 'Your food is ready',
    body: `Order ${id.slice(-6)} is hot, and waits for you.`,
    path: '/orders',
    tag: id,
  })
  expect(headers).toMatchObject({ ttl: '3600', urgency: 'high', topic: id, 'content-encoding': 'aes128gcm' })
  expect(claimsOf(headers.authorization ?? '')).toMatchObject({ aud: service.url, sub: 'mailto:owner@example.com' })
})

test('a message contains no name, phone, address or amount', async () => {
  const { user, cookie } = await customer()
  await subscribe(cookie, service.browser())
  await startPush()
  for (const type of [
    'payment.found',
    'payment.rejected',
    'order.dish-sold-out',
    'order.ready',
    'order.rider-assigned',
  ] as const)
    await publishEvent(user, type)
  await expect.poll(() => service.received.length).toBe(5)
  for (const { text } of service.received) {
    for (const secret of [user.username, user.phone, user.phone.slice(4), 'Idowu', '4200', '4,200']) {
      expect(text).not.toContain(secret)
    }
  }
})

test('one of several processes sends a push message, and only for events that have a message', async () => {
  const { user, cookie } = await customer()
  const other = await customer()
  await subscribe(cookie, service.browser())
  await subscribe(other.cookie, service.browser())
  await Promise.all([startPush(), startPush(), startPush()])
  for (const type of ['order.placed', 'payment.short', 'order.started', 'order.completed', 'payment.found'] as const) {
    await publishEvent(user, type)
  }
  const last = await everythingSent()
  expect(service.received.map(({ text }) => JSON.parse(text).title)).toEqual(['Payment confirmed', last])
})

test.each([400, 401, 403, 404, 410])(
  'PEOPLE-4: a subscription that the push service refuses with %i is deleted',
  async (status) => {
    const { user, cookie } = await customer()
    await subscribe(cookie, service.browser())
    service.answers.push({ status })
    await startPush()
    await publishEvent(user, 'order.ready')
    await expect.poll(subscriptions).toBe(0)
    expect(service.received).toHaveLength(1)
  },
)

test('a push message is retried with growing pauses while the service fails, at most five times', async () => {
  const { user, cookie } = await customer()
  await subscribe(cookie, service.browser())
  service.answers.push({ status: 429, headers: { 'Retry-After': '120' } })
  for (let turn = 0; turn < 4; turn++) service.answers.push({ status: 500 })
  await startPush()
  await publishEvent(user, 'order.ready')
  await expect.poll(() => service.received.length).toBe(1)
  const waits = async () => {
    const { rows } = await database.pool.query(
      "select round(extract(epoch from due_at - now()))::int as wait from messages where state = 'waiting'",
    )
    return rows[0]?.wait
  }
  await expect.poll(waits).toBeGreaterThan(100)
  const attempts = async () => {
    await dueNow()
    return service.received.length
  }
  await expect.poll(attempts).toBe(5)
  await expect.poll(waits).toBeUndefined()
  await dueNow()
  expect(await subscriptions()).toBe(1)
  await everythingSent()
  expect(service.received).toHaveLength(6)
  expect(log).toHaveBeenCalledWith('message.given-up', expect.anything())
})

test('the push message for an older event is not retried once the message for a newer event was sent', async () => {
  const { user, cookie } = await customer()
  await subscribe(cookie, service.browser())
  service.answers.push({ status: 500 })
  await startPush()
  const id = await publishEvent(user, 'payment.found', undefined, 2)
  await expect.poll(() => service.received.length).toBe(1)
  await publishEvent(user, 'order.ready', id, 4)
  await expect.poll(() => service.received.length).toBe(2)
  await dueNow()
  const last = await everythingSent()
  expect(service.received.map(({ text }) => JSON.parse(text).title)).toEqual([
    'Payment confirmed',
    'Your food is ready',
    last,
  ])
})

test('a push message that the service refuses is not retried', async () => {
  const { user, cookie } = await customer()
  await subscribe(cookie, service.browser())
  service.answers.push({ status: 413 })
  await startPush()
  await publishEvent(user, 'order.ready')
  await expect.poll(() => log.mock.calls.map(([event]) => event)).toContain('message.refused')
  await dueNow()
  await everythingSent()
  expect(service.received).toHaveLength(2)
})

test('signing out deletes the browser’s subscription', async () => {
  const { user, cookie } = await customer()
  await subscribe(cookie, service.browser())
  await send(cookie, 'DELETE', '/api/session')
  expect(await subscriptions()).toBe(0)
  await startPush()
  await publishEvent(user, 'order.ready')
  await everythingSent()
  expect(service.received).toHaveLength(1)
})

test("a browser's subscription belongs to the account that subscribed last", async () => {
  const [ada, bola] = [await customer(), await customer()]
  const browser = service.browser()
  await subscribe(ada.cookie, browser)
  await subscribe(bola.cookie, browser)
  await startPush()
  await publishEvent(ada.user, 'order.ready')
  const id = await publishEvent(bola.user, 'order.ready')
  await expect.poll(() => service.received.map(({ text }) => JSON.parse(text).tag)).toEqual([id])
})

test('only signed-in users can subscribe, and only with the URL of a known push service', async () => {
  const { cookie } = await customer()
  const { keys } = service.browser()
  for (const endpoint of [
    'https://example.com/push',
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com.example.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://169.254.169.254/latest',
    'https://jmt17.google.com/a',
    'https://example.com/.push.apple.com/',
    'https://example.com#.push.apple.com/',
    'not an address',
  ]) {
    expect((await subscribe(cookie, { endpoint, keys })).status, endpoint).toBe(422)
  }
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://jmt17.google.com/fcm/send/a',
  ]) {
    expect((await subscribe(cookie, { endpoint, keys })).status, endpoint).toBe(200)
  }
  expect((await subscribe('', service.browser())).status).toBe(401)
  expect((await send('', 'GET', '/api/push-key')).status).toBe(401)
  expect(await (await send(cookie, 'GET', '/api/push-key')).json()).toEqual({ publicKey: expect.any(String) })
})

const offCurve = () => {
  const point = createECDH('prime256v1').generateKeys()
  point[64] = (point[64] ?? 0) ^ 1
  return point.toString('base64url')
}
const compressed = createECDH('prime256v1').generateKeys('base64url', 'compressed')
const fcm = 'fcm.googleapis.com/fcm/send/a'

test.each<[string, Record<string, string>, string, string]>([
  ['a name and a password in the address', { endpoint: `https://user:pass@${fcm}` }, 'endpoint', 'holds a name or a'],
  ['a password in the address', { endpoint: `https://:pass@${fcm}` }, 'endpoint', 'holds a name or a password'],
  ['a key that is no point of the curve', { p256dh: offCurve() }, 'keys.p256dh', 'Nothing can be encrypted'],
  ['a key of zeroes', { p256dh: Buffer.alloc(65).toString('base64url') }, 'keys.p256dh', 'Nothing can be encrypted'],
  ['a compressed key', { p256dh: compressed }, 'keys.p256dh', 'This is not a key of 65 bytes.'],
  ['a secret of 15 bytes', { auth: 'a'.repeat(20) }, 'keys.auth', 'This is not a key of 16 bytes.'],
  ['a secret of 17 bytes', { auth: 'a'.repeat(23) }, 'keys.auth', 'This is not a key of 16 bytes.'],
])('SAFE-15: a push subscription with %s is refused with a sentence', async (_, change, field, detail) => {
  const { cookie } = await customer()
  const { endpoint = `https://${fcm}`, ...keys } = change
  const response = await subscribe(cookie, { endpoint, keys: { ...service.browser().keys, ...keys } })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ field, detail: expect.stringContaining(detail) })
  expect(await subscriptions()).toBe(0)
})

test('PEOPLE-4: a stored subscription whose key is not a point of the curve is dropped without a retry', async () => {
  const { user, cookie } = await customer()
  await subscribe(cookie, service.browser())
  await database.pool.query('update push_subscriptions set p256dh = $1', [offCurve()])
  await startPush()
  await publishEvent(user, 'order.ready')
  await expect.poll(subscriptions).toBe(0)
  expect(service.received).toHaveLength(0)
})

const answerOf = async (cookie: string, body: unknown) => (await subscribe(cookie, body)).json()

test('PEOPLE-4: a browser learns that its subscription was dropped, and its new subscription gets the next message', async () => {
  const { user, cookie } = await customer()
  const old = service.browser()
  expect(await answerOf(cookie, old)).toEqual({ isNew: true, deliveredAt: null, failedAt: null })
  expect(await answerOf(cookie, old)).toMatchObject({ isNew: false })
  service.answers.push({ status: 403 })
  await startPush()
  await publishEvent(user, 'order.ready')
  await expect.poll(subscriptions).toBe(0)
  expect(log).toHaveBeenCalledWith('message.refused', expect.objectContaining({ status: 403 }))
  // The browser sends the old subscription again, because it does not know that the server dropped it.
  expect(await answerOf(cookie, old)).toMatchObject({ isNew: true })
  const next = service.browser()
  expect(await answerOf(cookie, { ...next, replaces: old.endpoint })).toMatchObject({ isNew: true })
  const { rows } = await database.pool.query('select endpoint from push_subscriptions')
  expect(rows).toEqual([{ endpoint: next.endpoint }])
  await publishEvent(user, 'order.ready')
  await expect.poll(() => service.received.length).toBe(2)
  expect(next.endpoint.endsWith(service.received[1]?.path ?? 'none')).toBe(true)
})

test('PEOPLE-4: a subscription can replace only a subscription of the same account, even if its request arrives twice concurrently', async () => {
  const [ada, bola] = [await customer(), await customer()]
  const [ofAda, ofBola] = [service.browser(), service.browser()]
  await subscribe(ada.cookie, ofAda)
  await subscribe(bola.cookie, ofBola)
  await subscribe(bola.cookie, { ...service.browser(), replaces: ofAda.endpoint })
  expect(await subscriptions()).toBe(3)
  const next = { ...service.browser(), replaces: ofAda.endpoint }
  const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe(ada.cookie, next)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await subscriptions()).toBe(3)
  expect((await subscribe(ada.cookie, { ...next, replaces: next.endpoint })).status).toBe(200)
  expect(await subscriptions()).toBe(3)
})

test('PEOPLE-4: the last delivery and failure of a browser are kept when it subscribes again with the same keys', async () => {
  const { user, cookie } = await customer()
  const browser = service.browser()
  await subscribe(cookie, browser)
  await startPush()
  await publishEvent(user, 'order.ready')
  const registered = () => answerOf(cookie, browser)
  await expect.poll(registered).toEqual({ isNew: false, deliveredAt: expect.any(String), failedAt: null })
  service.answers.push({ status: 500 })
  await publishEvent(user, 'order.ready')
  await expect.poll(registered).toEqual({ isNew: false, deliveredAt: expect.any(String), failedAt: expect.any(String) })
  const other = { ...browser, keys: service.browser().keys }
  expect(await answerOf(cookie, other)).toEqual({ isNew: true, deliveredAt: null, failedAt: null })
})

test('PEOPLE-4: an owner sends a test to a device and reads its outcome, and the desk reads which devices can be alerted', async () => {
  const { user, cookie } = await customer()
  const other = await customer()
  await database.pool.query(`update users set role = 'owner' where id = any ($1)`, [[user.id, other.user.id]])
  const browser = service.browser()
  const testCall = async (endpoint = browser.endpoint) =>
    (await send(cookie, 'POST', '/api/push-tests', { endpoint })).json()
  const devices = async () => (await send(cookie, 'GET', '/api/desk/owner-devices')).json()
  await subscribe(cookie, browser)
  const device = { owner: user.username, device: 'An unknown device', deliveredAt: null, failedAt: null }
  expect(await devices()).toEqual({ devices: [device] })

  service.answers.push({ status: 201 }, { status: 500 }, { status: 410 })
  const sent = await testCall()
  expect(sent).toEqual({ outcome: 'sent', deliveredAt: expect.any(String), failedAt: null })
  expect(JSON.parse(service.received[0]?.text ?? '')).toMatchObject({ title: 'Test call', path: '/desk' })
  expect(await devices()).toEqual({ devices: [{ ...device, deliveredAt: sent.deliveredAt }] })
  expect(await testCall()).toEqual({ outcome: 'failed', deliveredAt: sent.deliveredAt, failedAt: expect.any(String) })
  expect(await testCall()).toMatchObject({ outcome: 'gone' })
  expect(await devices()).toEqual({ devices: [] })
  const ofOther = service.browser()
  await subscribe(other.cookie, ofOther)
  expect(await testCall(ofOther.endpoint)).toMatchObject({ outcome: 'gone' })
  expect(service.received).toHaveLength(3)
  expect(await subscriptions()).toBe(1)
})

test('an order can change while the session of one of its customer’s devices ends', async () => {
  const { user, cookie } = await customer()
  const [ending, staying] = [service.browser(), service.browser()]
  for (const browser of [ending, staying]) await subscribe(cookie, browser)
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('delete from push_subscriptions where endpoint = $1', [ending.endpoint])
    const changing = publishEvent(user, 'order.ready')
    await vi.waitFor(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect((await database.pool.query(waiting)).rowCount).toBe(1)
    }, 60_000)
    await holder.query('commit')
    const { rows } = await database.pool.query('select endpoint from messages where about = $1', [await changing])
    expect(rows).toEqual([{ endpoint: staying.endpoint }])
  } finally {
    holder.release(true)
  }
})
