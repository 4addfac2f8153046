import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { DishLimits, ItemChanged, MenuItems } from '#contract/menu.ts'
import type { User } from '#contract/session.ts'
import { items } from '../db/schema.ts'
import { freshDatabase } from '../db/test-database.ts'
import { cartOf, halfChicken, openTestHouse } from '../orders/test-house.ts'
import { returnDishes } from './change.ts'

const house = await openTestHouse(await freshDatabase())
const customer = await house.customer()

const change = (who: User | undefined, id: string, body: unknown) =>
  house.call<ItemChanged>(who, 'PATCH', `/api/menu-items/${id}`, body)

async function kept(id: string) {
  const [row] = await house.orm.select().from(items).where(eq(items.id, id))
  return row && { price: row.price as number, available: row.available, version: row.version }
}

/** Nothing was changed, told or written down. */
async function expectUntouched(id: string, before: Awaited<ReturnType<typeof kept>>) {
  expect(await kept(id)).toEqual(before)
  expect(await house.happenings(id)).toEqual([])
  expect(await house.deeds(`item:${id}`)).toEqual([])
}

describe('who may', () => {
  test.each([
    ['signed out', undefined, 401],
    ['a customer', customer, 403],
    ['a rider', house.rider, 403],
  ])('%s changes neither price nor availability', async (_who, who, status) => {
    const id = await house.dish(5000)
    const before = await kept(id)
    expect(await change(who, id, { available: false })).toMatchObject({ status })
    expect(await change(who, id, { price: 1 })).toMatchObject({ status })
    await expectUntouched(id, before)
  })

  test.each([
    ['the kitchen', house.kitchen],
    ['a cashier', house.cashier],
  ])('%s takes a dish off, and sets no price, not even beside it', async (_who, who) => {
    const id = await house.dish(5000)
    const before = await kept(id)
    const refusal = { status: 403, body: { code: 'not-allowed', detail: expect.stringContaining('Only the owner') } }
    expect(await change(who, id, { price: 5500 })).toMatchObject(refusal)
    expect(await change(who, id, { price: 5500, available: false })).toMatchObject(refusal)
    await expectUntouched(id, before)
    expect(await change(who, id, { available: false })).toMatchObject({ status: 200, body: { available: false } })
  })
})

test('MENU-6: the owner sets a price: it is told to every open page, on record with what it was, and what is paid', async () => {
  const id = await house.dish(5000)
  const document = { id, category: 'grills', name: 'House Special', price: 5500, available: true, version: 2 }
  expect(await change(house.owner, id, { price: 5500 })).toMatchObject({ status: 200, body: document })

  expect(await kept(id)).toEqual({ price: 5500, available: true, version: 2 })
  expect(await house.happenings(id)).toMatchObject([
    { topics: ['menu'], type: 'item.changed', version: 2, data: document },
  ])
  expect(await house.deeds(`item:${id}`)).toMatchObject([
    { actorId: house.owner.id, actorRole: 'owner', action: 'item.priced', detail: { before: 5000, after: 5500 } },
  ])
  const { body: menu } = await house.call<MenuItems>(undefined, 'GET', `/api/menu-items?ids=${id}`)
  expect(menu.items).toMatchObject([{ id, price: 5500, version: 2 }])
  const { body: quote } = await house.quote(customer, cartOf(id))
  expect(quote.subtotal).toBe(5500)
})

test('price and availability in one go are one change, told once', async () => {
  const id = await house.dish(5000)
  expect(await change(house.owner, id, { price: 4000, available: false })).toMatchObject({
    body: { price: 4000, available: false, version: 2 },
  })
  expect(await house.happenings(id)).toHaveLength(1)
  expect((await house.deeds(`item:${id}`)).map(({ action }) => action)).toEqual(['item.off', 'item.priced'])
})

test('what is so already is neither told nor written down', async () => {
  const id = await house.dish(5000)
  const before = await kept(id)
  expect(await change(house.owner, id, { price: 5000 })).toMatchObject({
    status: 200,
    body: { price: 5000, version: 1 },
  })
  expect(await change(house.kitchen, id, { available: true })).toMatchObject({ status: 200, body: { version: 1 } })
  await expectUntouched(id, before)
})

