import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { DishLimits, ItemChanged, MenuItems } from '#contract/menu.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { items } from '../db/schema.ts'
import { returnDishes } from './change-item.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const customer = await restaurant.customer()

const change = (who: User | undefined, id: string, body: unknown) =>
  restaurant.call<ItemChanged>(who, 'PATCH', `/api/menu-items/${id}`, body)

async function kept(id: string) {
  const [row] = await restaurant.orm.select().from(items).where(eq(items.id, id))
  return row && { price: row.price as number, available: row.available, version: row.version }
}

/** Nothing was changed, told or written down. */
async function expectUntouched(id: string, before: Awaited<ReturnType<typeof kept>>) {
  expect(await kept(id)).toEqual(before)
  expect(await restaurant.events(id)).toEqual([])
  expect(await restaurant.auditOf(`item:${id}`)).toEqual([])
}

describe('who may', () => {
  test.each([
    ['signed out', undefined, 401],
    ['a customer', customer, 403],
    ['a rider', restaurant.rider, 403],
  ])('%s changes neither price nor availability', async (_who, who, status) => {
    const id = await restaurant.dish(5000)
    const before = await kept(id)
    expect(await change(who, id, { available: false })).toMatchObject({ status })
    expect(await change(who, id, { price: 1 })).toMatchObject({ status })
    await expectUntouched(id, before)
  })

  test.each([
    ['the kitchen', restaurant.kitchen],
    ['a cashier', restaurant.cashier],
  ])('%s takes a dish off, and sets no price, not even beside it', async (_who, who) => {
    const id = await restaurant.dish(5000)
    const before = await kept(id)
    const refusal = { status: 403, body: { code: 'not-allowed', detail: expect.stringContaining('Only the owner') } }
    expect(await change(who, id, { price: 5500 })).toMatchObject(refusal)
    expect(await change(who, id, { price: 5500, available: false })).toMatchObject(refusal)
    await expectUntouched(id, before)
    expect(await change(who, id, { available: false })).toMatchObject({ status: 200, body: { available: false } })
  })
})

