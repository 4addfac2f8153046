import { z } from 'zod'
import type { QuoteTerms } from '#domain/quote.ts'
import { line, orderId, slug, text } from './fields.ts'

/** A dish as it was chosen. */
export const chosenDish = z.strictObject({
  itemId: slug,
  selection: z.record(slug, z.record(slug, z.int().min(1).max(99))),
  quantity: z
    .int('Choose a whole quantity.')
    .min(1, 'Choose a quantity of 1 or more.')
    .max(99, 'Choose a quantity of 99 or less.'),
  note: text(280).default(''),
})

/**
 * `POST /api/quotes`. There is no price in it, and a strict object refuses one. Quantities and choices are bounded by
 * the domain, which knows the dish; here only the sizes are.
 */
export const quoteRequest = z.strictObject({
  lines: z.array(chosenDish).max(60, 'A cart holds 60 lines at most. For more, please call us.'),
  deliveryMethod: z.enum(['delivery', 'pick-up'], 'Choose delivery or pick-up.').default('pick-up'),
  deliveryAddress: line(300).default(''),
  locationId: z.union([slug, z.literal('')]).default(''),
  contactPhone: line(60).default(''),
  payerName: line(100).default(''),
  customerName: line(100).default(''),
})
export type QuoteRequestBody = z.input<typeof quoteRequest>

export type BankAccount = { readonly id: string; readonly bank: string; readonly number: string; readonly name: string }

/** `GET /api/desk/accounts`: where transfers arrive. */
export type AccountList = { readonly accounts: readonly BankAccount[] }

/** A priced, numbered, expiring offer, with what the customer needs to pay it. */
export type Quote = QuoteTerms & {
  /** Nine characters: the order's id once it is placed. */
  readonly id: string
  /** What to write in the transfer's narration. */
  readonly narration: string
  readonly accounts: readonly BankAccount[]
  /** ISO 8601. */
  readonly expiresAt: string
  /** Whether it has become an order. */
  readonly placed: boolean
  /** What the restaurant has said since the offer was made: a sentence for who has not sent the money yet. */
  readonly notice?: string
}

export const quoteParams = z.strictObject({ id: orderId })
