import { z } from 'zod'
import * as Money from '#domain/money/money.ts'
import { highestRate, longestName, mostTaxes } from '#domain/money/taxes.ts'
import { longestText, textProblem } from '#domain/order/customer-messages.ts'
import { leastDelayHours, mostAccounts, mostDelayHours } from '#domain/restaurant/bank-accounts.ts'
import { longestDriving } from '#domain/restaurant/delivery.ts'
import { locationList } from './menu/menu.ts'
import { namedPicture } from './menu/menu-document.ts'
import { bankAccount, tax } from './order/quotes.ts'
import { colour, count, dictionary, document, instant, line, list, orderId, picture, slug } from './parts/fields.ts'
import { openingHours, openingHoursChange } from './parts/hours.ts'
import { photoSource } from './parts/photos.ts'
import { safeguards, safeguardsChange } from './parts/safeguards.ts'
import { quarterCapacity } from './quarters.ts'
import { proof } from './second-factor.ts'
import { password } from './session.ts'
import { later, restaurantFields } from './site.ts'

const filled = (most: number, sentence = 'Please fill this in.') => line(most).min(1, sentence)
const link = z
  .url({ protocol: /^https$/, error: 'Please enter an address that starts with https://.' })
  .max(500, 'Please use a shorter address.')
const minutes = z
  .int('Please enter whole minutes.')
  .min(1, 'Please enter a minute or more.')
  .max(600, 'Please enter 600 minutes or fewer.')

const settingsFields = {
  ...restaurantFields,
  /** The number of open orders at which the promise reaches the longest preparation time. */
  capacity: count,
  /** The kitchen's capacity in a quarter of an hour; null for no limit. */
  quarterCapacity: quarterCapacity.nullable(),
  /** Orders for later; null if the restaurant takes none. */
  later: later.nullable(),
  ...safeguards,
  /** E.164: the chat number that the desk writes to about unacknowledged orders; null for the restaurant's own chat. */
  ownerPhone: z.string().nullable(),
  /** Null if only a text describes the hours: orders are then accepted at any time. */
  hours: openingHours.nullable(),
  /** Null for the default colours. */
  colours: document({ main: colour, second: colour }).nullable(),
  /** Null for the default logo. */
  logo: photoSource.readonly().nullable(),
  marquee: list(z.string()),
  /** The home page's slides in order, including hidden ones. */
  slides: list(
    document({
      id: z.string(),
      headline: z.string(),
      banter: z.string(),
      to: z.string(),
      offer: z.boolean(),
      isShown: z.boolean(),
      /** The picture that the owner chose; null for a film. */
      picture: namedPicture.readonly().nullable(),
      /** The picture as pages show it; null if its file is missing. */
      shown: picture.nullable(),
    }),
  ),
  /** Ratings that their customers allow the restaurant to show, newest first. */
  testimonials: list(
    document({
      orderId: z.string(),
      name: z.string(),
      stars: count,
      text: z.string(),
      ratedAt: instant,
      isShown: z.boolean(),
    }),
  ),
  /** Testimonials from the restaurant's folder, in order. */
  ownTestimonials: list(document({ id: z.string(), name: z.string(), text: z.string(), isShown: z.boolean() })),
  /** The delivery places, in the order of the customer's list. */
  locations: locationList,
  /** The tax and levy lines of every bill, in order. */
  taxes: list(document(tax)),
  /** The owner's texts of messages to customers, by event. Events without an entry use the default text. */
  messageTexts: dictionary(z.string()),
  /** Null for restaurants without a farm. */
  farm: document({ name: z.string(), isShown: z.boolean() }).nullable(),
}

/** `GET /api/office/settings`: the restaurant's settings that owners edit, without the menu. */
export const restaurantSettings = document(settingsFields)
export type RestaurantSettings = z.infer<typeof restaurantSettings>

const price = z.int('Please enter whole naira.').max(Money.highestPrice, 'This amount is too high.')
const optionalPrice = price.min(1, 'Please enter an amount above zero, or nothing.').optional()

const location = z.strictObject({
  /** Missing for a new place. */
  id: slug.optional(),
  name: filled(60, 'Please name the place.'),
  fee: price.min(0, 'Please enter ₦0 or more.'),
  minimum: optionalPrice,
  freeAbove: optionalPrice,
  /**
   * The driving time from the kitchen to a door in this place, in minutes; missing if slots include no driving time.
   */
  drivingMinutes: z
    .int('Please enter whole minutes.')
    .min(0, 'Please enter 0 minutes or more.')
    .max(longestDriving, `Please enter ${longestDriving} minutes or fewer.`)
    .optional(),
})

const namedTax = z.strictObject({
  name: filled(longestName, 'Please name the tax or levy.'),
  /** The rate in basis points. */
  rate: z
    .int('Please enter a rate in per cent, with two places at most.')
    .min(1, 'Please enter a rate above 0 %.')
    .max(highestRate, `Please enter ${highestRate / 100} % or less.`),
  included: z.boolean(),
  onDelivery: z.boolean(),
})

const slide = z.strictObject({
  /** Missing for a new slide. */
  id: slug.optional(),
  headline: filled(60),
  banter: filled(140),
  to: z.string().regex(/^\/menu(\/[a-z0-9-]+)?$/, 'Please choose a page of the menu.'),
  offer: z.boolean(),
  isShown: z.boolean(),
  /** Null keeps the slide's film. */
  picture: namedPicture.nullable(),
})

