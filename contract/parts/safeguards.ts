import { z } from 'zod'
import { highestTotal } from '#domain/order/quote.ts'
import { amount, line, naira } from './fields.ts'

/** Limits for the desk, set by the owner. */
export const safeguards = {
  /** Minutes after which the owner is alerted to an unacknowledged order; null for never. */
  escalateAfter: z.int().nullable(),
  /** Naira: larger payments need a second person; null if one person suffices for any sum. */
  secondPersonAbove: z.int().nullable(),
  /** Naira: the largest order that a rider may collect in cash; null if cash at the door is not accepted. */
  cashAtDoorUpTo: naira.nullable(),
}

/** Changes of the limits, and of the phone that the desk writes to. */
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
