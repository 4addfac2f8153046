import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Channels, ConversationOffer, MessagesToday, OrderMessages, UnseenMessages } from '#contract/messages.ts'
import type { Order } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openFakeTermii, termiiAccess } from '#tests/support/fake-termii.ts'
import { openFakeWhatsApp, type Webhook, whatsAppAccess } from '#tests/support/fake-whatsapp.ts'
import { messaging, openTestRestaurant } from '#tests/support/restaurant.ts'
import { openLive } from '../live/live.ts'
import { type Messages, openMessages } from '../messages/send-messages.ts'
import { eraseAccount } from '../own-data/own-data.ts'
import { serverKeys } from '../push/encryption.ts'
import { publishMessageChange } from './desk-messages.ts'
import { wayBack } from './way-back.ts'

const database = await freshDatabase()
const whatsapp = await openFakeWhatsApp()
const termii = await openFakeTermii()
const urls = { whatsapp: whatsapp.url, sms: termii.url }
const restaurant = await openTestRestaurant(database, undefined, undefined, urls)
const { orm, cashier, kitchen, owner, rider } = restaurant
const live = await openLive({ database, log: () => {} })
const log = vi.fn()
const open: Messages[] = []
let phones = 0

afterAll(async () => {
  await live.stop()
  await whatsapp.stop()
  await termii.stop()
})

beforeAll(() => channels({ whatsapp: { isOn: true, ...whatsAppAccess } }))
beforeEach(() => {
  for (const list of [whatsapp.accepted, whatsapp.answers, termii.accepted, termii.answers]) list.length = 0
  log.mockClear()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()))
  await orm.execute(sql`update messages set state = 'dropped' where state = 'waiting'`)
  await channels({ sms: { isOn: false } })
})

const channels = (change: object) => restaurant.call<Channels>(owner, 'PATCH', '/api/office/channels', change)
const ownTexts = (messageTexts: Record<string, string>) =>
  restaurant.call<RestaurantSettings>(owner, 'PATCH', '/api/office/settings', { messageTexts })
const smsOn = (more = {}) =>
  channels({ sms: { isOn: true, ...termiiAccess, route: 'dnd', price: 5, dailyCap: 5000, ...more } })

const newPhone = () => `+234803${String(1_000_000 + ++phones)}`
const customer = (phone = newPhone()) => restaurant.customer({ phone })

async function start(): Promise<Messages> {
  const messages = await openMessages({
    database,
    live,
    sender: { keys: serverKeys('a secret of the tests'), contact: 'mailto:owner@example.com' },
    sealed: messaging.sealed,
    log,
    pollEvery: 50,
    urls,
    linkTo: (order, phone) => wayBack(database, messaging, order, phone),
    onText: publishMessageChange,
  })
  open.push(messages)
  return messages
}

const post = (path: string, name: string, { body, signature }: Webhook) =>
  restaurant.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json', [name]: signature } })
const deliver = (webhook: Webhook) => post('/api/messages/whatsapp-events', 'x-hub-signature-256', webhook)
const report = (webhook: Webhook) => post('/api/messages/termii-events', 'x-termii-signature', webhook)

const offer = async (user: User, { orderId }: Order) =>
  (await restaurant.call<ConversationOffer>(user, 'GET', `/api/orders/${orderId}/conversation`)).body
const atDesk = async ({ orderId }: Order) =>
  (await restaurant.call<OrderMessages>(cashier, 'GET', `/api/desk/orders/${orderId}/messages`)).body
const unseen = async () => (await restaurant.call<UnseenMessages>(cashier, 'GET', '/api/desk/messages')).body
const today = async () => (await restaurant.call<MessagesToday>(owner, 'GET', '/api/office/messages')).body
/** Ends the wait of every message for its next attempt. */
const dueNow = () =>
  orm.execute(sql`update messages set due_at = now() where state = 'waiting' and answered = attempts`)
