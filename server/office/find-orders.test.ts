import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { FoundOrders, OrderStory } from '#contract/found-orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import * as Phone from '#domain/text/phone.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { multiplyOrder } from '#tests/support/many-orders.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { cashier, owner, kitchen, call } = restaurant

const find = async (query: Record<string, string>, caller = cashier) => {
  const { status, body } = await call<FoundOrders>(caller, 'GET', `/api/office/orders?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}
const found = async (query: Record<string, string>) => (await find(query)).orders.map(({ id }) => id)
const story = (id: string, caller = cashier) => call<OrderStory>(caller, 'GET', `/api/office/orders/${id}`)

async function byPhone(customerName: string, phone: string, dish: string): Promise<string> {
  const asked = { channel: 'phone', customerName, customerPhone: phone, items: cartOf(dish).items }
  const { body: quote } = await call<Quote>(cashier, 'POST', '/api/desk/quotes', asked)
  const { status } = await call(cashier, 'POST', '/api/desk/orders', {
    quoteId: quote.id,
    payment: { method: 'transfer' },
  })
  expect(status).toBe(201)
  return quote.id
}

test('BOOKS-1: an order is found by code, name, phone, dish, place, state and day, by each alone and by all together', async () => {
  const ola = await byPhone("Ọlá O'Brien", '0803 555 0199', 'jollof')
  const ben = await byPhone('Ben Eze', '0803 555 0200', 'plantain')
  const bola = await restaurant.customer({ location: 'yaba', address: '1 Road' })
  const delivered = await restaurant.delivery(bola)
  await restaurant.act(cashier, ben, 'cancel', { reason: 'No gas' })
  await database.pool.query("update orders set created_at = '2026-03-01 23:30:00+00' where id = $1", [ben])

  expect(await found({})).toEqual([delivered.orderId, ola, ben])
  for (const q of [ola, ola.slice(-6), ola.toLowerCase(), ola.slice(-6, -2), 'ola', 'Ọlá', 'obri', 'olA  obrien']) {
    expect(await found({ q }), q).toEqual([ola])
  }
  for (const q of ['08035550199', '0803 555 0199', '+234 803 555-0199', '2348035550199', '080355501']) {
    expect(await found({ q }), q).toEqual([ola])
  }
  expect(await found({ q: 'jollof' })).toEqual([ola])
  expect(await found({ dish: 'plantain' })).toEqual([ben])
  expect(await found({ q: 'ya' })).toEqual([delivered.orderId])
  expect(await found({ place: 'Yaba' })).toEqual([delivered.orderId])
  expect(await found({ state: 'cancelled' })).toEqual([ben])
  expect(await found({ state: 'pending' })).toEqual([ola])
  expect(await found({ state: 'completed' })).toEqual([])
  expect(await found({ state: 'refund-owed' })).toEqual([])
  // Ben's order was placed half an hour after midnight in Lagos.
  expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual([ben])
  expect(await found({ to: '2026-03-01' })).toEqual([])
  expect(await found({ q: 'rice ola', dish: 'jollof', state: 'pending', from: '2026-03-02' })).toEqual([ola])
  expect(await found({ q: 'ola', state: 'ready' })).toEqual([])
  for (const q of ["'", "a'b", '!', ':*', '\\', '( ) | &', 'nobody of that name']) {
    expect((await find({ q })).next, q).toBeNull()
  }
})

test('PEOPLE-1: an order is found by each phone of its contact, whatever the notation of contact and search', async () => {
  const withContact = async (contactPhone: string) => {
    const eve = await restaurant.customer()
    const { body: quote } = await restaurant.quote(eve, cartOf('jollof', 1, { contactPhone }))
    expect((await restaurant.place(eve, quote.id)).status).toBe(201)
    return quote.id
  }
  const notations = (figures: string) => [
    `0${figures}`,
    `234${figures}`,
    `+234 (0) ${figures}`,
    figures,
    `00234${figures}`,
    `+234 (0) ${figures.slice(0, 6)}`,
  ]
  const contacts = ['8035550401', '2348035550402', '+234 (0) 803 555 0403', '0803 555 0404 / 234 803 555 0405']
  const orders = await Promise.all(contacts.map(withContact))
  const numbers = ['8035550401', '8035550402', '8035550403', '8035550404', '8035550405']
  for (const [index, number] of numbers.entries()) {
    const id = orders[Math.min(index, 3)]
    for (const q of notations(number).slice(0, -1)) expect(await found({ q }), q).toEqual([id])
  }
  // One of two typed phones has to match. A part of a phone matches too.
  expect((await found({ q: '08035550401 / 08035550499' })).sort()).toEqual([orders[0]])
  expect((await found({ q: '0803 555 0401/+2348035550405' })).sort()).toEqual([orders[0], orders[3]].sort())
  for (const q of notations('8035550').slice(0, 3)) {
    expect(await found({ q }), q).toEqual(expect.arrayContaining(orders))
  }
  const foreign = await withContact('+44 20 7946 0000')
  for (const q of ['+442079460000', '+44 (20) 7946-0000', '442079460000'])
    expect(await found({ q }), q).toEqual([foreign])
})

test('PEOPLE-1: migration 0053 makes earlier orders findable by their contact phones', async () => {
  const id = await byPhone('Ife Ojo', '8035550503/8035550504', 'jollof')
  await database.pool.query("update order_search set words = '' where order_id = $1", [id])
  expect(await found({ q: '08035550504' })).toEqual([])
  const sql = await readFile(
    new URL('../db/migrations/0053-reached-devices-and-written-phones.sql', import.meta.url),
    'utf8',
  )
  await database.pool.query(sql.slice(sql.indexOf('update order_search')))
  expect(await found({ q: '08035550504' })).toEqual([id])
})

test('PEOPLE-1: the database finds the same phones in a text as the function `written`', async () => {
  for (const typed of [
    '08031234567',
    '+234 (0) 803-123-4567',
    '803 123 4567',
    '0803 123 4567/2348029999999, +14155550123',
    'Ada 0803–123–4567',
  ]) {
    const { rows } = await database.pool.query(
      'select search_phones($1) as stored, (select array_agg(search_phone(number)) from unnest($2::text[]) number) as sought',
      [typed, Phone.written(typed)],
    )
    expect(rows[0].stored.filter((word: string) => word !== '').sort(), typed).toEqual(rows[0].sought.sort())
  }
})

test('BOOKS-1: an order whose names and phones were erased is found only by what remains', async () => {
  const eno = await byPhone('Eno Ita', '0803 555 0301', 'fried-rice')
  await database.pool.query(
    "update orders set customer_name = 'Nobody', payer_name = 'Nobody', customer_phone = '', contact_phone = '' where id = $1",
    [eno],
  )
  expect(await found({ q: 'Eno' })).toEqual([])
  expect(await found({ q: '08035550301' })).toEqual([])
  expect(await found({ q: eno.slice(-6) })).toEqual([eno])
})

test('BOOKS-1: pages of orders placed at the same time have neither gaps nor duplicates, and show no phones', async () => {
  const ada = await restaurant.customer({ username: 'Ada Pages' })
  const template = await restaurant.paidOrder(ada)
  const count = 70
  await multiplyOrder(database.pool, { orderId: template.orderId, staffId: cashier.id, count })
  await database.pool.query("update orders set created_at = '2026-01-05 12:00:00+00' where customer_name = 'Ada Pages'")
  for (const query of [{ q: 'pages' }, { q: 'pages', state: 'pending' }, { to: '2026-01-05' }]) {
    const seen: string[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await find({ ...query, ...(after && { after }) })
      expect(JSON.stringify(page)).not.toMatch(/phone|address|customerId/i)
      seen.push(...page.orders.map(({ id }) => id))
      after = page.next
    }
    expect(seen).toEqual([...new Set(seen)].sort().reverse())
    expect(seen).toHaveLength(count + 1)
  }
})

test('BOOKS-1: the history of an order names its users, money, tickets and rider, and omits address and delivery code', async () => {
  const bola = await restaurant.customer({ username: 'Bola Story' })
  const { orderId: id, totalAmount: total } = await restaurant.delivery(bola)
  const { rider } = restaurant
  await restaurant.act(cashier, id, 'print-ticket', { kind: 'kitchen', press: 'press-0001' })
  await restaurant.act(cashier, id, 'assign-rider', { riderId: rider.id })
  await restaurant.act(owner, id, 'address-request')
  await restaurant.act(cashier, id, 'cancel', { reason: 'Nobody there' })
  await restaurant.act(owner, id, 'refund', { method: 'cash', amount: total })

  const { body } = await story(id)
  expect(body.entries.map(({ action }) => action)).toEqual([
    'order.place',
    'order.confirm-payment',
    'order.start',
    'order.mark-ready',
    'order.print-ticket',
    'order.assign-rider',
    'order.cancel',
    'order.refund',
  ])
  expect(body.names).toEqual({ [rider.id]: rider.username })
  expect(body.money).toMatchObject([
    { amount: total, method: 'transfer', sender: 'ADA OBI' },
    { amount: -total, method: 'cash', reference: null },
  ])
  expect(body.tickets).toMatchObject([{ kind: 'kitchen', number: 1, by: cashier.username }])
  expect(body.order).toMatchObject({ id, refunded: total, owed: 0 })
  expect(JSON.stringify(body)).not.toMatch(/deliveryAddress|deliveryCode|Idowu/)
  expect((await story(id, owner)).body.entries.map(({ action }) => action)).toContain('order.read-address')
  expect((await story(id, kitchen)).status).toBe(403)
  expect((await story('NOBODYS99')).status).toBe(404)
})

test('BOOKS-1: opening an order that finished over a day ago is audited, at most once an hour', async () => {
  const order = await restaurant.paidOrder(await restaurant.customer())
  const looks = async () =>
    (await restaurant.auditEntries(`order:${order.orderId}`)).filter(({ action }) => action === 'order.read')
  await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'No gas' })
  await story(order.orderId)
  expect(await looks()).toEqual([])
  await database.pool.query("update orders set finished_at = now() - interval '25 hours' where id = $1", [
    order.orderId,
  ])
  await story(order.orderId)
  await story(order.orderId)
  expect(await looks()).toMatchObject([{ actorId: cashier.id }])
  await story(order.orderId, owner)
  expect(await looks()).toHaveLength(2)
})
