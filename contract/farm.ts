import type { Film } from './film.ts'
import type { Tile } from './menu.ts'
import type { Picture } from './picture.ts'
import type { Testimonial } from './testimonial.ts'

/** A picture, and the ground it stands on. */
type Pictured = { readonly tile: Tile; readonly picture: Picture | null }

export type FarmFeature = Pictured & { readonly id: string; readonly title: string; readonly text: string }

export type FarmPhoto = Pictured & { readonly id: string; readonly caption: string }

export type FarmQuestion = { readonly id: string; readonly question: string; readonly answer: string }

/** `GET /api/farm`: the restaurant's farm, which sells rams, by chat and phone only. */
export type Farm = {
  readonly name: string
  readonly tagline: string
  readonly description: string
  /** E.164. */
  readonly phone: string
  /** E.164: the number that the farm's chat links open. */
  readonly whatsapp: string
  readonly address: string
  readonly mapUrl: string
  readonly hours: string
  /** The picture at the head of the page, in `pictureWidths.hero`. */
  readonly hero: Picture | null
  /** Four. */
  readonly features: readonly FarmFeature[]
  readonly gallery: readonly FarmPhoto[]
  /** Says what the pictures are, so that no drawing is taken for the ram that comes. */
  readonly galleryNote: string
  readonly videos: readonly Film[]
  /** Stands where there are no videos yet, and below those there are. */
  readonly videoOffer: Pictured & { readonly title: string; readonly text: string }
  readonly testimonials: readonly Testimonial[]
  readonly faq: readonly FarmQuestion[]
}
