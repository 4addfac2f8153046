import { expect, test } from 'vitest'
import type { TillEntries } from '#contract/books/till.ts'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Delivery } from '#contract/order/riders.ts'
import type { User } from '#contract/session.ts'
import { naira } from '#domain/money/money.ts'
import { unlikeMovements } from '#tests/faults/order-check.ts'
import { randomOf, seedOfRun } from '#tests/faults/random.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { charges } from '../db/schema.ts'
import { Refusal } from '../http/problems.ts'
import { receiveNotice } from '../payments/notices.ts'
import type { Provider } from '../payments/provider.ts'

// These random histories run through routes and database. `domain/books/histories.test.ts` runs many more in memory.

const histories = 40
const stepsOfEach = 10

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { pool } = database
const { cashier, owner, kitchen, rider } = restaurant
const pocket = `rider:${rider.id}`

type Placed = { readonly id: string; readonly customer: User | undefined }

const seed = seedOfRun()
const random = randomOf(seed)
const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
let serial = 0
/** The orders for which the rider has collected cash. */
const inPocket = new Set<string>()
/** Returns a new reference, or sometimes an earlier reference, which must be recorded only once. */
const reference = () => `HISTORY ${random() < 0.15 ? Math.max(1, serial - 3) : ++serial}`

/** The expected sum of each place, computed from the accepted requests. */
const expected = new Map<string, number>()
const moved = (place: string, amount: number) => expected.set(place, (expected.get(place) ?? 0) + amount)

async function place(dishes: readonly string[], isDelivery = false): Promise<Placed> {
  const items = dishes.map((itemId) => ({ itemId, selection: {}, quantity: 1 }))
  if (isDelivery || random() < 0.7) {
    const customer = await restaurant.customer()
    const deliveryMethod = isDelivery || random() < 0.6 ? 'delivery' : 'pick-up'
    const { body: quote } = await restaurant.quote(customer, { items, deliveryMethod })
    await restaurant.place(customer, quote.id)
    return { id: quote.id, customer }
  }
  const asked = { channel: 'walk-in', customerName: 'Bola', items }
  const { body: quote } = await restaurant.call<Quote>(cashier, 'POST', '/api/desk/quotes', asked)
  const method = pick(['cash', 'card', 'transfer'] as const)
  const amount = pick([quote.totalAmount, quote.totalAmount - 500])
  const payment = {
    method,
    ...(method !== 'transfer' && { amount }),
    ...(method === 'card' && { reference: `SLIP ${quote.id}` }),
  }
  const { status } = await restaurant.call<CounterPlaced>(cashier, 'POST', '/api/desk/orders', {
    quoteId: quote.id,
    payment,
  })
  expect(status).toBe(201)
  if (method !== 'transfer') moved(method === 'cash' ? 'till' : 'terminal', amount)
  return { id: quote.id, customer: undefined }
}

