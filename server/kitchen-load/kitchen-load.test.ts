import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { User } from '#contract/session.ts'
import type { ReadyPromise, Site } from '#contract/site.ts'
import { coveredStates, paymentStates } from '#domain/order/payment.ts'
import { kitchenStatuses, orderStatuses } from '#domain/order/statuses.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders } from '../db/schema.ts'
import { endPauseAndRush } from './ends.ts'

const clock = (iso: string) => Lagos.clock(Date.parse(iso))

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { kitchen, cashier, owner, rider } = restaurant
// Each test has a new customer, because the unpaid orders of one account are limited.
let ada = await restaurant.customer()
beforeEach(async () => {
  ada = await restaurant.customer()
})

const change = (caller: User | undefined, body: unknown) =>
  restaurant.call<KitchenLoad>(caller, 'PATCH', '/api/kitchen-load', body)
const site = async () => (await restaurant.call<Site>(undefined, 'GET', '/api/site')).body
const promise = async () => (await restaurant.call<ReadyPromise>(undefined, 'GET', '/api/promise')).body

afterEach(async () => {
  await change(owner, { rushMinutes: 0, capacity: 20, paused: null })
})

describe('permissions', () => {
  test.each([
    ['a signed-out visitor', undefined, 401],
    ['a customer', ada, 403],
    ['a rider', rider, 403],
  ])('%s can neither read nor change the kitchen load', async (_caller, caller, status) => {
    expect(await restaurant.call(caller, 'GET', '/api/kitchen-load')).toMatchObject({ status })
    expect(await change(caller, { paused: 'Closed by nobody' })).toMatchObject({ status })
    expect((await site()).paused).toBeNull()
  })

  test.each([
    ['the kitchen', kitchen],
    ['a cashier', cashier],
    ['the owner', owner],
  ])('%s can change the kitchen load, and the change is audited', async (_caller, caller) => {
    expect(await change(caller, { rushMinutes: 10 })).toMatchObject({ status: 200, body: { rushMinutes: 10 } })
    expect((await restaurant.auditEntries('kitchen-load')).at(-1)).toMatchObject({
      actorId: caller.id,
      action: 'kitchen-load.change',
    })
  })
})

test('HOME-1: rush mode moves the ready-by promise and the stated preparation time, and publishes an event to every page', async () => {
  const before = await promise()
  await change(kitchen, { rushMinutes: 20 })
  expect((await promise()).minutes).toBe(before.minutes + 20)
  expect((await site()).preparation).toEqual({ least: 30, most: 65 })
  const order = await restaurant.order(ada)
  expect(Date.parse(order.readyBy) - Date.parse(order.createdAt)).toBeGreaterThanOrEqual(30 * 60_000)
  expect((await restaurant.events('kitchen-load')).at(-1)).toMatchObject({
    topics: ['menu'],
    type: 'kitchen-load.changed',
    data: { rushMinutes: 20, paused: null },
  })
})

test('HOME-1: a lower capacity lengthens the promise', async () => {
  await restaurant.order(ada)
  await change(kitchen, { capacity: 1 })
  expect((await promise()).minutes).toBe(45)
  expect((await restaurant.call<KitchenLoad>(kitchen, 'GET', '/api/kitchen-load')).body).toMatchObject({ capacity: 1 })
})

