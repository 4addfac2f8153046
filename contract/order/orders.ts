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
  pricedLine,
  rejection,
  taxLines,
} from './quotes.ts'

/** `POST /api/orders`: 'I've Made the Transfer'. */
export const placeOrder = z.strictObject({
  quoteId: orderId,
  account: accountId.optional(),
  /** The customer has read that the quote has expired, and says that the money was sent for it. */
  expired: z.literal(true).optional(),
})

export const orderParams = z.strictObject({ id: orderId })

/** `phone` is E.164. */
const assignedRider = document({ id: z.string(), name: z.string(), phone: z.string() })
export type AssignedRider = z.infer<typeof assignedRider>

/**
 * Whether the owner has heard of an order that nobody had acknowledged: on its way, on a phone of theirs, on none yet, or nobody
 * has asked to be told.
 */
const escalation = z.enum(['sending', 'sent', 'failed', 'nobody'])
export type Escalation = z.infer<typeof escalation>

export const paymentState = z.enum(paymentStates)
export const orderStatus = z.enum(orderStatuses)
export const deliveryStatus = z.enum(deliveryStatuses)

// Each reader of an order has a list of its own. A field that stands in one list alone is read by nobody else.

/** A sum that the kitchen is not told. Null, and not left out, because the client of the last release reckons with it. */
const withheld = z.null()

const soldOutAt = z.exactOptional(instant)
const substitution = {
  dish: z.string(),
  instead: z.string().nullable(),
  by: z.enum(['customer', 'restaurant']),
}

/** The work, its time and its state. */
const forAll = {
  orderId: z.string(),
  /** Null where a guest without an account ordered at the counter. */
  customerId: z.string().nullable(),
  channel: z.enum(['web', ...counterChannels]),
  customerName: z.string(),
  deliveryMethod,
  /** Whether a dish is sold out and the customer has not said yet what instead. */
  awaitingSubstitution: z.boolean(),
  status: orderStatus,
  payment: paymentState,
  /** How far a delivery has come; null for a pick-up. */
  deliveryStatus: deliveryStatus.nullable(),
  /** When the rider left with it. */
  outAt: instant.nullable(),
  /** When its money was found, and when the kitchen began; null before, and of orders from before these were kept. */
  foundAt: instant.nullable(),
  startedAt: instant.nullable(),
  readyAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** When somebody saw it or did something about it; null while it rings: at the desk, or in the kitchen once it is started. */
  acknowledgedAt: instant.nullable(),
  /** When the owner was called because nobody had. */
  escalatedAt: instant.nullable(),
  escalation: escalation.nullable(),
  /** '' where the customer gave none. */
  cancelReason: z.string().nullable(),
  cancelledBy: z.enum(['customer', 'restaurant']).nullable(),
  readyBy: instant,
  /** The transfer was claimed after the time of its quote: the restaurant looks when it was made. */
  quoteExpired: z.boolean(),
  /** When the customer said last that the money was sent. */
  claimedAt: instant,
  createdAt: instant,
  updatedAt: instant,
  /** Grows with every change: an older document never replaces a newer one. */
  version: z.int(),
}

/** The dishes without a price. No phone, address, payer or door code. */
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
  'Beside the fields of the specification: itemId is the dish on the menu, price that of one portion without extras, totalPrice with them, and soldOutAt when the kitchen ran out of it.'