test('MENU-6: the owner sets a price: it is told to every open page, on record with what it was, and what is paid', async () => {
  const id = await restaurant.dish(5000)
  const document = { id, category: 'grills', name: 'Restaurant Special', price: 5500, available: true, version: 2 }
  expect(await change(restaurant.owner, id, { price: 5500 })).toMatchObject({ status: 200, body: document })

  expect(await kept(id)).toEqual({ price: 5500, available: true, version: 2 })
  expect(await restaurant.events(id)).toMatchObject([
    { topics: ['menu'], type: 'item.changed', version: 2, data: document },
  ])
  expect(await restaurant.auditOf(`item:${id}`)).toMatchObject([
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

test('price and availability in one go are one change, told once', async () => {
  const id = await restaurant.dish(5000)
  expect(await change(restaurant.owner, id, { price: 4000, available: false })).toMatchObject({
    body: { price: 4000, available: false, version: 2 },
  })
  expect(await restaurant.events(id)).toHaveLength(1)
  expect((await restaurant.auditOf(`item:${id}`)).map(({ action }) => action)).toEqual([
    'item.mark-sold-out',
    'item.change-price',
  ])
})

test('what is so already is neither told nor written down', async () => {
  const id = await restaurant.dish(5000)
  const before = await kept(id)
  expect(await change(restaurant.owner, id, { price: 5000 })).toMatchObject({
    status: 200,
    body: { price: 5000, version: 1 },
  })
  expect(await change(restaurant.kitchen, id, { available: true })).toMatchObject({ status: 200, body: { version: 1 } })
  await expectUntouched(id, before)
})

test('MENU-4: off and back again are two changes', async () => {
  const id = await restaurant.dish(5000)
  await change(restaurant.kitchen, id, { available: false })
  await change(restaurant.cashier, id, { available: true })
  expect((await restaurant.auditOf(`item:${id}`)).map(({ action }) => action)).toEqual([
    'item.mark-sold-out',
    'item.mark-available',
  ])
  expect((await restaurant.events(id)).map(({ version }) => version)).toEqual([2, 3])
})

test('MENU-15: a dish with sizes takes no price of its own', async () => {
  const before = await kept('margherita')
  const refusal = {
    status: 422,
    body: { code: 'invalid', field: 'price', detail: 'Its price is set by its sizes.' },
  }
  expect(await change(restaurant.owner, 'margherita', { price: 9000 })).toMatchObject(refusal)
  expect(await change(restaurant.owner, 'margherita', { price: 9000, available: false })).toMatchObject(refusal)
  await expectUntouched('margherita', before)
  expect(await change(restaurant.owner, 'margherita', { available: false })).toMatchObject({ status: 200 })
})

test('a dish that is not on the menu is not found', async () => {
  for (const body of [{ price: 5000 }, { available: false }]) {
    expect(await change(restaurant.owner, 'no-such-dish', body)).toMatchObject({
      status: 404,
      body: { code: 'not-found', detail: 'There is no such dish.' },
    })
  }
})

test.each([
  ['nothing', {}, ''],
  ['a fraction', { price: 99.5 }, 'price'],
  ['less than nothing', { price: -1 }, 'price'],
  ['more than a dish can cost', { price: 10_000_001 }, 'price'],
  ['a text', { price: '5000' }, 'price'],
  ['something else', { price: 5000, name: 'Cheaper' }, 'name'],
])('%s is refused by its field', async (_what, body, field) => {
  const id = await restaurant.dish(5000)
  const before = await kept(id)
  expect(await change(restaurant.owner, id, body)).toMatchObject({ status: 422, body: { code: 'invalid', field } })
  await expectUntouched(id, before)
})

test.each([0, 10_000_000])('%d naira can be a price', async (price) => {
  expect(await change(restaurant.owner, await restaurant.dish(5000), { price })).toMatchObject({
    status: 200,
    body: { price },
  })
})

test('of two prices set at once the later one stands, each on record after the other', async () => {
  const id = await restaurant.dish(5000)
  await Promise.all([change(restaurant.owner, id, { price: 6000 }), change(restaurant.owner, id, { price: 7000 })])
  const [first, second] = (await restaurant.auditOf(`item:${id}`)).map(({ detail }) => detail as PriceEntry)
  expect(first?.before).toBe(5000)
  expect(second?.before).toBe(first?.after)
  expect((await kept(id))?.price).toBe(second?.after)
  expect((await restaurant.events(id)).map(({ version }) => version)).toEqual([2, 3])
})

type PriceEntry = { readonly before: number; readonly after: number }

const limits = async () =>
  (await restaurant.call<DishLimits>(restaurant.kitchen, 'GET', '/api/desk/dish-limits')).body.limits
const limitOf = async (id: string) => (await limits()).find((limit) => limit.id === id)

test.each([
  ['signed out', undefined, 401],
  ['a customer', customer, 403],
  ['a rider', restaurant.rider, 403],
])('%s is not told what the kitchen has left', async (_who, who, status) => {
  expect(await restaurant.call(who, 'GET', '/api/desk/dish-limits')).toMatchObject({ status })
})

describe('86: a dish, side, sauce or swallow is out', () => {
  test('until somebody puts it back: no time brings it', async () => {
    const id = await restaurant.dish(5000)
    await change(restaurant.kitchen, id, { available: false })
    expect(await limitOf(id)).toBeUndefined()
    await returnDishes(restaurant.database)
    expect(await kept(id)).toMatchObject({ available: false })
  })

  test('until the next day: it comes back at six in Lagos, by itself, and open pages hear of it once', async () => {
    const id = await restaurant.dish(5000)
    await change(restaurant.kitchen, id, { available: false, until: 'opening' })
    const { backAt } = (await limitOf(id)) ?? {}
    expect(backAt).toMatch(/T05:00:00\.000Z$/)
    expect(Date.parse(backAt ?? '') - Date.now()).toBeLessThanOrEqual(24 * 60 * 60_000)
    await returnDishes(restaurant.database)
    expect(await kept(id)).toMatchObject({ available: false })

    await restaurant.orm.update(items).set({ backAt: sql`now()` }).where(eq(items.id, id))
    await Promise.all(Array.from({ length: 10 }, () => returnDishes(restaurant.database)))
    expect(await kept(id)).toEqual({ price: 5000, available: true, version: 3 })
    expect((await restaurant.events(id)).map(({ data }) => (data as ItemChanged).available)).toEqual([false, true])
    expect(await limitOf(id)).toBeUndefined()
  })

  test.each(['half-chicken', 'plantain', 'poundo'])('%s alike: every category has the one switch', async (id) => {
    expect(await change(restaurant.kitchen, id, { available: false, until: 'opening' })).toMatchObject({ status: 200 })
    expect(await change(restaurant.kitchen, id, { available: true })).toMatchObject({ status: 200 })
  })

  test.each([{ available: false }, { available: false, until: 'opening' }, { portions: 4 }])(
    '50 tablets that press %j at once make one change, told once, and each reads what is so',
    async (body) => {
      const id = await restaurant.dish(5000)
      const answers = await Promise.all(Array.from({ length: 50 }, () => change(restaurant.kitchen, id, body)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      expect(await restaurant.events(id)).toHaveLength(1)
      expect(await restaurant.auditOf(`item:${id}`)).toHaveLength(1)
    },
  )

  test.each([
    ['a return without a leave', { until: 'opening' }, ''],
    ['a return of what is on', { available: true, until: 'opening' }, 'until'],
    ['portions of what is off', { available: false, portions: 3 }, 'portions'],
    ['no portions', { portions: 0 }, 'portions'],
  ])('%s is refused', async (_what, body, field) => {
    const id = await restaurant.dish(5000)
    expect(await change(restaurant.kitchen, id, body)).toMatchObject({ status: 422, body: { field } })
  })
})
