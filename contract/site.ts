import { z } from 'zod'
import { categorySummary } from './menu/menu.ts'
import { tax } from './order/quotes.ts'
import { colour, count, document, instant, list, picture } from './parts/fields.ts'
import { openingHours } from './parts/hours.ts'

/** What customers are told of the restaurant as its owner has typed it. */
export const restaurantFields = {
  name: z.string(),
  /** Where there is little room: under an icon, in a headline. */
  shortName: z.string(),
  tagline: z.string(),
  description: z.string(),
  /** E.164. */
  phone: z.string(),
  /** E.164: the number that chat links open. */
  whatsapp: z.string(),
  address: z.string(),
  mapUrl: z.string(),
  socials: list(document({ name: z.string(), url: z.string() })),
  /** Minutes. */
  preparation: document({ least: count, most: count }),
}

/** `GET /api/site`: the restaurant itself; every page shows some of it. `preparation` is as of now: a rush makes it longer. */
export const site = document({
  ...restaurantFields,
  /** In words. */
  openingHours: z.string(),
  /** For search engines. Left out where there are words alone. */
  hours: z.exactOptional(openingHours),
  /** What the kitchen cooks, for search engines: 'Nigerian'. */
  cuisines: z.exactOptional(list(z.string())),
  /** The picture at the head of the home page, in `pictureWidths.hero`. */
  hero: picture.nullable(),
  /** What customers read while ordering is paused or the restaurant is closed; null while orders are taken. */
  paused: z.string().nullable(),
  /** When orders are taken again, in words: '20:30', 'Tuesday 10:00'. Left out while they are, and where nobody knows. */
  pausedUntil: z.exactOptional(z.string()),
  /** The category that dishes take their sides from, where there is one. */
  sides: z.exactOptional(z.string()),
  /** The categories whose page shows sides: that one, and those with dishes that take them. */
  showSides: list(z.string()),
  /** What a bill lists beside dishes and delivery, in this order. Left out where the owner has named none. */
  taxes: z.exactOptional(list(document(tax))),
  /** False where the restaurant has no place that it delivers to: every order is collected. */
  delivers: z.boolean(),
  /** What the navigation calls the farm; null where the restaurant has none. */
  farm: z.string().nullable(),
  /** Left out where the restaurant has no colours or logo of its own. */
  brand: z.exactOptional(
    document({
      /** Stands for exactly these colours and this logo: '1a2a5a-ffc043'. */
      key: z.string(),
      /** The style sheet that puts them in the place of the product's. */
      styles: z.string(),
      /** What a browser draws around pages of the light and of the dark theme. */
      light: colour,
      dark: colour,
    }),
  ),
  /** The listed categories, in menu order. */
  categories: list(categorySummary),
})
export type Site = z.infer<typeof site>

/** `GET /api/promise`: when an order placed now would be ready. */
export const readyPromise = document({ readyBy: instant, minutes: count })
export type ReadyPromise = z.infer<typeof readyPromise>

/** `GET /api/privacy`: how long personal data is kept, and which company confirms payments. */
export const privacy = document({
  orderMonths: z.int(),
  quoteDays: z.int(),
  securityLogDays: z.int(),
  sessionDays: z.int(),
  guestDays: z.int(),
  phoneMessageDays: z.int(),
  /** 'Paystack'; null where people at the restaurant read the bank's record. */
  provider: z.string().nullable(),
})
export type Privacy = z.infer<typeof privacy>
