import { z } from 'zod'
import { count, document, instant, list, requestKey, slug } from './parts/fields.ts'

/** The kitchen's capacity in a quarter-hour, in dishes of `usualWork`: see `Capacity` of the domain. */
export const quarterCapacity = document({ dishes: count, reserve: count })

const quarter = document({
  at: instant,
  /** The promised work in dishes of `usualWork`; a fraction if the owner has set the minutes of a dish. */
  booked: z.number(),
  /**
   * The number of dishes of `usualWork` that still fit, including the part reserved for the counter; null without a
   * capacity.
   */
  free: count.nullable(),
  isClosed: z.boolean(),
  /** The orders that have to be ready in this quarter-hour and are not ready yet, including orders for later. */
  due: count,
  /** The orders for later that are due in this quarter-hour and that the kitchen need not start yet. */
  waiting: count,
})
export type Quarter = z.infer<typeof quarter>

/**
 * `GET /api/desk/quarters`: the current quarter-hour and the next seven. The desk reads this list again at the events
 * `kitchen-load.changed` and `quote.changed`.
 */
export const quarters = document({
  /** Null for unlimited capacity; staff can close quarter-hours all the same. */
  capacity: quarterCapacity.nullable(),
  quarters: list(quarter),
})
export type Quarters = z.infer<typeof quarters>

/** `PUT /api/desk/quarters`: closes a quarter-hour to further orders, or opens a closed quarter-hour. */
export const quarterChange = z.strictObject({
  at: instant,
  isClosed: z.boolean(),
  /**
   * True if the customers with orders for later in this quarter-hour are asked to choose another slot. By default their
   * orders keep the slot.
   */
  asks: z.literal(true).optional(),
  key: requestKey,
})

const preparation = document({
  itemId: z.string(),
  name: z.string(),
  /** The task in the owner's words: 'Thaw'. */
  task: z.string(),
  /** The portions for all waiting orders that are due together. */
  count,
  /** The deadline. */
  by: instant,
  due: instant,
  /**
   * The last time that staff ticked off the task; null if nobody has. The tick covers `count` portions; orders placed
   * later may need more.
   */
  done: document({ count, at: instant, by: z.string() }).nullable(),
})
export type Preparation = z.infer<typeof preparation>

/**
 * `GET /api/desk/preparations`: what to prepare for orders for later, most urgent first. The desk rereads the list at
 * the event `kitchen-load.changed`.
 */
export const preparations = document({ preparations: list(preparation) })
export type Preparations = z.infer<typeof preparations>

/** `PUT /api/desk/preparations`: ticks a preparation for so many portions, or takes the tick back. */
export const preparationTick = z.strictObject({
  itemId: slug,
  due: instant,
  /** Portions prepared; 0 takes the tick back. */
  count: z.int().min(0).max(100_000),
  key: requestKey,
})
