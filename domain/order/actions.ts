import { policy, type Role } from '../restaurant/policy.ts'
import { coveredStates, type PaymentState } from './payment.ts'
import {
  cookedStatuses,
  type DeliveryStatus,
  kitchenStatuses,
  type OrderStatus,
  openStatuses,
  orderStatuses,
  riderStatuses,
} from './statuses.ts'

/** Everything about an action on an order, but its words, the fields it is sent with, and what the server writes beside it. */
export type Rule = {
  readonly by: readonly Role[]
  /** Only the customer whose order it is, the rider who has it, or, for an order without an account, anybody in `by`. */
  readonly only?: 'customer' | 'assigned rider' | 'no account'
  /** Refused to staff who ordered it for themselves. The owner may. */
  readonly notOwn?: true
  readonly from: readonly OrderStatus[]
  readonly payment?: readonly PaymentState[]
  /** Null is a pick-up. */
  readonly deliveryStatus?: readonly (DeliveryStatus | null)[]
  /** Only while the customer is asked about a sold-out dish, or only while not. */
  readonly awaitingSubstitution?: boolean
  readonly to?: {
    readonly status?: OrderStatus
    readonly deliveryStatus?: DeliveryStatus
    readonly payment?: PaymentState
  }
  /** What follows the status in the refusal of an action that comes too late. */
  readonly tooLate?: string
  /** The field with the moment from which the action is possible for `undoWithin`. */
  readonly windowFrom?: 'confirmedAt' | 'startedAt' | 'readyAt' | 'finishedAt'
  /** 'payment' stands for `payment.` and the payment's state after the action; null where nothing changes. */
  readonly event: `order.${string}` | `payment.${string}` | 'payment' | null
  /** The action that takes it back. */
  readonly undo?: string
  /** Waits in the outbox for the network. */
  readonly queueable?: true
  /** Succeeds without an effect when it is repeated: on the road an answer may be lost. */
  readonly repeatable?: true
  /** Does nothing but acknowledge. A stale acknowledgement succeeds, because any action of staff acknowledges as well. */
  readonly isAcknowledgement?: true
}

/** Milliseconds for which a mistake can be undone: a payment confirmed, a start, an order ready or completed. */
export const undoWithin = 60_000

/** Milliseconds that an action may have waited for the network: a shift. Older client timestamps are clamped to this. */
export const longestWait = 12 * 60 * 60_000

/** Wrong delivery codes after which the desk takes over: of 10,000 codes nobody guesses one in five. */
export const mostCodeTries = 5

/** Timers and payment providers only. */
const nobody = [] as const
const unpaid = ['claimed', 'short', 'not-found', 'rejected'] as const

