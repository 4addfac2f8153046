import { z } from 'zod'
import { mostLines } from '#domain/order/cart.ts'
import { counterChannels } from '#domain/order/counter.ts'
import { highestReceived, paymentStates, shortestSession } from '#domain/order/payment.ts'
import { deliveryStatuses, orderStatuses } from '#domain/order/statuses.ts'
import { looks } from '../menu/menu.ts'
import {
  accountId,
  amount,
  amountUpTo,
  amountWithKobo,
  count,
  document,
  instant,
  line,
  list,
  naira,
  orderId,
  queuedFields,
  reason,
  slug,
} from '../parts/fields.ts'
import {
  bankAccount,
  chosenDish,
  cookedChoice,
  cookedDish,
  deliveryMethod,
  planned,
  pricedLine,
  rejection,
  taxLines,
} from './quotes.ts'

/** `POST /api/orders`: 'I've Made the Transfer'. */
export const placeOrder = z.strictObject({
  quoteId: orderId,
  account: accountId.optional(),
  /** Set if the customer has seen that the quote expired, and still claims that the money was sent. */
  expired: z.literal(true).optional(),
})

export const orderParams = z.strictObject({ id: orderId })

/** The rider of a delivery. `phone` is E.164. */
const assignedRider = document({ id: z.string(), name: z.string(), phone: z.string() })
export type AssignedRider = z.infer<typeof assignedRider>

/**
 * The state of the alert to the owner about an unacknowledged order: being sent, delivered to a device, failed so far,
 * or without any subscribed device.
 */
const escalation = z.enum(['sending', 'sent', 'failed', 'nobody'])
export type Escalation = z.infer<typeof escalation>

export const paymentState = z.enum(paymentStates)
export const orderStatus = z.enum(orderStatuses)
export const deliveryStatus = z.enum(deliveryStatuses)

// The kitchen, the till and the customer each get a list of fields of their own, so that no reader sees a field that is
// meant only for another.

/**
 * A sum that the kitchen does not see. The field is null instead of missing, because clients of the last release
 * compute with the field's value.
 */
const withheld = z.null()

const soldOutAt = z.exactOptional(instant)
const substitution = {
  dish: z.string(),
  instead: z.string().nullable(),
  by: z.enum(['customer', 'restaurant']),
}

/**
 * The reason why a slot cannot be kept: new opening hours, a quarter-hour closed by staff, or a payment after the quote
 * expired.
 */
const slotQuestion = document({ reason: z.enum(['closed', 'quarter-closed', 'late']), since: instant })
export type SlotQuestion = z.infer<typeof slotQuestion>

/** The fields of an order that every reader sees. */
const forAll = {
  orderId: z.string(),
  /** Null for a guest order entered at the counter. */
  customerId: z.string().nullable(),
  channel: z.enum(['web', ...counterChannels]),
  customerName: z.string(),
  deliveryMethod,
  awaitingSubstitution: z.boolean(),
  status: orderStatus,
  payment: paymentState,
  /** The progress of a delivery; null for a pick-up. */
  deliveryStatus: deliveryStatus.nullable(),
  /** The time at which the rider left with the order. */
  outAt: instant.nullable(),
  /**
   * The times at which the payment was found and the kitchen started; null until then, and for orders older than these
   * fields.
   */
  foundAt: instant.nullable(),
  startedAt: instant.nullable(),
  readyAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /**
   * The time of the acknowledgement; null while the order rings at the desk, or in the kitchen after an unpaid start.
   */
  acknowledgedAt: instant.nullable(),
  escalatedAt: instant.nullable(),
  escalation: escalation.nullable(),
  /** '' if the customer gave no reason. */
  cancelReason: z.string().nullable(),
  cancelledBy: z.enum(['customer', 'restaurant']).nullable(),
  readyBy: instant,
  ...planned,
  /** Set while the restaurant cannot keep the slot and the customer has neither chosen another slot nor cancelled. */
  slotQuestion: z.exactOptional(slotQuestion),
  /** True if the transfer was claimed after the quote expired. The desk checks when such a transfer was made. */
  quoteExpired: z.boolean(),
  /** The time at which the customer last claimed that the money was sent. */
  claimedAt: instant,
  createdAt: instant,
  updatedAt: instant,
  /** Increases with every change, so an older document never replaces a newer one. */
  version: z.int(),
}