const newAccount = z.strictObject({
  bank: filled(60, 'Please name the bank.'),
  number: line(20)
    .overwrite((typed) => typed.replaceAll(' ', ''))
    .regex(/^\d{10}$/, 'Please enter the 10 digits of the account number.'),
  name: filled(100, 'Please enter the name of the account.'),
})

const newAccounts = z
  .array(newAccount)
  .min(1, 'Please keep one account or more.')
  .max(mostAccounts, `Please keep ${mostAccounts} accounts or fewer.`)

/** Message texts by event; an empty text stands for the default. */
const messageTexts = z
  .record(z.string(), line(longestText))
  .overwrite((texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')))
  .check(({ value, issues }) => {
    for (const [event, text] of Object.entries(value)) {
      const message = textProblem(event, text)
      if (message !== undefined) issues.push({ code: 'custom', message, path: [event], input: text })
    }
  })

/**
 * The settings that owners change under their own names; `farm` is changed as `farmIsShown`. The audit entry of a
 * change names these fields.
 */
type SettingName = Exclude<keyof typeof settingsFields, 'farm'>

/** `PATCH /api/office/settings`: changes the given fields; lists are replaced as a whole. Phone numbers as typed. */
export const settingsChange = z
  .strictObject({
    name: filled(60),
    shortName: filled(20),
    tagline: filled(80),
    description: filled(300),
    phone: filled(60),
    whatsapp: filled(60),
    address: filled(200),
    mapUrl: link,
    socials: z.array(z.strictObject({ name: filled(40), url: link })).max(12, 'Please keep twelve or fewer.'),
    preparation: z
      .strictObject({ least: minutes, most: minutes })
      .refine(({ least, most }) => least <= most, { path: ['most'], error: 'This is shorter than the shortest time.' }),
    capacity: z
      .int('Please enter a whole number.')
      .min(1, 'Please enter one order or more.')
      .max(500, 'Please enter 500 orders or fewer.'),
    quarterCapacity: z
      .strictObject({
        dishes: z
          .int('Please enter a whole number.')
          .min(1, 'Please enter one dish or more.')
          .max(500, 'Please enter 500 dishes or fewer.'),
        reserve: z.int('Please enter a whole number.').min(0, 'Please enter 0 dishes or more.'),
      })
      .refine(({ dishes, reserve }) => reserve < dishes, {
        path: ['reserve'],
        error: 'Please keep fewer dishes for the counter than the kitchen cooks in a quarter of an hour.',
      })
      .nullable(),
    later: z
      .strictObject({
        notice: z
          .int('Please enter whole minutes.')
          .min(0, 'Please enter 0 minutes or more.')
          .max(24 * 60, 'Please enter a day or less.'),
        days: z
          .int('Please enter whole days.')
          .min(0, 'Please enter 0 days or more.')
          .max(14, 'Please enter 14 days or fewer.'),
      })
      .nullable(),
    ...safeguardsChange,
    hours: openingHoursChange,
    colours: z.strictObject({ main: colour, second: colour }).nullable(),
    logo: photoSource.nullable(),
    marquee: z.array(filled(80)).min(1, 'Please keep one line or more.').max(20, 'Please keep 20 lines or fewer.'),
    /** The orders whose ratings are shown; all other ratings are hidden. */
    testimonials: z.array(orderId).max(12, 'Please show twelve or fewer.'),
    /**
     * The ids of the testimonials from the restaurant's folder that are shown. The folder's other testimonials are
     * hidden.
     */
    ownTestimonials: z.array(slug).max(200),
    slides: z.array(slide).max(30, 'Please keep 30 slides or fewer.'),
    locations: z.array(location).min(1, 'Please keep one place or more.').max(200, 'Please keep 200 places or fewer.'),
    taxes: z.array(namedTax).max(mostTaxes, `Please keep ${mostTaxes} lines or fewer.`),
    messageTexts,
    farmIsShown: z.boolean(),
    /** Only before the opening. Later, `POST /api/office/account-changes` changes the accounts. */
    accounts: newAccounts,
    /** The previous values that the sender read. A field changed by another owner since then is not overwritten. */
    was: z.strictObject(settingsFields).partial(),
    /** Required for a change of `secondPersonAbove` or `cashAtDoorUpTo`. */
    proof,
  } satisfies Record<SettingName | 'farmIsShown' | 'accounts' | 'was' | 'proof', unknown>)
  .partial()
  .refine(
    ({ was: _, proof: __, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Say what is to change.',
  )
export type SettingsChange = z.output<typeof settingsChange>

/** `GET /api/office/accounts`: the accounts shown to customers, and the pending change. */
export const officeAccounts = document({
  accounts: list(bankAccount),
  /** The delay before a change proposed now takes effect, in hours. */
  delayHours: count,
  change: document({
    id: z.string(),
    /** The username of the owner who proposed the change. */
    by: z.string(),
    at: instant,
    /** The time at which the change takes effect. */
    from: instant,
    accounts: list(bankAccount),
    delayHours: count,
  }).nullable(),
})
export type OfficeAccounts = z.infer<typeof officeAccounts>

/**
 * `POST /api/office/account-changes`: all accounts and the next delay, with a proof. Clients of the last release send
 * the password in a field of its own.
 */
export const accountChangeRequest = z.strictObject({
  accounts: newAccounts,
  delayHours: z
    .int('Please enter whole hours.')
    .min(leastDelayHours, 'Please enter one hour or more.')
    .max(mostDelayHours, `Please enter ${mostDelayHours} hours or fewer.`),
  password: password.optional(),
  proof: proof.optional(),
})
export type AccountChangeRequest = z.output<typeof accountChangeRequest>

export const accountChangeParams = z.strictObject({ id: z.string().max(60) })
