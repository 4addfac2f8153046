import { z } from 'zod'
import { document } from './fields.ts'

/** A picture: `/media/{name}-{width}.{avif|webp}` are its files, all of them 4:3. */
export const picture = document({
  /** Stands for what is in the file: another picture has another name. */
  name: z.string(),
  /** What is to be seen; left out where the words beside the picture say it. */
  alt: z.exactOptional(z.string()),
  /** `#rrggbb`: stands in until the picture has come. A transparent picture has none: its tile stands in. */
  colour: z.exactOptional(z.string()),
})
export type Picture = z.infer<typeof picture>
