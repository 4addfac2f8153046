import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { pictureWidths } from '#contract/picture.ts'
import { categories, farm, home, items, type PictureDocument, settings } from './db/schema.ts'
import { openPictures, type Pictures } from './media/pictures.ts'
import { findStored, namePhoto } from './photos/photos.ts'
import { describeError, type Log } from './process/log.ts'

type Registry = Pick<Pictures, 'register' | 'colourOf'>

/** Finds a picture by its source; undefined if the source is missing. */
type Find = (
  picture: PictureDocument,
  widths: readonly number[],
) => Promise<Pick<PictureDocument, 'name' | 'colour'> | undefined>

/**
 * Opens the pictures in `restaurantDir`, all registered, and their derived files under `dataDir`. Call `learnAgain`
 * after a change of the menu. The next request for an unknown picture then registers the menu's pictures again.
 */
export async function openMenuPictures(
  orm: NodePgDatabase,
  { restaurantDir, dataDir, log }: { restaurantDir: string; dataDir: string; log: Log },
): Promise<{ readonly pictures: Pictures; readonly learnAgain: () => void }> {
  let menuChanged = false
  let learning: Promise<unknown> = Promise.resolve()
  const pictures: Pictures = await openPictures({
    sourceDir: join(restaurantDir, 'pictures'),
    dataDir,
    findStored: async (name) => {
      // Another process may have published a menu with files that this process has not registered.
      if (menuChanged) {
        menuChanged = false
        learning = registerPictures(orm, pictures).catch((error: unknown) => log('pictures', describeError(error)))
      }
      await learning
      return findStored(orm, name)
    },
    log: { warn: (message, cause) => log('pictures', { message, ...describeError(cause) }) },
  })
  const missing = await registerPictures(orm, pictures)
  if (missing.length > 0) log('pictures.missing', { files: missing.length, first: missing[0] })
  await registerCards(orm, pictures)
  return {
    pictures,
    learnAgain: () => {
      menuChanged = true
    },
  }
}

/**
 * Registers every picture of the restaurant, the most visible first. Stores in the database what a picture's file
 * contains: the name that pages link to, and the colour once it is known. Returns the names of missing files. A file
 * may be missing because the restaurant was loaded before pictures were files, or because it was removed.
 */
export async function registerPictures(orm: NodePgDatabase, pictures: Registry): Promise<string[]> {
  const missing: string[] = []
  const find: Find = async ({ photo, ...source }, widths) => {
    if (photo !== undefined) return namePhoto(orm, { photo, ...(source.focus && { focus: source.focus }) })
    return nameFile(pictures, source, widths)
  }
  const update = async <Document extends object>(old: Document, save: (fresh: Document) => Promise<unknown>) => {
    const fresh = await withNames(old, find, missing)
    if (!isDeepStrictEqual(fresh, old)) await save(fresh)
  }
  for (const { document } of await orm.select().from(settings)) {
    // Updates only the picture, because an owner may change other fields concurrently.
    await update(document, ({ hero }) =>
      orm.update(settings).set({ document: sql`${settings.document} || ${JSON.stringify({ hero })}::jsonb` }),
    )
  }
  for (const { id, document } of await orm.select().from(categories).orderBy(categories.position)) {
    const isSame = and(eq(categories.id, id), eq(categories.document, document))
    await update(document, (document) => orm.update(categories).set({ document }).where(isSame))
  }
  for (const { document } of await orm.select().from(home)) {
    const isSame = eq(home.document, document)
    await update(document, (document) => orm.update(home).set({ document }).where(isSame))
  }
  for (const { id, document } of await orm.select().from(items).orderBy(items.position)) {
    const isSame = and(eq(items.id, id), eq(items.document, document))
    await update(document, (document) => orm.update(items).set({ document }).where(isSame))
  }
  for (const { document } of await orm.select().from(farm)) {
    await update(document, (document) => orm.update(farm).set({ document }))
  }
  return missing
}

/** Registers the picture of a file; undefined if the restaurant has no such file. */
export async function nameFile(
  pictures: Registry,
  source: PictureDocument,
  widths: readonly number[] = pictureWidths.card,
): Promise<Pick<PictureDocument, 'name' | 'colour'> | undefined> {
  const name = pictures.register(source, widths)
  const colour = name && pictures.colourOf(name)
  return name ? { name, ...(colour && { colour }) } : undefined
}

/** Returns a copy of a document, or of a part of it, with the names and colours of its pictures' files. */
async function withNames<Part>(part: Part, find: Find, missing: string[]): Promise<Part> {
  if (Array.isArray(part)) {
    const fresh: unknown[] = []
    for (const each of part) fresh.push(await withNames(each, find, missing))
    return fresh as Part
  }
  if (typeof part !== 'object' || part === null) return part
  const fresh: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(part)) {
    if (key === 'picture') fresh[key] = await named(value, pictureWidths.card, find, missing)
    else if (key === 'hero') fresh[key] = await named(value, pictureWidths.large, find, missing)
    else fresh[key] = await withNames(value, find, missing)
  }
  return fresh as Part
}

async function named(
  { name: _, colour: __, ...source }: PictureDocument,
  widths: readonly number[],
  find: Find,
  missing: string[],
): Promise<PictureDocument> {
  const found = await find(source, widths)
  if (!found) missing.push(source.file ?? source.photo ?? '')
  return { ...source, ...found }
}

/** Registers the link preview card of every shareable page. */
export async function registerCards(orm: NodePgDatabase, pictures: Pick<Pictures, 'registerCard'>): Promise<void> {
  const [row] = await orm.select().from(settings)
  if (!row) return
  const { name: restaurant, tagline, openingHours, hero, colours, logo } = row.document
  const own = { restaurant, colours, logo: logo?.name }
  pictures.registerCard('/', { ...own, title: tagline, line: openingHours, tile: 'ember', picture: hero?.name })
  for (const { id, title, listed, document } of await orm.select().from(categories)) {
    const { tile, picture } = document
    if (listed) pictures.registerCard(`/menu/${id}`, { ...own, title, line: tagline, tile, picture: picture?.name })
  }
  for (const { document } of await orm.select().from(farm)) {
    const { name: title, tagline: line, hero } = document
    pictures.registerCard('/farm', { ...own, title, line, tile: 'leaf', picture: hero?.name })
  }
}
