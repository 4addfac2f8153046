import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Farm } from '#contract/farm.ts'
import { type FarmDocument, farm } from '../db/schema.ts'
import { type Plate, pictureName, type Recipe } from '../media/plates.ts'
import type { Films } from '../restaurant/films.ts'

type Reader = Pick<NodePgDatabase, 'select'>

const heroRecipe = ({ plate }: FarmDocument): Recipe => [{ kind: 'hero', pieces: plate }, 'farm']
const recipe = (plate: Plate['pieces'], id: string): Recipe => [{ pieces: plate }, `farm ${id}`]

/** The recipe of every picture of the farm's page, in the order in which they are seen. */
export async function farmRecipes(db: Reader): Promise<Recipe[]> {
  const rows = await db.select().from(farm)
  return rows.flatMap(({ document }) => [
    heroRecipe(document),
    ...[...document.features, ...document.gallery].map(({ id, plate }) => recipe(plate, id)),
    recipe(document.videoOffer.plate, 'video-offer'),
  ])
}

/** The farm as its page shows it. Undefined where the restaurant has none. */
export async function farmPage(db: Reader, films: Pick<Films, 'film'>): Promise<Farm | undefined> {
  const [row] = await db.select().from(farm)
  if (!row) return undefined
  const { plate: _, features, gallery, videos, videoOffer, ...rest } = row.document
  return {
    ...rest,
    hero: pictureName(...heroRecipe(row.document)),
    features: features.map((each) => pictured(each, each.id)),
    gallery: gallery.map((each) => pictured(each, each.id)),
    // A film that is no longer in the restaurant's folder is left out.
    videos: videos.flatMap((id) => films.film(id) ?? []),
    videoOffer: pictured(videoOffer, 'video-offer'),
  }
}

/** What the navigation calls the farm; null where the restaurant has none. */
export async function farmName(db: Reader): Promise<string | null> {
  const [row] = await db.select({ name: sql<string>`${farm.document} ->> 'shortName'` }).from(farm)
  return row?.name ?? null
}

function pictured<Entry extends { readonly plate: Plate['pieces'] }>({ plate, ...entry }: Entry, id: string) {
  return { ...entry, picture: pictureName(...recipe(plate, id)) }
}
