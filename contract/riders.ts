import { z } from 'zod'
import type { DeliveryStatus, OrderStatus } from '#domain/order.ts'
import { line, tapped } from './fields.ts'

/** `GET /api/desk/riders`: who can be sent. */
export type Rider = {
  readonly id: string
  readonly name: string
  /** E.164, or '' where the account has none: then nothing can be given to them. */
  readonly phone: string
  /** Orders that they have and have not delivered. */
  readonly carries: number
}
export type RiderList = { readonly riders: readonly Rider[] }

const riderId = z.string().min(1, 'Choose a rider.').max(100)

/** `POST /api/orders/{id}/rider`: to an order that nobody has. */
export const riderAssignment = z.strictObject({ riderId, ...tapped })

/** `POST /api/orders/{id}/rider-change`: from the rider who has it, so that of two changes at once one is made. */
export const riderChange = z.strictObject({ riderId, from: riderId, ...tapped })

/** An order as its rider sees it: where to, to whom, how much of it. No money, no code. */
export type Delivery = {
  readonly id: string
  readonly status: OrderStatus
  readonly deliveryStatus: DeliveryStatus
  readonly customerName: string
  /** As typed, or E.164. */
  readonly contactPhone: string
  readonly address: string
  readonly location: string
  readonly lines: readonly { readonly quantity: number; readonly name: string }[]
  readonly problem: string | null
  /** ISO 8601, both. */
  readonly readyBy: string
  readonly outAt: string | null
  readonly version: number
}

/** `GET /api/deliveries`: the rider's own, the first promised first. */
export type DeliveryList = { readonly deliveries: readonly Delivery[] }

/** `POST /api/deliveries/{id}/pick-up`. */
export const pickUp = z.strictObject(tapped)

/** `POST /api/deliveries/{id}/handover`. */
export const handover = z.strictObject({
  code: z.string().regex(/^\d{4}$/, 'Enter the four figures that the customer reads on their order.'),
  ...tapped,
})

/** `POST /api/deliveries/{id}/failure`. The desk reads the reason. */
export const deliveryFailure = z.strictObject({
  reason: line(200).min(3, 'Say why: the desk reads it.'),
  ...tapped,
})