describe('DESK-6: kept and late promises', () => {
  const load = async () => (await restaurant.call<KitchenLoad>(kitchen, 'GET', '/api/kitchen-load')).body

  /** Makes an order ready `minutes` after its payment was claimed, with a promise of 60 minutes. Returns the id. */
  async function readyAfter(minutes: number) {
    const { orderId: id } = await restaurant.order(await restaurant.customer())
    await restaurant.pay(
      cashier,
      id,
      (await restaurant.call<{ totalAmount: number }>(cashier, 'GET', `/api/orders/${id}`)).body.totalAmount,
    )
    await database.pool.query(
      `UPDATE orders SET claimed_at = now() - make_interval(mins => $2), ready_by = now() + make_interval(mins => 60 - $2)
         WHERE id = $1`,
      [id, minutes],
    )
    await restaurant.act(kitchen, id, 'start')
    await restaurant.act(kitchen, id, 'mark-ready')
    return id
  }

  test('an order that becomes ready is counted once as kept or late, and corrects later promises', async () => {
    const before = await load()
    await readyAfter(5)
    expect(await load()).toMatchObject({ readyToday: before.readyToday + 1, keptToday: before.keptToday + 1 })
    const { learned } = await load()
    const id = await readyAfter(90)
    const after = await load()
    expect(after).toMatchObject({ readyToday: before.readyToday + 2, keptToday: before.keptToday + 1 })
    expect(after.learned).toBeGreaterThan(learned)
    await restaurant.act(kitchen, id, 'recall')
    await restaurant.act(kitchen, id, 'mark-ready')
    expect(await load()).toEqual({ ...after, open: expect.any(Number) })
  })

  test('the promise is longer by the learned minutes, and the counts of kept promises begin at zero each day', async () => {
    await database.pool.query('UPDATE kitchen_load SET learned_minutes = 0')
    const { minutes } = await promise()
    await database.pool.query('UPDATE kitchen_load SET learned_minutes = 7')
    expect((await promise()).minutes).toBe(minutes + 7)
    await database.pool.query("UPDATE kitchen_load SET learned_minutes = 0, day_ends = now() - interval '1 s'")
    expect(await load()).toMatchObject({ readyToday: 0, keptToday: 0 })
    await readyAfter(1)
    expect(await load()).toMatchObject({ readyToday: 1, keptToday: 1 })
  })
})

describe('while ordering is paused', () => {
  const sentence = 'The grill is being cleaned. We are back at nine.'

  test('a pause is stated on the site, and a new quote is refused with the pause’s sentence', async () => {
    await change(kitchen, { paused: sentence })
    const { paused } = await site()
    expect(paused).toMatch(/^The grill is being cleaned\. We are back at nine\. Orders open again .+\.$/)
    expect(await restaurant.quote(ada, cartOf('jollof', 2))).toMatchObject({
      status: 409,
      body: { code: 'ordering-paused', detail: paused },
    })
  })

  test('STOCK-3: a quote made before the pause is returned and can be placed', async () => {
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof', 3))
    await change(kitchen, { paused: sentence })
    expect(await restaurant.quote(ada, cartOf('jollof', 3))).toMatchObject({
      status: 200,
      body: { id: quote.id, notice: 'You were already paying when we paused, so we still take this order.' },
    })
    expect(await restaurant.place(ada, quote.id)).toMatchObject({ status: 201, body: { orderId: quote.id } })
    expect(await restaurant.quote(ada, cartOf('jollof', 3))).toMatchObject({
      status: 409,
      body: { code: 'ordering-paused' },
    })
  })

  test('an expired quote cannot be placed during a pause, and no new quote is made', async () => {
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof', 4))
    await change(kitchen, { paused: sentence })
    await restaurant.expireQuote(quote.id, -6)
    expect(await restaurant.place(ada, quote.id)).toMatchObject({ status: 409, body: { code: 'quote-expired' } })
    expect(await restaurant.quote(ada, cartOf('jollof', 4))).toMatchObject({
      status: 409,
      body: { code: 'ordering-paused' },
    })
  })

  test('placing again an order that was placed before the pause returns that order', async () => {
    const order = await restaurant.order(ada)
    await change(kitchen, { paused: sentence })
    expect(await restaurant.place(ada, order.orderId)).toMatchObject({ status: 200, body: { orderId: order.orderId } })
  })

  test('50 concurrent pauses make one change and one event', async () => {
    const before = (await restaurant.events('kitchen-load')).length
    const answers = await Promise.all(Array.from({ length: 50 }, () => change(kitchen, { paused: sentence })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { paused: sentence } })
    expect(await restaurant.events('kitchen-load')).toHaveLength(before + 1)
  })
})