const steps = {
  confirm: async ({ id }: Placed, { totalAmount: total, received }: Order) => {
    const amount = Math.max(1, total - received) + pick([0, 0, -400, 600])
    const accountId = pick(['demo-bank', 'sample-trust'])
    const extra = random() < 0.4 ? { extra: true } : {}
    const body = { accountId, amount, sender: 'ADA OBI', sessionId: reference(), ...extra }
    const { status } = await restaurant.act(cashier, id, 'confirm-payment', body)
    if (status === 200) moved(`account:${accountId}`, amount)
    return status
  },
  undo: async ({ id }: Placed, { received }: Order) => {
    const { rows } = await pool.query<{ place: string; amount: number }>(
      `select place, amount from movements payment where order_id = $1 and kind = 'received' and not exists (
         select from movements undone where undone.kind = 'undone' and undone.reference = payment.reference)
        order by id desc limit 1`,
      [id],
    )
    // Two people undo the payment concurrently, and one of them is refused.
    const undo = (who: User) => restaurant.act(who, id, 'undo-confirmation', { received })
    const done = (await Promise.all([cashier, owner].map(undo))).filter(({ status }) => status === 200)
    expect(done.length).toBeLessThan(2)
    if (rows[0] && done.length === 1) moved(rows[0].place, -rows[0].amount)
    return done.length === 1 ? 200 : 409
  },
  till: async ({ id }: Placed, { totalAmount: total, received }: Order) => {
    const method = pick(['cash', 'card'] as const)
    const amount = Math.max(1, total - received) - pick([0, 0, 300])
    const slip = method === 'card' ? { reference: reference() } : {}
    const { status } = await restaurant.act(cashier, id, 'till-payment', { method, amount, received, ...slip })
    if (status === 200) moved(method === 'cash' ? 'till' : 'terminal', amount)
    return status
  },
  provider: async ({ id, customer }: Placed, { totalAmount: total }: Order) => {
    const amount = total + pick([0, 0, -200, 300])
    const key = `${id}-provider`
    const { rowCount } = await pool.query('select from charges where reference = $1', [key])
    if (!customer || rowCount) return 409
    await database.orm.insert(charges).values({ reference: key, quoteId: id, provider: 'bank', account: {} as never })
    const provider: Provider = {
      name: 'bank',
      title: 'Bank',
      open: () => Promise.reject(new Error('It opens no account.')),
      noticed: () => ({ type: 'paid', reference: key }),
      verify: async () => ({ type: 'paid', amount: naira(amount), sender: 'ADA OBI' }),
    }
    // The provider sends two copies of a notice at the same moment.
    const notices = [1, 2].map(() => receiveNotice(database, provider, () => {}, key, new Headers()))
    await Promise.all(notices)
    moved('account:bank', amount)
    return 200
  },
  refund: async ({ id }: Placed, { owed }: Order) => {
    const { rows } = await pool.query<{ place: string }>(
      `select place from movements payment
        where order_id = $1 and kind = 'received' and method = 'transfer' and not exists (
          select from movements undone where undone.kind = 'undone' and undone.reference = payment.reference)
        order by id desc limit 1`,
      [id],
    )
    const method = pick(['cash', 'transfer'] as const)
    const refund = { method, amount: Math.max(1, owed), ...(method === 'transfer' && { reference: reference() }) }
    const both = await Promise.all([cashier, owner].map((who) => restaurant.act(who, id, 'refund', refund)))
    const done = both.filter(({ status }) => status === 200)
    expect(done.length).toBeLessThan(2)
    if (done.length === 1) moved(method === 'cash' ? 'till' : (rows[0]?.place ?? 'account:'), -owed)
    return done.length === 1 ? 200 : 409
  },
  missing: async ({ id }: Placed) => (await restaurant.act(cashier, id, 'report-missing')).status,
  claim: async ({ id, customer }: Placed) => (await restaurant.act(customer ?? cashier, id, 'claim-again')).status,
  'sell out': async ({ id, customer }: Placed, { version, items: lines }: Order) => {
    const line = lines.length - 1
    const marked = await restaurant.act(kitchen, id, 'mark-sold-out', { line, version })
    if (marked.status !== 200) return marked.status
    const seen = { line, version: version + 1 }
    return customer && random() < 0.5
      ? (await restaurant.act(customer, id, 'choose-substitution', { ...seen, answer: pick(['remove', 'cancel']) }))
          .status
      : (await restaurant.act(cashier, id, 'remove-sold-out', seen)).status
  },
  'at door': async ({ id }: Placed, { totalAmount: total, received }: Order) =>
    (await restaurant.act(cashier, id, 'start-for-cash', { amount: Math.max(1, total - received) })).status,
  /** Lets the rider deliver the order and collect its cash, sometimes after the order was cancelled or completed. */
  deliver: async ({ id, customer }: Placed, { totalAmount: total, received }: Order) => {
    const due = Math.max(1, total - received)
    if (random() < 0.7) await restaurant.act(cashier, id, 'start-for-cash', { amount: due })
    await restaurant.act(kitchen, id, 'mark-ready')
    await restaurant.act(cashier, id, 'assign-rider', { riderId: rider.id })
    await restaurant.call(rider, 'POST', `/api/orders/${id}/pick-up`, {})
    const { body: order } = await restaurant.call<Order>(customer ?? owner, 'GET', `/api/orders/${id}`)
    if (random() < 0.2) await restaurant.act(owner, id, pick(['cancel', 'complete']), { reason: 'No gas' })
    const collected = Math.max(0, total - received + pick([0, 0, -300, 400]))
    const handed = { code: order.deliveryCode ?? '0000', ...(order.cashAtDoor && { collected }), key: `door ${id}` }
    const send = () => restaurant.call<Delivery>(rider, 'POST', `/api/orders/${id}/deliver`, handed)
    // The request arrives twice concurrently, as it may after a lost response.
    const [one, other] = await Promise.all([send(), send()])
    const { rows } = await pool.query('select from movements where order_id = $1 and place = $2', [id, pocket])
    expect(rows.length).toBeLessThan(2)
    const isLate = [one, other].some(({ body }) => body.detail?.includes('is recorded: hand it in'))
    const isNew = rows.length === 1 && !inPocket.has(id)
    if (isNew) inPocket.add(id)
    if (isNew) moved(pocket, collected)
    expect(isNew && one.status !== 200 && !isLate).toBe(false)
    return one.status
  },
  'hand in': async () => {
    const { body: till } = await restaurant.call<TillEntries>(cashier, 'GET', '/api/desk/till')
    const carried = till.riders.find(({ id }) => id === rider.id)?.carries ?? 0
    expect(carried).toBe(expected.get(pocket) ?? 0)
    const amount = Math.max(1, carried - pick([0, 0, 500, -100]))
    const change = { kind: 'handed-in', riderId: rider.id, carried, amount, key: `press number ${++serial}` }
    const both = await Promise.all(
      [cashier, owner].map((who) => restaurant.call(who, 'POST', '/api/desk/till', change)),
    )
    const done = both.filter(({ status }) => status === 201)
    expect(done.length).toBe(carried > 0 ? 1 : 0)
    if (done.length === 0) return 409
    moved(pocket, -amount)
    moved('till', amount)
    return 200
  },
  'go on': async ({ id }: Placed, { status, payment }: Order) => {
    if (status === 'pending' && payment !== 'found' && payment !== 'over') {
      return (await restaurant.act(owner, id, 'start-unpaid', { reason: 'A regular' })).status
    }
    const action = status === 'pending' ? 'start' : status === 'preparing' ? 'mark-ready' : 'complete'
    return (await restaurant.act(owner, id, action)).status
  },
  cancel: async ({ id }: Placed) => (await restaurant.act(cashier, id, 'cancel', { reason: 'No gas' })).status,
} as const

