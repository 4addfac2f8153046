import { z } from 'zod'
import { highestQuantity, longestNote } from '#domain/menu/pricing.ts'
import { mostLines } from '#domain/order/cart.ts'
import { optionRole } from '../menu/menu.ts'
import { document, instant, line, list, naira, orderId, slug, text } from '../parts/fields.ts'

export const deliveryMethod = z.enum(['delivery', 'pick-up'], 'Choose delivery or pick-up.')

/** A dish as it was chosen. */
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
 * `POST /api/quotes`. There is no price in it, and a strict object refuses one. Quantities and choices are bounded by
 * the domain, which knows the dish; here only the sizes are.
 */
export const quoteRequest = z.strictObject({
  items: z.array(chosenDish).max(mostLines, `A cart holds ${mostLines} lines at most. For more, please call us.`),
  deliveryMethod: deliveryMethod.default('pick-up'),
  deliveryAddress: line(300).default(''),
  locationId: z.union([slug, z.literal('')]).default(''),
  contactPhone: line(60).default(''),
  payerName: line(100).default(''),
  customerName: line(100).default(''),
})
export type QuoteRequestBody = z.input<typeof quoteRequest>

/** The last transfer that a payment provider sent back. `amount` is null where the provider does not say. */
export const rejection = document({
  amount: naira.nullable(),
  reason: z.enum(['amount', 'expired', 'refused']),
  at: instant,
})

export const bankAccount = document({ id: z.string(), bank: z.string(), number: z.string(), name: z.string() })
export type BankAccount = z.infer<typeof bankAccount>

/** A tax or levy that the owner has named: see `Tax` of the domain. */
export const tax = { name: z.string(), rate: z.int(), included: z.boolean(), onDelivery: z.boolean() }

/** Tax and levy lines of a bill. Left out where there are none. */
export const taxLines = z.exactOptional(list(document({ ...tax, amount: naira })))

/** `GET /api/desk/accounts`: where transfers arrive. */
export const accountList = document({ accounts: list(bankAccount) })
export type AccountList = z.infer<typeof accountList>

/** The fields of a dish as it is cooked, without prices, and those of its choices: see `PricedLine` of the domain. */
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

/** The fields of a dish with its choices, priced. */
export const pricedLine = {
  ...cookedDish,
  price: naira,
  /** Of one portion, with its extras. */
  totalPrice: naira,
  extras: list(document({ ...cookedChoice, price: naira })).describe(
    'A list, where the specification has a map by group: stored JSON forgets the order of the keys of a map. An entry names its group, and says what it does to the dish in role.',
  ),
  itemTotal: naira,
}

/** A priced, numbered, expiring cart, with what the customer needs to pay it. */
export const quote = document({
  items: list(document(pricedLine)),
  subtotal: naira,
  deliveryFee: naira,
  taxLines,
  totalAmount: naira,
  deliveryMethod,
  deliveryAddress: z.string().nullable(),
  deliveryLocation: z.string().nullable(),
  customerName: z.string(),
  customerPhone: z.string(),
  contactPhone: z.string(),
  useDifferentPhone: z.boolean(),
  differentPayer: z.boolean(),
  payerName: z.string(),
  paymentReference: z.string(),
  /** Nine characters: the order's id once it is placed. */
  id: z.string(),
  /** What to write in the transfer's narration. */
  narration: z.string(),
  accounts: list(bankAccount),
  /** A payment provider is asked for an account of this quote's own; `quote.changed` says when it has answered, or has not. */
  accountPending: z.exactOptional(z.literal(true)),
  /** A transfer for this quote was sent back. */
  rejection: z.exactOptional(rejection),
  expiresAt: instant,
  /** Whether that is over, by the server's clock. */
  expired: z.boolean(),
  /** Whether it has become an order. */
  placed: z.boolean(),
  /** What the restaurant announced after the quote was made: a sentence for a customer who has not paid yet. */
  notice: z.exactOptional(z.string()),
})
export type Quote = z.infer<typeof quote>

export const quoteParams = z.strictObject({ id: orderId })
