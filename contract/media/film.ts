import { z } from 'zod'
import { document, list } from '../fields.ts'

/** A short film without sound. All addresses are paths of this site, under names that change with the content. */
export const film = document({
  id: z.string(),
  title: z.string(),
  seconds: z.number(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
  /** What stands in until it plays. */
  poster: document({ avif: z.string(), webp: z.string() }),
  /** The best first; a browser takes the first that it can play. */
  sources: list(document({ src: z.string(), type: z.enum(['video/webm', 'video/mp4']), bytes: z.int() })),
  /** WebVTT, in English: what is to be seen and said. */
  captions: z.string(),
})
export type Film = z.infer<typeof film>