test('BOOKS-4: the sums of movements equal the sums of the orders after every step of random histories through the server', {
  timeout: 300_000,
}, async () => {
  await restaurant.call(owner, 'PATCH', '/api/office/settings', { cashAtDoorUpTo: 100_000 })
  const dishes = [await restaurant.dish(5000), await restaurant.dish(2500), await restaurant.dish(1500)]
  const done = new Map<string, number>()
  const names = Object.keys(steps) as (keyof typeof steps)[]
  for (let number = 0; number < histories; number++) {
    // The first history begins with cash collected by a rider, because random steps might never reach a hand-in.
    const first: readonly (keyof typeof steps)[] = number === 0 ? ['at door', 'deliver', 'hand in'] : []
    const placed = await place(dishes, number === 0)
    const before: string[] = []
    for (let left = stepsOfEach; left > 0; left--) {
      const name = first[stepsOfEach - left] ?? pick(names.filter((each) => each !== 'cancel' || left < 5))
      const { body: order } = await restaurant.call<Order>(owner, 'GET', `/api/orders/${placed.id}`)
      const status = await steps[name](placed, order).catch((error: unknown) => {
        if (error instanceof Refusal) return 409
        throw error
      })
      before.push(`${name} ${status}`)
      const where = `Seed ${seed}, history ${number}: ${before.join(', ')}`
      expect(status, where).toBeOneOf([200, 403, 404, 409, 422])
      if (status === 200) done.set(name, (done.get(name) ?? 0) + 1)
      expect((await pool.query(unlikeMovements)).rows, where).toEqual([])
      const places = await pool.query<{ place: string; sum: number }>(
        'select place, sum(amount)::int from movements group by place',
      )
      const held = (all: Iterable<readonly [string, number]>) => Object.fromEntries([...all].sort())
      expect(held(places.rows.map(({ place, sum }) => [place, sum] as const)), where).toEqual(held(expected))
    }
  }
  // Each step must have succeeded at least once. The exception is a claim, because it needs a transfer that was not
  // found.
  const often = names.filter((name) => name !== 'claim')
  expect(
    often.filter((name) => !done.has(name)),
    `Seed ${seed}`,
  ).toEqual([])
})
