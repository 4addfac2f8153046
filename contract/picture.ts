import type { z } from 'zod'
import type { picture } from './parts/fields.ts'

// Apart from the schema: browsers load this file.

export type Picture = z.infer<typeof picture>

/** The widths of a picture's files, in pixels: at the head of a page, and everywhere else. */
export const pictureWidths = { hero: [480, 720, 1080], item: [240, 480, 720] } as const
