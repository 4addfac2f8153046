import type { DeliveryMethod } from '../restaurant/delivery.ts'
import * as Lagos from '../restaurant/lagos.ts'
import { writtenSlot } from '../restaurant/slot-words.ts'
import type { OrderEvent } from './actions.ts'
import { covers, type PaymentState } from './payment.ts'
import { orderCode } from './quote.ts'
import { type DeliveryStatus, isCarried, isIn, isOpen, type OrderStatus } from './statuses.ts'

/**
 * The fields of an order that messages to a phone use. Messages name no person, address or sum, because others may see
 * the phone's screen.
 */
export type MessagedOrder = {
  readonly orderId: string
  readonly status: OrderStatus
  readonly deliveryMethod: DeliveryMethod
  readonly deliveryStatus: DeliveryStatus | null
  readonly payment: PaymentState
  readonly awaitingSubstitution: boolean
  readonly cancelledBy: 'customer' | 'restaurant' | null
  /** Epoch milliseconds. */
  readonly readyBy: number
  /** The slot of an order for later, in epoch milliseconds. */
  readonly slot: number | null
}

/** WhatsApp allows free texts for this many hours after a customer's last message. */
export const windowHours = 24

/** A message that is older than this many seconds is out of date and is not sent. */
export const worthSeconds = 3600

export const longestText = 300

type Rule = {
  /**
   * The default text on WhatsApp and by SMS; missing if the event sends no text. An owner's text can use only the
   * placeholders of the default.
   */
  readonly text?: string
  /** True if the message is important enough to pay for an SMS. */
  readonly isUrgent: boolean
  /** Returns false if this order's customer needs no text. */
  readonly isFor?: (order: MessagedOrder) => boolean
  /** Returns false if the order has moved on, so that the message is no longer true. */
  readonly holds: (order: MessagedOrder) => boolean
}

const underWay = ({ status }: MessagedOrder) => isOpen(status)
const isIts = (payment: PaymentState) => (order: MessagedOrder) => order.payment === payment && underWay(order)
const paid: Rule = {
  text: 'Payment confirmed for order {order}, {when}.',
  isUrgent: false,
  holds: (order) => covers(order.payment) && isIn(order.status, 'waiting', 'cooking'),
}
const trouble = (text: string, holds: Rule['holds']): Rule => ({ text, isUrgent: true, holds })

/**
 * What every event is for an order's customer: a message to the phone, in letters that every phone can show; 'page', a
 * change of the open page only; or 'desk', which neither customer nor rider gets.
 */
const customerEvents: Readonly<Record<OrderEvent, Rule | 'page' | 'desk'>> = {
  'order.placed': {
    text: 'Order {order} is placed. {state}',
    isUrgent: false,
    holds: (order) => isIn(order.status, 'waiting'),
  },
  'payment.found': paid,
  'payment.over': paid,
  'payment.short': trouble('The transfer for order {order} is short. Please send the rest.', isIts('short')),
  'payment.not-found': trouble('We do not see the transfer for order {order} yet.', isIts('not-found')),
  'payment.rejected': trouble(
    'The transfer for order {order} was sent back to your bank. Please see the order.',
    isIts('rejected'),
  ),
  'payment.late': trouble(
    'The transfer for order {order} came late. We check whether we can still make it.',
    isIts('late'),
  ),
  'payment.confirmation-undone': {
    text: 'We are checking the transfer for order {order} again.',
    isUrgent: true,
    isFor: (order) => !covers(order.payment),
    holds: (order) => !covers(order.payment) && underWay(order),
  },
  'payment.refunded': {
    text: 'The refund for order {order} is on its way to you.',
    isUrgent: false,
    holds: () => true,
  },
  'order.dish-sold-out': trouble(
    'A dish of order {order} sold out. Please choose what you want instead.',
    (order) => order.awaitingSubstitution,
  ),
  'order.slot-asked': trouble(
    'We cannot keep the time of order {order}. Please choose another, or get your money back.',
    (order) => isIn(order.status, 'waiting'),
  ),
  'order.slot-changed': {
    text: 'Order {order} is now {when}.',
    isUrgent: false,
    isFor: (order) => order.slot !== null,
    holds: (order) => isIn(order.status, 'waiting'),
  },
  'order.ready': {
    text: 'Order {order} is ready, and waits for you.',
    isUrgent: true,
    // For pick-ups only: the customer of a delivery gets a message when the rider leaves.
    isFor: (order) => order.deliveryMethod !== 'delivery',
    holds: (order) => isIn(order.status, 'cooked'),
  },
  'order.rider-assigned': {
    // Has no text, so the customer gets a push message only: the rider may still be on the way to the kitchen.
    isUrgent: false,
    holds: (order) => underWay(order) && isCarried(order.deliveryStatus),
  },
  'order.picked-up': {
    text: 'Order {order} is on its way. The rider asks for your door code.',
    isUrgent: true,
    holds: (order) => order.deliveryStatus === 'out-for-delivery',
  },
  'order.delivery-failed': trouble(
    'The rider could not hand over order {order}. We call you.',
    (order) => order.deliveryStatus === 'failed' && underWay(order),
  ),
  'order.cancelled': {
    text: 'We are sorry: order {order} was cancelled.',
    isUrgent: true,
    isFor: (order) => order.cancelledBy !== 'customer',
    holds: (order) => order.status === 'cancelled',
  },
  'payment.claimed': 'page',
  'order.linked': 'page',
  'order.started': 'page',
  'order.start-undone': 'page',
  'order.recalled': 'page',
  'order.completed': 'page',
  'order.completion-undone': 'page',
  'order.slot-kept': 'page',
  'order.dish-available': 'page',
  'order.substitution-chosen': 'page',
  'order.rider-unassigned': 'page',
  'order.acknowledged': 'desk',
  'order.first-confirmed': 'desk',
  'order.fell-due': 'desk',
  'order.escalated': 'desk',
  'order.escalation-sent': 'desk',
  'order.escalation-failed': 'desk',
}

