import { z } from 'zod'
import * as Money from '#domain/money/money.ts'
import { highestRate, longestName, mostTaxes } from '#domain/money/taxes.ts'
import { leastDelayHours, mostAccounts, mostDelayHours } from '#domain/restaurant/bank-accounts.ts'
import { locationList } from './menu/menu.ts'
import { namedPicture } from './menu/menu-document.ts'
import { bankAccount, tax } from './order/quotes.ts'
import { colour, count, document, instant, line, list, orderId, picture, slug } from './parts/fields.ts'
import { openingHours, openingHoursChange } from './parts/hours.ts'
import { photoSource } from './parts/photos.ts'
import { safeguards, safeguardsChange } from './parts/safeguards.ts'
import { proof } from './second-factor.ts'
import { password } from './session.ts'
import { restaurantFields } from './site.ts'

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
  /** Orders that are cooked side by side. */
  capacity: count,
  ...safeguards,
  /** E.164: where the desk writes to when the owner is called; null for the restaurant's own chat. */
  ownerPhone: z.string().nullable(),
  /** Null where nothing but a text was given for them: orders are taken at any time. */
  hours: openingHours.nullable(),
  /** Null where the restaurant has those of the product. */
  colours: document({ main: colour, second: colour }).nullable(),
  /** Null where the restaurant has the mark of the product. */
  logo: photoSource.readonly().nullable(),
  /** The texts of the moving line of the home page. */
  marquee: list(z.string()),
  /** Of the home page, in order, those that are off as well. */
  slides: list(
    document({
      id: z.string(),
      headline: z.string(),
      banter: z.string(),
      to: z.string(),
      offer: z.boolean(),
      isShown: z.boolean(),
      /** What the owner named; null of a film. */
      picture: namedPicture.readonly().nullable(),
      /** The same as pages show it; null where its file is missing. */
      shown: picture.nullable(),
    }),
  ),
  /** Ratings that their customers let the restaurant show, the newest first. */
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
  /** Sentences of the restaurant's folder, in their order. */
  ownTestimonials: list(document({ id: z.string(), name: z.string(), text: z.string(), isShown: z.boolean() })),
  /** Where the restaurant delivers, in the order that customers choose from. */
  locations: locationList,
  /** Tax and levy lines of every bill, in its order. */
  taxes: list(document(tax)),
  /** Null where the restaurant has no farm. */
  farm: document({ name: z.string(), isShown: z.boolean() }).nullable(),
}

/** `GET /api/office/settings`: what owners change of the restaurant, beside its menu. */
export const restaurantSettings = document(settingsFields)
export type RestaurantSettings = z.infer<typeof restaurantSettings>

const price = z.int('Please enter whole naira.').max(Money.highestPrice, 'This amount is too high.')
const optionalPrice = price.min(1, 'Please enter an amount above zero, or nothing.').optional()

const location = z.strictObject({
  /** Left out for a new place. */
  id: slug.optional(),
  name: filled(60, 'Please name the place.'),
  fee: price.min(0, 'Please enter ₦0 or more.'),
  minimum: optionalPrice,
  freeAbove: optionalPrice,
})

const namedTax = z.strictObject({
  name: filled(longestName, 'Please name the tax or levy.'),
  /** Basis points. */
  rate: z
    .int('Please enter a rate in per cent, with two places at most.')
    .min(1, 'Please enter a rate above 0 %.')
    .max(highestRate, `Please enter ${highestRate / 100} % or less.`),
  included: z.boolean(),
  onDelivery: z.boolean(),
})

const slide = z.strictObject({
  /** Left out for a new slide. */
  id: slug.optional(),
  headline: filled(60),
  banter: filled(140),
  to: z.string().regex(/^\/menu(\/[a-z0-9-]+)?$/, 'Please choose a page of the menu.'),
  offer: z.boolean(),
  isShown: z.boolean(),
  /** Null for the film that the slide has. */
  picture: namedPicture.nullable(),
})

const newAccount = z.strictObject({
  bank: filled(60, 'Please name the bank.'),
  number: line(20)
    .overwrite((typed) => typed.replaceAll(' ', ''))
    .regex(/^\d{10}$/, 'Please enter the ten figures of the account number.'),
  name: filled(100, 'Please enter the name of the account.'),
})

const newAccounts = z
  .array(newAccount)
  .min(1, 'Please keep one account or more.')
  .max(mostAccounts, `Please keep ${mostAccounts} accounts or fewer.`)

/** `PATCH /api/office/settings`: the given fields, each list as a whole. Phone numbers as they are typed. */
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
    ...safeguardsChange,
    hours: openingHoursChange,
    colours: z.strictObject({ main: colour, second: colour }).nullable(),
    logo: photoSource.nullable(),
    marquee: z.array(filled(80)).min(1, 'Please keep one line or more.').max(20, 'Please keep 20 lines or fewer.'),
    /** The orders whose ratings are shown, and no others. */
    testimonials: z.array(orderId).max(12, 'Please show twelve or fewer.'),
    /** The ids of those of the folder that are shown, and no others. */
    ownTestimonials: z.array(slug).max(200),
    slides: z.array(slide).max(30, 'Please keep 30 slides or fewer.'),
    locations: z.array(location).min(1, 'Please keep one place or more.').max(200, 'Please keep 200 places or fewer.'),
    taxes: z.array(namedTax).max(mostTaxes, `Please keep ${mostTaxes} lines or fewer.`),
    farmIsShown: z.boolean(),
    /** Before the opening alone. From then on they change by `POST /api/office/account-changes`. */
    accounts: newAccounts,
    /** What its sender read: a field that another owner has changed since then is not changed. */
    was: z.strictObject(settingsFields).partial(),
    /** For another `secondPersonAbove` or `cashAtDoorUpTo`. */
    proof,
  })
  .partial()
  .refine(
    ({ was: _, proof: __, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Say what is to change.',
  )
export type SettingsChange = z.output<typeof settingsChange>

/** `GET /api/office/accounts`: what customers are shown, and the change that waits. */
export const officeAccounts = document({
  accounts: list(bankAccount),
  /** Hours until a change that is proposed now takes effect. */
  delayHours: count,
  change: document({
    id: z.string(),
    /** The username of the owner who proposed it. */
    by: z.string(),
    at: instant,
    /** When it takes effect. */
    from: instant,
    accounts: list(bankAccount),
    delayHours: count,
  }).nullable(),
})
export type OfficeAccounts = z.infer<typeof officeAccounts>

/**
 * `POST /api/office/account-changes`: all accounts and the next delay, with a proof. A client of the last release sends the password
 * beside it.
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
