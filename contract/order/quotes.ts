import { z } from 'zod'
import { highestQuantity, longestNote } from '#domain/menu/pricing.ts'
import { mostLines } from '#domain/order/cart.ts'
import { optionRole } from '../menu/menu.ts'
import { count, document, instant, line, list, naira, orderId, slug, text } from '../parts/fields.ts'

export const deliveryMethod = z.enum(['delivery', 'pick-up'], 'Choose delivery or pick-up.')

export const chosenDish = z.strictObject({
  itemId: slug,
  selection: z.record(slug, z.record(slug, z.int().min(1).max(highestQuantity))),
  quantity: z
    .int('Choose a whole quantity.')
    .min(1, 'Choose a quantity of 1 or more.')
    .max(highestQuantity, `Choose a quantity of ${highestQuantity} or less.`),
  chefComment: text(longestNote).default(''),
})

/**
 * `POST /api/quotes`. A request that contains a price is refused, because the object is strict. The domain, which knows
 * the dish, limits quantities and choices; the schema limits only the lengths of texts and lists.
 */
export const quoteRequest = z.strictObject({
  items: z.array(chosenDish).max(mostLines, `A cart holds ${mostLines} lines at most. For more, please call us.`),
  deliveryMethod: deliveryMethod.default('pick-up'),
  /** Has room for an address of 300 characters, its pin and a gate note of 100. */
  deliveryAddress: line(420).default(''),
  locationId: z.union([slug, z.literal('')]).default(''),
  contactPhone: line(60).default(''),
  payerName: line(100).default(''),
  customerName: line(100).default(''),
  /** The beginning of a slot from `POST /api/slots`. Missing for an order as soon as possible. */
  slot: instant.optional(),
})
export type QuoteRequestBody = z.input<typeof quoteRequest>

/**
 * The customer's last transfer that the payment provider sent back. `amount` is null if the provider does not report
 * the amount.
 */
export const rejection = document({
  amount: naira.nullable(),
  reason: z.enum(['amount', 'expired', 'refused']),
  at: instant,
})

export const bankAccount = document({ id: z.string(), bank: z.string(), number: z.string(), name: z.string() })
export type BankAccount = z.infer<typeof bankAccount>

/** A tax or levy named by the owner: see `Tax` of the domain. */
export const tax = { name: z.string(), rate: z.int(), included: z.boolean(), onDelivery: z.boolean() }

/** Tax and levy lines of a bill. Missing if there are none. */
export const taxLines = z.exactOptional(list(document({ ...tax, amount: naira })))

/** `GET /api/desk/accounts`: the accounts that receive transfers. */
export const accountList = document({ accounts: list(bankAccount) })
export type AccountList = z.infer<typeof accountList>

/** The fields of a dish and its choices without prices, for cooking: see `PricedLine` of the domain. */
export const cookedDish = {
  itemId: z.string(),
  name: z.string(),
  type: z.string(),
  quantity: z.int().min(1),
  chefComment: z.string(),
}
export const cookedChoice = {
  group: z.string(),
  label: z.string(),
  role: optionRole,
  id: z.string(),
  name: z.string(),
  quantity: z.int().min(1),
}

export const pricedLine = {
  ...cookedDish,
  price: naira,
  totalPrice: naira,
  extras: list(document({ ...cookedChoice, price: naira })).describe(
    'A list, where the specification has a map by group: stored JSON forgets the order of the keys of a map. An entry names its group, and says what it does to the dish in role.',
  ),
  itemTotal: naira,
}

/** The times of an order for later. All are missing for an order as soon as possible. */
export const planned = {
  /** The beginning of the chosen slot: the time of a pick-up at the counter, or of a delivery at the door. */
  slot: z.exactOptional(instant),
  /** The promised time of the pick-up or the delivery. */
  due: z.exactOptional(instant),
  /** The time at which the kitchen must start. */
  startAt: z.exactOptional(instant),
  /** '2026-11-29': the business day whose portions are used. */
  stockDay: z.exactOptional(z.string()),
}

/** A priced, numbered, expiring cart with the payment instructions. */
export const quote = document({
  items: list(document(pricedLine)),
  subtotal: naira,
  deliveryFee: naira,
  taxLines,
  totalAmount: naira,
  deliveryMethod,
  deliveryAddress: z.string().nullable(),
  deliveryLocation: z.string().nullable(),
  drivingMinutes: z.exactOptional(count),
  customerName: z.string(),
  customerPhone: z.string(),
  contactPhone: z.string(),
  useDifferentPhone: z.boolean(),
  differentPayer: z.boolean(),
  payerName: z.string(),
  paymentReference: z.string(),
  /** Nine characters, which become the order's id. */
  id: z.string(),
  narration: z.string(),
  accounts: list(bankAccount),
  /** Set while a payment provider opens a bank account for this quote; the event `quote.changed` reports the result. */
  accountPending: z.exactOptional(z.literal(true)),
  rejection: z.exactOptional(rejection),
  ...planned,
  /**
   * The promised time, if the quote has a slot or the kitchen has a capacity. Otherwise the promise is made when the
   * order is placed.
   */
  readyBy: z.exactOptional(instant),
  expiresAt: instant,
  /** True if the quote has expired by the server's clock. */
  expired: z.boolean(),
  placed: z.boolean(),
  /** A sentence about a change since the quote was made, for a customer who has not paid yet. */
  notice: z.exactOptional(z.string()),
})
export type Quote = z.infer<typeof quote>

export const quoteParams = z.strictObject({ id: orderId })
