import { z } from 'zod'
import { tile } from './menu/menu.ts'
import { document, film, list, picture } from './parts/fields.ts'
import { testimonial } from './testimonial.ts'

/** A picture, and the ground it stands on. */
const pictured = { tile, picture: picture.nullable() }

const farmFeature = document({ ...pictured, id: z.string(), title: z.string(), text: z.string() })
export type FarmFeature = z.infer<typeof farmFeature>

const farmPhoto = document({ ...pictured, id: z.string(), caption: z.string() })
export type FarmPhoto = z.infer<typeof farmPhoto>

const farmQuestion = document({ id: z.string(), question: z.string(), answer: z.string() })

/** `GET /api/farm`: a sister business that sells by chat and phone only. 404 where the restaurant has none. */
export const farm = document({
  name: z.string(),
  /** As the navigation names it. */
  shortName: z.string(),
  /** What can be ordered by chat, with its article: 'a ram'. */
  sells: z.string(),
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
  features: list(farmFeature),
  gallery: list(farmPhoto),
  /** Says what the pictures are, so that nobody takes a drawing for the animal that is delivered. */
  galleryNote: z.string(),
  videos: list(film),
  /** Stands where there are no videos yet, and below those there are. */
  videoOffer: document({ ...pictured, title: z.string(), text: z.string() }),
  testimonials: list(testimonial),
  faq: list(farmQuestion),
})
export type Farm = z.infer<typeof farm>