const stored = async ({ orderId }: Order) =>
  (
    await orm.execute<{ channel: string; event: string; state: string }>(
      sql`select channel, event, state from messages where about = ${orderId} order by id`,
    )
  ).rows
const texts = () => whatsapp.accepted.map(({ text }) => text)

/** Places an order and opens its conversation, as a customer does by one tap. */
async function talking(phone = newPhone()) {
  const user = await customer(phone)
  const order = await restaurant.order(user)
  const { text } = await offer(user, order)
  expect((await deliver(whatsapp.message(phone, text))).status).toBe(200)
  return { user, order, phone, code: order.orderId.slice(-6) }
}

/** Waits until WhatsApp has accepted `count` messages. Starts a process that sends messages if none runs. */
async function allSent(count: number): Promise<void> {
  if (open.length === 0) await start()
  await expect.poll(() => whatsapp.accepted.length).toBe(count)
}

test('REACH-1: a customer who opens the conversation gets the messages placed, paid and ready once each, with a link to the order', async () => {
  const { order, phone, code } = await talking()
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  await allSent(1)
  await Promise.all([start(), start()])
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await allSent(2)
  const [first, ready] = texts()
  // The order was paid before its first message was sent, so the first message is about the payment.
  expect(first).toMatch(`Payment confirmed for order ${code}, ready by`)
  expect(ready).toBe(`Order ${code} is ready, and waits for you.\nhttp://localhost/orders?order=${order.orderId}`)
  expect(whatsapp.accepted.map(({ to }) => `+${to}`)).toEqual([phone, phone])
})

test('REACH-1: the owner’s text replaces the default text, also in waiting messages, until the owner empties it', async () => {
  const { order, code } = await talking()
  await allSent(1)
  await Promise.all(open.splice(0).map((each) => each.stop()))
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  const own = { 'payment.found': ' Money is in! {order} is {when} – ₦. ', 'order.ready': '' }
  const { status, body } = await ownTexts(own)
  expect([status, body.messageTexts]).toEqual([200, { 'payment.found': 'Money is in! {order} is {when} – ₦.' }])
  const [entry] = (await restaurant.auditEntries('settings')).slice(-1)
  expect(entry).toMatchObject({ action: 'settings.change', detail: { fields: ['messageTexts'] } })
  expect(await (await restaurant.request('/api/site', {})).text()).not.toContain('Money is in')
  await allSent(2)
  expect(texts()[1]).toMatch(new RegExp(`^Money is in! ${code} is ready by \\d\\d:\\d\\d – ₦\\.\nhttp://`))
  expect((await ownTexts({})).body.messageTexts).toEqual({})
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await allSent(3)
  expect(texts()[2]).toContain(`Order ${code} is ready, and waits for you.`)
})

test('REACH-1: an owner’s text that cannot be sent is refused with a sentence at its field', async () => {
  for (const [event, text, sentence] of [
    ['order.ready', 'It is ready.', 'Please add {order}'],
    ['order.ready', '{order} is {when}', '“{when}” has no meaning here'],
    ['order.ready', `{order}${'x'.repeat(294)}`, 'Please keep this under 301 characters.'],
    ['constructor', '{order}', 'There is no such message.'],
  ] as const) {
    const { status, body } = await ownTexts({ [event]: text })
    expect([status, body]).toMatchObject([
      422,
      { field: `messageTexts.${event}`, detail: expect.stringContaining(sentence) },
    ])
  }
})

test('REACH-1: the first message says how far the order is and how to end the conversation', async () => {
  const { code } = await talking()
  await allSent(1)
  expect(texts()[0]).toContain(
    `You get updates on order ${code} here. We look for your transfer. Write STOP to end it.`,
  )
})

