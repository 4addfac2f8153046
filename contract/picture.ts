import type { z } from 'zod'
import type { picture } from './parts/fields.ts'

// The schema of a picture is in another file, because browsers load this file without the schemas.

export type Picture = z.infer<typeof picture>

/** The widths of a picture's files, in pixels: for pictures that fill half a wide screen, and for all other places. */
export const pictureWidths = { large: [480, 640, 1080, 1600], card: [240, 480, 640] } as const
