import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Farm } from '#contract/farm.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { namePictures } from '#tests/support/pictures.ts'
import { answerFailures } from '../http/guard.ts'
import { serve } from '../http/serve.ts'
import { loadRestaurant } from '../menu-versions/load.ts'
import { openFilms } from '../restaurant/films.ts'
import { readRestaurant } from '../restaurant/restaurant.ts'
import { farmRoutes } from './farm-routes.ts'

const database = await freshDatabase()
const folder = join(import.meta.dirname, '../../restaurant')
const restaurant = await readRestaurant(folder)
const films = await openFilms(folder)
await loadRestaurant(database, restaurant)
const { farm: written } = restaurant
if (!written) throw new Error('The demo has no farm.')
const [dish] = restaurant.categories.flatMap(({ items }) => items)
const pictures = await namePictures(database.orm, folder)

const app = new Hono()
answerFailures(app, () => {})
serve(app, farmRoutes({ database, films }), { user: async () => undefined, address: () => '192.0.2.1' })

const readFarm = async () => {
  const response = await app.request('/api/farm')
  return { status: response.status, farm: (await response.json()) as Farm }
}

test('FARM-1: the farm page has the content of the restaurant folder, with picture names instead of file names', async () => {
  const { status, farm } = await readFarm()
  expect(status).toBe(200)
  expect(farm).toMatchObject({ name: written.name, phone: written.phone, sells: written.sells, faq: written.faq })
  expect(farm.features.map(({ title }) => title)).toEqual(written.features.map(({ title }) => title))
  expect(farm.videos).toEqual(written.videos.map(films.film))
  expect(farm.videos).not.toEqual([])
  expect(JSON.stringify(farm)).not.toContain('"file":')
})

test('FARM-1: a farm page stored before films existed has no films, and a farm page omits films that the folder lacks', async () => {
  const put = (videos: unknown[]) =>
    database.pool.query(`update farm set document = jsonb_set(document, '{videos}', $1)`, [JSON.stringify(videos)])
  await put([])
  expect((await readFarm()).farm.videos).toEqual([])
  await put(['gone', ...written.videos])
  expect((await readFarm()).farm.videos.map(({ id }) => id)).toEqual(written.videos)
})

test('FARM-1: every picture of the farm page is registered', async () => {
  const { farm } = await readFarm()
  const all = [farm.hero, ...[...farm.features, ...farm.gallery, farm.videoOffer].map(({ picture }) => picture)]
  const asked = all.map((picture) => picture?.name)
  expect(new Set(asked).size).toBe(written.features.length + written.gallery.length + 2)
  expect(asked.filter((name) => !name || !pictures.has(name))).toEqual([])
})

test('OWNER-7: reading the farm of a restaurant without a farm returns 404', async () => {
  await database.pool.query('delete from farm')
  await loadRestaurant(database, { ...restaurant, farm: undefined })
  expect((await readFarm()).status).toBe(404)
})

test('loading a restaurant without a farm adds the farm that its folder has, and changes nothing else', async () => {
  await database.pool.query('delete from farm')
  await database.pool.query('update items set price = 123 where id = $1', [dish?.id])
  expect(await loadRestaurant(database, restaurant)).toBe(false)
  expect((await readFarm()).farm.name).toBe(written.name)
  const { rows } = await database.pool.query('select price from items where id = $1', [dish?.id])
  expect(rows).toEqual([{ price: 123 }])
})

test('loading a restaurant leaves an existing farm unchanged', async () => {
  await loadRestaurant(database, { ...restaurant, farm: { ...written, name: 'Another farm' } })
  expect((await readFarm()).farm.name).toBe(written.name)
})
