import { z } from 'zod'
import { mostLines } from '#domain/order/cart.ts'
import { refusalReasons } from '#domain/restaurant/calendar.ts'
import { count, day, document, instant, list, slug } from '../parts/fields.ts'
import { chosenDish, deliveryMethod } from './quotes.ts'

const date = day('Please choose a day.')

/**
 * `POST /api/slots` and, for the counter, `POST /api/desk/slots`: requests the slots of a cart. Without `date`, the
 * response lists the day of the first slot.
 */
export const slotsRequest = z.strictObject({
  items: z
    .array(chosenDish)
    .min(1, 'Your cart is empty!')
    .max(mostLines, `A cart holds ${mostLines} lines at most. For more, please call us.`),
  deliveryMethod: deliveryMethod.default('pick-up'),
  /** The place of a delivery, whose driving time is part of the slot. */
  locationId: z.union([slug, z.literal('')]).default(''),
  date: date.optional(),
})
export type SlotsRequest = z.output<typeof slotsRequest>
export type SlotsBody = z.input<typeof slotsRequest>

/** `GET /api/orders/{id}/slots`: the slots to which an order for later can move. */
export const orderSlotsQuery = z.strictObject({ date: date.optional() })

const refusalReason = z.enum(refusalReasons)

/** The answer for an order as soon as possible: the time of pick-up or delivery, or a refusal and its end, if known. */
const soonest = z.union([
  document({ isAvailable: z.literal(true), due: instant }),
  document({
    isAvailable: z.literal(false),
    reason: refusalReason,
    detail: z.string(),
    /** The time at which the reason ends, if known. */
    until: z.exactOptional(instant),
    /** The unavailable lines, by their index in the cart, if the reason concerns single lines. */
    lines: list(count),
  }),
])

/** A quarter-hour in which the customer can pick up the order, or receive it at the door. */
const slot = document({
  at: instant,
  /** Why the slot is unavailable: 'full', 'sold-out'. Missing if the slot is available. */
  reason: z.exactOptional(refusalReason),
  /**
   * The lines that are unavailable in this slot, by their index in the cart. The slot is available for the other lines.
   */
  without: list(count),
})
export type Slot = z.infer<typeof slot>

/** The times at which a cart can be picked up or delivered. */
export const slots = document({
  soonest,
  /** The first slot for the whole cart; null if there is none, or if the restaurant takes no orders for later. */
  first: instant.nullable(),
  /** The days ahead, today first; empty if the restaurant takes no orders for later. */
  days: list(document({ date: z.string(), isOpen: z.boolean() })),
  /** The day whose slots are listed: '2026-11-29'; null without days. */
  date: z.string().nullable(),
  /** The slots in sequence. Slots that are too soon, after the last order or outside the opening hours are left out. */
  slots: list(slot),
})
export type Slots = z.infer<typeof slots>

/** `POST /api/orders/{id}/change-slot`, by the customer, or by the till in the customer's name. */
export const slotChange = z.strictObject({ slot: instant, version: z.int().min(1).optional() })
