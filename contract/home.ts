import type { Film } from './film.ts'
import type { Tile } from './menu.ts'
import type { Testimonial } from './testimonial.ts'

/** A slide of the carousel: a plate or a film, a headline, some banter, and the target of 'Order Now'. */
export type Slide = {
  readonly id: string
  readonly headline: string
  readonly banter: string
  /** '/menu', or a page of it. */
  readonly to: string
  /** Whether it is the special offer. */
  readonly offer: boolean
  readonly tile: Tile
} & (
  | {
      /** `/media/{picture}-{240|480|720}.{avif|webp}` are its files. */
      readonly picture: string
    }
  | { readonly film: Film }
)

/** `GET /api/home`: what the home page tells, beside the menu and the site. */
export type Home = {
  /** The texts of the moving line, in order. */
  readonly marquee: readonly string[]
  /** The page of the menu that the home page leads to beside the first one. */
  readonly featured?: { readonly to: string; readonly label: string }
  readonly slides: readonly Slide[]
  readonly about: { readonly title: string; readonly paragraphs: readonly string[]; readonly film: Film | null }
  readonly testimonials: readonly Testimonial[]
}
