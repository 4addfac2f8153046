import type { Database } from '../db/database.ts'
import { categories, farm, home, items, locations, settings } from '../db/schema.ts'
import type { Category, Restaurant } from './restaurant.ts'

/**
 * Puts the restaurant of the files into a database that has none yet; returns whether it did. The row of settings is the
 * gate: of two processes that start at once, one loads, and the other waits and finds the row. The home page and the farm
 * have gates of their own: an older database has neither, and a farm may be added to the folder later.
 */
export async function loadRestaurant(database: Database, restaurant: Restaurant): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.insert(home).values({ document: restaurant.home }).onConflictDoNothing()
    if (restaurant.farm) await tx.insert(farm).values({ document: restaurant.farm }).onConflictDoNothing()
    const gate = await tx.insert(settings).values({ document: restaurant.settings }).onConflictDoNothing().returning()
    if (gate.length === 0) return false
    await tx.insert(locations).values(restaurant.locations.map((location, position) => ({ ...location, position })))
    await tx.insert(categories).values(restaurant.categories.map(categoryRow))
    await tx.insert(items).values(restaurant.categories.flatMap(itemRows))
    return true
  })
}

function categoryRow(category: Category, position: number): typeof categories.$inferInsert {
  const {
    id,
    title,
    listed,
    short,
    hours,
    tile,
    picture,
    banner,
    bannerLink,
    availableFirst,
    added,
    shortToast,
    synonyms,
  } = category
  return {
    id,
    position,
    title,
    listed,
    document: {
      tile,
      ...(picture && { picture }),
      ...(short !== undefined && { short }),
      ...(hours && { hours }),
      banner: banner ? { text: banner, link: bannerLink ?? '/menu' } : null,
      availableFirst,
      added,
      shortToast,
      synonyms: synonyms ?? [],
    },
  }
}

function itemRows(category: Category): (typeof items.$inferInsert)[] {
  const groups = new Map(category.groups.map((group) => [group.id, group]))
  return category.items.map((item, position) => ({
    id: item.id,
    categoryId: category.id,
    position,
    name: item.name,
    description: item.description,
    price: item.price,
    available: item.available,
    takesNote: item.takesNote,
    bestseller: item.bestseller ?? false,
    document: {
      ...(item.picture && { picture: item.picture }),
      heat: item.heat ?? 0,
      diet: item.diet ?? [],
      groups: item.groups.flatMap((id) => groups.get(id) ?? []),
    },
  }))
}
