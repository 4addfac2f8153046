import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Farm } from '#contract/farm.ts'
import { farm, settings } from '../db/schema.ts'
import { shownPicture, withPicture } from '../media/shown-picture.ts'
import type { Films } from '../restaurant/films.ts'

type Reader = Pick<NodePgDatabase, 'select'>

const isShown = sql`not ${settings.document} ? 'hidesFarm'`

/** Returns the farm as its page shows it; undefined if the restaurant has no farm or hides it. */
export async function farmPage(db: Reader, films: Pick<Films, 'film'>): Promise<Farm | undefined> {
  const [row] = await db.select({ document: farm.document }).from(farm).innerJoin(settings, isShown)
  if (!row) return undefined
  const { hero, features, gallery, videos, videoOffer, testimonials, ...rest } = row.document
  return {
    ...rest,
    hero: shownPicture(hero),
    features: features.map(withPicture),
    gallery: gallery.map(withPicture),
    // A film that is missing in the restaurant's folder is left out.
    videos: videos.flatMap((id) => films.film(id) ?? []),
    videoOffer: withPicture(videoOffer),
    testimonials: testimonials.map(withPicture),
  }
}

/** Returns the farm's name for the navigation; null if the restaurant has no farm or hides it. */
export async function farmName(db: Reader): Promise<string | null> {
  const [row] = await db
    .select({ name: sql<string>`${farm.document} ->> 'shortName'` })
    .from(farm)
    .innerJoin(settings, isShown)
  return row?.name ?? null
}
