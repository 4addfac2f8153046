import { z } from 'zod'
import { tile } from './menu/menu.ts'
import { document, film, list, picture } from './parts/fields.ts'
import { testimonial } from './testimonial.ts'

const words = {
  id: z.string(),
  headline: z.string(),
  banter: z.string(),
  /** '/menu', or a page of it. */
  to: z.string(),
  /** Whether it is the special offer. */
  offer: z.boolean(),
  tile,
}

/** One of the carousel: a picture or a film, a headline, some banter, and where 'Order Now' leads. */
const slide = z.union([document({ ...words, picture: picture.nullable() }), document({ ...words, film })])
export type Slide = z.infer<typeof slide>

/** `GET /api/home`: what the home page tells, beside the menu and the site. */
export const home = document({
  /** The texts of the moving line, in order. */
  marquee: list(z.string()),
  /** The page of the menu that the home page leads to beside the first one. */
  featured: z.exactOptional(document({ to: z.string(), label: z.string() })),
  slides: list(slide),
  /** How many bank accounts the restaurant takes transfers to. */
  accountCount: z.exactOptional(z.number()),
  about: document({ title: z.string(), paragraphs: list(z.string()), film: film.nullable() }),
  testimonials: list(testimonial),
})
export type Home = z.infer<typeof home>