test('REACH-1: the customer of a delivery gets a message when the rider leaves and when something goes wrong', async () => {
  const { user, phone } = await talking()
  await allSent(1)
  // The phone's conversation is already open, so its next order needs no tap.
  const order = await restaurant.delivery(user, 'pending')
  expect(await stored(order)).toMatchObject([{ event: 'order.placed' }, { event: 'payment.found' }])
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await restaurant.act(cashier, order.orderId, 'assign-rider', { riderId: rider.id })
  await restaurant.act(rider, order.orderId, 'pick-up', {})
  await expect.poll(() => texts().at(-1)).toContain('is on its way')
  await restaurant.act(rider, order.orderId, 'fail-delivery', { reason: 'Nobody is there' })
  await expect.poll(() => texts().at(-1)).toContain('could not hand over')
  expect(texts().some((text) => text.includes('is ready'))).toBe(false)
  expect((await atDesk(order)).phone).toBe(phone)
})

test('REACH-1: a stranger who knows an order code is told nothing about the order and gets none of its messages', async () => {
  const user = await customer()
  const order = await restaurant.order(user)
  const [stranger, code] = [newPhone(), order.orderId.slice(-6)]
  await deliver(whatsapp.message(stranger, `Order ${code}`))
  await deliver(whatsapp.message(stranger, `Order ${code} (Code ACDEFGHJK)`))
  await allSent(1)
  expect(texts()[0]).not.toContain(code)
  expect((await atDesk(order)).phone).toBeNull()
  const other = newPhone()
  await deliver(whatsapp.message(other, 'Order ZZZZZZ'))
  await allSent(2)
  // The answer is the same for another customer's order and for an unknown order.
  expect(texts()[1]).toBe(texts()[0])
  expect((await restaurant.call(await customer(), 'GET', `/api/orders/${order.orderId}/conversation`)).status).toBe(404)
})

test('REACH-1: a phone that is the contact of an order opens the conversation with the order code alone', async () => {
  const phone = newPhone()
  const order = await restaurant.order(await customer(phone))
  await deliver(whatsapp.message(phone, `Good evening! Where is ${order.orderId.slice(-6).toLowerCase()}?`))
  await allSent(1)
  expect(await atDesk(order)).toMatchObject({ phone, replies: [{ text: expect.stringContaining('Where is') }] })
})

test('REACH-1: a guest gets the private link to their orders only in a conversation that began with the private code of their order page', async () => {
  const endsAt = new Date(Date.now() + 3_600_000)
  const [phone, friend] = [newPhone(), newPhone()]
  const guest = await restaurant.customer({ phone: null, guestPhone: phone, guestUntil: endsAt })
  const order = await restaurant.order(guest)
  await deliver(whatsapp.message(phone, `Order ${order.orderId.slice(-6)}`))
  await allSent(1)
  expect(texts()[0]).toMatch(/\?order=[A-Z0-9]{9}$/)
  await deliver(whatsapp.message(friend, (await offer(guest, order)).text))
  await allSent(2)
  const [, code = ''] = /#([\w-]{43})$/.exec(texts()[1] ?? '') ?? []
  const { rows } = await orm.execute(
    sql`select user_id from sessions where token = encode(sha256(${code}::bytea), 'hex') and user_agent = 'Private link'`,
  )
  expect(rows).toEqual([{ user_id: guest.id }])
  expect(JSON.stringify(await atDesk(order))).not.toContain(messaging.codes.codeOf(order.orderId))
})

test('REACH-1: the desk shows each reply of a customer once, until somebody has seen the reply', async () => {
  const { order, phone } = await talking()
  const reply = whatsapp.message(phone, 'Please add\0 more pepper')
  for (let time = 0; time < 3; time++) expect((await deliver(reply)).status).toBe(200)
  await deliver(whatsapp.message(phone, '', { more: { type: 'image', text: undefined } }))
  expect((await atDesk(order)).replies.map(({ text }) => text)).toEqual(['Please add  more pepper', '(a photo)'])
  expect((await unseen()).replies.filter(({ orderId }) => orderId === order.orderId)).toHaveLength(2)
  await restaurant.call(cashier, 'PUT', `/api/desk/orders/${order.orderId}/messages/seen`)
  expect((await unseen()).replies.filter(({ orderId }) => orderId === order.orderId)).toHaveLength(0)
})

