import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Farm } from '#contract/farm.ts'
import { farm, settings } from '../db/schema.ts'
import { shownPicture, withPicture } from '../media/shown-picture.ts'
import type { Films } from '../restaurant/films.ts'

type Reader = Pick<NodePgDatabase, 'select'>

/** SQL: the owners have not switched the page off. */
const isShown = sql`not ${settings.document} ? 'hidesFarm'`

/** The farm as its page shows it. Undefined where the restaurant has none, or does not show it. */
export async function farmPage(db: Reader, films: Pick<Films, 'film'>): Promise<Farm | undefined> {
  const [row] = await db.select({ document: farm.document }).from(farm).innerJoin(settings, isShown)
  if (!row) return undefined
  const { hero, features, gallery, videos, videoOffer, testimonials, ...rest } = row.document
  return {
    ...rest,
    hero: shownPicture(hero),
    features: features.map(withPicture),
    gallery: gallery.map(withPicture),
    // A film that is no longer in the restaurant's folder is left out.
    videos: videos.flatMap((id) => films.film(id) ?? []),
    videoOffer: withPicture(videoOffer),
    testimonials: testimonials.map(withPicture),
  }
}

/** What the navigation calls the farm; null where the restaurant has none. */
export async function farmName(db: Reader): Promise<string | null> {
  const [row] = await db
    .select({ name: sql<string>`${farm.document} ->> 'shortName'` })
    .from(farm)
    .innerJoin(settings, isShown)
  return row?.name ?? null
}
