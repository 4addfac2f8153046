import { and, asc, eq, inArray, isNotNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type {
  CategoryPage,
  CategorySummary,
  DishLimits,
  LocationList,
  Looks,
  MenuItem,
  MenuItems,
  MenuSources,
  WholeMenu,
} from '#contract/menu/menu.ts'
import type { Site } from '#contract/site.ts'
import type { Item } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import { usualLater } from '#domain/restaurant/calendar.ts'
import * as Kitchen from '#domain/restaurant/kitchen.ts'
import { hourOf } from '#domain/restaurant/lagos.ts'
import { isSitePath } from '#domain/text/site-path.ts'
import { lettersAndFigures } from '#domain/text/words.ts'
import type { Statement, Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { categories, items, locations, messageChannels, settings } from '../db/schema.ts'
import { places, restaurantOf, settingsNow, settingsOf } from '../db/stored-settings.ts'
import { farmName } from '../farm/farm.ts'
import { pauseNow, pauseOf, readKitchenLoad } from '../kitchen-load/kitchen-load.ts'
import { standingOf } from '../kitchen-load/standing.ts'
import { lookOf, shownBrand } from '../media/brand.ts'
import { shownPicture } from '../media/shown-picture.ts'
import { type NextPortions, nextPortions, tomorrow } from '../stock/change-item.ts'
import { portionsOnHold } from '../stock/holds.ts'

type Reader = NodePgDatabase | Transaction

const onMenu = not(items.removed)

type CategoryRow = typeof categories.$inferSelect
type ItemRow = typeof items.$inferSelect
type DishRow = { readonly items: ItemRow; readonly categories: CategoryRow }
type SourceRow = Omit<MenuSources[string][number], 'backAt' | 'portionsAt'> &
  Pick<ItemRow, 'backAt' | 'portionsLeft'> & { readonly category: string }

export async function site(db: Reader): Promise<Site> {
  const stored = settingsOf(await settingsNow(db))
  const { document } = stored
  const { colours, logo, later = usualLater, hours, cuisines, sides, taxes } = document
  const { rushMinutes } = await readKitchenLoad(db)
  const [load] = await pauseNow(db)
  const standing = standingOf(stored, load ? pauseOf(load) : null)
  const brand = shownBrand(lookOf({ ...(colours && { colours }), ...(logo && { logo }) }))
  return {
    ...restaurantOf(document),
    openingHours: document.openingHours,
    ...(hours && { hours }),
    ...(cuisines && { cuisines }),
    ...(sides && { sides }),
    ...(taxes && { taxes }),
    ...(later && { later }),
    ...(brand && { brand }),
    preparation: Kitchen.inRush(document.preparation, rushMinutes),
    hero: shownPicture(document.hero),
    paused: standing.notice,
    ...(standing.state !== 'open' &&
      standing.until !== undefined && { pausedUntil: hourOf(standing.until, stored.now) }),
    delivers: (await db.select({ id: locations.id }).from(locations).limit(1)).length > 0,
    farm: await farmName(db),
    ...((await isChannelOn(db, 'whatsapp')) && { writesOnWhatsApp: true as const }),
    categories: await listedCategories(db),
    showSides: sides === undefined ? [] : [sides, ...(await categoriesTaking(db, sides))],
  }
}

async function isChannelOn(db: Reader, channel: 'whatsapp'): Promise<boolean> {
  const isOn = and(eq(messageChannels.channel, channel), eq(messageChannels.isOn, true))
  return (await db.$count(messageChannels, isOn)) > 0
}

/** Returns the other categories that have a dish whose choices come from the category `source`. */
async function categoriesTaking(db: Reader, source: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: items.categoryId })
    .from(items)
    .where(
      and(
        ne(items.categoryId, source),
        onMenu,
        sql`${items.document} -> 'groups' @> ${JSON.stringify([{ source: { category: source } }])}::jsonb`,
      ),
    )
    .orderBy(items.categoryId)
  return rows.map(({ id }) => id)
}