/** The sums, whom to call, what to look for in the bank's record, and what to pay back. */
const forTillAndCustomer = {
  /** One with `soldOutAt` waits for what its customer wants instead. */
  items: list(document({ ...pricedLine, soldOutAt }).describe(dishBeyond)),
  /** What became of dishes that sold out. */
  substitutions: list(document({ ...substitution, less: naira })),
  subtotal: naira,
  deliveryFee: naira,
  taxLines,
  totalAmount: naira,
  /** What the bank's record showed so far. */
  received: naira,
  /** E.164, or 'Not Provided'. */
  customerPhone: z.string(),
  /** As typed, or E.164. */
  contactPhone: z.string(),
  useDifferentPhone: z.boolean(),
  /** The part of town; the address is told on request (`orderAddress`). */
  deliveryLocation: z.string().nullable(),
  differentPayer: z.boolean(),
  payerName: z.string(),
  paymentReference: z.string(),
  refunded: naira,
  refundReference: z.string().nullable(),
  /** What the restaurant has to pay back: too much, or all of it where the order was cancelled. */
  owed: naira,
  rejection: rejection.nullable(),
  assignedRider: assignedRider.nullable(),
  /** Why it could not be delivered, where the deliveryStatus has failed. */
  deliveryProblem: z.string().nullable(),
  /** Whether a rider collects what is due of it in cash. */
  cashAtDoor: z.boolean(),
}

/** A payment above the owner's limit that one person has confirmed, and that waits for a second. */
const firstConfirmation = document({ name: z.string(), amount: naira })
export type FirstConfirmation = z.infer<typeof firstConfirmation>

export const tillOrder = document({
  ...forAll,
  ...forTillAndCustomer,
  firstConfirmation: firstConfirmation.nullable(),
})
export type TillOrder = z.infer<typeof tillOrder>

/** An order as the desk sees it: as the till does for those who answer for money, else as the kitchen does. */
export const deskOrder = z.union([tillOrder, kitchenOrder])
export type DeskOrder =
  | TillOrder
  | (KitchenOrder & { readonly [Name in Exclude<keyof TillOrder, keyof KitchenOrder>]?: undefined })

export const order = document({
  ...forAll,
  ...forTillAndCustomer,
  deliveryAddress: z.string().nullable(),
  /** Four figures that the customer says at the door; the restaurant is never told. Null for a pick-up. */
  deliveryCode: z.string().nullable(),
}).describe(
  'Beside the fields of the specification: how the order came in (channel), how far payment and delivery are, what was received, is owed and was paid back, what became of dishes that sold out, when it will be ready, when what happened, and version, which grows with every change.',
)
export type Order = z.infer<typeof order>

/** What each reader reads of an order. */
export const orderDocuments = { customer: order, till: tillOrder, kitchen: kitchenOrder } as const
export type OrderDocuments = { readonly customer: Order; readonly till: TillOrder; readonly kitchen: KitchenOrder }

/** An order as its reader sees it: its customer, or the desk. */
export const seenOrder = z.union([order, deskOrder])

/** `POST /api/order-links`: a customer adds an order that was entered at the counter, with the code they were told. */
export const orderLink = z.strictObject({ code: line(40).min(1, 'Enter the code that you were told.') })

/** `GET /api/orders`: the customer's own, newest first. */
export const orderList = document({
  orders: list(order),
  /** By id, of the dishes that stand for the newest orders. Servers and answers of an earlier release have none. */
  looks: z.exactOptional(looks),
  /** The picture's name of the newest order under way: web/app/start-up/early-requests.ts. Absent as `looks` is. */
  leadingPicture: z.exactOptional(z.string()),
})
export type OrderList = z.infer<typeof orderList>

/** `GET /api/desk/orders`: all that wait for the restaurant: under way, done just now, or, for the till, owed money. */
export const deskOrderList = document({ orders: list(deskOrder) })
export type DeskOrderList = { readonly orders: readonly DeskOrder[] }

/** `POST /api/orders/{id}/address-request`, audited: where a delivery goes. */
export const orderAddress = document({ deliveryAddress: z.string().nullable() })

/** `POST /api/orders/{id}/confirm-payment`: what the bank's own record says. */
export const paymentConfirmation = z.strictObject({
  accountId: slug,
  amount,
  sender: line(100).min(1, 'Who sent it, as the bank shows it?'),
  /** NIBSS gives every transfer a session id of 30 figures; banks print shorter references for transfers of their own. */
  sessionId: line(60).min(shortestSession, "Enter the bank's session id, as the record shows it."),
  /** The order is paid or finished already, and this money came on top: it is owed to the customer. */
  extra: z.literal(true).optional(),
})
export type PaymentConfirmation = z.infer<typeof paymentConfirmation>

