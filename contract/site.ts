import { z } from 'zod'
import { categorySummary } from './menu/menu.ts'
import { tax } from './order/quotes.ts'
import { colour, count, document, instant, list, picture } from './parts/fields.ts'
import { openingHours } from './parts/hours.ts'

/** The restaurant's public fields, as its owner typed them. */
export const restaurantFields = {
  name: z.string(),
  /** The name for narrow spaces: under an icon, in a headline. */
  shortName: z.string(),
  tagline: z.string(),
  description: z.string(),
  /** E.164. */
  phone: z.string(),
  /** E.164: the WhatsApp number that chat links open. */
  whatsapp: z.string(),
  address: z.string(),
  mapUrl: z.string(),
  socials: list(document({ name: z.string(), url: z.string() })),
  /** The usual preparation time, in minutes. */
  preparation: document({ least: count, most: count }),
}

/**
 * Orders for later: the least minutes between order and slot, and the number of days ahead that customers can choose.
 */
export const later = document({ notice: count, days: count })

/**
 * `GET /api/site`: the restaurant, as used on every page. `preparation` is the current estimate, which rush mode
 * increases.
 */
export const site = document({
  ...restaurantFields,
  /** The opening hours in words. */
  openingHours: z.string(),
  /** The opening hours for search engines; missing if they are only described in words. */
  hours: z.exactOptional(openingHours),
  /** The kitchen's cuisines, for search engines: 'Nigerian'. */
  cuisines: z.exactOptional(list(z.string())),
  /** The picture at the top of the home page, in `pictureWidths.large`. */
  hero: picture.nullable(),
  /** The notice while ordering is paused or the restaurant is closed; null while orders are taken. */
  paused: z.string().nullable(),
  /**
   * The time at which orders are taken again, in words: '20:30', 'Tuesday 10:00'. Missing while orders are taken, and
   * if the time is unknown.
   */
  pausedUntil: z.exactOptional(z.string()),
  /** Missing if the restaurant takes no orders for later. */
  later: z.exactOptional(later),
  /** The category from which dishes take their sides; missing if there is none. */
  sides: z.exactOptional(z.string()),
  /**
   * The ids of the categories whose page shows sides: the category of sides, and categories whose dishes take sides.
   */
  showSides: list(z.string()),
  /** The taxes listed on a bill, in order. Missing if there are none. */
  taxes: z.exactOptional(list(document(tax))),
  /** False if the restaurant has no delivery place, so every order is a pick-up. */
  delivers: z.boolean(),
  /** The farm's name in the navigation; null for a restaurant without a farm. */
  farm: z.string().nullable(),
  /** Missing for the default colours and logo. */
  brand: z.exactOptional(
    document({
      /** Identifies the combination of colours and logo: '1a2a5a-ffc043'. */
      key: z.string(),
      /** A style sheet that overrides the default colours. */
      styles: z.string(),
      /** The browser's frame colour for the light and the dark theme. */
      light: colour,
      dark: colour,
    }),
  ),
  writesOnWhatsApp: z.exactOptional(z.literal(true)),
  /** The listed categories, in menu order. */
  categories: list(categorySummary),
})
export type Site = z.infer<typeof site>

/** `GET /api/promise`: the time at which an order placed now would be ready. */
export const readyPromise = document({ readyBy: instant, minutes: count })
export type ReadyPromise = z.infer<typeof readyPromise>

/** `GET /api/privacy`: retention times of personal data, and the companies that receive some. */
export const privacy = document({
  orderMonths: z.int(),
  quoteDays: z.int(),
  securityLogDays: z.int(),
  sessionDays: z.int(),
  guestDays: z.int(),
  phoneMessageDays: z.int(),
  /** The companies that carry messages to phones: 'WhatsApp (Meta)'. Missing if there is none. */
  messengers: z.exactOptional(list(z.string())),
  /** 'Paystack'; null if staff check the bank's record. */
  provider: z.string().nullable(),
})
export type Privacy = z.infer<typeof privacy>
