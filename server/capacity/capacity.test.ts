import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Quarters } from '#contract/quarters.ts'
import type { ReadyPromise } from '#contract/site.ts'
import * as Calendar from '#domain/restaurant/calendar.ts'
import { quarterLength, quarterOf } from '#domain/restaurant/capacity.ts'
import { longestDriving } from '#domain/restaurant/delivery.ts'
import { always, at, dish, usual } from '#tests/support/calendar.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { openDatabase } from '../db/database.ts'
import { DatabaseGone } from '../db/failures.ts'
import { holdQuote } from '../quotes/quotes.ts'
import { sweepBookings } from './bookings.ts'
import { rangeOf } from './calendar.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { owner, cashier, kitchen, call, quote, place } = restaurant
const other = await openDatabase({ databaseUrl: database.url, dataDir: '', log: () => {} })
afterAll(() => other.stop())

const limit = (quarterCapacity: { dishes: number; reserve: number } | null) =>
  call(owner, 'PATCH', '/api/office/settings', { quarterCapacity })
const quarters = async () => (await call<Quarters>(kitchen, 'GET', '/api/desk/quarters')).body.quarters
const setQuarter = (at: string, isClosed: boolean) =>
  call<Quarters>(kitchen, 'PUT', '/api/desk/quarters', { at, isClosed })
const quarter = (readyBy: string | undefined) => quarterOf(Date.parse(readyBy ?? ''))
const booked = async (id: string) => {
  const { rows } = await database.pool.query<{ quarter: Date; work: number }>(
    'select quarter, work from quarter_bookings where quote_id = $1 order by quarter',
    [id],
  )
  return rows
}

beforeEach(async () => {
  await database.pool.query('delete from quarter_bookings; delete from closed_quarters')
  await limit(null)
})

test('TIME-2: a quote of a kitchen without a capacity books no quarter-hour and promises no slot', async () => {
  const { body } = await quote(await restaurant.customer(), cartOf('jollof', 9))
  expect(body.readyBy).toBeUndefined()
  expect(await booked(body.id)).toEqual([])
})

test('TIME-2: an order is promised for the first quarter-hour with room, and a larger order also books the quarter-hours before', async () => {
  await limit({ dishes: 4, reserve: 0 })
  const first = (await quote(await restaurant.customer(), cartOf('jollof', 3))).body
  const second = (await quote(await restaurant.customer(), cartOf('jollof', 3))).body
  const third = (await quote(await restaurant.customer(), cartOf('jollof', 6))).body
  const [of1, of2, of3] = [first, second, third].map(({ readyBy }) => quarter(readyBy))
  expect([of2, of3]).toEqual([Number(of1) + quarterLength, Number(of1) + 3 * quarterLength])
  expect((await booked(third.id)).map(({ quarter, work }) => [quarter.getTime(), work])).toEqual([
    [Number(of1) + 2 * quarterLength, 10],
    [of3, 20],
  ])
})

test('TIME-2: an order keeps the promise and the booked work of its quote until it is cooked or cancelled', async () => {
  await limit({ dishes: 4, reserve: 0 })
  const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
  const { body: held } = await quote(ada, cartOf('jollof', 4))
  const { body: next } = await quote(bola, cartOf('jollof', 4))
  expect(quarter((await place(ada, held.id)).body.readyBy)).toBe(quarter(held.readyBy))
  expect(quarter((await place(bola, next.id)).body.readyBy)).toBe(quarter(next.readyBy))
  expect(await booked(next.id)).toHaveLength(1)
  await restaurant.act(bola, next.id, 'cancel', {})
  expect(await booked(next.id)).toEqual([])
  await restaurant.pay(cashier, held.id, held.totalAmount)
  await restaurant.act(kitchen, held.id, 'start')
  expect(await booked(held.id)).toHaveLength(1)
  await restaurant.act(kitchen, held.id, 'mark-ready')
  expect(await booked(held.id)).toEqual([])
})

test('TIME-2: a customer who takes long to pay is promised the next quarter-hour with room', async () => {
  await limit({ dishes: 4, reserve: 0 })
  const ada = await restaurant.customer()
  const { body: held } = await quote(ada, cartOf('jollof', 4))
  // Moves the booked quarter-hour and the promise half an hour back.
  await database.pool.query(
    `update quarter_bookings set quarter = quarter - interval '30 minutes' where quote_id = $1`,
    [held.id],
  )
  await database.pool.query(`update quotes set ready_by = ready_by - interval '30 minutes' where id = $1`, [held.id])
  const { body: order } = await place(ada, held.id)
  expect(Date.parse(order.readyBy)).toBeGreaterThan(Date.now())
  const [own] = await booked(held.id)
  expect(own?.quarter.getTime()).toBe(quarter(order.readyBy))
})