test('REACH-1: STOP ends the conversation, but a STOP that arrives late or twice, after START, does not', async () => {
  const { order, phone } = await talking()
  await allSent(1)
  const stop = whatsapp.message(phone, 'Stop.')
  await deliver(stop)
  await allSent(2)
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  expect((await atDesk(order)).isStopped).toBe(true)
  await deliver(whatsapp.message(phone, `Where is ${order.orderId.slice(-6)}?`, { at: Date.now() + 1000 }))
  expect(await atDesk(order)).toMatchObject({ isStopped: true, replies: [{}] })
  await deliver(whatsapp.message(phone, 'START', { at: Date.now() + 2000 }))
  await orm.execute(sql`update conversations set heard_at = now() + interval '1 minute' where phone = ${phone}`)
  await deliver(stop)
  expect((await atDesk(order)).isStopped).toBe(false)
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await allSent(4)
  expect(texts().filter((text) => text.includes('Payment confirmed'))).toEqual([])
})

test('REACH-1: a message is sent only within 24 hours of the customer’s last message, even if its webhook came late', async () => {
  const phone = newPhone()
  const user = await customer(phone)
  const order = await restaurant.order(user)
  const { text } = await offer(user, order)
  await deliver(whatsapp.message(phone, text, { at: Date.now() - 25 * 3_600_000 }))
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  expect(await stored(order)).toEqual([])
})

test('REACH-1: a forged, changed or unsigned webhook is refused and changes nothing', async () => {
  const phone = newPhone()
  const user = await customer(phone)
  const order = await restaurant.order(user)
  const { text } = await offer(user, order)
  const good = whatsapp.message(phone, text)
  const forged = [
    whatsapp.message(phone, text, { secret: 'another secret' }),
    { ...good, body: good.body.replace('Ada', 'Eve') },
    { ...good, signature: '' },
    { ...good, signature: 'sha256=' },
    { ...good, signature: good.signature.slice(0, -2) },
  ]
  for (const webhook of forged) expect((await deliver(webhook)).status).toBe(422)
  expect((await atDesk(order)).phone).toBeNull()
  // These signed events are for another number of the business, or of a kind that this server ignores.
  for (const body of [
    good.body.replace(whatsAppAccess.phoneNumberId, '999'),
    '{"object":"x"}',
    'null',
    '{"entry":[{"changes":[{"value":7}]}]}',
  ]) {
    const signature = `sha256=${createHmac('sha256', whatsAppAccess.appSecret).update(body).digest('hex')}`
    expect((await deliver({ body, signature })).status).toBe(200)
  }
  expect((await atDesk(order)).phone).toBeNull()
})

test('REACH-1: Meta checks the webhook with the verify token that the office shows', async () => {
  const { verifyToken } = (await channels({ whatsapp: { isOn: true } })).body.whatsapp
  const path = (token: string) =>
    `/api/messages/whatsapp-events?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`
  const response = await restaurant.request(path(verifyToken), {})
  expect([response.status, await response.text()]).toEqual([200, '1158201444'])
  expect((await restaurant.request(path('wrong'), {})).status).toBe(422)
})

test('REACH-1: the webhook check is refused with an empty verify token while WhatsApp is not set up', async () => {
  const { rows } = await orm.execute(sql`delete from message_channels where channel = 'whatsapp' returning *`)
  const path = '/api/messages/whatsapp-events?hub.mode=subscribe&hub.verify_token=&hub.challenge=1158201444'
  expect((await restaurant.request(path, {})).status).toBe(422)
  await orm.execute(sql`
    insert into message_channels
    select (jsonb_populate_record(null::message_channels, ${JSON.stringify(rows[0])}::jsonb)).*`)
})