/** The dishes without prices. Excludes phone, address, payer and delivery code. */
const forKitchen = {
  items: list(
    document({
      ...cookedDish,
      soldOutAt,
      price: withheld,
      totalPrice: withheld,
      extras: list(document({ ...cookedChoice, price: withheld })),
      itemTotal: withheld,
    }),
  ),
  substitutions: list(document({ ...substitution, less: withheld })),
  subtotal: withheld,
  deliveryFee: withheld,
  totalAmount: withheld,
  received: withheld,
  assignedRider: document({ id: z.string(), name: z.string() }).nullable(),
}
const kitchenOrder = document({ ...forAll, ...forKitchen })
export type KitchenOrder = z.infer<typeof kitchenOrder>

const dishBeyond =
  'Beside the fields of the specification: itemId is the dish on the menu, price that of one portion without extras, totalPrice with them, and soldOutAt when it sold out.'

/** The sums, the phone, the expected transfer and the refund owed. */
const forTillAndCustomer = {
  /** A line with `soldOutAt` waits for the customer's substitution. */
  items: list(document({ ...pricedLine, soldOutAt }).describe(dishBeyond)),
  substitutions: list(document({ ...substitution, less: naira })),
  subtotal: naira,
  deliveryFee: naira,
  taxLines,
  totalAmount: naira,
  received: naira,
  /** E.164, or 'Not Provided'. */
  customerPhone: z.string(),
  /** The contact phone as typed, or in E.164. */
  contactPhone: z.string(),
  useDifferentPhone: z.boolean(),
  /** The part of town. Staff read the address on request (`orderAddress`). */
  deliveryLocation: z.string().nullable(),
  /** Null for a pick-up, and if the driving time is unknown. */
  drivingMinutes: count.nullable(),
  differentPayer: z.boolean(),
  payerName: z.string(),
  paymentReference: z.string(),
  refunded: naira,
  refundReference: z.string().nullable(),
  /** The refund owed: the excess, or everything received for a cancelled order. */
  owed: naira,
  rejection: rejection.nullable(),
  assignedRider: assignedRider.nullable(),
  deliveryProblem: z.string().nullable(),
  cashAtDoor: z.boolean(),
}

/** A payment above the owner's limit, confirmed by one person and waiting for a second. */
const firstConfirmation = document({ name: z.string(), amount: naira })
export type FirstConfirmation = z.infer<typeof firstConfirmation>

export const tillOrder = document({
  ...forAll,
  ...forTillAndCustomer,
  firstConfirmation: firstConfirmation.nullable(),
})
export type TillOrder = z.infer<typeof tillOrder>

/** An order for the desk: the till's fields for roles that handle money, otherwise the kitchen's. */
export const deskOrder = z.union([tillOrder, kitchenOrder])
export type DeskOrder =
  | TillOrder
  | (KitchenOrder & { readonly [Name in Exclude<keyof TillOrder, keyof KitchenOrder>]?: undefined })

export const order = document({
  ...forAll,
  ...forTillAndCustomer,
  deliveryAddress: z.string().nullable(),
  /** Four digits that the customer tells the rider at the door; staff never see them. Null for a pick-up. */
  deliveryCode: z.string().nullable(),
}).describe(
  'Beside the fields of the specification: how the order came in (channel), how far payment and delivery are, what was received, is owed and was paid back, what became of dishes that sold out, when it will be ready, when what happened, and version, which grows with every change.',
)
export type Order = z.infer<typeof order>

export const orderDocuments = { customer: order, till: tillOrder, kitchen: kitchenOrder } as const
export type OrderDocuments = { readonly customer: Order; readonly till: TillOrder; readonly kitchen: KitchenOrder }

export const seenOrder = z.union([order, deskOrder])

/** `POST /api/order-links`: a customer adds a counter order to the account, with the code received from staff. */
export const orderLink = z.strictObject({ code: line(40).min(1, 'Enter the code that we gave you.') })

/** `GET /api/orders`: the customer's own orders, newest first. */
export const orderList = document({
  orders: list(order),
  /** Pictures by dish id, for the newest orders. Missing in responses of an earlier release. */
  looks: z.exactOptional(looks),
  /** The name of the newest open order's picture, for web/app/start-up/early-requests.ts. Optional like `looks`. */
  leadingPicture: z.exactOptional(z.string()),
})
export type OrderList = z.infer<typeof orderList>

/** `GET /api/desk/orders`: open and recently completed orders and, for the till, orders with a refund owed. */
export const deskOrderList = document({ orders: list(deskOrder) })
export type DeskOrderList = { readonly orders: readonly DeskOrder[] }

/** `POST /api/orders/{id}/address-request`, audited: returns the address of a delivery. */
export const orderAddress = document({ deliveryAddress: z.string().nullable() })

