import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { DishLimits, ItemChanged, MenuItems } from '#contract/menu/menu.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { items } from '../db/schema.ts'
import { returnDishes } from './change-item.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const customer = await restaurant.customer()

const change = (caller: User | undefined, id: string, body: unknown) =>
  restaurant.call<ItemChanged>(caller, 'PATCH', `/api/menu-items/${id}`, body)

async function read(id: string) {
  const [row] = await restaurant.orm.select().from(items).where(eq(items.id, id))
  return row && { price: row.price as number, available: row.available, version: row.version }
}

async function expectUntouched(id: string, before: Awaited<ReturnType<typeof read>>) {
  expect(await read(id)).toEqual(before)
  expect(await restaurant.events(id)).toEqual([])
  expect(await restaurant.auditEntries(`item:${id}`)).toEqual([])
}

describe('permissions', () => {
  test.each([
    ['a signed-out visitor', undefined, 401],
    ['a customer', customer, 403],
    ['a rider', restaurant.rider, 403],
  ])('%s cannot change the price or availability of a dish', async (_caller, caller, status) => {
    const id = await restaurant.dish(5000)
    const before = await read(id)
    expect(await change(caller, id, { isAvailable: false })).toMatchObject({ status })
    expect(await change(caller, id, { price: 1 })).toMatchObject({ status })
    await expectUntouched(id, before)
  })

  test.each([
    ['the kitchen', restaurant.kitchen],
    ['a cashier', restaurant.cashier],
  ])('%s can mark a dish as sold out but cannot set a price, even in one request', async (_caller, caller) => {
    const id = await restaurant.dish(5000)
    const before = await read(id)
    const refusal = { status: 403, body: { code: 'not-allowed', detail: expect.stringContaining('Only the owner') } }
    expect(await change(caller, id, { price: 5500 })).toMatchObject(refusal)
    expect(await change(caller, id, { price: 5500, isAvailable: false })).toMatchObject(refusal)
    await expectUntouched(id, before)
    expect(await change(caller, id, { isAvailable: false })).toMatchObject({
      status: 200,
      body: { isAvailable: false },
    })
  })
})

test('MENU-6: a price set by the owner is published to the menu, audited with the old price, and applies to quotes', async () => {
  const id = await restaurant.dish(5000)
  const document = { id, category: 'grills', name: 'Restaurant Special', price: 5500, isAvailable: true, version: 2 }
  expect(await change(restaurant.owner, id, { price: 5500 })).toMatchObject({ status: 200, body: document })

  expect(await read(id)).toEqual({ price: 5500, available: true, version: 2 })
  expect(await restaurant.events(id)).toMatchObject([
    { topics: ['menu'], type: 'item.changed', version: 2, data: document },
  ])
  expect(await restaurant.auditEntries(`item:${id}`)).toMatchObject([
    {
      actorId: restaurant.owner.id,
      actorRole: 'owner',
      action: 'item.change-price',
      detail: { before: 5000, after: 5500 },
    },
  ])
  const { body: menu } = await restaurant.call<MenuItems>(undefined, 'GET', `/api/menu-items?ids=${id}`)
  expect(menu.items).toMatchObject([{ id, price: 5500, version: 2 }])
  const { body: quote } = await restaurant.quote(customer, cartOf(id))
  expect(quote.subtotal).toBe(5500)
})

test('price and availability that are changed in one request make one change and one event', async () => {
  const id = await restaurant.dish(5000)
  expect(await change(restaurant.owner, id, { price: 4000, isAvailable: false })).toMatchObject({
    body: { price: 4000, isAvailable: false, version: 2 },
  })
  expect(await restaurant.events(id)).toHaveLength(1)
  expect((await restaurant.auditEntries(`item:${id}`)).map(({ action }) => action)).toEqual([
    'item.mark-sold-out',
    'item.change-price',
  ])
})