describe('TIME-1: a pause and a rush end by themselves', () => {
  const load = async () => (await restaurant.call<KitchenLoad>(kitchen, 'GET', '/api/kitchen-load')).body
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const events = async () => (await restaurant.events('kitchen-load')).length
  const expire = () =>
    database.pool.query(
      `UPDATE kitchen_load SET paused_until = now() - interval '1 second', rush_until = now() - interval '1 second'`,
    )

  test('a pause ends at the time that staff choose and customers read, and pausing again with a later time extends the pause', async () => {
    const pausedUntil = inMinutes(30)
    expect((await change(kitchen, { paused: 'Full.', pausedUntil })).body).toMatchObject({
      paused: 'Full.',
      pausedUntil,
    })
    const told = await site()
    expect(told.paused).toMatch(/^Full\. Orders open again (at|on \w+day at) \d\d:\d\d\.$/)
    expect(told.paused).toContain(clock(pausedUntil))
    expect(told.pausedUntil).toContain(clock(pausedUntil))
    const later = inMinutes(45)
    const before = await events()
    expect((await change(kitchen, { paused: 'Full.', pausedUntil: later })).body.pausedUntil).toBe(later)
    expect(await events()).toBe(before + 1)
    expect((await site()).paused).toContain(clock(later))
  })

  test('a pause without an hour ends at the next opening', async () => {
    const { paused, pausedUntil } = (await change(kitchen, { paused: 'Full.' })).body
    expect(paused).toBe('Full.')
    const hours = (Date.parse(pausedUntil ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(0)
    expect(hours).toBeLessThanOrEqual(24)
    const rush = (await change(kitchen, { rushMinutes: 10 })).body
    expect(rush.rushUntil).toBe(pausedUntil)
  })

  test('a pause and a rush stop applying when their time is up, even before the server’s timer has run', async () => {
    const { minutes } = await promise()
    await change(kitchen, { paused: 'Full.', pausedUntil: inMinutes(5), rushMinutes: 20, rushUntil: inMinutes(5) })
    expect((await promise()).minutes).toBe(minutes + 20)
    await expire()
    expect(await load()).toMatchObject({ paused: null, pausedUntil: null, rushMinutes: 0, rushUntil: null })
    expect((await site()).paused).toBeNull()
    expect((await promise()).minutes).toBe(minutes)
    expect((await restaurant.quote(ada, cartOf('jollof', 2))).status).toBe(201)
  })

  test('one of several processes publishes and audits the end of a pause, and none does so before that end', async () => {
    await change(kitchen, { paused: 'Full.', pausedUntil: inMinutes(5), rushMinutes: 20, rushUntil: inMinutes(5) })
    const before = await events()
    await endPauseAndRush(database)
    expect(await events()).toBe(before)
    await expire()
    await Promise.all([endPauseAndRush(database), endPauseAndRush(database)])
    expect(await events()).toBe(before + 1)
    expect((await restaurant.events('kitchen-load')).at(-1)).toMatchObject({ data: { rushMinutes: 0, paused: null } })
    expect((await restaurant.auditEntries('kitchen-load')).at(-1)).toMatchObject({
      actorId: null,
      action: 'kitchen-load.change',
      detail: { paused: null, rushMinutes: 0 },
    })
  })

  test('if orders are late when a pause ends, staff are asked once whether it should continue, and the first answer counts', async () => {
    const end = async () => {
      await change(kitchen, { paused: 'Full.', pausedUntil: inMinutes(5) })
      await expire()
      await endPauseAndRush(database)
    }
    await database.pool.query("UPDATE orders SET ready_by = now() + interval '1 hour'")
    await end()
    expect((await load()).ended).toBeNull()
    const { orderId: id } = await restaurant.order(ada)
    await database.pool.query("UPDATE orders SET ready_by = now() - interval '1 minute' WHERE id = $1", [id])
    await end()
    expect((await load()).ended).toEqual({ what: 'pause', paused: 'Full.', late: 1 })
    await endPauseAndRush(database)
    expect((await change(kitchen, { ended: null })).body.ended).toBeNull()
    await end()
    expect((await change(kitchen, { paused: 'Full.', pausedUntil: inMinutes(15) })).body.ended).toBeNull()
  })

  test('RUN-5: a pause set by a server of the last release begins now and lasts until the next opening', async () => {
    await change(kitchen, { paused: 'Full.', pausedUntil: inMinutes(5) })
    await database.pool.query('UPDATE kitchen_load SET paused = null')
    await database.pool.query("UPDATE kitchen_load SET paused = 'Full again.', rush_minutes = 10")
    const { paused, pausedUntil, rushMinutes, rushUntil } = await load()
    expect({ paused, rushMinutes }).toEqual({ paused: 'Full again.', rushMinutes: 10 })
    expect(pausedUntil).toBe(rushUntil)
    expect(Date.parse(pausedUntil ?? '')).toBe(Hours.nextDay(Date.now(), '06:00'))
  })
})

test.each([
  ['nothing', {}, ''],
  ['a negative rush', { rushMinutes: -1 }, 'rushMinutes'],
  ['a rush of half a day', { rushMinutes: 700 }, 'rushMinutes'],
  ['a capacity of 0', { capacity: 0 }, 'capacity'],
  ['an empty sentence', { paused: ' ' }, 'paused'],
  ['an end without a pause', { pausedUntil: null }, 'pausedUntil'],
  ['an end of a rush that is over', { rushMinutes: 0, rushUntil: null }, 'rushUntil'],
  ['an end in the past', { paused: 'Full.', pausedUntil: new Date(Date.now() - 60_000) }, 'pausedUntil'],
  ['an end in two weeks', { rushMinutes: 10, rushUntil: new Date(Date.now() + 14 * 86_400_000) }, 'rushUntil'],
  ['an unknown field', { open: 3 }, 'open'],
])('a change of the kitchen load with %s is refused with its field', async (_what, body, field) => {
  expect(await change(owner, body)).toMatchObject({ status: 422, body: { field } })
})

describe('the number of open orders', () => {
  const counted = async () => (await restaurant.call<KitchenLoad>(kitchen, 'GET', '/api/kitchen-load')).body.open
  const inKitchen = () => restaurant.orm.$count(orders, inArray(orders.status, [...kitchenStatuses]))

  test('STOCK-2: an order counts as kitchen load while it waits or is cooked, unless it is crowded and unpaid', async () => {
    const { orderId: id } = await restaurant.order(ada)
    const states = orderStatuses.flatMap((status) =>
      paymentStates.flatMap((payment) =>
        [0, 1].flatMap((received) =>
          [true, false].flatMap((crowded) =>
            [null, owner.id].map((enteredBy) => ({ status, payment, received, crowded, entered_by: enteredBy })),
          ),
        ),
      ),
    )
    const { rows } = await database.pool.query(
      `select is_kitchen_work(jsonb_populate_record(one, state)) as counts
         from orders one, jsonb_array_elements($2) with ordinality as each (state, place) where id = $1 order by place`,
      [id, JSON.stringify(states)],
    )
    const expected = states.map(({ status, payment, received, crowded, entered_by: enteredBy }) => {
      const isUnpaid =
        status === 'pending' && received === 0 && !coveredStates.includes(payment) && payment !== 'refunded'
      return kitchenStatuses.includes(status) && !(crowded && isUnpaid && enteredBy === null)
    })
    expect(rows.map(({ counts }) => counts)).toEqual(expected)
  })

  test('SPEED-1: the stored count of open orders equals a plain recount after concurrent orders come and go', async () => {
    const walk = async (actions: readonly string[]) => {
      const { orderId: id } = await restaurant.paidOrder(await restaurant.customer())
      for (const action of actions) {
        expect(
          (await restaurant.act(cashier, id, action, action === 'cancellation' ? { reason: 'Closed' } : {})).status,
        ).toBe(200)
      }
    }
    const ready = ['preparation', 'mark-ready']
    await Promise.all(
      [[], ['preparation'], ready, [...ready, 'recall'], [...ready, 'completion'], ['cancellation']].map(walk),
    )
    expect(await counted()).toBe(await inKitchen())
  })

  test('SPEED-1: counting open orders makes no order wait for the transaction of another', async () => {
    const { orderId: id } = await restaurant.order(ada)
    const before = await counted()
    await database.transaction(async (tx) => {
      const cancelled = { status: 'cancelled', cancelledBy: 'restaurant', cancelReason: 'Closed' } as const
      await tx.update(orders).set(cancelled).where(eq(orders.orderId, id))
      const others = await Promise.all(Array.from({ length: 12 }, () => restaurant.customer()))
      await Promise.all(others.map((customer) => restaurant.order(customer)))
      expect(await counted()).toBe(before + 12)
    })
    expect(await counted()).toBe(before + 11)
  })
})
