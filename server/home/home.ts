import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Home, Slide } from '#contract/home.ts'
import { home, type SlideDocument } from '../db/schema.ts'
import { type Plate, pictureName, type Recipe } from '../media/plates.ts'
import type { Films } from '../restaurant/films.ts'

type Reader = Pick<NodePgDatabase, 'select'>

const recipe = (plate: Plate['pieces'], id: string): Recipe => [{ pieces: plate }, `slide ${id}`]

/** The recipe of every slide that shows a plate. */
export async function homeRecipes(db: Reader): Promise<Recipe[]> {
  const rows = await db.select().from(home)
  return rows.flatMap(({ document }) =>
    document.slides.flatMap((slide) => ('plate' in slide ? [recipe(slide.plate, slide.id)] : [])),
  )
}

/** The home page's content. A slide whose film is no longer in the restaurant's folder is left out. */
export async function homePage(db: Reader, { film }: Pick<Films, 'film'>): Promise<Home> {
  const [row] = await db.select().from(home)
  if (!row) throw new Error('The home page is not loaded: its table is empty.')
  const { slides, about, ...rest } = row.document
  const shown = ({ id, ...slide }: SlideDocument): Slide[] => {
    const offer = slide.offer ?? false
    if ('plate' in slide) {
      const { plate, ...words } = slide
      return [{ id, ...words, offer, picture: pictureName(...recipe(plate, id)) }]
    }
    const found = film(slide.film)
    return found ? [{ id, ...slide, offer, film: found }] : []
  }
  return { ...rest, slides: slides.flatMap(shown), about: { ...about, film: (about.film && film(about.film)) || null } }
}