const cash = { method: z.literal('cash'), amount }
const card = {
  method: z.literal('card'),
  amount,
  /** The terminal's own number of the payment, as the slip shows it. */
  reference: line(60).min(shortestSession, "Enter the reference from the terminal's slip."),
}

/** Money taken over the counter with the order: what stays in the till. */
export const tillPayment = z.discriminatedUnion('method', [z.strictObject(cash), z.strictObject(card)])
export type TillPayment = z.infer<typeof tillPayment>

/** What the order had received when it was pressed: of two presses one counts. */
const received = count

/** `POST /api/orders/{id}/till-payment`: for an order that is there already. */
export const laterTillPayment = z.discriminatedUnion('method', [
  z.strictObject({ ...cash, received }),
  z.strictObject({ ...card, received }),
])
export type LaterTillPayment = z.infer<typeof laterTillPayment>

/** `POST /api/orders/{id}/undo-confirmation`: takes back the last payment that a person recorded. */
export const confirmationWithdrawal = z.strictObject({ received, ...queuedFields })

/** The body of `preparation`, `readiness`, `recall`, `completion` and the acknowledgements: actions of one press. */
export const queuedBody = z.strictObject(queuedFields).optional()
export type QueuedBody = z.infer<typeof queuedBody>

/** `POST /api/orders/{id}/cancel`. Customers need give no reason; the restaurant does, and they read it. */
export const cancellation = z.strictObject({ reason: line(200).default('') })
export type Cancellation = z.infer<typeof cancellation>

/** A line of an order by its place, from 0, and the order as it was when somebody looked at it. */
const lineSeen = z.strictObject({
  line: z
    .int()
    .min(0)
    .max(mostLines - 1),
  version: z.int().min(1),
})

/**
 * `POST /api/orders/{id}/mark-sold-out`, `/unmark-sold-out` and `/remove-sold-out`, by the restaurant: a dish is sold out, is there
 * after all, or is taken off the order where no answer comes.
 */
export const soldOutLine = lineSeen
export type SoldOutLine = z.infer<typeof soldOutLine>

/** `POST /api/orders/{id}/choose-substitution`, by the customer. Prices are not in it, and a strict object refuses them. */
export const substitutionChoice = z.discriminatedUnion('answer', [
  lineSeen.extend({ answer: z.literal('replace'), ...chosenDish.shape }),
  lineSeen.extend({ answer: z.literal('remove') }),
  lineSeen.extend({ answer: z.literal('cancel') }),
])
export type SubstitutionChoice = z.infer<typeof substitutionChoice>

/** `POST /api/orders/{id}/start-unpaid`: the owner's override. The reason stays in the restaurant's own record. */
export const override = z.strictObject({ reason: reason(200, 'Say why: it is kept in the record.') })
export type Override = z.infer<typeof override>

/** `POST /api/orders/{id}/start-for-cash`: a rider collects what is due. `amount` is that, as it was seen. */
export const cashPreparation = z.strictObject({ amount })
export type CashPreparation = z.infer<typeof cashPreparation>

/** All that is owed, as it was seen: the sum of several payments. */
const owed = amountUpTo(highestReceived)

/** `POST /api/orders/{id}/refund`: the money has gone back. */
export const refund = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('transfer'),
    amount: owed,
    reference: line(60).min(shortestSession, "Enter our bank's reference of the refund."),
  }),
  z.strictObject({ method: z.literal('cash'), amount: owed }),
])
export type Refund = z.infer<typeof refund>

/** `GET /api/orders/{id}/receipt`, for the customer alone: an order and every transfer that is recorded for it. */
export const receipt = document({
  order,
  /** `account` is where it arrived; null where that account is the restaurant's no more. */
  payments: list(document({ amount: naira, account: bankAccount.nullable(), at: instant })),
  /** `reference` is null where it went back in cash. */
  refunds: list(document({ amount: naira, reference: z.string().nullable(), at: instant })),
})
export type Receipt = z.infer<typeof receipt>
