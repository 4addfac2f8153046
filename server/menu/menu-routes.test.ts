import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { CategoryPage, MenuItem, WholeMenu } from '#contract/menu/menu.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { items } from '../db/schema.ts'
import { serve } from '../http/serve.ts'
import { loadRestaurant } from '../menu-versions/load.ts'
import { readRestaurant } from '../restaurant/restaurant.ts'
import { menuRoutes } from './menu-routes.ts'

const database = await freshDatabase()
const restaurant = await readRestaurant(join(import.meta.dirname, '../../restaurant'))
await loadRestaurant(database, restaurant)
const listed = restaurant.categories.filter(({ listed }) => listed)

const app = new Hono()
serve(app, menuRoutes({ database, nameFile: async () => undefined }), {
  user: async () => undefined,
  address: () => '192.0.2.1',
})

async function read<Answer>(path: string): Promise<Answer> {
  const response = await app.request(path)
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}
const byId = (items: readonly MenuItem[]) => Object.fromEntries(items.map((item) => [item.id, item]))

test('GET /api/menu without a session returns the dishes of every category in menu order', async () => {
  const menu = await read<WholeMenu>('/api/menu')
  expect(menu.items.map(({ id }) => id)).toEqual(listed.flatMap(({ items }) => items.map(({ id }) => id)))
  for (const { id } of listed) {
    const page = await read<CategoryPage>(`/api/menu/${id}`)
    expect(byId(menu.items)).toMatchObject(byId(page.items))
    expect(menu.sources).toMatchObject(page.sources)
  }
})

test('the whole menu has the synonyms of its categories, also of hidden categories whose dishes are choices', async () => {
  const { called, sources } = await read<WholeMenu>('/api/menu')
  const shown = restaurant.categories.filter(({ id, listed }) => listed || id in sources)
  expect(shown.length).toBeGreaterThan(listed.length)
  expect(called).toEqual(Object.fromEntries(shown.map(({ id, title, synonyms = [] }) => [id, [title, ...synonyms]])))
})

test('a sold-out dish is unavailable in the whole menu', async () => {
  const id = listed[0]?.items[0]?.id ?? ''
  await database.orm.update(items).set({ available: false, version: 7 }).where(eq(items.id, id))
  const menu = await read<WholeMenu>('/api/menu')
  expect(byId(menu.items)[id]).toMatchObject({ isAvailable: false, version: 7 })
})

test('the whole menu is less than 20 kB compressed', async () => {
  const response = await app.request('/api/menu', { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(20_000)
})
