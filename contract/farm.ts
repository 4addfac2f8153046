import { z } from 'zod'
import { tile } from './menu/menu.ts'
import { document, film, list, picture } from './parts/fields.ts'
import { testimonial } from './testimonial.ts'

const pictured = { tile, picture: picture.nullable() }

const farmFeature = document({ ...pictured, id: z.string(), title: z.string(), text: z.string() })
export type FarmFeature = z.infer<typeof farmFeature>

const farmPhoto = document({ ...pictured, id: z.string(), caption: z.string() })
export type FarmPhoto = z.infer<typeof farmPhoto>

const farmQuestion = document({ id: z.string(), question: z.string(), answer: z.string() })

/** `GET /api/farm`: a sister business that sells only by chat and phone. 404 for restaurants without a farm. */
export const farm = document({
  name: z.string(),
  shortName: z.string(),
  /** An animal or product of the farm, with its article, for the text of a customer's first chat message: 'a ram'. */
  sells: z.string(),
  tagline: z.string(),
  description: z.string(),
  /** E.164. */
  phone: z.string(),
  /** E.164: the WhatsApp number that the farm's chat links open. */
  whatsapp: z.string(),
  address: z.string(),
  mapUrl: z.string(),
  hours: z.string(),
  /** The picture at the top of the page, in `pictureWidths.large`. */
  hero: picture.nullable(),
  features: list(farmFeature),
  gallery: list(farmPhoto),
  /** Explains the pictures, so customers do not mistake a drawing for the delivered animal. */
  galleryNote: z.string(),
  videos: list(film),
  /** Shown below the videos, or in place of missing videos. */
  videoOffer: document({ ...pictured, title: z.string(), text: z.string() }),
  testimonials: list(testimonial),
  faq: list(farmQuestion),
})
export type Farm = z.infer<typeof farm>
