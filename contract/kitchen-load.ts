import { z } from 'zod'
import { count, document, reason, requestKey } from './parts/fields.ts'
import { safeguards, safeguardsChange } from './parts/safeguards.ts'
import { proof } from './second-factor.ts'

/** `GET /api/kitchen-load`: how the restaurant stands tonight. */
export const kitchenLoad = document({
  /** Minutes on top of what the load says. */
  rushMinutes: count,
  /** Orders that are cooked side by side before the longest stated time is reached. */
  capacity: count,
  /** Orders that wait or are on the fire. */
  open: count,
  /** What customers read while no orders are taken; null when they are. */
  paused: z.string().nullable(),
  ...safeguards,
  /** E.164: where the desk writes to when the owner is called. The restaurant's own chat where the owner gave none. */
  ownerPhone: z.string(),
  /** Minutes that the last orders took beyond what the load says: the promise has them. */
  learned: z.number(),
  /** Orders that were ready since the day began, and those of them by the promised time. */
  readyToday: count,
  keptToday: count,
  version: z.int(),
})
export type KitchenLoad = z.infer<typeof kitchenLoad>

/** `PATCH /api/kitchen-load`: as it is to be, never 'more': what is pressed twice is meant once. */
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
    paused: reason(200, 'Say it in a sentence: customers read it.').nullable().optional(),
    key: requestKey,
    // Clients of the last release change these settings here.
    ...safeguardsChange,
    proof: proof.optional(),
  })
  .refine(
    ({ key: _, proof: __, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Say what is to change.',
  )
export type KitchenLoadChange = z.infer<typeof kitchenLoadChange>
