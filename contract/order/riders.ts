import { z } from 'zod'
import { highestTotal } from '#domain/order/quote.ts'
import { count, document, instant, list, naira, queuedFields, reason } from '../parts/fields.ts'
import { deliveryStatus, orderStatus } from './orders.ts'

const rider = document({
  id: z.string(),
  name: z.string(),
  /** E.164, or '' where the account has none: then nothing can be given to them. */
  phone: z.string(),
  /** Orders that they have and have not delivered. */
  carries: count,
})
export type Rider = z.infer<typeof rider>

/** `GET /api/desk/riders`: who can be sent. */
export const riderList = document({ riders: list(rider) })
export type RiderList = z.infer<typeof riderList>

const riderId = z.string().min(1, 'Choose a rider.').max(100)

/** `POST /api/orders/{id}/assign-rider`: to an order that nobody has. */
export const riderAssignment = z.strictObject({ riderId, ...queuedFields })

/** `POST /api/orders/{id}/change-rider`: from the rider who has it, so that of two changes at once one is made. */
export const riderChange = z.strictObject({ riderId, from: riderId, ...queuedFields })

/** `POST /api/orders/{id}/unassign-rider`: from the rider who has it and has not picked it up. */
export const riderWithdrawal = z.strictObject({ from: riderId, ...queuedFields })

/** An order as its rider sees it: where to, to whom, how much of it, and what to collect. No prices, no code. */
export const delivery = document({
  orderId: z.string(),
  status: orderStatus,
  deliveryStatus,
  customerName: z.string(),
  /** As typed, or E.164. */
  contactPhone: z.string(),
  /** E.164: the contact's first, or the account's own where the contact holds no number; null where there is none. */
  callPhone: z.string().nullable(),
  deliveryAddress: z.string(),
  deliveryLocation: z.string(),
  items: list(document({ quantity: z.int().min(1), name: z.string() })),
  deliveryProblem: z.string().nullable(),
  /** Cash that is due at the door: 0 where it was paid meanwhile, null where none is collected. */
  collect: naira.nullable(),
  readyBy: instant,
  outAt: instant.nullable(),
  version: z.int(),
})
export type Delivery = z.infer<typeof delivery>

/** `GET /api/deliveries`: the rider's own, the first promised first. */
export const deliveryList = document({
  deliveries: list(delivery),
  /** Naira that the rider has collected and not handed in; below zero where more was handed in. */
  carries: z.int(),
})
export type DeliveryList = z.infer<typeof deliveryList>

/** `POST /api/orders/{id}/pick-up`. */
export const pickUp = z.strictObject(queuedFields)

/** `POST /api/orders/{id}/deliver`. */
export const handover = z.strictObject({
  code: z.string().regex(/^\d{4}$/, 'Enter the four figures that the customer reads on their order.'),
  /** Cash that the customer gave, without the change: with every order that is collected for. */
  collected: z
    .int('Please enter whole naira.')
    .min(0, 'Please enter what you were given; 0 where it was nothing.')
    .max(highestTotal, 'This amount is too high.')
    .optional(),
  ...queuedFields,
})

/** `POST /api/orders/{id}/fail-delivery`. The desk reads the reason. */
export const deliveryFailure = z.strictObject({
  reason: reason(200, 'Say why: the desk reads it.'),
  ...queuedFields,
})
