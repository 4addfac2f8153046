import { z } from 'zod'
import { highestTotal } from '#domain/order/quote.ts'
import { amount, line, naira } from './fields.ts'

export const safeguards = {
  /** The owner is alerted to an order that has been unacknowledged for this many minutes; null for never. */
  escalateAfter: z.int().nullable(),
  /** The sum in naira above which a payment needs a second person; null if one person suffices for any sum. */
  secondPersonAbove: z.int().nullable(),
  /** The largest sum in naira that a rider may collect in cash; null if cash at the door is not accepted. */
  cashAtDoorUpTo: naira.nullable(),
}

export const safeguardsChange = {
  escalateAfter: z
    .int('Please enter whole minutes.')
    .min(1, 'Enter 1 minute or more, or turn calls off.')
    .max(120, 'Enter 120 minutes or fewer, or turn calls off.')
    .nullable()
    .optional(),
  /**
   * The owner's WhatsApp number as typed, to which the desk links beside an escalated order. Null if the desk links to
   * the restaurant's own number.
   */
  ownerPhone: line(60).nullable().optional(),
  secondPersonAbove: z
    .int('Please enter whole naira.')
    .min(0, 'Enter an amount, or leave it empty.')
    .max(highestTotal, 'This amount is too high.')
    .nullable()
    .optional(),
  cashAtDoorUpTo: amount.nullable().optional(),
} satisfies Record<keyof typeof safeguards | 'ownerPhone', z.ZodType>
