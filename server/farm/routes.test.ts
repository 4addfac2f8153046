import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Farm } from '#contract/farm.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { drawnPictures } from '#tests/support/pictures.ts'
import { serve } from '../http/serve.ts'
import { openFilms } from '../restaurant/films.ts'
import { loadRestaurant } from '../restaurant/load.ts'
import { readRestaurant } from '../restaurant/restaurant.ts'
import { farmRoutes } from './routes.ts'

const database = await freshDatabase()
const folder = join(import.meta.dirname, '../../restaurant')
const restaurant = await readRestaurant(folder)
const films = await openFilms(folder)
await loadRestaurant(database, restaurant)

const app = new Hono()
serve(app, farmRoutes({ database, films }), { user: async () => undefined, address: () => '192.0.2.1' })

const readFarm = async () => {
  const response = await app.request('/api/farm')
  return { status: response.status, farm: (await response.json()) as Farm }
}

test("FARM-1: GET /api/farm without a session returns the farm's document with picture names instead of plates", async () => {
  const { status, farm } = await readFarm()
  expect(status).toBe(200)
  expect(farm).toMatchObject({ name: restaurant.farm.name, phone: restaurant.farm.phone, faq: restaurant.farm.faq })
  expect(farm.features.map(({ title }) => title)).toEqual(restaurant.farm.features.map(({ title }) => title))
  expect(farm.videos).toEqual([films.film('pen')])
  expect(JSON.stringify(farm)).not.toContain('"plate"')
})

test('FARM-1: a farm document without films, or with an unknown film, returns the known films', async () => {
  const put = (videos: unknown[]) =>
    database.pool.query(`update farm set document = jsonb_set(document, '{videos}', $1)`, [JSON.stringify(videos)])
  await put([])
  expect((await readFarm()).farm.videos).toEqual([])
  await put(['gone', 'pen'])
  expect((await readFarm()).farm.videos.map(({ id }) => id)).toEqual(['pen'])
})

test('FARM-1: every picture of the farm page is registered for drawing', async () => {
  const drawn = await drawnPictures(database.orm)
  const { farm } = await readFarm()
  const shown = [farm.hero, ...[...farm.features, ...farm.gallery, farm.videoOffer].map(({ picture }) => picture)]
  expect(new Set(shown).size).toBe(14)
  expect(shown.filter((name) => !drawn.has(name))).toEqual([])
})

test('loading the restaurant adds a missing farm and changes nothing else', async () => {
  await database.pool.query('delete from farm')
  await database.pool.query(`update items set price = 123 where id = 'jollof-rice'`)
  expect(await loadRestaurant(database, restaurant)).toBe(false)
  expect((await readFarm()).farm.name).toBe(restaurant.farm.name)
  const { rows } = await database.pool.query(`select price from items where id = 'jollof-rice'`)
  expect(rows).toEqual([{ price: 123 }])
})

test('loading the restaurant leaves an existing farm unchanged', async () => {
  const { farm } = restaurant
  await loadRestaurant(database, { ...restaurant, farm: { ...farm, name: 'Another farm' } })
  expect((await readFarm()).farm.name).toBe(farm.name)
})
