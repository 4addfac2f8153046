import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Home } from '#contract/home.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { namePictures } from '#tests/support/pictures.ts'
import { serve } from '../http/serve.ts'
import { loadRestaurant } from '../menu-versions/load.ts'
import { openFilms } from '../restaurant/films.ts'
import { readRestaurant } from '../restaurant/restaurant.ts'
import { homeRoutes } from './home-routes.ts'

const database = await freshDatabase()
const folder = join(import.meta.dirname, '../../restaurant')
const restaurant = await readRestaurant(folder)
await loadRestaurant(database, restaurant)
const pictured = restaurant.home.slides.filter((slide) => 'picture' in slide)
const [dish] = restaurant.categories.flatMap(({ items }) => items)
const pictures = await namePictures(database.orm, folder)

const app = new Hono()
const films = await openFilms(folder)
serve(app, homeRoutes({ database, films }), { user: async () => undefined, address: () => '192.0.2.1' })

const readHome = async () => {
  const response = await app.request('/api/home')
  return { status: response.status, home: (await response.json()) as Home }
}

test('HOME-2: the home page has the slides of the restaurant folder, with picture names instead of file names', async () => {
  const { status, home } = await readHome()
  expect(status).toBe(200)
  expect(home.slides.map(({ headline }) => headline)).toEqual(restaurant.home.slides.map(({ headline }) => headline))
  const kind = (slide: object) =>
    ['film', 'picture', 'plate'].filter((key) => key in slide).map((key) => key === 'film')
  expect(home.slides.map(kind)).toEqual(restaurant.home.slides.map(kind))
  expect(home.slides.map(({ offer }) => offer)).toEqual(restaurant.home.slides.map(({ offer = false }) => offer))
  expect(home.featured).toEqual(restaurant.home.featured)
  expect(home.about.film?.id).toBe(restaurant.home.about.film)
  expect(JSON.stringify(home)).not.toContain('"file":')
})

test('HOME-2: every picture of the slides is registered', async () => {
  const { home } = await readHome()
  const asked = home.slides.flatMap((slide) => ('picture' in slide ? [slide.picture?.name] : []))
  expect(new Set(asked).size).toBe(pictured.length)
  expect(asked.filter((name) => !name || !pictures.has(name))).toEqual([])
})

test('loading a restaurant whose database has no home page adds the home page and changes nothing else', async () => {
  await database.pool.query('delete from home')
  await database.pool.query('update items set price = 123 where id = $1', [dish?.id])
  expect(await loadRestaurant(database, restaurant)).toBe(false)
  expect((await readHome()).home.marquee).toEqual(restaurant.home.marquee)
  const { rows } = await database.pool.query('select price from items where id = $1', [dish?.id])
  expect(rows).toEqual([{ price: 123 }])
})

test('if the restaurant’s folder lacks all films, the home page omits only slides with a film and the film about the restaurant', async () => {
  const without = new Hono()
  serve(without, homeRoutes({ database, films: { film: () => undefined } }), {
    user: async () => undefined,
    address: () => '192.0.2.1',
  })
  const home = (await (await without.request('/api/home')).json()) as Home
  expect(home.slides).toHaveLength(pictured.length)
  expect(home.slides.length).toBeLessThan(restaurant.home.slides.length)
  expect(home.about).toEqual({ ...restaurant.home.about, film: null })
})
