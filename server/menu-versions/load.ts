import type { Database } from '../db/database.ts'
import { categories, farm, home, items, locations, settings } from '../db/schema.ts'
import type { Restaurant } from '../restaurant/restaurant.ts'
import { categoryRow, itemRows } from './menu-rows.ts'
import { firstVersion } from './versions.ts'

/**
 * Loads the restaurant from its files into an empty database, and returns whether it did. Of two processes that start
 * concurrently, the process that inserts the row of settings loads; the other waits and finds the row. Home page and
 * farm are inserted before this check, because an older database has neither, and a folder may get a farm later.
 */
export async function loadRestaurant(database: Database, restaurant: Restaurant): Promise<boolean> {
  const isLoaded = await database.transaction(async (tx) => {
    await tx.insert(home).values({ document: restaurant.home }).onConflictDoNothing()
    if (restaurant.farm) await tx.insert(farm).values({ document: restaurant.farm }).onConflictDoNothing()
    const gate = await tx.insert(settings).values({ document: restaurant.settings }).onConflictDoNothing().returning()
    if (gate.length === 0) return false
    const places = restaurant.locations.map((location, position) => ({ ...location, position }))
    if (places.length > 0) await tx.insert(locations).values(places)
    if (restaurant.categories.length > 0) {
      await tx.insert(categories).values(restaurant.categories.map(categoryRow))
      await tx.insert(items).values(restaurant.categories.flatMap(itemRows))
      // Creates the first version of the menu now. Otherwise the first change would create it, with the time of that
      // change.
      await firstVersion(tx)
    }
    return true
  })
  // PostgreSQL's plans for the queries of the first orders need statistics of these tables. Later, autovacuum collects
  // statistics.
  if (isLoaded) await database.pool.query('analyze categories, items, locations')
  return isLoaded
}