describe('TIME-2: the booking of a quarter-hour is released', () => {
  test('a place in a quarter-hour is free again when the customer asks for another quote', async () => {
    await limit({ dishes: 4, reserve: 0 })
    const ada = await restaurant.customer()
    const { body: first } = await quote(ada, cartOf('jollof', 4))
    const { body: second } = await quote(ada, cartOf('jollof', 3))
    expect(quarter(second.readyBy)).toBe(quarter(first.readyBy))
    expect(await booked(first.id)).toEqual([])
    const { body: again } = await quote(ada, cartOf('jollof', 4))
    expect(again.id).toBe(first.id)
    expect(await booked(second.id)).toEqual([])
    expect(await booked(first.id)).toHaveLength(1)
  })

  test('a place in a quarter-hour is free again as soon as its quote expires, before the sweep deletes the booking', async () => {
    await limit({ dishes: 4, reserve: 0 })
    const { body: first } = await quote(await restaurant.customer(), cartOf('jollof', 4))
    await database.pool.query("update quarter_bookings set expires_at = now() - interval '1 second'")
    const { body: second } = await quote(await restaurant.customer(), cartOf('jollof', 4))
    expect(quarter(second.readyBy)).toBe(quarter(first.readyBy))
    await database.transaction((tx) => sweepBookings(tx, 500))
    expect(await booked(first.id)).toEqual([])
    expect(await booked(second.id)).toHaveLength(1)
  })
})

test('TIME-2: only the counter may use the part of a quarter-hour that is reserved for counter orders, and a counter order above the capacity is refused', async () => {
  await limit({ dishes: 3, reserve: 1 })
  const atCounter = (count: number) =>
    call<{ id: string; readyBy?: string }>(cashier, 'POST', '/api/desk/quotes', {
      channel: 'walk-in',
      customerName: 'Chidi',
      ...cartOf('jollof', count),
    })
  const { body: web } = await quote(await restaurant.customer(), cartOf('jollof', 2))
  const [first] = await booked(web.id)
  const second = (await quote(await restaurant.customer(), cartOf('jollof'))).body
  expect(quarter(second.readyBy)).toBe(Number(first?.quarter.getTime()) + quarterLength)
  const counter = (await atCounter(1)).body
  expect(quarter(counter.readyBy)).toBe(first?.quarter.getTime())
  expect(await booked(counter.id)).toEqual([])
  const placed = await call(cashier, 'POST', '/api/desk/orders', {
    quoteId: counter.id,
    payment: { method: 'transfer' },
  })
  expect(placed.status).toBe(201)
  expect(await booked(counter.id)).toHaveLength(1)
  expect(await atCounter(30)).toMatchObject({ status: 422, body: { code: 'cart-too-large' } })
})

test('TIME-2: every quarter-hour that an order can book is read, even at the longest driving, cooking and rush', () => {
  const now = at('12:00')
  const slow = { preparation: { least: 600, most: 600 }, rush: { since: now, until: now + 1, minutes: 120 } }
  const calendar = { ...usual, ...slow, hours: always, capacity: { dishes: 1, reserve: 0 } }
  const bookings = (wanted: Calendar.Wanted, driving: number) => {
    const answer = Calendar.availability(calendar, { lines: [dish({}, 8)], driving }, now, wanted)
    return answer.available ? answer.bookings.map(({ quarter }) => quarter) : []
  }
  for (const [wanted, driving] of [
    ['soonest', 0],
    [at('2026-11-25T12:00'), longestDriving],
  ] as const) {
    const { from, until } = rangeOf(wanted, now)
    const booked = bookings(wanted, driving)
    expect(booked).toHaveLength(8)
    expect(booked.filter((quarter) => quarter < from || quarter >= until)).toEqual([])
  }
})

/** Repeats a request that a slow machine gave up, as a browser does after 503. */
async function answered<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof DatabaseGone)) throw error
    }
  }
}

