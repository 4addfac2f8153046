import type { Film } from './film.ts'
import type { Tile } from './menu.ts'
import type { Testimonial } from './testimonial.ts'

/** A picture's name, and the ground it stands on; `/media/{picture}-{240|480|720}.{avif|webp}` are its files. */
type Pictured = { readonly tile: Tile; readonly picture: string }

export type FarmFeature = Pictured & { readonly id: string; readonly title: string; readonly text: string }

export type FarmPhoto = Pictured & {
  readonly id: string
  readonly caption: string
  /** What is to be seen, for those who cannot see it. */
  readonly alt: string
}

export type FarmQuestion = { readonly id: string; readonly question: string; readonly answer: string }

/** `GET /api/farm`: a sister business that sells by chat and phone only. 404 where the restaurant has none. */
export type Farm = {
  readonly name: string
  /** As the navigation names it. */
  readonly shortName: string
  /** What can be ordered by chat, with its article: 'a ram'. */
  readonly sells: string
  readonly tagline: string
  readonly description: string
  /** E.164. */
  readonly phone: string
  /** E.164: the number that the farm's chat links open. */
  readonly whatsapp: string
  readonly address: string
  readonly mapUrl: string
  readonly hours: string
  /** The picture at the head of the page: `/media/{hero}-{480|720|1080}.{avif|webp}`. */
  readonly hero: string
  readonly features: readonly FarmFeature[]
  readonly gallery: readonly FarmPhoto[]
  /** Says what the pictures are, so that nobody takes a drawing for the animal that is delivered. */
  readonly galleryNote: string
  readonly videos: readonly Film[]
  /** Stands where there are no videos yet, and below those there are. */
  readonly videoOffer: Pictured & { readonly title: string; readonly text: string }
  readonly testimonials: readonly Testimonial[]
  readonly faq: readonly FarmQuestion[]
}
