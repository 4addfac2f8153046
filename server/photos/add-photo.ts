import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Photo } from '#contract/parts/photos.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { photos } from '../db/schema.ts'
import { Refusal, refuse, tooMuchAtOnce } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { limitConcurrency } from '../process/concurrency-limiter.ts'
import { decodePhoto } from './decode.ts'
import { photoOf } from './photos.ts'

/** The most photos that no menu uses, at about a megabyte each. */
const mostUnused = 500

/** Each process decodes one photo at a time. Each waiting photo takes up to 12 MB of memory. */
const limited = limitConcurrency({ atOnce: 1, full: { mostWaiting: 4, error: tooMuchAtOnce } })

/**
 * Stores an uploaded photo. Throws a Refusal with a sentence if the file is not a photo. `stopping` aborts the
 * decoding.
 */
export async function addPhoto(
  { orm, transaction }: Database,
  { user, headers, body: file }: Call<'POST /api/office/photos'>,
  stopping: AbortSignal | undefined,
): Promise<Photo> {
  // The last release's pages announce a photo before they send it in pieces. The next release deletes this check.
  if (headers.get('content-type')?.startsWith('application/json')) {
    throw refuse('invalid', 'Buka was updated. Please reload this page, then choose the photo again.', 'photo')
  }
  if (file.length === 0) throw refuse('invalid', 'This file is empty.', 'photo')
  const id = createHash('sha256').update(file).digest('hex')
  const known = await photoOf(orm, id)
  if (known) return known
  const waiting = await orm.select({ id: photos.id }).from(photos).where(eq(photos.used, false)).limit(mostUnused)
  if (waiting.length === mostUnused) {
    throw refuse('invalid', `${mostUnused} photos wait for a menu to be published. Please publish it first.`, 'photo')
  }
  const decoded = await limited('decode', () => decodePhoto(file, stopping))
  if (!decoded) {
    const detail = 'The photo could not be read just now. Please try again.'
    throw new Refusal({ code: 'unavailable', detail, field: 'photo' }, { retryAfter: 2 })
  }
  if ('rejected' in decoded) throw refuse('invalid', decoded.rejected, 'photo')
  const { width, height, colour } = decoded
  const images = { original: Buffer.from(decoded.original), preview: Buffer.from(decoded.preview) }
  return transaction(async (tx) => {
    const photo = { id, width, height, colour, ...images }
    const added = await tx.insert(photos).values(photo).onConflictDoNothing().returning({ id: photos.id })
    if (added.length > 0) await recordAudit(tx, user, 'photo.add', `photo:${id.slice(0, 12)}`, { width, height })
    return { id, width, height }
  })
}
