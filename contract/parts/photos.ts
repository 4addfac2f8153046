import { z } from 'zod'
import { count, document } from './fields.ts'

/** Bytes of the largest photo. */
export const mostBytes = 12 * 1024 * 1024

/** The SHA-256 of the file that was sent. */
export const photoId = z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of a photo')
export const photoParams = z.strictObject({ id: photoId })
const share = z.number().min(0).max(1)
/** What must stay when a picture is cut: shares of width and height from the upper left; without it, the middle. */
export const focus = z.tuple([share, share]).readonly()

/** `POST /api/office/photos`, whose body is the file: the photo of it. */
export const photo = document({ id: photoId, width: count, height: count })
export type Photo = z.infer<typeof photo>

/** `POST /api/office/photo-pictures`: the picture that pages would show. */
export const photoSource = z.strictObject({ photo: photoId, focus: focus.exactOptional() })
export type PhotoSource = z.infer<typeof photoSource>
