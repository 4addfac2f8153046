import { afterEach, describe, expect, test } from 'vitest'
import type { Floor } from '#contract/kitchen-load.ts'
import type { User } from '#contract/session.ts'
import type { ReadyPromise, Site } from '#contract/site.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestHouse } from '#tests/support/restaurant.ts'

const house = await openTestHouse(await freshDatabase())
const { kitchen, cashier, owner, rider } = house
const ada = await house.customer()

const change = (who: User | undefined, body: unknown) => house.call<Floor>(who, 'PATCH', '/api/floor', body)
const site = async () => (await house.call<Site>(undefined, 'GET', '/api/site')).body
const promise = async () => (await house.call<ReadyPromise>(undefined, 'GET', '/api/promise')).body

afterEach(async () => {
  await change(owner, { rushMinutes: 0, capacity: 20, paused: null })
})

describe('who may', () => {
  test.each([
    ['signed out', undefined, 401],
    ['a customer', ada, 403],
    ['a rider', rider, 403],
  ])('%s neither sees nor sets it', async (_who, who, status) => {
    expect(await house.call(who, 'GET', '/api/floor')).toMatchObject({ status })
    expect(await change(who, { paused: 'Closed by nobody' })).toMatchObject({ status })
    expect((await site()).paused).toBeNull()
  })

  test.each([
    ['the kitchen', kitchen],
    ['a cashier', cashier],
    ['the owner', owner],
  ])('%s does', async (_who, who) => {
    expect(await change(who, { rushMinutes: 10 })).toMatchObject({ status: 200, body: { rushMinutes: 10 } })
    expect((await house.deeds('floor')).at(-1)).toMatchObject({ actorId: who.id, action: 'floor.change' })
  })
})

test('HOME-1: a rush moves the promise and what the house states, and is told to every page', async () => {
  const before = await promise()
  await change(kitchen, { rushMinutes: 20 })
  expect((await promise()).minutes).toBe(before.minutes + 20)
  expect((await site()).preparation).toEqual({ least: 30, most: 65 })
  const order = await house.order(ada)
  expect(Date.parse(order.readyBy) - Date.parse(order.createdAt)).toBeGreaterThanOrEqual(30 * 60_000)
  expect((await house.happenings('floor')).at(-1)).toMatchObject({
    topics: ['menu'],
    type: 'floor.changed',
    data: { rushMinutes: 20, paused: null },
  })
})

test('HOME-1: a smaller kitchen is full sooner', async () => {
  await house.order(ada)
  await change(kitchen, { capacity: 1 })
  expect((await promise()).minutes).toBe(45)
  expect((await house.call<Floor>(kitchen, 'GET', '/api/floor')).body).toMatchObject({ capacity: 1 })
})

describe('while ordering is paused', () => {
  const sentence = 'The grill is being cleaned. We are back at nine.'

  test('customers read it before they try, and no new offer is made', async () => {
    await change(kitchen, { paused: sentence })
    expect((await site()).paused).toBe(sentence)
    expect(await house.quote(ada, cartOf('jollof', 2))).toMatchObject({
      status: 409,
      body: { code: 'house-paused', detail: sentence },
    })
  })

  test('who went to payment before it finds their offer, and is placed: they may have sent the money', async () => {
    const { body: held } = await house.quote(ada, cartOf('jollof', 3))
    await change(kitchen, { paused: sentence })
    expect(await house.quote(ada, cartOf('jollof', 3))).toMatchObject({
      status: 200,
      body: { id: held.id, notice: 'You came to payment before the pause: this order we still take.' },
    })
    expect(await house.place(ada, held.id)).toMatchObject({ status: 201, body: { id: held.id } })
    expect(await house.quote(ada, cartOf('jollof', 3))).toMatchObject({ status: 409, body: { code: 'house-paused' } })
  })

  test('an offer whose time is up is refused as ever, and no new one is made of it', async () => {
    const { body: held } = await house.quote(ada, cartOf('jollof', 4))
    await change(kitchen, { paused: sentence })
    await house.expireQuote(held.id, -6)
    expect(await house.place(ada, held.id)).toMatchObject({ status: 409, body: { code: 'quote-expired' } })
    expect(await house.quote(ada, cartOf('jollof', 4))).toMatchObject({ status: 409, body: { code: 'house-paused' } })
  })

  test('an order that was placed before is still there for every further press', async () => {
    const order = await house.order(ada)
    await change(kitchen, { paused: sentence })
    expect(await house.place(ada, order.id)).toMatchObject({ status: 200, body: { id: order.id } })
  })

  test('50 tablets that press at once make one change, told once', async () => {
    const before = (await house.happenings('floor')).length
    const answers = await Promise.all(Array.from({ length: 50 }, () => change(kitchen, { paused: sentence })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { paused: sentence } })
    expect(await house.happenings('floor')).toHaveLength(before + 1)
  })
})

test.each([
  ['nothing', {}, ''],
  ['less than no rush', { rushMinutes: -1 }, 'rushMinutes'],
  ['a rush of half a day', { rushMinutes: 700 }, 'rushMinutes'],
  ['a kitchen of nobody', { capacity: 0 }, 'capacity'],
  ['silence', { paused: ' ' }, 'paused'],
  ['something else', { open: 3 }, 'open'],
])('%s is refused by its field', async (_what, body, field) => {
  expect(await change(owner, body)).toMatchObject({ status: 422, body: { field } })
})