test('REACH-1: delivery receipts only advance the state of a message, however late, repeated or out of order they arrive', async () => {
  const { order } = await talking()
  await allSent(1)
  const [{ id } = { id: '' }] = whatsapp.accepted
  const stateOf = async () => (await atDesk(order)).messages[0]?.state
  for (const [receipt, state] of [
    ['delivered', 'delivered'],
    ['sent', 'delivered'],
    ['failed', 'delivered'],
    ['read', 'read'],
    ['delivered', 'read'],
  ] as const) {
    await deliver(whatsapp.receipt(id, receipt, { code: 131026 }))
    expect(await stateOf()).toBe(state)
  }
})

test('REACH-1: a message that could not be delivered is shown at the desk and in the office with its reason', async () => {
  const { order } = await talking()
  await allSent(1)
  await deliver(whatsapp.receipt(whatsapp.accepted[0]?.id ?? '', 'failed', { code: 131047 }))
  await deliver(whatsapp.receipt(whatsapp.accepted[0]?.id ?? '', 'sent'))
  const failure = { orderId: order.orderId, channel: 'whatsapp', state: 'failed', failure: 'window-closed' }
  expect((await unseen()).failed).toContainEqual(expect.objectContaining(failure))
  expect((await today()).failures).toContainEqual(expect.objectContaining(failure))
  const told = async () =>
    (await restaurant.events(order.orderId))
      .filter(({ type }) => type === 'message.changed')
      .flatMap(({ topics }) => topics)
  expect(await told()).toEqual(['till'])
  await deliver(whatsapp.receipt(whatsapp.accepted[0]?.id ?? '', 'delivered'))
  expect((await unseen()).failed).not.toContainEqual(expect.objectContaining(failure))
  await deliver(whatsapp.receipt(whatsapp.accepted[0]?.id ?? '', 'read'))
  expect(await told()).toEqual(['till', 'till'])
})

test('REACH-1: a message whose send request got no response is recognised by its delivery receipt and not sent again', async () => {
  const { order } = await talking()
  whatsapp.answers.push('lost')
  await allSent(1)
  const [{ id, key } = { id: '', key: '' }] = whatsapp.accepted
  await deliver(whatsapp.receipt(id, 'sent', { key }))
  await dueNow()
  expect((await atDesk(order)).messages).toMatchObject([{ state: 'sent' }])
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  await allSent(2)
  expect(texts()[1]).toContain('Payment confirmed')
})

test('REACH-1: a message is retried after a rate limit or fault of the provider, but not after a refused token', async () => {
  const { order } = await talking()
  whatsapp.answers.push({ status: 429, retryAfter: 120 }, { status: 503 }, { status: 400, code: 131056 })
  await start()
  const before = whatsapp.requests()
  const attempts = async () => {
    await dueNow()
    return whatsapp.requests() - before
  }
  await expect.poll(attempts).toBe(4)
  await allSent(1)
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  whatsapp.answers.push({ status: 400, code: 190 })
  await expect.poll(async () => (await atDesk(order)).messages.at(-1)?.failure).toBe('account')
  for (const [, fields] of log.mock.calls) expect(JSON.stringify(fields)).not.toMatch(/234803|EAA/)
})

test('REACH-1: a waiting message is not sent once the order has moved on', async () => {
  const { order } = await talking()
  whatsapp.answers.push({ status: 503 })
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  await start()
  const before = whatsapp.requests()
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await restaurant.act(cashier, order.orderId, 'complete')
  await dueNow()
  await expect.poll(async () => (await stored(order)).filter(({ state }) => state === 'waiting')).toEqual([])
  expect(whatsapp.requests() - before).toBeLessThanOrEqual(2)
  expect((await stored(order)).find(({ event }) => event === 'order.ready')?.state).not.toBe('waiting')
})

