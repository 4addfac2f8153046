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

/** WhatsApp lets the restaurant write freely for this many hours after a customer's last message. */
export const windowHours = 24

/** A message is not sent if it is older than this, in seconds, because it is no longer worth reading. */
export const worthSeconds = 3600

type Rule = {
  /** The text on WhatsApp and by SMS; undefined if this order's customer needs no message. */
  readonly text: (order: MessagedOrder) => string | undefined
  /** True if the message is worth an SMS. */
  readonly isUrgent: boolean
  /** Returns false if the order has moved on, so that the message is no longer true. */
  readonly holds: (order: MessagedOrder) => boolean
}

const underWay = ({ status }: MessagedOrder) => isOpen(status)
const isIts = (payment: PaymentState) => (order: MessagedOrder) => order.payment === payment && underWay(order)
const paid: Rule = {
  text: (order) =>
    order.slot === null
      ? `Payment confirmed. Order ${codeOf(order)} goes to the kitchen, ready by ${Lagos.clock(order.readyBy)}.`
      : `Payment confirmed. Order ${codeOf(order)} is set for ${writtenSlot(order.slot)}.`,
  isUrgent: false,
  holds: (order) => covers(order.payment) && isIn(order.status, 'waiting', 'cooking'),
}

function trouble(sentence: (code: string) => string, holds: Rule['holds']): Rule {
  return { text: (order) => sentence(codeOf(order)), isUrgent: true, holds }
}

/**
 * The events that customers are told of on their phones, with SMS and WhatsApp texts in letters that every phone has.
 */
export const customerMessages: Readonly<Partial<Record<OrderEvent, Rule>>> = {
  'order.placed': {
    text: (order) => `Order ${codeOf(order)} is placed. ${stateOf(order)}`,
    isUrgent: false,
    holds: (order) => isIn(order.status, 'waiting'),
  },
  'payment.found': paid,
  'payment.over': paid,
  'payment.short': trouble((code) => `The transfer for order ${code} is short. Please send the rest.`, isIts('short')),
  'payment.not-found': trouble((code) => `We do not see the transfer for order ${code} yet.`, isIts('not-found')),
  'payment.rejected': trouble(
    (code) => `The transfer for order ${code} was sent back to your bank. Please see the order.`,
    isIts('rejected'),
  ),
  'payment.late': trouble(
    (code) => `The transfer for order ${code} came late. We check whether we can still make it.`,
    isIts('late'),
  ),
  'payment.confirmation-undone': {
    text: (order) =>
      covers(order.payment) ? undefined : `We are checking the transfer for order ${codeOf(order)} again.`,
    isUrgent: true,
    holds: (order) => !covers(order.payment) && underWay(order),
  },
  'payment.refunded': {
    text: (order) => `The refund for order ${codeOf(order)} is on its way to you.`,
    isUrgent: false,
    holds: () => true,
  },
  'order.dish-sold-out': trouble(
    (code) => `A dish of order ${code} sold out. Please choose what you want instead.`,
    (order) => order.awaitingSubstitution,
  ),
  'order.slot-asked': trouble(
    (code) => `We cannot keep the time of order ${code}. Please choose another, or get your money back.`,
    (order) => isIn(order.status, 'waiting'),
  ),
  'order.slot-changed': {
    text: (order) =>
      order.slot === null ? undefined : `Order ${codeOf(order)} is now set for ${writtenSlot(order.slot)}.`,
    isUrgent: false,
    holds: (order) => isIn(order.status, 'waiting'),
  },
  'order.ready': {
    // The customer of a delivery gets a message when the rider leaves instead.
    text: (order) =>
      order.deliveryMethod === 'delivery' ? undefined : `Order ${codeOf(order)} is ready, and waits for you.`,
    isUrgent: true,
    holds: (order) => isIn(order.status, 'cooked'),
  },
  'order.rider-assigned': {
    // Only for push: the rider may still be on the way to the kitchen.
    text: () => undefined,
    isUrgent: false,
    holds: (order) => underWay(order) && isCarried(order.deliveryStatus),
  },
  'order.picked-up': {
    text: (order) => `Order ${codeOf(order)} is on its way. The rider asks for your door code.`,
    isUrgent: true,
    holds: (order) => order.deliveryStatus === 'out-for-delivery',
  },
  'order.delivery-failed': trouble(
    (code) => `The rider could not hand over order ${code}. We call you.`,
    (order) => order.deliveryStatus === 'failed' && underWay(order),
  ),
  'order.cancelled': {
    text: (order) =>
      order.cancelledBy === 'customer' ? undefined : `We are sorry: order ${codeOf(order)} was cancelled.`,
    isUrgent: true,
    holds: (order) => order.status === 'cancelled',
  },
}

/** The first message of a conversation that was opened for an order: how far the order is. */
export function openedText(order: MessagedOrder): string {
  return `You get the news of order ${codeOf(order)} here. ${stateOf(order)} Write STOP to end it.`
}

/** Returns true unless the order has moved on since the event. Messages about other things stay true. */
export function isStillTrue(event: string, order: MessagedOrder | undefined): boolean {
  const rule = customerMessages[event as OrderEvent]
  return !rule || !order || rule.holds(order)
}

function stateOf(order: MessagedOrder): string {
  if (order.status === 'cancelled') return 'It was cancelled.'
  if (order.status === 'completed') return 'It has been handed over.'
  if (order.deliveryStatus === 'out-for-delivery') return 'It is on its way.'
  if (isIn(order.status, 'cooked')) return 'It is ready.'
  if (!covers(order.payment)) return 'We look for your transfer.'
  return order.slot === null ? `Ready by ${Lagos.clock(order.readyBy)}.` : `It is set for ${writtenSlot(order.slot)}.`
}

const codeOf = ({ orderId }: MessagedOrder) => orderCode(orderId)
