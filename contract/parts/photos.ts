import { z } from 'zod'
import { count, document } from './fields.ts'

/** The size of the largest photo, in bytes. */
export const mostBytes = 12 * 1024 * 1024

export const photoId = z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of a photo')
export const photoParams = z.strictObject({ id: photoId })
const share = z.number().min(0).max(1)
/**
 * The point that stays visible when a picture is cropped: fractions of width and height from the top left. Defaults to
 * the center.
 */
export const focus = z.tuple([share, share]).readonly()

/** `POST /api/office/photos`, whose body is the file: returns the stored photo. */
export const photo = document({ id: photoId, width: count, height: count })
export type Photo = z.infer<typeof photo>

/** `POST /api/office/photo-pictures`: returns the picture that pages would show. */
export const photoSource = z.strictObject({ photo: photoId, focus: focus.exactOptional() })
export type PhotoSource = z.infer<typeof photoSource>