/** Returns a page of the menu; undefined for an unknown or hidden category. */
export async function categoryPage(db: Reader, id: string): Promise<CategoryPage | undefined> {
  const [category] = await db
    .select()
    .from(categories)
    .where(and(eq(categories.id, id), eq(categories.listed, true)))
  if (!category) return undefined
  const { availableFirst, banner: stored } = category.document
  // A menu that was published before links were checked may contain a link to another site.
  const banner = stored && (isSitePath(stored.link) ? stored : { ...stored, link: '/menu' })
  const rows = await db
    .select()
    .from(items)
    .where(and(eq(items.categoryId, id), onMenu))
    .orderBy(...(availableFirst ? [sql`${items.available} desc`] : []), asc(items.position))
  const next = await nextPortions(db, rows)
  const dishes = rows.map((row) => menuItem(row, category, next))
  return { category: { ...summary(category), banner }, items: dishes, sources: await sourcesOf(db, dishes) }
}

/** Returns the statements of `menuItems`: one reads the dishes, one the dishes that their option groups offer. */
export function menuItemRows(
  db: Reader,
  ids: readonly string[],
): readonly [Statement<DishRow[]>, Statement<SourceRow[]>] {
  return [dishesWith(db, { ids }), offeredBy(db, { ids })]
}

type Ids = { ids: readonly string[] }

const dishesWith = prepared((db: Reader, { ids }: Placeholders<Ids>) =>
  dishRows(db, sql`${items.id} = any (${ids}::text[])`),
)

const offeredBy = prepared((db: Reader, { ids }: Placeholders<Ids>) => {
  const offered = sql`(
    select of_group -> 'source' ->> 'category'
      from items as dishes, jsonb_array_elements(dishes.document -> 'groups') as of_group
     where dishes.id = any (${ids}::text[]))`
  return sourceRows(db, sql`${items.categoryId} in ${offered}`)
})

export function menuItemsOf(dishes: readonly DishRow[], sources: readonly SourceRow[]): MenuItems {
  const items = dishes.map((row) => menuItem(row.items, row.categories))
  return { items, sources: sourcesIn(items, sources) }
}

/** Returns pictures of dishes by id, without dishes removed from the menu. */
export async function looksOf(db: Reader, ids: readonly string[]): Promise<Looks> {
  const rows = await dishesWith(db, { ids })
  const looks = rows.map((row) => {
    const { id, picture, tile } = menuItem(row.items, row.categories)
    return [id, { picture, tile }] as const
  })
  return Object.fromEntries(looks)
}

/**
 * Returns dishes by id, and the dishes that their option groups offer. Unknown ids, and dishes of hidden categories,
 * are missing.
 */
export async function menuItems(db: Reader, ids: readonly string[]): Promise<MenuItems> {
  return ids.length === 0 ? { items: [], sources: {} } : withSources(db, inArray(items.id, [...ids]))
}

export async function wholeMenu(db: Reader): Promise<WholeMenu> {
  const menu = await withSources(db)
  const all = await db.select().from(categories)
  const called = all
    .filter(({ id, listed }) => listed || id in menu.sources)
    .map(({ id, title, document }) => [id, [title, ...document.synonyms]])
  return { ...menu, called: Object.fromEntries(called) }
}

export async function bestsellers(db: Reader): Promise<MenuItems> {
  return withSources(db, eq(items.bestseller, true))
}

/** Returns the dishes that have counted portions or a return time. */
export async function dishLimits(db: Reader): Promise<DishLimits> {
  const rows = await db
    .select({ id: items.id, backAt: items.backAt, portionsLeft: items.portionsLeft, beingPaidFor: portionsOnHold() })
    .from(items)
    .where(and(onMenu, or(isNotNull(items.backAt), isNotNull(items.portionsLeft))))
    .orderBy(items.id)
  return {
    limits: rows.map(({ backAt, ...row }) => ({ ...row, backAt: backAt?.toISOString() ?? null })),
    tomorrow: (await tomorrow(db)).toISOString(),
  }
}

export async function locationList(db: Reader): Promise<LocationList> {
  const [row] = await db.select({ places }).from(settings)
  return row?.places ?? []
}

