import { policy, type Role } from '../restaurant/policy.ts'
import { coveredStates, type PaymentState } from './payment.ts'
import {
  cookedStatuses,
  cookingStatuses,
  type DeliveryStatus,
  kitchenStatuses,
  type OrderStatus,
  openStatuses,
  orderStatuses,
  riderStatuses,
  type StatusTime,
} from './statuses.ts'

/**
 * The rule of one action: roles, allowed states, effect and event. Wording, request fields and side effects are defined
 * elsewhere.
 */
export type Rule = {
  readonly by: readonly Role[]
  /**
   * Allows the action only to the order's customer, only to its assigned rider, or only if the order has no account.
   */
  readonly only?: 'customer' | 'assigned rider' | 'no account'
  /** True if staff may not take the action on an order that is their own. The owner is exempt. */
  readonly notOwn?: true
  readonly from: readonly OrderStatus[]
  readonly payment?: readonly PaymentState[]
  /** Null stands for a pick-up. */
  readonly deliveryStatus?: readonly (DeliveryStatus | null)[]
  readonly awaitingSubstitution?: boolean
  /** True if the action is only for orders with a slot. */
  readonly forLater?: true
  readonly to?: {
    readonly status?: OrderStatus
    readonly deliveryStatus?: DeliveryStatus
    readonly payment?: PaymentState
  }
  /** Ends the refusal of an action that comes too late. The refusal begins with the order's status. */
  readonly tooLate?: string
  /**
   * The time field of the order from which the action is possible for `undoWithin`. Without this field the action has
   * no time limit.
   */
  readonly windowFrom?: 'confirmedAt' | StatusTime
  /** 'payment' stands for `payment.` plus the payment's state after the action. Null: the action publishes no event. */
  readonly event: `order.${string}` | `payment.${string}` | 'payment' | null
  readonly undo?: string
  readonly queueable?: true
  /** True if repeating the action succeeds without an effect: a rider's connection may lose the response. */
  readonly repeatable?: true
  /**
   * True if the action only acknowledges. A late acknowledgement succeeds, because any other action of staff has
   * acknowledged the order already.
   */
  readonly isAcknowledgement?: true
}

/**
 * The time in milliseconds for which staff can undo a payment's confirmation, the start of cooking, 'ready' or the
 * completion of an order.
 */
export const undoWithin = 60_000

/**
 * The longest time that an action may wait for the network, in milliseconds: one shift. An older client timestamp is
 * clamped to this time before now.
 */
export const longestWait = 12 * 60 * 60_000

/**
 * The number of wrong delivery codes after which the delivery fails and the desk takes over. Five guesses find one of
 * 10,000 codes in 0.05 % of cases.
 */
export const mostCodeTries = 5

/** The roles of an action that only timers and payment providers take. */
const nobody = [] as const
const unpaid = ['claimed', 'short', 'not-found', 'rejected'] as const

/**
 * Every action on an order. `decide` applies this table; endpoints, buttons, outbox, events and audit actions are
 * derived from the table.
 */
