import { z } from 'zod'
import type { DeliveryMethod } from '#domain/delivery.ts'
import type { Naira } from '#domain/money.ts'
import type { Channel, DeliveryStatus, OrderStatus } from '#domain/order.ts'
import type { PaymentState } from '#domain/payment.ts'
import type { OrderLine, SubstitutionMade } from '#domain/substitution.ts'
import { accountId, amount, line, orderId, slug, tapped } from './fields.ts'
import { type BankAccount, chosenDish } from './quotes.ts'

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

/** An order as its customer and the restaurant see it. */
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
  readonly lines: readonly OrderLine[]
  /** Whether a dish is sold out and the customer has not said yet what instead. */
  readonly awaitingSubstitution: boolean
  /** What became of dishes that sold out. */
  readonly substitutions: readonly SubstitutionMade[]
  readonly subtotal: Naira
  readonly deliveryFee: Naira
  readonly total: Naira
  readonly status: OrderStatus
  readonly payment: PaymentState
  /** What the bank's record showed so far. */
  readonly received: Naira
  readonly refunded: Naira
  readonly refundReference: string | null
  /** What the restaurant has to pay back: too much, or all of it where the order was cancelled. */
  readonly owed: Naira
  readonly assignedRider: AssignedRider | null
  /** How far a delivery has come; null for a pick-up. */
  readonly deliveryStatus: DeliveryStatus | null
  /** Four figures that the customer says at the door; riders are never told. Null for a pick-up. */
  readonly deliveryCode: string | null
  /** Why it could not be delivered, where the deliveryStatus has failed. */
  readonly deliveryProblem: string | null
  /** ISO 8601: when the rider left with it. */
  readonly outAt: string | null
  readonly readyAt: string | null
  /** When somebody at the desk saw it or did something about it; null while it rings. */
  readonly acknowledgedAt: string | null
  /** When the owner was called because nobody had. */
  readonly escalatedAt: string | null
  readonly escalation: Escalation | null
  /** '' where the customer gave none. */
  readonly cancelReason: string | null
  readonly cancelledBy: 'customer' | 'restaurant' | null
  /** ISO 8601, all four. */
  readonly readyBy: string
  /** When the customer said last that the money was sent. */
  readonly claimedAt: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Grows with every change: an older document never replaces a newer one. */
  readonly version: number
}

/** `GET /api/orders` (the customer's own, newest first) and `GET /api/desk/orders` (all that wait for the restaurant: under way, owed money, or done just now). */
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

/** `POST /api/orders/{id}/cancellation`. Customers need give no reason; the restaurant does, and they read it. */
export const cancellation = z.strictObject({ reason: line(200).default('') })
export type Cancellation = z.infer<typeof cancellation>

/** A line of an order by its place, from 0, and the order as it was when somebody looked at it. */
const lineSeen = z.strictObject({ line: z.int().min(0).max(99), version: z.int().min(1) })

/**
 * `POST /api/orders/{id}/sold-out`, `/sold-out-withdrawal` and `/sold-out-removal`, by the restaurant: a dish is sold out, is there
 * after all, or is taken off the order where no answer comes.
 */
export const soldOutLine = lineSeen
export type SoldOutLine = z.infer<typeof soldOutLine>

/** `POST /api/orders/{id}/substitution`, by the customer. Prices are not in it, and a strict object refuses them. */
export const substitutionChoice = z.discriminatedUnion('answer', [
  lineSeen.extend({ answer: z.literal('replace'), ...chosenDish.shape }),
  lineSeen.extend({ answer: z.literal('remove') }),
  lineSeen.extend({ answer: z.literal('cancel') }),
])
export type SubstitutionChoice = z.infer<typeof substitutionChoice>

/** `POST /api/orders/{id}/unpaid-preparation`: the owner's override. The reason stays in the restaurant's own record. */
export const override = z.strictObject({ reason: line(200).min(3, 'Say why: it stays on record.') })
export type Override = z.infer<typeof override>

/** `POST /api/orders/{id}/refund`: the money has gone back. `amount` is all that is owed, as it was seen. */
export const refund = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('transfer'),
    amount,
    reference: line(60).min(6, "Enter our bank's reference of the refund."),
  }),
  z.strictObject({ method: z.literal('cash'), amount }),
])
export type Refund = z.infer<typeof refund>

/** `GET /api/orders/{id}/receipt`, for the customer alone: an order and every transfer that is on record for it. */
export type Receipt = {
  readonly order: Order
  /** Where it arrived; null where that account is the restaurant's no more. */
  readonly payments: readonly { readonly amount: Naira; readonly account: BankAccount | null; readonly at: string }[]
  /** `reference` is null where it went back in cash. */
  readonly refunds: readonly { readonly amount: Naira; readonly reference: string | null; readonly at: string }[]
}
