import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PhotoUpload } from '#contract/parts/photos.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { photoPieces, photos, photoUploads } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { Refusal, refuse, tooMuchAtOnce } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { limitConcurrency } from '../process/concurrency-limiter.ts'
import { decodePhoto } from './decode.ts'
import { photoOf } from './photos.ts'

/** Of one account, each of 12 MB at most. An older one gives way. */
const mostUnfinished = 4

/** Photos that no menu names yet, each of which keeps about a megabyte. */
const mostUnused = 500

/** Hours in which an upload can be continued. */
const unfinishedHours = 24

/** One photo is decoded at a time by each process: the others wait without its bytes in memory. */
const limited = limitConcurrency({ atOnce: 1, full: { mostWaiting: 20, error: tooMuchAtOnce } })

/** The upload stays, and browsers go on with it by themselves. */
const notRead = () =>
  new Refusal(
    {
      code: 'unavailable',
      detail: 'The photo is here but could not be read just now. Please try again.',
      field: 'photo',
    },
    { retryAfter: 2 },
  )

const of = (user: Actor, id: string) => and(eq(photoUploads.userId, user.id), eq(photoUploads.photoId, id))

/** Begins an upload, or tells how much of it has come: it may have been cut off, or done before. */
export async function beginUpload(
  { orm, transaction }: Database,
  { user, body: { id, bytes } }: Call<'POST /api/office/photos'>,
): Promise<PhotoUpload> {
  const photo = await photoOf(orm, id)
  if (photo) return { received: bytes, photo }
  return transaction(async (tx) => {
    const waiting = await tx.select({ id: photos.id }).from(photos).where(eq(photos.used, false)).limit(mostUnused)
    if (waiting.length === mostUnused) {
      throw refuse('invalid', `${mostUnused} photos wait for a menu to be published. Please publish it first.`, 'photo')
    }
    const [upload] = await tx
      .insert(photoUploads)
      .values({ userId: user.id, photoId: id, bytes })
      .onConflictDoUpdate({ target: [photoUploads.userId, photoUploads.photoId], set: { begunAt: sql`now()` } })
      .returning()
    if (upload?.bytes !== bytes) throw refuse('invalid', 'A file of another size has this SHA-256.', 'bytes')
    const older = tx
      .select({ id: photoUploads.photoId })
      .from(photoUploads)
      .where(eq(photoUploads.userId, user.id))
      .orderBy(sql`${photoUploads.begunAt} desc, ${photoUploads.photoId}`)
      .offset(mostUnfinished)
    await tx.delete(photoUploads).where(and(eq(photoUploads.userId, user.id), inArray(photoUploads.photoId, older)))
    return { received: upload.received, photo: null }
  })
}

/**
 * Takes a piece, which counts where it begins at the end of what has come, so that a repeated one changes nothing. With the last
 * one the file is read: throws a Refusal with a sentence where it is no photo, and nothing of it is kept. Where the reading is cut
 * off, as by `stopping`, the upload is kept and an empty piece has it read again.
 */
export async function takePiece(
  database: Database,
  { user, params: { id, offset }, body: piece }: Call<'PUT /api/office/photos/:id/pieces/:offset'>,
  stopping?: AbortSignal,
): Promise<PhotoUpload> {
  const known = await photoOf(database.orm, id)
  if (known) return { received: offset, photo: known }
  const upload = await database.transaction(async (tx) => {
    const [upload] = await tx.select().from(photoUploads).where(of(user, id)).for('update')
    if (!upload) throw refuse('not-found', 'This upload is no longer known. Please begin it again.')
    if (offset !== upload.received || piece.length === 0) return upload
    const received = offset + piece.length
    if (received > upload.bytes) throw refuse('invalid', 'The file is longer than was announced.', 'photo')
    await tx.insert(photoPieces).values({ userId: user.id, photoId: id, begins: offset, content: piece })
    await tx.update(photoUploads).set({ received }).where(of(user, id))
    return { ...upload, received }
  })
  if (upload.received < upload.bytes) return { received: upload.received, photo: null }
  return limited('decode', () => finish(database, user, id, upload.bytes, stopping))
}

async function finish(
  database: Database,
  user: Actor,
  id: string,
  bytes: number,
  stopping: AbortSignal | undefined,
): Promise<PhotoUpload> {
  const done = await photoOf(database.orm, id)
  if (done) return { received: bytes, photo: done }
  const pieces = await database.orm
    .select({ content: photoPieces.content })
    .from(photoPieces)
    .where(and(eq(photoPieces.userId, user.id), eq(photoPieces.photoId, id)))
    .orderBy(asc(photoPieces.begins))
  const file = Buffer.concat(pieces.map(({ content }) => content))
  const isWhole = createHash('sha256').update(file).digest('hex') === id
  const photo = isWhole
    ? await decodePhoto(file, stopping)
    : { rejected: 'The photo changed on its way. Please send it again.' }
  if (!photo) throw notRead()
  if ('rejected' in photo) {
    await database.orm.delete(photoUploads).where(of(user, id))
    throw refuse('invalid', photo.rejected, 'photo')
  }
  const { width, height, colour } = photo
  return database.transaction(async (tx) => {
    const stored = {
      id,
      width,
      height,
      colour,
      original: Buffer.from(photo.original),
      preview: Buffer.from(photo.preview),
    }
    const added = await tx.insert(photos).values(stored).onConflictDoNothing().returning({ id: photos.id })
    await tx.delete(photoUploads).where(of(user, id))
    if (added.length > 0) await recordAudit(tx, user, 'photo.add', `photo:${id.slice(0, 12)}`, { width, height })
    return { received: bytes, photo: { id, width, height } }
  })
}

export const sweepUploads: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from photo_uploads where (user_id, photo_id) in (select user_id, photo_id from photo_uploads
          where begun_at < now() - make_interval(hours => ${unfinishedHours}) order by begun_at limit ${most} for update)`,
  )
