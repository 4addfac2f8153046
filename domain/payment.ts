import type { Naira } from './money.ts'

/**
 * 'I've Made the Transfer' is a claim and proves nothing. What a person then finds in the restaurant's own bank record
 * makes it one of the others.
 */
export const paymentStates = ['claimed', 'found', 'short', 'over', 'not-found', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/** How money came: seen in the bank's record, or taken at the counter in notes or by the card terminal. */
export type PaymentMethod = 'transfer' | 'cash' | 'card'

/** What the bank's record says against what was due. */
export function assess(due: Naira, received: Naira): Extract<PaymentState, 'found' | 'short' | 'over'> {
  return received === due ? 'found' : received < due ? 'short' : 'over'
}

/** What a payment is once less is due than before: what came in may be enough now. */
export function whenLessIsDue(state: PaymentState, due: Naira, received: Naira): PaymentState {
  return received > 0 && received >= due ? assess(due, received) : state
}

/** What a claimed transfer is that is not in the bank's record: part of the money may have been received before. */
export function whenNotFound(received: Naira): Extract<PaymentState, 'short' | 'not-found'> {
  return received > 0 ? 'short' : 'not-found'
}

/** Whether the kitchen can rely on it. */
export function covers(state: PaymentState): boolean {
  return state === 'found' || state === 'over'
}

/** Signs of the shortest id that a bank gives a transfer. */
export const shortestSession = 6

/**
 * What makes two session ids the same: their letters and figures. Banks print one id with spaces, dashes, or in
 * capitals, and a paste may bring signs that nobody sees.
 */
export function sessionKey(sessionId: string): string {
  return sessionId
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}
