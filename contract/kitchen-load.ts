import { z } from 'zod'
import { count, document, instant, reason, requestKey } from './parts/fields.ts'
import { safeguards, safeguardsChange } from './parts/safeguards.ts'
import { proof } from './second-factor.ts'

/**
 * A pause or a rush whose time ended while orders were late. Staff are asked once whether to extend the pause or the
 * rush.
 */
const ended = z.union([
  document({ what: z.literal('pause'), paused: z.string(), late: count }),
  document({ what: z.literal('rush'), rushMinutes: count, late: count }),
])

/** `GET /api/kitchen-load`: the current load and the limits for orders. */
export const kitchenLoad = document({
  /** The minutes that rush mode adds to the preparation time. */
  rushMinutes: count,
  /** The end of the rush; null without a rush. */
  rushUntil: instant.nullable(),
  /** The number of open orders at which the promise reaches the longest preparation time. */
  capacity: count,
  open: count,
  /** The notice for customers while ordering is paused; null while orders are taken. */
  paused: z.string().nullable(),
  /** The end of the pause; null without a pause. */
  pausedUntil: instant.nullable(),
  /**
   * The question whether to extend the pause or rush that has just ended. Null after staff have answered, or have
   * changed the pause or rush.
   */
  ended: ended.nullable(),
  ...safeguards,
  /**
   * E.164: the chat number that the desk writes to about unacknowledged orders. Defaults to the restaurant's own chat.
   */
  ownerPhone: z.string(),
  /**
   * The learned correction in minutes, which is part of the promise: how much longer the last orders took than
   * estimated from the load.
   */
  learned: z.number(),
  /** Orders made ready today, and how many of these orders were ready by the promised time. */
  readyToday: count,
  keptToday: count,
  version: z.int(),
})
export type KitchenLoad = z.infer<typeof kitchenLoad>

/**
 * The end of a pause or a rush; null for the next opening. To extend a pause or a rush, send the pause or the rush
 * again with another end.
 */
const until = instant.nullable().optional()

/** `PATCH /api/kitchen-load`: absolute values instead of increments, so a repeated request changes nothing. */
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
    paused: reason(200, 'Say it in a sentence: customers read it.').nullable().optional(),
    pausedUntil: until,
    /** Null declines to extend the pause or rush that has just ended. */
    ended: z.null().optional(),
    key: requestKey,
    // Clients of the last release send these settings in this request. The next release deletes the fields.
    ...safeguardsChange,
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
