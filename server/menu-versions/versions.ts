import { asc, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import {
  type MenuCategory,
  type MenuPublication,
  menuCategory,
  type PublishedMenu,
} from '#contract/menu/menu-document.ts'
import * as MenuDocument from '#domain/menu/menu-document.ts'
import { same } from '#domain/menu/same.ts'
import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { isAnyOf } from '../db/any-of.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { categories, home, items, menuVersions, type PictureDocument } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { type FieldProblem, Refusal, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { publish } from '../live/publish.ts'
import { keepPhotos, namePhoto } from '../photos/photos.ts'
import { faultSentence, wording } from '../restaurant/data-file.ts'
import { lostLinks, lostSides, menuFaults } from '../restaurant/menu-faults.ts'
import { categoryRow, documentOf, itemRows } from './menu-rows.ts'
import { dropDraft } from './saved-draft.ts'

const theMenu = sql`hashtext('menu')`

/**
 * Lets one transaction at a time change the menu. Call it before any row of a dish is locked; the other sequence could
 * deadlock.
 */
export async function lockMenu(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${theMenu})`)
}

/**
 * Prevents publications while a price is computed from several reads. Call it before any row is locked; the other
 * sequence could deadlock.
 */
export function holdMenu(tx: Transaction) {
  return tx.execute(sql`select pg_advisory_xact_lock_shared(${theMenu})`)
}

export async function publishedMenu(database: Database): Promise<PublishedMenu> {
  return (await latest(database.orm)) ?? database.transaction(async (tx) => firstVersion(tx))
}

/** Returns a version that was published earlier. */
export async function menuVersion(
  { orm }: Database,
  { params: { id: version } }: Call<'GET /api/office/menu-versions/:id'>,
): Promise<PublishedMenu> {
  return { version, categories: await categoriesOf(orm, version) }
}

/**
 * Registers a picture file of the restaurant's folder in this process. Returns the name and colour that pages need;
 * undefined if the file is missing.
 */
export type NameFile = (picture: PictureDocument) => Promise<Pick<PictureDocument, 'name' | 'colour'> | undefined>

/**
 * Publishes a menu as a new version, with its rows, the event that makes open pages reread, and an audit entry. Dishes
 * keep their availability and stock count. Throws a Refusal if another version was published since `basedOn`, or if the
 * menu has faults. An unchanged menu creates no version.
 */
export async function publishMenu(
  { database, nameFile }: { readonly database: Database; readonly nameFile: NameFile },
  actor: Actor,
  { basedOn, note = '', categories: sent, restores }: MenuPublication,
): Promise<PublishedMenu> {
  const written = sent && parsed(sent)
  return database.transaction(async (tx) => {
    await lockMenu(tx)
    const before = await firstVersion(tx)
    if (before.version !== basedOn) {
      throw refuse(
        'menu-moved-on',
        'The menu was changed somewhere else while you were editing. Please check what changes now, and publish again.',
      )
    }
    const after = written ?? (await categoriesOf(tx, restores))
    await dropDraft(tx)
    if (same(before.categories, after)) return before
    const changes = MenuDocument.changes(before.categories, after)
    await keepPhotos(tx, picturesOf(after))
    const photos = await photosOf(tx, after)
    await requireFit(tx, after, photos)
    await writeRows(tx, after, photos, nameFile)
    const ownNote = restores === undefined ? MenuDocument.summary(changes) : `Version ${restores} once more.`
    const version = await addVersion(tx, before.version + 1, actor, after, note || ownNote)
    await publish(tx, { audience: ['menu'], type: 'menu.published', subject: 'menu', version, data: {} })
    const detail = { changes: changes.length, ...(note && { note }) }
    if (restores === undefined) await recordAudit(tx, actor, 'menu.publish', `menu:version ${version}`, detail)
    else await recordAudit(tx, actor, 'menu.restore', `menu:version ${restores}`, { version, ...detail })
    return { version, categories: after }
  })
}

/** Throws the Refusal that publishing these categories would cause; otherwise returns undefined. */
export async function checkMenu(
  database: Database,
  { body }: Call<'POST /api/office/menu-checks'>,
): Promise<undefined> {
  const written = parsed(body.categories)
  await database.transaction(async (tx) => requireFit(tx, written, await photosOf(tx, written)))
}

/** Records a price that was set at the desk as a version, so the next draft begins with this price. */
export async function notePrice(tx: Transaction, actor: Actor, itemId: string, price: Naira): Promise<void> {
  const current = await latest(tx)
  const item = current?.categories.flatMap(({ items }) => items).find(({ id }) => id === itemId)
  if (!current || !item) return
  const changed = current.categories.map((category) => ({
    ...category,
    items: category.items.map((each) => (each.id === itemId ? { ...each, price } : each)),
  }))
  const note = `${item.name}: ${Money.format(item.price)} → ${Money.format(price)}.`
  await addVersion(tx, current.version + 1, actor, changed, note)
}

async function latest(reader: NodePgDatabase | Transaction): Promise<PublishedMenu | undefined> {
  const [row] = await reader
    .select({ version: menuVersions.version, categories: menuVersions.categories })
    .from(menuVersions)
    .orderBy(desc(menuVersions.version))
    .limit(1)
  return row
}

/** Returns the latest version of the menu; creates the first version from the menu's rows if there is none. */
export async function firstVersion(tx: Transaction): Promise<PublishedMenu> {
  const known = await latest(tx)
  if (known) return known
  await lockMenu(tx)
  const made = await latest(tx)
  if (made) return made
  const dishes = await tx
    .select()
    .from(items)
    .where(eq(items.removed, false))
    .orderBy(asc(items.position), asc(items.id))
  const rows = await tx.select().from(categories).orderBy(asc(categories.position))
  const written = rows.map((row) =>
    documentOf(
      row,
      dishes.filter(({ categoryId }) => categoryId === row.id),
    ),
  )
  const filled = written.filter((category) => category.items.length > 0)
  return { version: await addVersion(tx, 1, undefined, filled, 'The menu of the first start.'), categories: filled }
}

async function addVersion(
  tx: Transaction,
  version: number,
  actor: Actor | undefined,
  written: readonly MenuCategory[],
  note: string,
): Promise<number> {
  await tx.insert(menuVersions).values({ version, categories: written, publishedBy: actor?.id ?? null, note })
  return version
}

async function categoriesOf(reader: NodePgDatabase | Transaction, version = 0): Promise<readonly MenuCategory[]> {
  const [row] = await reader
    .select({ categories: menuVersions.categories })
    .from(menuVersions)
    .where(eq(menuVersions.version, version))
  if (!row) throw refuse('not-found', 'There is no such version of the menu.')
  return row.categories
}

/**
 * Parses the categories of a sent menu by the schema of the menu files in a restaurant's folder (`restaurant/`). Throws
 * a Refusal with a sentence for each wrong field.
 */
function parsed(sent: readonly unknown[]): readonly MenuCategory[] {
  const result = z.array(menuCategory).safeParse(sent, { error: wording })
  if (result.success) return result.data
  throw invalid(
    result.error.issues.map((issue) => ({
      field: ['categories', ...issue.path].join('.'),
      detail: faultSentence('category', sent, issue).replace(/^./u, (first) => first.toUpperCase()),
    })),
  )
}

/** The available pictures of a menu by `pictureKey`: what pages show of a file or a photo. */
type Found = ReadonlyMap<string, PictureDocument>

async function photosOf(tx: Transaction, written: readonly MenuCategory[]): Promise<Found> {
  const found = new Map<string, PictureDocument>()
  for (const picture of picturesOf(written)) {
    if (picture.photo === undefined || found.has(pictureKey(picture))) continue
    const { photo, focus } = picture
    const shown = await namePhoto(tx, { photo, ...(focus && { focus }) })
    if (shown) found.set(pictureKey(picture), { ...picture, ...shown })
  }
  return found
}

function picturesOf(written: readonly MenuCategory[]) {
  return written
    .flatMap(({ picture, items }) => [picture, ...items.map((item) => item.picture)])
    .filter((picture) => picture !== undefined)
}

function lostPhotos(written: readonly MenuCategory[], photos: Found): string[] {
  return written
    .flatMap(({ title, picture, items }) => [{ name: title, picture }, ...items])
    .filter(({ picture }) => picture?.photo !== undefined && !photos.has(pictureKey(picture)))
    .map(({ name }) => `The photo of ${name} is no longer there. Please choose it again.`)
}

async function requireFit(tx: Transaction, written: readonly MenuCategory[], photos: Found): Promise<void> {
  const parts = written.map((category) => ({ where: category.title, category }))
  const [page] = await tx.select().from(home)
  const { sides } = await readSettings(tx)
  const faults = [
    ...menuFaults(parts),
    ...lostPhotos(written, photos),
    ...(page ? lostLinks(parts, { where: 'The home page', ...page.document }) : []),
    ...lostSides(parts, { where: 'The settings', ...(sides !== undefined && { sides }) }),
  ]
  if (faults.length > 0) throw invalid(faults.map((detail) => ({ field: 'categories', detail })))
}

function invalid(errors: readonly FieldProblem[]): Refusal {
  const [first] = errors
  return new Refusal({ code: 'invalid', detail: first?.detail ?? 'This menu cannot be published.' }, { errors })
}

async function writeRows(
  tx: Transaction,
  written: readonly MenuCategory[],
  photos: Found,
  nameFile: NameFile,
): Promise<void> {
  // Locks the dishes by ascending id, as orders do, so that a publication and an order cannot deadlock.
  const known = await tx.select().from(items).orderBy(items.id).for('no key update')
  const named = await namesFor(written, [...known, ...(await tx.select().from(categories))], photos, nameFile)
  await tx
    .insert(categories)
    .values(written.map(categoryRow).map(named))
    .onConflictDoUpdate({
      target: categories.id,
      set: {
        position: sql`excluded.position`,
        title: sql`excluded.title`,
        listed: sql`excluded.listed`,
        document: sql`excluded.document`,
      },
    })
  await tx
    .update(categories)
    .set({ listed: false, position: sql`${categories.position} + 1000` })
    .where(
      notInArray(
        categories.id,
        written.map(({ id }) => id),
      ),
    )
  const rows = written.flatMap(itemRows).map(named)
  const ids = rows.map(({ id }) => id)
  await tx.execute(sql`
    insert into items (id, category_id, position, name, description, price, available, takes_note, bestseller, document)
    select id, "categoryId", position, name, description, price, available, "takesNote", bestseller, document
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        id text, "categoryId" text, position integer, name text, description text, price integer, available boolean,
        "takesNote" boolean, bestseller boolean, document jsonb)
    on conflict (id) do update set
      category_id = excluded.category_id, position = excluded.position, name = excluded.name,
      description = excluded.description, price = excluded.price, takes_note = excluded.takes_note,
      bestseller = excluded.bestseller, document = excluded.document, removed = false, version = items.version + 1,
      -- A dish that comes back begins anew.
      available = case when items.removed then excluded.available else items.available end,
      back_at = case when items.removed then null else items.back_at end,
      portions_left = case when items.removed then null else items.portions_left end
    where items.removed or (items.category_id, items.position, items.name, items.description, items.price,
      items.takes_note, items.bestseller, items.document) is distinct from (excluded.category_id, excluded.position,
      excluded.name, excluded.description, excluded.price, excluded.takes_note, excluded.bestseller, excluded.document)`)
  await tx
    .update(items)
    .set({ removed: true, version: sql`${items.version} + 1` })
    .where(sql`not ${items.removed} and not ${isAnyOf(items.id, ids)}`)
}

type Pictured = { readonly document: { readonly picture?: PictureDocument } }

/**
 * Returns a function that adds the name and colour of its picture's file to a row. They come from the photos, from
 * existing rows, or else from `nameFile`.
 */
async function namesFor(
  written: readonly MenuCategory[],
  rows: readonly Pictured[],
  photos: Found,
  nameFile: NameFile,
): Promise<<Row extends Pictured>(row: Row) => Row> {
  const pictures = new Map(photos)
  for (const { picture } of rows.map(({ document }) => document)) {
    if (picture?.name) pictures.set(pictureKey(picture), picture)
  }
  // A restored version may name a file that no current row has.
  for (const picture of picturesOf(written)) {
    const found = pictures.has(pictureKey(picture)) ? undefined : await nameFile(picture)
    if (found) pictures.set(pictureKey(picture), { ...picture, ...found })
  }
  return (row) => {
    const { picture } = row.document
    const found = picture && pictures.get(pictureKey(picture))
    if (!found) return row
    const { alt: _, ...seen } = found
    return { ...row, document: { ...row.document, picture: { ...seen, ...picture } } }
  }
}

const pictureKey = ({ file, photo, focus }: PictureDocument) => JSON.stringify([file ?? photo, focus])
