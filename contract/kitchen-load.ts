import { z } from 'zod'
import { highestTotal } from '#domain/order/quote.ts'
import { amount, count, document, instant, line, naira, reason, requestKey } from './parts/fields.ts'
import { proof } from './second-factor.ts'

/** A pause or a rush that has ended by itself while orders were late: staff are asked once whether it goes on. */
const ended = z.union([
  document({ what: z.literal('pause'), paused: z.string(), late: count }),
  document({ what: z.literal('rush'), rushMinutes: count, late: count }),
])

/** `GET /api/kitchen-load`: how the restaurant stands tonight. */
export const kitchenLoad = document({
  /** Minutes on top of what the load says. */
  rushMinutes: count,
  /** When the rush ends by itself; null where there is none. */
  rushUntil: instant.nullable(),
  /** Orders that are cooked side by side before the longest stated time is reached. */
  capacity: count,
  /** Orders that wait or are on the fire. */
  open: count,
  /** What customers read while no orders are taken; null when they are. */
  paused: z.string().nullable(),
  /** When the pause ends by itself; null where there is none. */
  pausedUntil: instant.nullable(),
  /** Null after somebody has answered, and after the next change of pause or rush. */
  ended: ended.nullable(),
  /** Minutes after which the owner is called about an order that nobody has acknowledged; null for never. */
  escalateAfter: z.int().nullable(),
  /** E.164: where the desk writes to then. The restaurant's own chat where the owner gave none. */
  ownerPhone: z.string(),
  /** Naira: above it a second person confirms a payment; null where one is enough for any sum. */
  secondPersonAbove: z.int().nullable(),
  /** Naira: up to which sum a rider may collect for an order in cash; null where cash is not taken at the door. */
  cashAtDoorUpTo: naira.nullable(),
  /** Minutes that the last orders took beyond what the load says: the promise has them. */
  learned: z.number(),
  /** Orders that were ready since the day began, and those of them by the promised time. */
  readyToday: count,
  keptToday: count,
  version: z.int(),
})
export type KitchenLoad = z.infer<typeof kitchenLoad>

/** The end of a pause or a rush; null for the next opening. To extend one, send it again with another end. */
const until = instant.nullable().optional()

/** `PATCH /api/kitchen-load`: as it is to be, never 'more': what is pressed twice is meant once. */
export const kitchenLoadChange = z
  .strictObject({
    rushMinutes: z
      .int('Please enter whole minutes.')
      .min(0, 'A rush adds minutes.')
      .max(120, 'For more than two hours, pause ordering instead.')
      .optional(),
    rushUntil: until,
    capacity: z
      .int('Please enter a whole number.')
      .min(1, 'Enter one order or more, or pause ordering.')
      .max(500, 'Enter 500 orders or fewer.')
      .optional(),
    /** The owner's to say, like their phone. */
    escalateAfter: z
      .int('Please enter whole minutes.')
      .min(1, 'Give the desk a minute, or turn it off.')
      .max(120, 'Enter 120 minutes or fewer, or turn it off.')
      .nullable()
      .optional(),
    /** As typed; null for the restaurant's own chat. */
    ownerPhone: line(60).nullable().optional(),
    /** The owner's to say. */
    secondPersonAbove: z
      .int('Please enter whole naira.')
      .min(0, 'Enter an amount, or leave it empty.')
      .max(highestTotal, 'This amount is too high.')
      .nullable()
      .optional(),
    /** The owner's to say. */
    cashAtDoorUpTo: amount.nullable().optional(),
    paused: reason(200, 'Say it in a sentence: customers read it.').nullable().optional(),
    pausedUntil: until,
    /** Answers the question about what has ended: it stays ended. */
    ended: z.null().optional(),
    key: requestKey,
    /** For another `secondPersonAbove` or `cashAtDoorUpTo`. */
    proof: proof.optional(),
  })
  .refine(
    ({ key: _, proof: __, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Say what is to change.',
  )
  .refine(({ pausedUntil, paused }) => pausedUntil === undefined || typeof paused === 'string', {
    path: ['pausedUntil'],
    error: 'Only a pause has an end.',
  })
  .refine(({ rushUntil, rushMinutes = 0 }) => rushUntil === undefined || rushMinutes > 0, {
    path: ['rushUntil'],
    error: 'Only a rush has an end.',
  })
export type KitchenLoadChange = z.infer<typeof kitchenLoadChange>
