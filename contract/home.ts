import { z } from 'zod'
import { tile } from './menu/menu.ts'
import { document, film, list, picture } from './parts/fields.ts'
import { testimonial } from './testimonial.ts'

const words = {
  id: z.string(),
  headline: z.string(),
  banter: z.string(),
  /** A path: '/menu', or a page of the menu. */
  to: z.string(),
  offer: z.boolean(),
  tile,
}

/** A slide of the carousel: a picture or a film, a headline, a text, and the target of 'Order Now'. */
const slide = z.union([document({ ...words, picture: picture.nullable() }), document({ ...words, film })])
export type Slide = z.infer<typeof slide>

/** `GET /api/home`: the content that only the home page has. */
export const home = document({
  /** The texts of the scrolling line, in order. */
  marquee: list(z.string()),
  /** A menu page that the home page links to in addition to the menu's first page. */
  featured: z.exactOptional(document({ to: z.string(), label: z.string() })),
  slides: list(slide),
  /** The number of bank accounts that transfers can be sent to. */
  accountCount: z.exactOptional(z.number()),
  about: document({ title: z.string(), paragraphs: list(z.string()), film: film.nullable() }),
  testimonials: list(testimonial),
})
export type Home = z.infer<typeof home>
