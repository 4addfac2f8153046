import { z } from 'zod'
import { highestTotal } from '#domain/order/quote.ts'
import { count, document, instant, list, naira, queuedFields, reason } from '../parts/fields.ts'
import { deliveryStatus, orderStatus } from './orders.ts'

const rider = document({
  id: z.string(),
  name: z.string(),
  /** E.164, or '' for an account without a phone. A rider without a phone cannot be assigned. */
  phone: z.string(),
  /** The number of assigned orders that are not delivered yet. */
  carries: count,
})
export type Rider = z.infer<typeof rider>

/** `GET /api/desk/riders`: the riders that can be assigned. */
export const riderList = document({ riders: list(rider) })
export type RiderList = z.infer<typeof riderList>

const riderId = z.string().min(1, 'Choose a rider.').max(100)

/** `POST /api/orders/{id}/assign-rider`: assigns an order without a rider. */
export const riderAssignment = z.strictObject({ riderId, ...queuedFields })

/**
 * `POST /api/orders/{id}/change-rider`: reassigns an order from its current rider, so only one of two concurrent
 * changes succeeds.
 */
export const riderChange = z.strictObject({ riderId, from: riderId, ...queuedFields })

/** `POST /api/orders/{id}/unassign-rider`: takes an order from its rider before pick-up. */
export const riderWithdrawal = z.strictObject({ from: riderId, ...queuedFields })

/**
 * An order as its rider sees it: address, recipient, quantities and the cash to collect. Excludes prices and the
 * delivery code.
 */
export const delivery = document({
  orderId: z.string(),
  status: orderStatus,
  deliveryStatus,
  customerName: z.string(),
  /** The contact phone as typed, or in E.164. */
  contactPhone: z.string(),
  /** E.164: the first number of the contact, otherwise the account's own; null without a number. */
  callPhone: z.string().nullable(),
  deliveryAddress: z.string(),
  deliveryLocation: z.string(),
  items: list(document({ quantity: z.int().min(1), name: z.string() })),
  deliveryProblem: z.string().nullable(),
  /** The cash due at the door: 0 if the order was paid meanwhile, null if the order is not for cash. */
  collect: naira.nullable(),
  readyBy: instant,
  /** The slot of the delivery at the door, for an order for later. */
  slot: z.exactOptional(instant),
  outAt: instant.nullable(),
  version: z.int(),
})
export type Delivery = z.infer<typeof delivery>

/** `GET /api/deliveries`: the rider's own deliveries, earliest promise first. */
export const deliveryList = document({
  deliveries: list(delivery),
  /** Cash that the rider has collected and not handed in, in naira; negative if more was handed in. */
  carries: z.int(),
})
export type DeliveryList = z.infer<typeof deliveryList>

/** `POST /api/orders/{id}/pick-up`. */
export const pickUp = z.strictObject(queuedFields)

/** `POST /api/orders/{id}/deliver`: hands the order over. */
export const handover = z.strictObject({
  code: z.string().regex(/^\d{4}$/, 'Enter the customer’s code, which has 4 digits.'),
  /** The cash received, without the change. Required for every order with cash to collect. */
  collected: z
    .int('Please enter whole naira.')
    .min(0, 'Please enter what you were given; 0 if it was nothing.')
    .max(highestTotal, 'This amount is too high.')
    .optional(),
  ...queuedFields,
})

/** `POST /api/orders/{id}/fail-delivery`. The reason is shown at the desk. */
export const deliveryFailure = z.strictObject({
  reason: reason(200, 'Say why: the desk reads it.'),
  ...queuedFields,
})
