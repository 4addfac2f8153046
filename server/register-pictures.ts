import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { categories, farm, items } from './db/schema.ts'
import { readSettings } from './db/settings.ts'
import { farmRecipes } from './farm/farm.ts'
import { homeRecipes } from './home/home.ts'
import { heroPlate, heroSeed } from './media/hero.ts'
import type { Pictures } from './media/pictures.ts'

/** Makes every plate of the restaurant known to the pictures: what people see first is drawn first. */
export async function registerPictures(orm: NodePgDatabase, pictures: Pictures): Promise<void> {
  pictures.register(heroPlate, heroSeed)
  for (const { id, document } of await orm.select().from(categories)) pictures.register({ pieces: document.plate }, id)
  for (const recipe of await homeRecipes(orm)) pictures.register(...recipe)
  for (const { id, document } of await orm.select().from(items)) pictures.register({ pieces: document.plate }, id)
  for (const recipe of await farmRecipes(orm)) pictures.register(...recipe)
}

/** The card of every page that people send each other. */
export async function registerCards(orm: NodePgDatabase, pictures: Pictures): Promise<void> {
  const { name: restaurant, tagline, openingHours } = await readSettings(orm)
  const home = {
    restaurant,
    title: tagline,
    line: openingHours,
    tile: 'ember',
    plate: heroPlate,
    seed: heroSeed,
  } as const
  pictures.registerCard('/', home)
  for (const { id, title, listed, document } of await orm.select().from(categories)) {
    const { tile, plate } = document
    if (listed) {
      pictures.registerCard(`/menu/${id}`, {
        restaurant,
        title,
        line: tagline,
        tile,
        plate: { pieces: plate },
        seed: id,
      })
    }
  }
  for (const { document } of await orm.select().from(farm)) {
    const { name: title, tagline: line, plate } = document
    pictures.registerCard('/farm', { restaurant, title, line, tile: 'leaf', plate: { pieces: plate }, seed: 'farm' })
  }
}
