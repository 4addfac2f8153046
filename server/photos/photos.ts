import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Photo, PhotoSource } from '#contract/parts/photos.ts'
import type { Picture } from '#contract/picture.ts'
import { isAnyOf } from '../db/any-of.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { type PictureDocument, photoPictures, photos } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { refuse } from '../http/problems.ts'
import { pictureName } from '../media/names.ts'
import type { StoredPicture } from '../media/pictures.ts'

/** An unused photo is kept this long, because a browser may keep a draft for as long. */
const unusedDays = 60

export async function photoOf(orm: Reader, id: string): Promise<Photo | undefined> {
  const [photo] = await orm
    .select({ id: photos.id, width: photos.width, height: photos.height })
    .from(photos)
    .where(eq(photos.id, id))
  return photo
}

export async function previewOf(orm: Reader, id: string): Promise<Buffer | undefined> {
  const [photo] = await orm.select({ preview: photos.preview }).from(photos).where(eq(photos.id, id))
  return photo?.preview
}

/**
 * Returns the name of a photo's picture; undefined if the photo does not exist. Stores the name, so that every server
 * finds the photo by it.
 */
export async function namePhoto(
  orm: Reader,
  { photo, focus }: PhotoSource,
): Promise<Pick<Picture, 'name' | 'colour'> | undefined> {
  const [found] = await orm.select({ colour: photos.colour }).from(photos).where(eq(photos.id, photo))
  if (!found) return undefined
  const name = pictureName(photo, focus)
  await orm
    .insert(photoPictures)
    .values({ name, photoId: photo, focus: focus ?? null })
    .onConflictDoNothing()
  return { name, ...(found.colour !== null && { colour: found.colour }) }
}

/** Keeps the photos of a menu for ever, because a dish that left the menu stays as a row that names its photo. */
export async function keepPhotos(tx: Transaction, pictures: readonly PictureDocument[]): Promise<void> {
  const ids = pictures.flatMap(({ photo }) => photo ?? [])
  // The photos are locked in one order, so two publications do not deadlock.
  const unused = tx
    .select({ id: photos.id })
    .from(photos)
    .where(and(isAnyOf(photos.id, ids), eq(photos.used, false)))
  if (ids.length > 0) {
    await tx
      .update(photos)
      .set({ used: true })
      .where(inArray(photos.id, unused.orderBy(photos.id).for('update')))
  }
}

/** Keeps a photo that the restaurant uses from now on, and returns the document to store. */
export async function keptPhoto(
  tx: Transaction,
  { photo, focus, alt }: PhotoSource & Pick<Picture, 'alt'>,
  field: string,
): Promise<PictureDocument> {
  const named = await namePhoto(tx, { photo, ...(focus && { focus }) })
  if (!named) throw refuse('invalid', 'There is no such photo any more. Please choose it again.', field)
  const picture = { photo, ...(focus && { focus }), ...(alt !== undefined && { alt }), ...named }
  await keepPhotos(tx, [picture])
  return picture
}

/** Returns the photo that has the picture's name; undefined if there is none. */
export async function findStored(orm: Reader, name: string): Promise<StoredPicture | undefined> {
  const [found] = await orm.select().from(photoPictures).where(eq(photoPictures.name, name))
  if (!found) return undefined
  return {
    focus: found.focus ?? undefined,
    async read() {
      const [photo] = await orm.select({ original: photos.original }).from(photos).where(eq(photos.id, found.photoId))
      if (!photo) throw new Error(`The photo of ${name} is gone.`)
      return photo.original
    },
  }
}

export const sweepPhotos: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from photos where id in (select id from photos where not used
          and added_at < now() - make_interval(days => ${unusedDays}) order by added_at limit ${most} for update)`,
  )
