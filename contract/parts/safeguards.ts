import { z } from 'zod'
import { highestTotal } from '#domain/order/quote.ts'
import { amount, line, naira } from './fields.ts'

/** Limits that the owner sets and the desk goes by. */
export const safeguards = {
  /** Minutes after which the owner is called about an order that nobody has acknowledged; null for never. */
  escalateAfter: z.int().nullable(),
  /** Naira: above it a second person confirms a payment; null where one is enough for any sum. */
  secondPersonAbove: z.int().nullable(),
  /** Naira: up to which sum a rider may collect for an order in cash; null where cash is not taken at the door. */
  cashAtDoorUpTo: naira.nullable(),
}

/** A change of them, and of the phone that the desk calls. */
export const safeguardsChange = {
  escalateAfter: z
    .int('Please enter whole minutes.')
    .min(1, 'Give the desk a minute, or turn it off.')
    .max(120, 'Enter 120 minutes or fewer, or turn it off.')
    .nullable()
    .optional(),
  /** As typed; null for the restaurant's own chat. */
  ownerPhone: line(60).nullable().optional(),
  secondPersonAbove: z
    .int('Please enter whole naira.')
    .min(0, 'Enter an amount, or leave it empty.')
    .max(highestTotal, 'This amount is too high.')
    .nullable()
    .optional(),
  cashAtDoorUpTo: amount.nullable().optional(),
}