test('REACH-1: while WhatsApp is switched off, an order offers no conversation and no message to its customer is stored', async () => {
  await channels({ whatsapp: { isOn: false } })
  const user = await customer()
  const order = await restaurant.order(user)
  expect(await offer(user, order)).toEqual({ number: null, text: '', isOpen: false })
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  expect(await stored(order)).toEqual([])
  await channels({ whatsapp: { isOn: true } })
})

test('REACH-1: the secrets of a channel are stored sealed, never sent back, and required before the channel is on', async () => {
  const { body } = await channels({ whatsapp: { token: '' } })
  expect(body.whatsapp).toMatchObject({ isOn: true, hasToken: true, hasAppSecret: true })
  expect(JSON.stringify(body)).not.toContain(whatsAppAccess.token)
  const { rows } = await orm.execute(sql`select * from message_channels`)
  expect(JSON.stringify(rows)).not.toContain(whatsAppAccess.token)
  expect(JSON.stringify(await restaurant.auditEntries('channel:whatsapp'))).not.toContain(whatsAppAccess.token)
  const refused = await restaurant.call(owner, 'PATCH', '/api/office/channels', { sms: { isOn: true, sender: '' } })
  const fields = [{ field: 'sms.sender' }, { field: 'sms.apiKey' }]
  expect(refused).toMatchObject({ status: 422, body: { errors: fields } })
  const whatsapp = { number: '0800 111', phoneNumberId: 'abc' }
  expect(await restaurant.call(owner, 'PATCH', '/api/office/channels', { whatsapp })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'whatsapp.number' }, { field: 'whatsapp.phoneNumberId' }] },
  })
})

test('REACH-2: an urgent message goes by SMS to a customer without a subscribed device or conversation, and its cost is counted', async () => {
  await smsOn()
  const phone = newPhone()
  const order = await restaurant.paidOrder(await customer(phone))
  await start()
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await expect.poll(() => termii.accepted.length).toBe(1)
  const [{ id, to, sms, channel } = { id: '', to: '', sms: '', channel: '' }] = termii.accepted
  expect([`+${to}`, channel]).toEqual([phone, 'dnd'])
  expect(sms).toContain(`Order ${order.orderId.slice(-6)} is ready`)
  expect(sms.length).toBeLessThanOrEqual(160)
  await expect.poll(async () => (await atDesk(order)).messages[0]?.state).toBe('sent')
  const costOf = async () => (await today()).channels.find((each) => each.channel === 'sms')?.cost
  expect(await costOf()).toBe(500)
  expect((await report(termii.report(id, 'DELIVERED | Message delivered to handset', '3.9', 'forged'))).status).toBe(
    422,
  )
  for (let time = 0; time < 2; time++) {
    await report(termii.report(id, 'DELIVERED | Message delivered to handset', '3.9'))
  }
  expect(await costOf()).toBe(390)
  expect((await atDesk(order)).messages).toMatchObject([{ channel: 'sms', state: 'delivered' }])
})

test('REACH-2: a customer with a conversation gets no SMS, unless WhatsApp cannot deliver', async () => {
  await smsOn()
  const { order } = await talking()
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await start()
  await expect.poll(() => texts().at(-1)).toContain('is ready')
  expect(termii.accepted).toHaveLength(0)
  await deliver(whatsapp.receipt(whatsapp.accepted.at(-1)?.id ?? '', 'failed', { code: 131026 }))
  await expect.poll(() => termii.accepted.length).toBe(1)
  expect(termii.accepted[0]?.sms).toContain('is ready')
  await expect.poll(async () => (await stored(order)).at(-1)).toMatchObject({ channel: 'sms', state: 'sent' })
  expect((await unseen()).failed.filter(({ orderId }) => orderId === order.orderId)).toEqual([])
})