export const actions = {
  'confirm-payment': {
    by: policy.till,
    from: openStatuses,
    payment: unpaid,
    notOwn: true,
    event: 'payment',
    undo: 'undo-confirmation',
  },
  /** Records money received for an order that is already paid or finished, so the money can be refunded. */
  'confirm-extra': { by: policy.till, from: orderStatuses, notOwn: true, event: 'payment' },
  /** Undoes the last payment recorded by a person. The server computes the payment's state from the remaining money. */
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
  /** Records the first of the two confirmations that a payment above the owner's limit needs. */
  'first-confirmation': { by: policy.till, from: orderStatuses, notOwn: true, event: 'order.first-confirmed' },
  /** Reports that the transfer is missing from the bank's record. */
  'report-missing': { by: policy.till, from: openStatuses, payment: ['claimed'], event: 'payment' },
  /** Records that a payment provider has returned the customer's transfer. */
  'reject-transfer': { by: nobody, from: openStatuses, payment: unpaid, event: 'payment' },
  'claim-again': {
    by: policy.everyone,
    only: 'customer',
    from: openStatuses,
    payment: ['short', 'not-found', 'rejected'],
    event: 'payment',
  },
  /** Accepts an order whose money came after its quote had expired. */
  'accept-late': { by: policy.till, from: openStatuses, payment: ['late'], notOwn: true, event: 'payment' },
  refund: { by: policy.till, from: orderStatuses, notOwn: true, event: 'payment.refunded' },
  acknowledge: {
    by: policy.till,
    from: ['pending'],
    isAcknowledgement: true,
    event: 'order.acknowledged',
    queueable: true,
  },
  /** Acknowledges, in the kitchen, an order that the desk started unpaid. */
  'acknowledge-start': {
    by: policy.desk,
    from: cookingStatuses,
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
  /** Starts an order whose rider collects the amount due in cash, up to the owner's limit. */
  'start-for-cash': {
    by: policy.till,
    from: ['pending'],
    payment: unpaid,
    deliveryStatus: ['unassigned'],
    notOwn: true,
    to: { status: 'preparing' },
    event: 'order.started',
  },
  /** Undoes the start of a paid order that has no rider yet. */
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
  /** Returns a completed order to the counter or to its rider. */
  'undo-completion': {
    by: policy.till,
    from: ['completed'],
    to: { status: 'ready' },
    windowFrom: 'finishedAt',
    event: 'order.completion-undone',
    queueable: true,
  },
  cancel: { by: policy.till, from: openStatuses, to: { status: 'cancelled' }, event: 'order.cancelled' },
  'cancel-own': {
    by: policy.everyone,
    only: 'customer',
    from: ['pending'],
    to: { status: 'cancelled' },
    event: 'order.cancelled',
  },
  /** Moves an order for later to another slot, in its customer's name. */
  'change-slot': { by: policy.till, from: ['pending'], forLater: true, event: 'order.slot-changed' },
  /** Moves the customer's own order for later to another slot, up to `changeableUntil`. */
  'change-own-slot': {
    by: policy.everyone,
    only: 'customer',
    from: ['pending'],
    forLater: true,
    event: 'order.slot-changed',
  },
  /** Asks the customer to choose another slot, because the restaurant cannot keep the order's slot. */
  'ask-slot': { by: nobody, from: ['pending'], forLater: true, event: 'order.slot-asked' },
  /** Withdraws the request for another slot, because the slot can be kept after all. */
  'keep-slot': { by: nobody, from: ['pending'], forLater: true, event: 'order.slot-kept' },
  /** Passes an order for later to the kitchen at the time at which cooking must start. */
  'fall-due': { by: nobody, from: ['pending'], forLater: true, event: 'order.fell-due' },
  /** Links a counter order to the account of a customer who enters the order's link code. */
  link: { by: policy.customers, only: 'no account', from: orderStatuses, event: 'order.linked' },
  'mark-sold-out': { by: policy.desk, from: kitchenStatuses, event: 'order.dish-sold-out' },
  'unmark-sold-out': {
    by: policy.desk,
    from: kitchenStatuses,
    awaitingSubstitution: true,
    event: 'order.dish-available',
  },
  /** Replaces the dish by another, or removes the line. */
  'choose-substitution': {
    by: policy.everyone,
    only: 'customer',
    from: kitchenStatuses,
    awaitingSubstitution: true,
    event: 'order.substitution-chosen',
  },
  /** Removes the dish for a customer who does not answer. */
  'remove-sold-out': {
    by: policy.till,
    from: kitchenStatuses,
    awaitingSubstitution: true,
    event: 'order.substitution-chosen',
  },
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
  /** Takes back an order that its rider has not picked up yet. */
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
  /** Records cash that a rider collected at the door, if somebody else has changed the order's status meanwhile. */
  'collect-late': { by: policy.riders, from: orderStatuses, event: 'payment' },
  'print-ticket': { by: policy.desk, from: orderStatuses.filter((status) => status !== 'cancelled'), event: null },
  /** Alerts the owner to an order that stayed unacknowledged too long. */
  escalate: { by: nobody, from: ['pending'], event: 'order.escalated' },
  /** Records whether the alert reached one of the owner's devices. */
  'note-escalation-sent': { by: nobody, from: orderStatuses, event: 'order.escalation-sent' },
  'note-escalation-failed': { by: nobody, from: orderStatuses, event: 'order.escalation-failed' },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof actions

export type QueueableAction = {
  [Name in Action]: (typeof actions)[Name] extends { readonly queueable: true } ? Name : never
}[Action]

type EventName = (typeof actions)[Action]['event']

export type OrderEvent = 'order.placed' | Exclude<EventName, null | 'payment'> | `payment.${PaymentState}`

/** Returns the event of an action, or undefined if it publishes none. `payment` is the state after the action. */
export function eventOf(action: Action, payment: PaymentState): OrderEvent | undefined {
  const { event } = actions[action]
  return event === 'payment' ? `payment.${payment}` : (event ?? undefined)
}
