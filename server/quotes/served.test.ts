import { expect, test } from 'vitest'
import type { MenuItems } from '#contract/menu/menu.ts'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { owner, cashier, call } = restaurant

const inHours = (hours: number) => Lagos.clock(Date.now() + hours * 60 * Lagos.minute)
const now = [{ from: inHours(-2), until: inHours(2) }]
const later = [{ from: inHours(2), until: inHours(4) }]

type Hours = { readonly category?: typeof now; readonly dish?: typeof now }

/** Publishes served hours for a dish and for its category. A dish or category without hours is served at any time. */
async function serve(id: string, hours: Hours) {
  const { body } = await call<PublishedMenu>(owner, 'GET', '/api/office/menu')
  const categories = body.categories.map(({ served: _, ...category }) => ({
    ...category,
    ...(hours.category && category.items.some((item) => item.id === id) && { served: hours.category }),
    items: category.items.map(({ served: _, ...item }) => ({
      ...item,
      ...(hours.dish && item.id === id && { served: hours.dish }),
    })),
  }))
  const answer = await call<PublishedMenu>(owner, 'PUT', '/api/office/menu', { basedOn: body.version, categories })
  expect(answer.status).toBe(200)
  return answer.body
}

const served = async (id: string) =>
  (await call<MenuItems>(undefined, 'GET', `/api/menu-items?ids=${id}`)).body.items[0]?.served

test.each<[string, Hours]>([
  ['its category', { category: later }],
  ['the dish', { dish: later }],
  ['the dish within those of its category', { category: now, dish: later }],
])(
  'TIME-3: a quote outside the hours of %s is refused, and the refusal says when the dish is served again',
  async (_whose, hours) => {
    await serve('jollof', hours)
    expect(await served('jollof')).toEqual([hours.category, hours.dish].filter(Boolean))
    const { status, body } = await restaurant.quote(await restaurant.customer(), cartOf('jollof'))
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'item-unavailable', field: 'items.0' } })
    expect(body).toHaveProperty('detail', expect.stringContaining('is not served at this time. Served again '))
    expect(body).toHaveProperty('detail', expect.stringContaining(`at ${later[0]?.from}.`))
  },
)

test('TIME-3: a dish can be quoted within its served hours, which the menu document shows', async () => {
  const { categories } = await serve('jollof', { category: now, dish: now })
  const category = categories.find(({ items }) => items.some(({ id }) => id === 'jollof'))
  expect(category).toMatchObject({ served: now })
  expect(category?.items.find(({ id }) => id === 'jollof')).toMatchObject({ served: now })
  expect((await restaurant.quote(await restaurant.customer(), cartOf('jollof'))).status).toBe(201)
})

test('TIME-3 STOCK-3: a quote made before the end of the served hours is returned again and can be placed', async () => {
  const ada = await restaurant.customer()
  await serve('jollof', { dish: now })
  const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
  await serve('jollof', { dish: later })
  expect(await restaurant.quote(ada, cartOf('jollof'))).toMatchObject({ status: 200, body: { id: quote.id } })
  expect((await restaurant.place(ada, quote.id)).status).toBe(201)
})

test('TIME-3: staff at the counter can order a dish outside its served hours', async () => {
  await serve('jollof', { dish: later })
  const answer = await call(cashier, 'POST', '/api/desk/quotes', {
    channel: 'walk-in',
    lines: [{ itemId: 'jollof', selection: {}, quantity: 1 }],
    customerName: 'Ada',
  })
  expect(answer).toMatchObject({ status: 201 })
})

test.each([
  [
    'hours that overlap',
    [
      { from: '06:00', until: '11:00' },
      { from: '10:00', until: '12:00' },
    ],
  ],
  ['an invalid time', [{ from: '6', until: '11:00' }]],
  ['an empty list of hours', []],
])('TIME-3: a menu with %s for a dish is refused', async (_what, spans) => {
  const { body } = await call<PublishedMenu>(owner, 'GET', '/api/office/menu')
  const categories = body.categories.map((category) => ({
    ...category,
    items: category.items.map((item) => ({ ...item, served: spans })),
  }))
  const answer = await call(owner, 'PUT', '/api/office/menu', { basedOn: body.version, categories })
  expect(answer).toMatchObject({ status: 422 })
})