/** Every action on an order. `decide` applies this table; endpoints, buttons, outbox, events and audit actions follow from it. */
export const actions = {
  'confirm-payment': {
    by: policy.till,
    from: openStatuses,
    payment: unpaid,
    notOwn: true,
    event: 'payment',
    undo: 'undo-confirmation',
  },
  /** Records money that came for an order that is paid or over, so that it can be refunded. */
  'confirm-extra': { by: policy.till, from: orderStatuses, notOwn: true, event: 'payment' },
  /** Takes back the last payment that a person recorded. The server computes the payment's state from the money that is left. */
  'undo-confirmation': {
    by: policy.till,
    from: ['pending'],
    payment: ['found', 'short', 'over'],
    notOwn: true,
    to: { payment: 'claimed' },
    tooLate: 'A confirmation can be undone only while the order waits for the kitchen.',
    windowFrom: 'confirmedAt',
    event: 'payment.confirmation-undone',
    queueable: true,
  },
  /** Records the first of the two people that a payment above the owner's limit needs. */
  'first-confirmation': { by: policy.till, from: orderStatuses, notOwn: true, event: 'order.first-confirmed' },
  /** Says that the transfer is not in the bank's record. */
  'report-missing': { by: policy.till, from: openStatuses, payment: ['claimed'], event: 'payment' },
  /** Records that a payment provider has sent the customer's transfer back. */
  'reject-transfer': { by: nobody, from: openStatuses, payment: unpaid, event: 'payment' },
  /** Claims the transfer again after it was not found, short or sent back. */
  'claim-again': {
    by: policy.everyone,
    only: 'customer',
    from: openStatuses,
    payment: ['short', 'not-found', 'rejected'],
    event: 'payment',
  },
  /** Takes an order whose money came after its quote had expired. */
  'accept-late': { by: policy.till, from: openStatuses, payment: ['late'], notOwn: true, event: 'payment' },
  refund: { by: policy.till, from: orderStatuses, notOwn: true, event: 'payment.refunded' },
  acknowledge: {
    by: policy.till,
    from: ['pending'],
    isAcknowledgement: true,
    event: 'order.acknowledged',
    queueable: true,
  },
  /** Acknowledges, in the kitchen, an order that the desk has started unpaid. */
  'acknowledge-start': {
    by: policy.desk,
    from: ['preparing'],
    isAcknowledgement: true,
    event: 'order.acknowledged',
    queueable: true,
  },
  start: {
    by: policy.desk,
    from: ['pending'],
    payment: coveredStates,
    to: { status: 'preparing' },
    event: 'order.started',
    undo: 'undo-start',
    queueable: true,
  },
  /** Starts an unpaid order: the owner's override, audited with a reason. */
  'start-unpaid': {
    by: policy.owners,
    from: ['pending'],
    payment: unpaid,
    to: { status: 'preparing' },
    event: 'order.started',
  },
  /** Starts an order for which the rider collects what is due in cash, up to the owner's limit. */
  'start-for-cash': {
    by: policy.till,
    from: ['pending'],
    payment: unpaid,
    deliveryStatus: ['unassigned'],
    notOwn: true,
    to: { status: 'preparing' },
    event: 'order.started',
  },
  /** Takes back the start of a paid order, as long as it has no rider. */
  'undo-start': {
    by: policy.desk,
    from: ['preparing'],
    payment: coveredStates,
    deliveryStatus: [null, 'unassigned'],
    awaitingSubstitution: false,
    to: { status: 'pending' },
    windowFrom: 'startedAt',
    event: 'order.start-undone',
    queueable: true,
  },
  'mark-ready': {
    by: policy.desk,
    from: ['preparing'],
    awaitingSubstitution: false,
    to: { status: 'ready' },
    event: 'order.ready',
    undo: 'recall',
    queueable: true,
  },
  recall: {
    by: policy.desk,
    from: ['ready'],
    deliveryStatus: [null, 'unassigned', 'assigned'],
    to: { status: 'preparing' },
    windowFrom: 'readyAt',
    event: 'order.recalled',
    queueable: true,
  },
  complete: {
    by: policy.till,
    from: cookedStatuses,
    to: { status: 'completed' },
    event: 'order.completed',
    undo: 'undo-completion',
    queueable: true,
  },
  /** Returns an order to where it was: at the counter or with its rider. */
  'undo-completion': {
    by: policy.till,
    from: ['completed'],
    to: { status: 'ready' },
    windowFrom: 'finishedAt',
    event: 'order.completion-undone',
    queueable: true,
  },
  cancel: { by: policy.till, from: openStatuses, to: { status: 'cancelled' }, event: 'order.cancelled' },
  /** Cancels one's own order before the kitchen has started it. */
  'cancel-own': {
    by: policy.everyone,
    only: 'customer',
    from: ['pending'],
    to: { status: 'cancelled' },
    event: 'order.cancelled',
  },
  /** Gives an order from the counter to the customer who was told its code. */
  link: { by: policy.customers, only: 'no account', from: orderStatuses, event: 'order.linked' },
  'mark-sold-out': { by: policy.desk, from: kitchenStatuses, event: 'order.dish-sold-out' },
  /** Says that the dish was found after all. */
  'unmark-sold-out': {
    by: policy.desk,
    from: kitchenStatuses,
    awaitingSubstitution: true,
    event: 'order.dish-available',
  },
  /** Chooses another dish instead, or none. */
  'choose-substitution': {
    by: policy.everyone,
    only: 'customer',
    from: kitchenStatuses,
    awaitingSubstitution: true,
    event: 'order.substitution-chosen',
  },
  /** Takes the dish off for a customer who does not answer. */
  'remove-sold-out': {
    by: policy.till,
    from: kitchenStatuses,
    awaitingSubstitution: true,
    event: 'order.substitution-chosen',
  },
  /** Cancels one's own order because of a sold-out dish. */
  'cancel-sold-out': {
    by: policy.everyone,
    only: 'customer',
    from: kitchenStatuses,
    awaitingSubstitution: true,
    to: { status: 'cancelled' },
    event: 'order.cancelled',
  },
  'assign-rider': {
    by: policy.till,
    from: riderStatuses,
    deliveryStatus: ['unassigned'],
    to: { deliveryStatus: 'assigned' },
    event: 'order.rider-assigned',
    queueable: true,
  },
  'change-rider': {
    by: policy.till,
    from: riderStatuses,
    deliveryStatus: ['assigned', 'out-for-delivery', 'failed'],
    to: { deliveryStatus: 'assigned' },
    event: 'order.rider-assigned',
    queueable: true,
  },
  /** Takes an order back from a rider who has not picked it up. */
  'unassign-rider': {
    by: policy.till,
    from: riderStatuses,
    deliveryStatus: ['assigned'],
    to: { deliveryStatus: 'unassigned' },
    event: 'order.rider-unassigned',
    queueable: true,
  },
  'pick-up': {
    by: policy.riders,
    only: 'assigned rider',
    from: cookedStatuses,
    deliveryStatus: ['assigned'],
    to: { deliveryStatus: 'out-for-delivery' },
    repeatable: true,
    event: 'order.picked-up',
    queueable: true,
  },
  deliver: {
    by: policy.riders,
    only: 'assigned rider',
    from: cookedStatuses,
    deliveryStatus: ['out-for-delivery'],
    to: { status: 'completed', deliveryStatus: 'delivered' },
    repeatable: true,
    event: 'order.completed',
    queueable: true,
  },
  'fail-delivery': {
    by: policy.riders,
    only: 'assigned rider',
    from: cookedStatuses,
    deliveryStatus: ['out-for-delivery'],
    to: { deliveryStatus: 'failed' },
    repeatable: true,
    event: 'order.delivery-failed',
    queueable: true,
  },
  /** Records cash that a rider was given at the door for an order that others had moved on meanwhile. */
  'collect-late': { by: policy.riders, from: orderStatuses, event: 'payment' },
  'print-ticket': { by: policy.desk, from: orderStatuses.filter((status) => status !== 'cancelled'), event: null },
  /** Calls the owner about an order that nobody has acknowledged in time. */
  escalate: { by: nobody, from: ['pending'], event: 'order.escalated' },
  /** Notes whether the call has arrived on a device of the owner's. */
  'note-escalation-sent': { by: nobody, from: orderStatuses, event: 'order.escalation-sent' },
  'note-escalation-failed': { by: nobody, from: orderStatuses, event: 'order.escalation-failed' },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof actions

/** Actions that wait in the outbox for the network. */
export type QueueableAction = {
  [Name in Action]: (typeof actions)[Name] extends { readonly queueable: true } ? Name : never
}[Action]

type EventName = (typeof actions)[Action]['event']

/** The events of orders: 'order.placed', and those of the actions. */
export type OrderEvent = 'order.placed' | Exclude<EventName, null | 'payment'> | `payment.${PaymentState}`

/** The event of an action, or undefined where nothing changes. `payment` is the state after the action. */
export function eventOf(action: Action, payment: PaymentState): OrderEvent | undefined {
  const { event } = actions[action]
  return event === 'payment' ? `payment.${payment}` : (event ?? undefined)
}

/** Whether an event is hidden from the order's customer and rider. */
export function isForDeskOnly(event: OrderEvent): boolean {
  return event === 'order.acknowledged' || event === 'order.first-confirmed' || event.startsWith('order.escalat')
}
