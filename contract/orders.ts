import { z } from 'zod'
import type { Naira } from '#domain/money.ts'
import type { Channel, OrderStatus, Trip } from '#domain/order.ts'
import type { PaymentState } from '#domain/payment.ts'
import type { PricedLine } from '#domain/pricing.ts'
import type { DeliveryMethod } from '#domain/quote.ts'
import { accountId, amount, line, orderId, slug, tapped } from './fields.ts'

/** `POST /api/orders`: 'I've Made the Transfer'. */
export const placeOrder = z.strictObject({ quoteId: orderId, account: accountId.optional() })
export type PlaceOrder = z.infer<typeof placeOrder>

export const orderParams = z.strictObject({ id: orderId })

/** `phone` is E.164. */
export type AssignedRider = { readonly id: string; readonly name: string; readonly phone: string }

/**
 * Whether the owner has heard of an order that nobody had taken: on its way, on a phone of theirs, on none yet, or nobody
 * has asked to be told.
 */
export type Escalation = 'sending' | 'sent' | 'failed' | 'nobody'

/** An order as its customer and the house see it. */
export type Order = {
  readonly id: string
  /** Null where a guest without an account ordered at the counter. */
  readonly customerId: string | null
  readonly channel: Channel
  readonly customerName: string
  /** E.164, or 'Not Provided'. */
  readonly customerPhone: string
  /** As typed, or E.164. */
  readonly contactPhone: string
  readonly useDifferentPhone: boolean
  readonly deliveryMethod: DeliveryMethod
  readonly deliveryAddress: string | null
  readonly deliveryLocation: string | null
  readonly differentPayer: boolean
  readonly payerName: string
  readonly paymentReference: string
  readonly lines: readonly PricedLine[]
  readonly subtotal: Naira
  readonly deliveryFee: Naira
  readonly total: Naira
  readonly status: OrderStatus
  readonly payment: PaymentState
  /** What the bank's record showed so far. */
  readonly received: Naira
  readonly refunded: Naira
  readonly refundReference: string | null
  /** What the house has to pay back: too much, or all of it where the order was cancelled. */
  readonly owed: Naira
  readonly assignedRider: AssignedRider | null
  /** How far a delivery has come; null for a pick-up. */
  readonly trip: Trip | null
  /** Four figures that the customer says at the door; riders are never told. Null for a pick-up. */
  readonly deliveryCode: string | null
  /** Why it could not be delivered, where the trip has failed. */
  readonly deliveryProblem: string | null
  /** ISO 8601: when the rider left with it. */
  readonly outAt: string | null
  readonly readyAt: string | null
  /** When somebody at the desk saw it or did something about it; null while it rings. */
  readonly takenAt: string | null
  /** When the owner was called because nobody had. */
  readonly escalatedAt: string | null
  readonly escalation: Escalation | null
  readonly cancelReason: string | null
  /** ISO 8601, all four. */
  readonly readyBy: string
  /** When the customer said last that the money was sent. */
  readonly claimedAt: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Grows with every change: an older document never replaces a newer one. */
  readonly version: number
}

/** `GET /api/orders` (the customer's own, newest first) and `GET /api/desk/orders` (all that wait for the house: under way, owed money, or done just now). */
export type OrderList = { readonly orders: readonly Order[] }

/** `POST /api/orders/{id}/payment-confirmation`: what the bank's own record says. */
export const paymentConfirmation = z.strictObject({
  accountId: slug,
  amount,
  sender: line(100).min(1, 'Who sent it, as the bank shows it?'),
  /** NIBSS gives every transfer a session id of 30 figures; banks print shorter references for transfers of their own. */
  sessionId: line(60).min(6, "Enter the bank's session id, as the record shows it."),
  /** The order is paid or finished already, and this money came on top: it is owed to the customer. */
  extra: z.literal(true).optional(),
})
export type PaymentConfirmation = z.infer<typeof paymentConfirmation>

const cash = { method: z.literal('cash'), amount }
const card = {
  method: z.literal('card'),
  amount,
  /** The terminal's own number of the payment, as the slip shows it. */
  reference: line(60).min(6, "Enter the reference from the terminal's slip."),
}

/** Money taken over the counter with the order: what stays in the till. */
export const tillPayment = z.discriminatedUnion('method', [z.strictObject(cash), z.strictObject(card)])
export type TillPayment = z.infer<typeof tillPayment>

/** What the order had received when it was pressed: of two presses one counts. */
const received = z.int().min(0)

/** `POST /api/orders/{id}/till-payment`: for an order that is there already. */
export const laterTillPayment = z.discriminatedUnion('method', [
  z.strictObject({ ...cash, received }),
  z.strictObject({ ...card, received }),
])
export type LaterTillPayment = z.infer<typeof laterTillPayment>

/** What one tap does: `preparation`, `readiness`, `recall`, `completion` and `acknowledgement` of an order. */
export const tap = z.strictObject(tapped).optional()
export type Tap = z.infer<typeof tap>

/** `POST /api/orders/{id}/cancellation`. The customer reads the reason. */
export const cancellation = z.strictObject({ reason: line(200).min(3, 'Say why: the customer reads it.') })
export type Cancellation = z.infer<typeof cancellation>

/** `POST /api/orders/{id}/unpaid-preparation`: the owner's override. The reason stays in the house's own record. */
export const override = z.strictObject({ reason: line(200).min(3, 'Say why: it stays on record.') })
export type Override = z.infer<typeof override>

/** `POST /api/orders/{id}/refund`: the money has gone back. `amount` is all that is owed, as it was seen. */
export const refund = z.strictObject({
  amount,
  reference: line(60).min(6, "Enter our bank's reference of the refund."),
})
export type Refund = z.infer<typeof refund>
