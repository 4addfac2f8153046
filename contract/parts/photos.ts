import { z } from 'zod'
import { count, document } from './fields.ts'

const mostBytes = 12 * 1024 * 1024

/** Bytes of the largest piece of an upload. */
export const largestPiece = 512 * 1024

/** The SHA-256 of the file that was sent. */
export const photoId = z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of a photo')
export const photoParams = z.strictObject({ id: photoId })
const share = z.number().min(0).max(1)
/** What must stay when a picture is cut: shares of width and height from the upper left; without it, the middle. */
export const focus = z.tuple([share, share]).readonly()

/** `POST /api/office/photos`: begins an upload, or continues one. */
export const photoAnnouncement = z.strictObject({
  id: photoId,
  bytes: z.int().min(1, 'This file is empty.').max(mostBytes, 'A photo may have 12 MB. Please choose a smaller one.'),
})

/** `PUT /api/office/photos/:id/pieces/:offset`: bytes of the file from there. */
export const pieceParams = z.strictObject({
  id: photoId,
  offset: z.coerce.number<string>().int().min(0).max(mostBytes),
})

const photo = document({ id: photoId, width: count, height: count })

/** How much of a photo has come; the photo once all of it has. A piece that begins anywhere else is not kept. */
export const photoUpload = document({ received: count, photo: photo.nullable() })
export type PhotoUpload = z.infer<typeof photoUpload>

/** `POST /api/office/photo-pictures`: the picture that pages would show. */
export const photoSource = z.strictObject({ photo: photoId, focus: focus.exactOptional() })
export type PhotoSource = z.infer<typeof photoSource>
