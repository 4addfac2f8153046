import { z } from 'zod'
import { document, list } from './fields.ts'
import { film } from './film.ts'
import { tile } from './menu.ts'
import { testimonial } from './testimonial.ts'

/** A picture's name, and the ground it stands on; `/media/{picture}-{240|480|720}.{avif|webp}` are its files. */
const pictured = { tile, picture: z.string() }

const farmFeature = document({ ...pictured, id: z.string(), title: z.string(), text: z.string() })
export type FarmFeature = z.infer<typeof farmFeature>

const farmPhoto = document({
  ...pictured,
  id: z.string(),
  caption: z.string(),
  /** What is to be seen, for those who cannot see it. */
  alt: z.string(),
})
export type FarmPhoto = z.infer<typeof farmPhoto>

const farmQuestion = document({ id: z.string(), question: z.string(), answer: z.string() })
export type FarmQuestion = z.infer<typeof farmQuestion>

/** `GET /api/farm`: the sister restaurant that sells rams, by chat and phone only. */
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
  /** The picture at the head of the page: `/media/{hero}-{480|720|1080}.{avif|webp}`. */
  hero: z.string(),
  /** Four. */
  features: list(farmFeature),
  gallery: list(farmPhoto),
  /** What the pictures are: nobody shall take a drawing for the ram that comes. */
  galleryNote: z.string(),
  videos: list(film),
  /** Stands where there are no videos yet, and below those there are. */
  videoOffer: document({ ...pictured, title: z.string(), text: z.string() }),
  testimonials: list(testimonial),
  faq: list(farmQuestion),
})
export type Farm = z.infer<typeof farm>