test('REACH-2: an urgent message goes by SMS to a customer whose only device no longer takes push messages', async () => {
  await smsOn()
  const user = await customer()
  await orm.execute(sql`
    insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
    select 'https://push.example/gone', user_id, id, 'not a point of the curve', '' from sessions where user_id = ${user.id} limit 1`)
  const order = await restaurant.paidOrder(user)
  await start()
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await expect.poll(() => termii.accepted.length).toBe(1)
  expect(termii.accepted[0]?.sms).toContain('is ready')
  expect((await stored(order)).at(-1)).toMatchObject({ channel: 'sms', event: 'order.ready' })
})

test('REACH-2: a phone that sent STOP by WhatsApp gets no SMS either', async () => {
  await smsOn()
  const { order, phone } = await talking()
  await deliver(whatsapp.message(phone, 'STOP'))
  await restaurant.act(cashier, order.orderId, 'report-missing')
  expect((await stored(order)).map(({ channel }) => channel)).not.toContain('sms')
})

test('REACH-2: the SMS of a day cost no more than the owner allows, whichever process sends them', async () => {
  const spent = (await today()).channels.find((each) => each.channel === 'sms')?.cost ?? 0
  await smsOn({ price: 50, dailyCap: Math.ceil(spent / 100) + 100 })
  const orders = await Promise.all(Array.from({ length: 5 }, async () => restaurant.order(await customer())))
  await Promise.all([start(), start(), start()])
  for (const { orderId } of orders) await restaurant.act(cashier, orderId, 'report-missing')
  const states = async () => (await Promise.all(orders.map(stored))).flat().map(({ state }) => state)
  await expect.poll(async () => (await states()).filter((state) => state === 'waiting')).toEqual([])
  expect((await states()).filter((state) => state === 'sent')).toHaveLength(2)
  expect(termii.accepted).toHaveLength(2)
  expect((await unseen()).failed.filter(({ failure }) => failure === 'cap')).toHaveLength(3)
})

test('REACH-2: an SMS whose send request got no response is not sent again, and the desk shows the failure', async () => {
  await smsOn()
  const order = await restaurant.order(await customer())
  termii.answers.push('lost')
  await start()
  await restaurant.act(cashier, order.orderId, 'report-missing')
  await expect.poll(async () => (await atDesk(order)).messages[0]?.failure).toBe('unknown')
  await dueNow()
  expect(termii.accepted).toHaveLength(1)
  termii.answers.push({ status: 500 }, { status: 400, message: 'Insufficient balance' })
  const other = await restaurant.order(await customer())
  await restaurant.act(cashier, other.orderId, 'report-missing')
  const failure = async () => {
    await dueNow()
    return (await atDesk(other)).messages[0]?.failure
  }
  await expect.poll(failure).toBe('balance')
})

test('REACH-2: a test message is sent immediately and its cost counted', async () => {
  await smsOn()
  const testTo = (phone: string) =>
    restaurant.call(owner, 'POST', '/api/office/message-tests', { channel: 'sms', phone })
  expect((await testTo('0803 555 0000')).body).toEqual({ state: 'sent', failure: null })
  expect(termii.accepted.map(({ to }) => to)).toEqual(['2348035550000'])
  termii.answers.push({ status: 401 })
  expect((await testTo('0803 555 0000')).body).toEqual({ state: 'failed', failure: 'account' })
  expect(await testTo('nobody')).toMatchObject({ status: 422, body: { field: 'phone' } })
})

test('REACH-1: deleting an account deletes its messages, replies and conversation', async () => {
  const { user, order, phone } = await talking()
  await deliver(whatsapp.message(phone, 'Thank you'))
  await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'No gas' })
  await eraseAccount(database, user, owner)
  for (const table of ['messages', 'conversations', 'customer_replies']) {
    const { rows } = await orm.execute(sql`select from ${sql.identifier(table)} where phone = ${phone}`)
    expect(rows, table).toEqual([])
  }
})