/** `POST /api/orders/{id}/confirm-payment`: the payment as the bank's record shows it. */
export const paymentConfirmation = z.strictObject({
  accountId: slug,
  /** Naira, with kobo as in the bank's record. */
  amount: amountWithKobo,
  /** The whole transfer, if it pays several orders; `amount` is then this order's part. */
  transferAmount: amountWithKobo.optional(),
  sender: line(100).min(1, 'Enter the sender, as the bank shows it.'),
  /**
   * NIBSS gives every transfer a session id of 30 digits; banks print shorter references for transfers within the bank.
   */
  sessionId: line(60).min(shortestSession, "Enter the bank's session id, as the record shows it."),
  /** Set if the order is already paid or finished: the money is additional and owed to the customer. */
  extra: z.literal(true).optional(),
})
export type PaymentConfirmation = z.infer<typeof paymentConfirmation>

const cash = { method: z.literal('cash'), amount }
const card = {
  method: z.literal('card'),
  amount,
  reference: line(60).min(shortestSession, "Enter the reference from the terminal's slip."),
}

/** A payment at the counter, sent together with the order. The amount is the sum that stays in the till. */
export const tillPayment = z.discriminatedUnion('method', [z.strictObject(cash), z.strictObject(card)])
export type TillPayment = z.infer<typeof tillPayment>

/**
 * The sum already received, as displayed when the button was pressed: a repeated press sends the same sum and is
 * ignored.
 */
const received = count

/** `POST /api/orders/{id}/till-payment`: a counter payment for an existing order. */
export const laterTillPayment = z.discriminatedUnion('method', [
  z.strictObject({ ...cash, received }),
  z.strictObject({ ...card, received }),
])
export type LaterTillPayment = z.infer<typeof laterTillPayment>

/** `POST /api/orders/{id}/undo-confirmation`: undoes the last payment recorded by a person. */
export const confirmationWithdrawal = z.strictObject({ received, ...queuedFields })

/** The body of an action that needs no input. */
export const queuedBody = z.strictObject(queuedFields).optional()
export type QueuedBody = z.infer<typeof queuedBody>

/**
 * `POST /api/orders/{id}/cancel`. The reason is optional for customers and required for staff. The customer can read
 * the reason.
 */
export const cancellation = z.strictObject({ reason: line(200).default('') })
export type Cancellation = z.infer<typeof cancellation>

/** A line of an order by its index from 0, and the order's version as displayed. */
const lineSeen = z.strictObject({
  line: z
    .int()
    .min(0)
    .max(mostLines - 1),
  version: z.int().min(1),
})

/**
 * `POST /api/orders/{id}/mark-sold-out`, `/unmark-sold-out` and `/remove-sold-out`, by staff: marks a dish as sold out,
 * unmarks it, or removes it from the order if the customer does not answer.
 */
export const soldOutLine = lineSeen
export type SoldOutLine = z.infer<typeof soldOutLine>

/**
 * `POST /api/orders/{id}/choose-substitution`, by the customer. A request that contains a price is refused, because the
 * objects are strict.
 */
export const substitutionChoice = z.discriminatedUnion('answer', [
  lineSeen.extend({ answer: z.literal('replace'), ...chosenDish.shape }),
  lineSeen.extend({ answer: z.literal('remove') }),
  lineSeen.extend({ answer: z.literal('cancel') }),
])
export type SubstitutionChoice = z.infer<typeof substitutionChoice>

/** `POST /api/orders/{id}/start-unpaid`: the owner's override. The reason is visible only to staff. */
export const override = z.strictObject({ reason: reason(200, 'Say why: it is kept in the record.') })
export type Override = z.infer<typeof override>

/** `POST /api/orders/{id}/start-for-cash`: a rider collects the amount due; `amount` is that sum as displayed. */
export const cashPreparation = z.strictObject({ amount })
export type CashPreparation = z.infer<typeof cashPreparation>

/** The refund owed, as the screen displayed it. One refund may return several payments. */
const owed = amountUpTo(highestReceived)

/** `POST /api/orders/{id}/refund`: records that the money was paid back. */
export const refund = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('transfer'),
    amount: owed,
    reference: line(60).min(shortestSession, "Enter our bank's reference of the refund."),
  }),
  z.strictObject({ method: z.literal('cash'), amount: owed }),
])
export type Refund = z.infer<typeof refund>

/** `GET /api/orders/{id}/receipt`, for the customer only: an order with every recorded transfer. */
export const receipt = document({
  order,
  /** `account` is the receiving account; null if the restaurant no longer uses it. */
  payments: list(document({ amount: naira, account: bankAccount.nullable(), at: instant })),
  /** `reference` is null for a refund in cash. */
  refunds: list(document({ amount: naira, reference: z.string().nullable(), at: instant })),
})
export type Receipt = z.infer<typeof receipt>
