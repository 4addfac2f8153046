import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Home, Slide } from '#contract/home.ts'
import { home, type SlideDocument } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { withPicture } from '../media/shown-picture.ts'
import { shownTestimonials } from '../ratings/testimonials.ts'
import type { Films } from '../restaurant/films.ts'

type Reader = Pick<NodePgDatabase, 'select'>

/** Returns the home page's content, without slides whose film is missing in the restaurant's folder. */
export async function homePage(db: Reader, { film }: Pick<Films, 'film'>): Promise<Home> {
  const [row] = await db.select().from(home)
  if (!row) throw new Error('The home page is not loaded: its table is empty.')
  const { slides, about, testimonials, ...rest } = row.document
  const shown = ({ id, hidden, ...slide }: SlideDocument): Slide[] => {
    if (hidden) return []
    const offer = slide.offer ?? false
    if ('picture' in slide) return [{ ...withPicture(slide), id, offer }]
    const found = film(slide.film)
    return found ? [{ id, ...slide, offer, film: found }] : []
  }
  const ownTestimonials = testimonials.flatMap(({ hidden, ...said }) => (hidden ? [] : withPicture(said)))
  const { accounts } = await readSettings(db)
  return {
    ...rest,
    accountCount: accounts.length,
    slides: slides.flatMap(shown),
    about: { ...about, film: (about.film && film(about.film)) || null },
    testimonials: [...(await shownTestimonials(db)), ...ownTestimonials],
  }
}
