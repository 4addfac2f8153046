import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Farm } from '#contract/farm.ts'
import { farm } from '../db/schema.ts'
import { shownPicture, withPicture } from '../media/shown-picture.ts'
import type { Films } from '../restaurant/films.ts'

type Reader = Pick<NodePgDatabase, 'select'>

/** The farm as its page shows it. */
export async function farmPage(db: Reader, films: Pick<Films, 'film'>): Promise<Farm> {
  const [row] = await db.select().from(farm)
  if (!row) throw new Error('The farm is not loaded: its table is empty.')
  const { hero, features, gallery, videos, videoOffer, testimonials, ...rest } = row.document
  return {
    ...rest,
    hero: shownPicture(hero),
    features: features.map(withPicture),
    gallery: gallery.map(withPicture),
    // A film may have left the restaurant's folder since.
    videos: videos.flatMap((id) => films.film(id) ?? []),
    videoOffer: withPicture(videoOffer),
    testimonials: testimonials.map(withPicture),
  }
}