/** Returns true if an event is hidden from the order's customer and rider. */
export function isForDeskOnly(event: OrderEvent): boolean {
  return customerEvents[event] === 'desk'
}

/** Returns the rule of the message about an event; undefined if there is none. */
export function messageRule(event: string): Rule | undefined {
  const rule: Rule | string | undefined = customerEvents[event as OrderEvent]
  return typeof rule === 'object' ? rule : undefined
}

/** Texts that the owner has set, by event. */
export type OwnTexts = Readonly<Record<string, string>>

/** Returns the event whose text an event uses: an overpayment uses the text of a found payment. */
const textEventOf = (event: string) => (event === 'payment.over' ? 'payment.found' : event)

/** The default texts by event. An owner can replace each of them. */
export const defaultTexts: OwnTexts = Object.fromEntries(
  Object.keys(customerEvents).flatMap((event) => {
    const text = messageRule(event)?.text
    return text === undefined || textEventOf(event) !== event ? [] : [[event, text]]
  }),
)

/** Returns the text about an event for an order's customer; undefined if the customer needs none. */
export function textOf(event: string, order: MessagedOrder, own: OwnTexts = {}): string | undefined {
  const named = textEventOf(event)
  const text = own[named] ?? defaultTexts[named]
  const isFor = messageRule(event)?.isFor?.(order) ?? true
  return isFor && text !== undefined ? filled(text, order) : undefined
}

const placeholders: Readonly<Record<string, (order: MessagedOrder) => string>> = {
  '{order}': codeOf,
  '{when}': whenOf,
  '{state}': stateOf,
}
const inBraces = /\{[^{}]*\}?|\}/g

export function filled(text: string, order: MessagedOrder): string {
  return text.replace(inBraces, (name) => placeholders[name]?.(order) ?? name)
}

/** Returns why an owner's text cannot be sent, as a sentence; undefined if the text can be sent. */
export function textProblem(event: string, text: string): string | undefined {
  if (!Object.hasOwn(defaultTexts, event)) return 'There is no such message.'
  const known: readonly string[] = defaultTexts[event]?.match(inBraces) ?? []
  const used: readonly string[] = text.match(inBraces) ?? []
  const unknown = used.find((name) => !known.includes(name))
  if (unknown !== undefined) return `“${unknown}” has no meaning here. Please use ${known.join(' and ')}.`
  return used.includes('{order}') ? undefined : 'Please add {order}, which becomes the code of the order.'
}

/** Returns the first message of a conversation that was opened for an order. It states the order's progress. */
export function openedText(order: MessagedOrder): string {
  return `You get updates on order ${codeOf(order)} here. ${stateOf(order)} Write STOP to end it.`
}

/**
 * Returns false if the order has moved on, so that a message about the event would be wrong. Messages without an order,
 * or about other events, stay true.
 */
export function isStillTrue(event: string, order: MessagedOrder | undefined): boolean {
  const rule = messageRule(event)
  return !rule || !order || rule.holds(order)
}

function stateOf(order: MessagedOrder): string {
  if (order.status === 'cancelled') return 'It was cancelled.'
  if (order.status === 'completed') return 'It has been handed over.'
  if (order.deliveryStatus === 'out-for-delivery') return 'It is on its way.'
  if (isIn(order.status, 'cooked')) return 'It is ready.'
  if (!covers(order.payment)) return 'We look for your transfer.'
  const when = whenOf(order)
  return `${when.charAt(0).toUpperCase()}${when.slice(1)}.`
}

function whenOf({ slot, readyBy }: MessagedOrder): string {
  return slot === null ? `ready by ${Lagos.clock(readyBy)}` : `set for ${writtenSlot(slot)}`
}

function codeOf({ orderId }: MessagedOrder): string {
  return orderCode(orderId)
}
