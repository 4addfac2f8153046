import type { Film } from './film.ts'
import type { Tile } from './menu.ts'
import type { Picture } from './picture.ts'
import type { Testimonial } from './testimonial.ts'

/** One of the carousel: a picture or a film, a headline, some banter, and where 'Order Now' leads. */
export type Slide = {
  readonly id: string
  readonly headline: string
  readonly banter: string
  /** '/menu', or a page of it. */
  readonly to: string
  /** Whether it is the special offer. */
  readonly offer: boolean
  readonly tile: Tile
} & ({ readonly picture: Picture | null } | { readonly film: Film })

/** `GET /api/home`: what the home page tells, beside the menu and the site. */
export type Home = {
  /** What runs by, one after the other. */
  readonly marquee: readonly string[]
  /** Eleven: one film, ten pictures; one of them is the offer. */
  readonly slides: readonly Slide[]
  readonly about: { readonly title: string; readonly paragraphs: readonly string[]; readonly film: Film | null }
  readonly testimonials: readonly Testimonial[]
}