test('MENU-4: off and back again are two changes', async () => {
  const id = await house.dish(5000)
  await change(house.kitchen, id, { available: false })
  await change(house.cashier, id, { available: true })
  expect((await house.deeds(`item:${id}`)).map(({ action }) => action)).toEqual(['item.off', 'item.back'])
  expect((await house.happenings(id)).map(({ version }) => version)).toEqual([2, 3])
})

test('MENU-15: a dish with sizes takes no price of its own', async () => {
  const before = await kept('margherita')
  const refusal = {
    status: 422,
    body: { code: 'invalid', field: 'price', detail: 'Its price is set by its sizes.' },
  }
  expect(await change(house.owner, 'margherita', { price: 9000 })).toMatchObject(refusal)
  expect(await change(house.owner, 'margherita', { price: 9000, available: false })).toMatchObject(refusal)
  await expectUntouched('margherita', before)
  expect(await change(house.owner, 'margherita', { available: false })).toMatchObject({ status: 200 })
})

test('a dish that is not on the menu is not found', async () => {
  for (const body of [{ price: 5000 }, { available: false }]) {
    expect(await change(house.owner, 'no-such-dish', body)).toMatchObject({
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
  const id = await house.dish(5000)
  const before = await kept(id)
  expect(await change(house.owner, id, body)).toMatchObject({ status: 422, body: { code: 'invalid', field } })
  await expectUntouched(id, before)
})

test.each([0, 10_000_000])('%d naira can be a price', async (price) => {
  expect(await change(house.owner, await house.dish(5000), { price })).toMatchObject({ status: 200, body: { price } })
})

test('of two prices set at once the later one stands, each on record after the other', async () => {
  const id = await house.dish(5000)
  await Promise.all([change(house.owner, id, { price: 6000 }), change(house.owner, id, { price: 7000 })])
  const [first, second] = (await house.deeds(`item:${id}`)).map(({ detail }) => detail as PriceDeed)
  expect(first?.before).toBe(5000)
  expect(second?.before).toBe(first?.after)
  expect((await kept(id))?.price).toBe(second?.after)
  expect((await house.happenings(id)).map(({ version }) => version)).toEqual([2, 3])
})

type PriceDeed = { readonly before: number; readonly after: number }

const limits = async () => (await house.call<DishLimits>(house.kitchen, 'GET', '/api/desk/dish-limits')).body.limits
const limitOf = async (id: string) => (await limits()).find((limit) => limit.id === id)

test.each([
  ['signed out', undefined, 401],
  ['a customer', customer, 403],
  ['a rider', house.rider, 403],
])('%s is not told what the kitchen has left', async (_who, who, status) => {
  expect(await house.call(who, 'GET', '/api/desk/dish-limits')).toMatchObject({ status })
})

describe('86: a dish, side, sauce or swallow is out', () => {
  test('until somebody puts it back: no time brings it', async () => {
    const id = await house.dish(5000)
    await change(house.kitchen, id, { available: false })
    expect(await limitOf(id)).toBeUndefined()
    await returnDishes(house.database)
    expect(await kept(id)).toMatchObject({ available: false })
  })

  test('until the next day: it comes back at six in Lagos, by itself, and open pages hear of it once', async () => {
    const id = await house.dish(5000)
    await change(house.kitchen, id, { available: false, until: 'opening' })
    const { backAt } = (await limitOf(id)) ?? {}
    expect(backAt).toMatch(/T05:00:00\.000Z$/)
    expect(Date.parse(backAt ?? '') - Date.now()).toBeLessThanOrEqual(24 * 60 * 60_000)
    await returnDishes(house.database)
    expect(await kept(id)).toMatchObject({ available: false })

    await house.orm.update(items).set({ backAt: sql`now()` }).where(eq(items.id, id))
    await Promise.all(Array.from({ length: 10 }, () => returnDishes(house.database)))
    expect(await kept(id)).toEqual({ price: 5000, available: true, version: 3 })
    expect((await house.happenings(id)).map(({ data }) => (data as ItemChanged).available)).toEqual([false, true])
    expect(await limitOf(id)).toBeUndefined()
  })

  test.each(['half-chicken', 'plantain', 'poundo'])('%s alike: every category has the one switch', async (id) => {
    expect(await change(house.kitchen, id, { available: false, until: 'opening' })).toMatchObject({ status: 200 })
    expect(await change(house.kitchen, id, { available: true })).toMatchObject({ status: 200 })
  })

  test.each([{ available: false }, { available: false, until: 'opening' }, { portions: 4 }])(
    '50 tablets that press %j at once make one change, told once, and each reads what is so',
    async (body) => {
      const id = await house.dish(5000)
      const answers = await Promise.all(Array.from({ length: 50 }, () => change(house.kitchen, id, body)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      expect(await house.happenings(id)).toHaveLength(1)
      expect(await house.deeds(`item:${id}`)).toHaveLength(1)
    },
  )

  test.each([
    ['a return without a leave', { until: 'opening' }, ''],
    ['a return of what is on', { available: true, until: 'opening' }, 'until'],
    ['portions of what is off', { available: false, portions: 3 }, 'portions'],
    ['no portions', { portions: 0 }, 'portions'],
  ])('%s is refused', async (_what, body, field) => {
    const id = await house.dish(5000)
    expect(await change(house.kitchen, id, body)).toMatchObject({ status: 422, body: { field } })
  })
})

describe('portions that are left', () => {
  test('500 buyers for the last 10: 10 are sold, 490 are told, and the dish is off', async () => {
    const id = await house.dish(5000)
    await change(house.kitchen, id, { portions: 10 })
    const buyers = await Promise.all(Array.from({ length: 500 }, () => house.customer()))
    // As a browser does: where the house is too busy to answer, the same is sent again.
    const answered = async <Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> => {
      const answer = await ask()
      return answer.status === 503 ? answered(ask) : answer
    }
    const quotes = await Promise.all(buyers.map((buyer) => answered(() => house.quote(buyer, cartOf(id)))))
    const answers = await Promise.all(
      buyers.map((buyer, index) => answered(() => house.place(buyer, quotes[index]?.body.id ?? ''))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'item-unavailable' })
      expect(body.detail).toMatch(
        /^House Special has just sold out\. If you have sent the money already, .* receipt and \w{6}\.$/,
      )
    }
    expect(await kept(id)).toMatchObject({ available: false })
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 0 })
    expect(await house.happenings(id)).toHaveLength(2)
  }, 60_000)

  test('a second press of the same order takes nothing more', async () => {
    const id = await house.dish(5000)
    await change(house.kitchen, id, { portions: 5 })
    const { body: quote } = await house.quote(customer, cartOf(id, 2))
    await Promise.all(Array.from({ length: 20 }, () => house.place(customer, quote.id)))
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 3 })
  })

  test('who wants more than is left is told how many there are, and can still have those', async () => {
    const id = await house.dish(5000)
    await change(house.kitchen, id, { portions: 2 })
    const { body: three } = await house.quote(customer, cartOf(id, 3))
    const refused = await house.place(customer, three.id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'item-unavailable' } })
    expect(refused.body.detail).toMatch(/^Only 2 portions of House Special are left\./)
    const { body: two } = await house.quote(customer, cartOf(id, 2))
    expect(await house.place(customer, two.id)).toMatchObject({ status: 201 })
  })

  test('sides that come with a dish count, free ones too, for every portion of it', async () => {
    await change(house.kitchen, 'plantain', { portions: 9 })
    await change(house.kitchen, 'jollof', { portions: 3 })
    // Two chickens: each with a free jollof and two plantains.
    const { body: quote } = await house.quote(customer, { lines: [halfChicken] })
    await house.place(customer, quote.id)
    expect([await limitOf('plantain'), await limitOf('jollof')]).toMatchObject([
      { portionsLeft: 5 },
      { portionsLeft: 1 },
    ])
    await change(house.kitchen, 'plantain', { available: true })
    await change(house.kitchen, 'jollof', { available: true })
    expect(await limits()).not.toContainEqual(expect.objectContaining({ id: 'plantain' }))
  })
})