test('a change of a dish to its current values publishes no event and writes no audit entry', async () => {
  const id = await restaurant.dish(5000)
  const before = await read(id)
  expect(await change(restaurant.owner, id, { price: 5000 })).toMatchObject({
    status: 200,
    body: { price: 5000, version: 1 },
  })
  expect(await change(restaurant.kitchen, id, { isAvailable: true })).toMatchObject({
    status: 200,
    body: { version: 1 },
  })
  await expectUntouched(id, before)
})

test('MENU-4: marking a dish sold out and then back in stock writes two audit entries and two events', async () => {
  const id = await restaurant.dish(5000)
  await change(restaurant.kitchen, id, { isAvailable: false })
  await change(restaurant.cashier, id, { isAvailable: true })
  expect((await restaurant.auditEntries(`item:${id}`)).map(({ action }) => action)).toEqual([
    'item.mark-sold-out',
    'item.mark-available',
  ])
  expect((await restaurant.events(id)).map(({ version }) => version)).toEqual([2, 3])
})

test('MENU-15: the price of a dish with sizes cannot be set', async () => {
  const before = await read('margherita')
  const refusal = {
    status: 422,
    body: {
      code: 'invalid',
      field: 'price',
      detail: 'Its price is set by its sizes: change them on the menu of the office.',
    },
  }
  expect(await change(restaurant.owner, 'margherita', { price: 9000 })).toMatchObject(refusal)
  expect(await change(restaurant.owner, 'margherita', { price: 9000, isAvailable: false })).toMatchObject(refusal)
  await expectUntouched('margherita', before)
  expect(await change(restaurant.owner, 'margherita', { isAvailable: false })).toMatchObject({ status: 200 })
})

test('changing an unknown dish returns 404', async () => {
  for (const body of [{ price: 5000 }, { isAvailable: false }]) {
    expect(await change(restaurant.owner, 'no-such-dish', body)).toMatchObject({
      status: 404,
      body: { code: 'not-found', detail: 'There is no such dish.' },
    })
  }
})

test.each([
  ['nothing', {}, ''],
  ['a price with a fraction', { price: 99.5 }, 'price'],
  ['a negative price', { price: -1 }, 'price'],
  ['a price above the highest', { price: 10_000_001 }, 'price'],
  ['a price as text', { price: '5000' }, 'price'],
  ['an unknown field', { price: 5000, name: 'Cheaper' }, 'name'],
])('a change of a dish with %s is refused with its field', async (_what, body, field) => {
  const id = await restaurant.dish(5000)
  const before = await read(id)
  expect(await change(restaurant.owner, id, body)).toMatchObject({ status: 422, body: { code: 'invalid', field } })
  await expectUntouched(id, before)
})

test.each([0, 10_000_000])('a dish’s price of %d naira is accepted', async (price) => {
  expect(await change(restaurant.owner, await restaurant.dish(5000), { price })).toMatchObject({
    status: 200,
    body: { price },
  })
})

test('two concurrent changes of one price are applied and audited one after the other', async () => {
  const id = await restaurant.dish(5000)
  await Promise.all([change(restaurant.owner, id, { price: 6000 }), change(restaurant.owner, id, { price: 7000 })])
  const [first, second] = (await restaurant.auditEntries(`item:${id}`)).map(({ detail }) => detail as PriceEntry)
  expect(first?.before).toBe(5000)
  expect(second?.before).toBe(first?.after)
  expect((await read(id))?.price).toBe(second?.after)
  expect((await restaurant.events(id)).map(({ version }) => version)).toEqual([2, 3])
})

type PriceEntry = { readonly before: number; readonly after: number }

const limits = async () =>
  (await restaurant.call<DishLimits>(restaurant.kitchen, 'GET', '/api/desk/dish-limits')).body.limits
const limitOf = async (id: string) => (await limits()).find((limit) => limit.id === id)

test.each([
  ['a signed-out visitor', undefined, 401],
  ['a customer', customer, 403],
  ['a rider', restaurant.rider, 403],
])('%s cannot read the stock counts', async (_caller, caller, status) => {
  expect(await restaurant.call(caller, 'GET', '/api/desk/dish-limits')).toMatchObject({ status })
})