/**
 * Returns the id of the category that has this id, title or synonym, whatever the capitals and spaces (HOME-4): 'Soft
 * Drinks' is `softdrinks`.
 */
export async function categoryCalled(db: Reader, name: string): Promise<string | undefined> {
  const rows = await db.select().from(categories).where(eq(categories.listed, true))
  const wanted = lettersAndFigures(name)
  return rows.find(({ id, title, document }) =>
    [id, title, ...document.synonyms].some((each) => lettersAndFigures(each) === wanted),
  )?.id
}

export async function listedCategories(db: Reader): Promise<CategorySummary[]> {
  const rows = await db.select().from(categories).where(eq(categories.listed, true)).orderBy(asc(categories.position))
  return rows.map(summary)
}

async function withSources(db: Reader, condition?: SQL): Promise<MenuItems> {
  const rows = await dishRows(db, condition)
  const next = await nextPortions(
    db,
    rows.map((row) => row.items),
  )
  const dishes = rows.map((row) => menuItem(row.items, row.categories, next))
  return { items: dishes, sources: await sourcesOf(db, dishes) }
}

function dishRows(db: Reader, condition: SQL | undefined) {
  return db
    .select()
    .from(items)
    .innerJoin(categories, eq(items.categoryId, categories.id))
    .where(and(condition, onMenu, eq(categories.listed, true)))
    .orderBy(asc(categories.position), asc(items.position))
}

async function sourcesOf(db: Reader, dishes: readonly Item[]): Promise<MenuSources> {
  const wanted = [...new Set(dishes.flatMap(Menu.sourceCategories))]
  if (wanted.length === 0) return {}
  const rows = await sourceRows(db, inArray(items.categoryId, wanted))
  return sourcesIn(dishes, rows, await nextPortions(db, rows))
}

function sourceRows(db: Reader, ofCategories: SQL) {
  return db
    .select({
      category: items.categoryId,
      id: items.id,
      name: items.name,
      price: items.price,
      isAvailable: items.available,
      backAt: items.backAt,
      portionsLeft: items.portionsLeft,
      version: items.version,
    })
    .from(items)
    .where(and(ofCategories, onMenu))
    .orderBy(asc(items.position))
}

/**
 * Leaves out the time at which a sold-out dish has portions again. A quote does not need this time: the calendar of
 * slots decides whether the dish is available.
 */
const withoutNext: NextPortions = () => ({})

function sourcesIn(dishes: readonly Item[], rows: readonly SourceRow[], next = withoutNext): MenuSources {
  const wanted = [...new Set(dishes.flatMap(Menu.sourceCategories))]
  const sourceItem = ({ category: _, backAt, portionsLeft, ...item }: SourceRow) => ({
    ...item,
    ...(backAt && { backAt: backAt.toISOString() }),
    ...next({ portionsLeft }),
  })
  return Object.fromEntries(wanted.map((id) => [id, rows.filter(({ category }) => category === id).map(sourceItem)]))
}

function summary({ id, title, document }: CategoryRow): CategorySummary {
  const { tile, short, hours, picture } = document
  return {
    id,
    title,
    ...(short !== undefined && { short }),
    ...(hours && { hours }),
    tile,
    picture: shownPicture(picture),
  }
}

function menuItem(
  row: ItemRow,
  { id, document: { tile, added, shortToast, served } }: CategoryRow,
  next = withoutNext,
): MenuItem {
  const { picture, heat, diet, groups } = row.document
  const hours = [served, row.document.served].filter((spans) => spans !== undefined)
  return {
    id: row.id,
    category: id,
    name: row.name,
    description: row.description,
    price: row.price,
    isAvailable: row.available,
    ...(row.backAt && { backAt: row.backAt.toISOString() }),
    ...next(row),
    takesNote: row.takesNote,
    groups,
    picture: shownPicture(picture),
    tile,
    bestseller: row.bestseller,
    heat,
    diet,
    ...(hours.length > 0 && { served: hours }),
    version: row.version,
    added: added.replace('{item}', row.name),
    shortToast,
  }
}