test('TIME-2: 200 concurrent quotes at two processes share the last three places of a quarter-hour', async () => {
  await limit({ dishes: 3, reserve: 0 })
  // Only the quarter-hour that begins in two hours is open.
  const open = quarterOf(Date.now()) + 8 * quarterLength
  await database.pool.query(
    `insert into closed_quarters (quarter, closed_by)
       select quarter, $1 from generate_series(to_timestamp($2) - interval '2 hours', to_timestamp($2) + interval '12 hours',
                                               interval '15 minutes') quarter where quarter <> to_timestamp($2)`,
    [owner.id, open / 1000],
  )
  const customers = await Promise.all(Array.from({ length: 200 }, () => restaurant.customer()))
  const request = {
    items: [{ itemId: 'jollof', selection: {}, quantity: 1, chefComment: '' }],
    deliveryMethod: 'pick-up',
    deliveryAddress: '',
    locationId: '',
    contactPhone: '',
    payerName: '',
    customerName: '',
  } as const
  const answers = await Promise.allSettled(
    customers.map((customer, index) =>
      answered(() => holdQuote(index % 2 === 0 ? database : other, customer, request)),
    ),
  )
  const promised = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.quote.readyBy] : []))
  expect(promised).toEqual(Array(3).fill(new Date(open).toISOString()))
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ problem: { code: 'slot-unavailable' } })
  }
  const { rows } = await database.pool.query('select sum(work)::int as work from quarter_bookings')
  expect(rows).toEqual([{ work: 15 }])
}, 300_000)

describe('TIME-2: the desk sees the next two hours', () => {
  test('the desk sees the booked work of two hours; closing and reopening a quarter-hour is audited and published', async () => {
    await limit({ dishes: 4, reserve: 1 })
    const { body: held } = await quote(await restaurant.customer(), cartOf('jollof', 2))
    const seen = await quarters()
    expect(seen).toHaveLength(8)
    const at = new Date(quarter(held.readyBy)).toISOString()
    expect(seen.find((each) => each.at === at)).toEqual({
      at,
      booked: 2,
      free: 2,
      isClosed: false,
      due: expect.any(Number),
      waiting: 0,
    })
    const before = (await restaurant.events('kitchen-load')).length
    const closed = await setQuarter(at, true)
    expect(closed.body.quarters.find((each) => each.at === at)).toMatchObject({ isClosed: true, free: 0 })
    expect(await setQuarter(at, true)).toEqual(closed)
    expect(await restaurant.events('kitchen-load')).toHaveLength(before + 1)
    const { body: next } = await quote(await restaurant.customer(), cartOf('jollof', 1))
    expect(Date.parse(next.readyBy ?? '')).toBeGreaterThanOrEqual(Date.parse(at) + quarterLength)
    expect((await setQuarter(at, false)).body.quarters.find((each) => each.at === at)).toMatchObject({
      isClosed: false,
    })
    const entries = await database.pool.query<{ action: string }>(
      "select action from audit where action like 'quarter.%' order by id",
    )
    expect(entries.rows.map(({ action }) => action)).toEqual(['quarter.close', 'quarter.reopen'])
  })

  test('a closed quarter-hour moves the promise even in a kitchen without a capacity', async () => {
    const usual = (await call<ReadyPromise>(undefined, 'GET', '/api/promise')).body
    const at = new Date(quarterOf(Date.parse(usual.readyBy))).toISOString()
    await setQuarter(at, true)
    const after = (await call<ReadyPromise>(undefined, 'GET', '/api/promise')).body
    expect(Date.parse(after.readyBy)).toBeGreaterThanOrEqual(Date.parse(at) + quarterLength)
    const { body } = await quote(await restaurant.customer(), cartOf('jollof'))
    expect(Date.parse(body.readyBy ?? '')).toBeGreaterThanOrEqual(Date.parse(at) + quarterLength)
  })

  test.each([
    ['in the past', () => new Date(quarterOf(Date.now()) - quarterLength).toISOString()],
    ['in three days', () => new Date(quarterOf(Date.now()) + 300 * quarterLength).toISOString()],
    ['in between', () => new Date(quarterOf(Date.now()) + 60_000).toISOString()],
  ])('a quarter-hour %s cannot be closed', async (_what, at) => {
    expect(await setQuarter(at(), true)).toMatchObject({ status: 422, body: { field: 'at' } })
  })
})

test('TIME-2: a reserve for counter orders as large as the capacity is refused with a sentence at its field', async () => {
  expect(await limit({ dishes: 4, reserve: 4 })).toMatchObject({
    status: 422,
    body: { field: 'quarterCapacity.reserve', detail: expect.stringMatching(/fewer dishes for the counter/) },
  })
  expect(await limit({ dishes: 4, reserve: 3 })).toMatchObject({
    status: 200,
    body: { quarterCapacity: { dishes: 4, reserve: 3 } },
  })
})