describe('a sold-out dish, side, sauce or swallow', () => {
  test('a dish sold out without a return time stays sold out', async () => {
    const id = await restaurant.dish(5000)
    await change(restaurant.kitchen, id, { isAvailable: false })
    expect(await limitOf(id)).toBeUndefined()
    await returnDishes(restaurant.database)
    expect(await read(id)).toMatchObject({ available: false })
  })

  test('a dish sold out until tomorrow is available again at six in the morning in Lagos, with one event', async () => {
    const id = await restaurant.dish(5000)
    await change(restaurant.kitchen, id, { isAvailable: false, until: 'opening' })
    const { backAt } = (await limitOf(id)) ?? {}
    expect(backAt).toMatch(/T05:00:00\.000Z$/)
    const hours = (Date.parse(backAt ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(2.9)
    expect(hours).toBeLessThanOrEqual(27)
    const { body } = await restaurant.call<DishLimits>(restaurant.kitchen, 'GET', '/api/desk/dish-limits')
    expect(body.tomorrow).toBe(backAt)
    await returnDishes(restaurant.database)
    expect(await read(id)).toMatchObject({ available: false })

    await restaurant.orm.update(items).set({ backAt: sql`now()` }).where(eq(items.id, id))
    await Promise.all(Array.from({ length: 10 }, () => returnDishes(restaurant.database)))
    expect(await read(id)).toEqual({ price: 5000, available: true, version: 3 })
    expect((await restaurant.events(id)).map(({ data }) => (data as ItemChanged).isAvailable)).toEqual([false, true])
    expect(await limitOf(id)).toBeUndefined()
  })

  test('a counted dish keeps its stock count while it is switched off, unless it is switched off until tomorrow', async () => {
    const id = await restaurant.dish(5000)
    await change(restaurant.kitchen, id, { portions: 5 })
    for (const isAvailable of [false, false, true]) await change(restaurant.kitchen, id, { isAvailable })
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 5 })
    expect(await read(id)).toMatchObject({ available: true })
    // Marking an available dish as available ends its stock count.
    await change(restaurant.kitchen, id, { isAvailable: true })
    expect(await limitOf(id)).toBeUndefined()
    await change(restaurant.kitchen, id, { portions: 5 })
    await change(restaurant.kitchen, id, { isAvailable: false, until: 'opening' })
    expect(await limitOf(id)).toMatchObject({ portionsLeft: null })
  })

  test.each(['half-chicken', 'plantain', 'poundo'])(
    'the dish %s can be marked as sold out and back in stock',
    async (id) => {
      expect(await change(restaurant.kitchen, id, { isAvailable: false, until: 'opening' })).toMatchObject({
        status: 200,
      })
      expect(await change(restaurant.kitchen, id, { isAvailable: true })).toMatchObject({ status: 200 })
    },
  )

  test.each([{ isAvailable: false }, { isAvailable: false, until: 'opening' }, { portions: 4 }])(
    '50 concurrent changes of a dish to %j make one change and one event, and all return the new state',
    async (body) => {
      const id = await restaurant.dish(5000)
      const answers = await Promise.all(Array.from({ length: 50 }, () => change(restaurant.kitchen, id, body)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      expect(await restaurant.events(id)).toHaveLength(1)
      expect(await restaurant.auditEntries(`item:${id}`)).toHaveLength(1)
    },
  )

  test.each([
    ['a return time alone', { until: 'opening' }, ''],
    ['a return time of an available dish', { isAvailable: true, until: 'opening' }, 'until'],
    ['a stock count of a sold-out dish', { isAvailable: false, portions: 3 }, 'portions'],
    ['a stock count of 0', { portions: 0 }, 'portions'],
  ])('a change of a dish to %s is refused', async (_what, body, field) => {
    const id = await restaurant.dish(5000)
    expect(await change(restaurant.kitchen, id, body)).toMatchObject({ status: 422, body: { field } })
  })
})
