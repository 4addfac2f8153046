import { z } from 'zod'
import { document, list } from './fields.ts'
import { film } from './film.ts'
import { tile } from './menu.ts'
import { picture } from './picture.ts'
import { testimonial } from './testimonial.ts'

/** A picture, and the ground it stands on. */
const pictured = { tile, picture: picture.nullable() }

const farmFeature = document({ ...pictured, id: z.string(), title: z.string(), text: z.string() })
export type FarmFeature = z.infer<typeof farmFeature>

const farmPhoto = document({
  ...pictured,
  id: z.string(),
  caption: z.string(),
})
export type FarmPhoto = z.infer<typeof farmPhoto>

const farmQuestion = document({ id: z.string(), question: z.string(), answer: z.string() })
export type FarmQuestion = z.infer<typeof farmQuestion>

/** `GET /api/farm`: the restaurant's farm, which sells rams, by chat and phone only. */
export const farm = document({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  /** E.164. */
  phone: z.string(),
  /** E.164: the number that the farm's chat links open. */
  whatsapp: z.string(),
  address: z.string(),
  mapUrl: z.string(),
  hours: z.string(),
  /** The picture at the head of the page, in `pictureWidths.hero`. */
  hero: picture.nullable(),
  /** Four. */
  features: list(farmFeature),
  gallery: list(farmPhoto),
  /** Says what the pictures are, so that no drawing is taken for the ram that comes. */
  galleryNote: z.string(),
  videos: list(film),
  /** Stands where there are no videos yet, and below those there are. */
  videoOffer: document({ ...pictured, title: z.string(), text: z.string() }),
  testimonials: list(testimonial),
  faq: list(farmQuestion),
})
export type Farm = z.infer<typeof farm>
