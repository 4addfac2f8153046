import type { MessageChannelName, MessageFailure, MessageState } from '#contract/messages.ts'

export const channelNames: Readonly<Record<MessageChannelName, string>> = {
  push: 'Notification',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
}

const eventNames: Readonly<Record<string, string>> = {
  'order.placed': 'order placed',
  'payment.found': 'payment confirmed',
  'payment.over': 'payment confirmed',
  'payment.short': 'transfer short',
  'payment.not-found': 'transfer not seen',
  'payment.rejected': 'transfer sent back',
  'payment.late': 'transfer late',
  'payment.confirmation-undone': 'checking again',
  'payment.refunded': 'refund sent',
  'order.dish-sold-out': 'dish sold out',
  'order.slot-asked': 'another time asked',
  'order.slot-changed': 'another time',
  'order.ready': 'ready',
  'order.rider-assigned': 'a rider has it',
  'order.picked-up': 'on its way',
  'order.delivery-failed': 'not handed over',
  'order.cancelled': 'cancelled',
  'order.escalated': 'call to the owner',
  'conversation.opened': 'first message',
  test: 'test',
}

/**
 * Returns the name of an event that a message is about. A newer server may send an event for which this page has no
 * name.
 */
export const eventName = (event: string) => eventNames[event] ?? 'message'

export const stateWords: Readonly<Record<MessageState, string>> = {
  waiting: 'on its way',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'not delivered',
  dropped: 'not needed any more',
}

const failures: Readonly<Record<MessageFailure, string>> = {
  'window-closed': 'The customer last wrote more than 24 hours ago.',
  'not-reachable': 'The phone cannot be reached there.',
  'do-not-disturb': 'The phone refuses such SMS (Do Not Disturb).',
  account: 'The provider refuses our account: check token, key and sender.',
  balance: 'The account with the provider is empty.',
  cap: 'The limit of the day is reached.',
  off: 'The channel is off.',
  unknown: 'The provider did not answer, so we do not know whether it arrived.',
  'given-up': 'The provider could not be reached.',
  refused: 'The provider refused it.',
}

export const failureSentence = (failure: MessageFailure | null) => failures[failure ?? 'refused'] ?? failures.refused
