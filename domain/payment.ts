import type { Naira } from './money.ts'
import * as Money from './money.ts'

/**
 * 'I've Made the Transfer' is a claim and proves nothing. What a person then finds in the restaurant's own bank record
 * makes it one of the others.
 */
export type PaymentState = 'claimed' | 'found' | 'short' | 'over' | 'not-found' | 'refunded'

/** What the bank's record says against what was due. */
export function assess(due: Naira, received: Naira): Extract<PaymentState, 'found' | 'short' | 'over'> {
  return received === due ? 'found' : received < due ? 'short' : 'over'
}

/** Whether the kitchen can rely on it. */
export function covers(state: PaymentState): boolean {
  return state === 'found' || state === 'over'
}

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

/** What a customer reads about the payment. `received` is null until somebody has looked. */
export function describe(state: PaymentState, due: Naira, received: Naira | null): string {
  switch (state) {
    case 'claimed':
      return 'We are checking your transfer.'
    case 'found':
      return 'Payment received.'
    case 'short':
      return `Your transfer is short by ${Money.format(Money.naira(due - (received ?? 0)))}. Please send the rest.`
    case 'over':
      return `You sent ${Money.format(Money.naira((received ?? due) - due))} too much. We owe it to you.`
    case 'not-found':
      return 'We cannot find your transfer yet. Please message us with your receipt.'
    case 'refunded':
      return 'Your payment was sent back.'
  }
}
