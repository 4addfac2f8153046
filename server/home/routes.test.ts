import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Home } from '#contract/home.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { drawnPictures } from '#tests/support/pictures.ts'
import { serve } from '../http/serve.ts'
import { openFilms } from '../restaurant/films.ts'
import { loadRestaurant } from '../restaurant/load.ts'
import { readRestaurant } from '../restaurant/restaurant.ts'
import { homeRoutes } from './routes.ts'

const database = await freshDatabase()
const folder = join(import.meta.dirname, '../../restaurant')
const restaurant = await readRestaurant(folder)
await loadRestaurant(database, restaurant)

const app = new Hono()
const films = await openFilms(folder)
serve(app, homeRoutes({ database, films }), { user: async () => undefined, address: () => '192.0.2.1' })

const readHome = async () => {
  const response = await app.request('/api/home')
  return { status: response.status, home: (await response.json()) as Home }
}

test('HOME-2: GET /api/home without a session returns eleven slides, one film and one offer, with picture names instead of plates', async () => {
  const { status, home } = await readHome()
  expect(status).toBe(200)
  expect(home.slides.map(({ headline }) => headline)).toEqual(restaurant.home.slides.map(({ headline }) => headline))
  expect(home.slides).toHaveLength(11)
  expect(home.slides.filter((slide) => 'film' in slide)).toHaveLength(1)
  expect(home.slides.filter(({ offer }) => offer)).toHaveLength(1)
  expect(home.about.film?.id).toBe(restaurant.home.about.film)
  expect(JSON.stringify(home)).not.toContain('"plate":')
})

test('HOME-2: every picture of the slides is registered for drawing', async () => {
  const drawn = await drawnPictures(database.orm)
  const { home } = await readHome()
  const shown = home.slides.flatMap((slide) => ('picture' in slide ? [slide.picture] : []))
  expect(new Set(shown).size).toBe(10)
  expect(shown.filter((name) => !drawn.has(name))).toEqual([])
})

test('loading the restaurant adds a missing home document and changes nothing else', async () => {
  await database.pool.query('delete from home')
  await database.pool.query(`update items set price = 123 where id = 'jollof-rice'`)
  expect(await loadRestaurant(database, restaurant)).toBe(false)
  expect((await readHome()).home.marquee).toEqual(restaurant.home.marquee)
  const { rows } = await database.pool.query(`select price from items where id = 'jollof-rice'`)
  expect(rows).toEqual([{ price: 123 }])
})

test('a missing film removes its slide and nothing else', async () => {
  const without = new Hono()
  serve(without, homeRoutes({ database, films: { film: () => undefined } }), {
    user: async () => undefined,
    address: () => '192.0.2.1',
  })
  const home = (await (await without.request('/api/home')).json()) as Home
  expect(home.slides).toHaveLength(10)
  expect(home.about).toEqual({ ...restaurant.home.about, film: null })
})
