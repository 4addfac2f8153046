import { z } from 'zod'
import { highestTotal } from '#domain/order/quote.ts'
import { amount, count, document, line, naira, reason, requestKey } from './parts/fields.ts'
import { proof } from './second-factor.ts'

/** `GET /api/kitchen-load`: the current load and the limits for orders. */
export const kitchenLoad = document({
  /** Extra minutes on top of the load's estimate. */
  rushMinutes: count,
  /** The number of concurrent orders at which the estimate reaches the longest stated time. */
  capacity: count,
  /** Orders that wait or are in preparation. */
  open: count,
  /** The notice for customers while ordering is paused; null while orders are taken. */
  paused: z.string().nullable(),
  /** Minutes after which the owner is alerted to an unacknowledged order; null for never. */
  escalateAfter: z.int().nullable(),
  /** E.164: the chat number that the desk then writes to. Defaults to the restaurant's own chat. */
  ownerPhone: z.string(),
  /** Naira: larger payments need a second person; null if one person suffices for any sum. */
  secondPersonAbove: z.int().nullable(),
  /** Naira: the largest order that a rider may collect in cash; null if cash at the door is not accepted. */
  cashAtDoorUpTo: naira.nullable(),
  /** Minutes by which the last orders exceeded the load's estimate. The promise includes them. */
  learned: z.number(),
  /** Orders made ready today, and the number of those ready by the promised time. */
  readyToday: count,
  keptToday: count,
  version: z.int(),
})
export type KitchenLoad = z.infer<typeof kitchenLoad>

/** `PATCH /api/kitchen-load`: absolute values instead of increments, so that a repeated request changes nothing. */
export const kitchenLoadChange = z
  .strictObject({
    rushMinutes: z
      .int('Please enter whole minutes.')
      .min(0, 'A rush adds minutes.')
      .max(120, 'For more than two hours, pause ordering instead.')
      .optional(),
    capacity: z
      .int('Please enter a whole number.')
      .min(1, 'Enter one order or more, or pause ordering.')
      .max(500, 'Enter 500 orders or fewer.')
      .optional(),
    /** For the owner only, like the phone. */
    escalateAfter: z
      .int('Please enter whole minutes.')
      .min(1, 'Give the desk a minute, or turn it off.')
      .max(120, 'Enter 120 minutes or fewer, or turn it off.')
      .nullable()
      .optional(),
    /** As typed; null for the restaurant's own chat. */
    ownerPhone: line(60).nullable().optional(),
    /** For the owner only. */
    secondPersonAbove: z
      .int('Please enter whole naira.')
      .min(0, 'Enter an amount, or leave it empty.')
      .max(highestTotal, 'This amount is too high.')
      .nullable()
      .optional(),
    /** For the owner only. */
    cashAtDoorUpTo: amount.nullable().optional(),
    paused: reason(200, 'Say it in a sentence: customers read it.').nullable().optional(),
    key: requestKey,
    /** Required for a change of `secondPersonAbove` or `cashAtDoorUpTo`. */
    proof: proof.optional(),
  })
  .refine(
    ({ key: _, proof: __, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Say what is to change.',
  )
export type KitchenLoadChange = z.infer<typeof kitchenLoadChange>
