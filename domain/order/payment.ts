import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import { fail, ok, type Result } from '../problem.ts'

/**
 * The states of a payment. 'I've Made the Transfer' only claims a payment. A person who checks the restaurant's bank
 * record, or a payment provider, sets the other states. `rejected`: the provider returned the transfer. `late`: money
 * came for a cancelled order, or after the quote had expired.
 */
export const paymentStates = ['claimed', 'found', 'short', 'over', 'not-found', 'rejected', 'late', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/** Why a provider returns a transfer: a wrong amount, an expired account, or a refusal by the provider. */
export type RejectionReason = 'amount' | 'expired' | 'refused'

export type Rejection = {
  /** The amount sent; null if the provider does not report it. */
  readonly amount: Naira | null
  readonly reason: RejectionReason
  /** The time of the provider's report. ISO 8601. */
  readonly at: string
}

/** How money came: seen in the bank's record, or taken at the counter in cash or by card terminal. */
export type PaymentMethod = 'transfer' | 'cash' | 'card'

export function assess(due: Naira, received: Naira): Extract<PaymentState, 'found' | 'short' | 'over'> {
  return received === due ? 'found' : received < due ? 'short' : 'over'
}

/**
 * Returns a payment's state after the amount due fell: the money received so far may now be enough. A late payment
 * stays late until the desk decides.
 */
export function whenLessIsDue(state: PaymentState, due: Naira, received: Naira): PaymentState {
  return state !== 'late' && received > 0 && received >= due ? assess(due, received) : state
}

/** Returns a payment's state after more money was recorded. A late payment stays late until the desk decides. */
export function withTransfer(state: PaymentState, due: Naira, received: Naira): PaymentState {
  return state === 'late' ? state : assess(due, received)
}

/**
 * Returns the part of a bank's amount, in whole naira, that is recorded for an order: kobo are dropped. An amount that
 * differs from the amount due by less than one naira counts as the amount due.
 */
export function credited(due: number, amount: number): Naira {
  return Money.naira(due > 0 && Math.abs(amount - due) < 1 ? due : Math.floor(amount))
}

/**
 * Returns true if money from a provider comes too late for an order. The desk decides about the money and the order.
 */
export function isLate(order: {
  readonly status: string
  readonly payment: PaymentState
  readonly quoteExpired: boolean
}): boolean {
  return order.status === 'cancelled' || (order.status === 'pending' && order.quoteExpired && !covers(order.payment))
}

/**
 * Returns the state of a claimed transfer that is missing from the bank's record: short if earlier money was received.
 */
export function whenNotFound(received: Naira): Extract<PaymentState, 'short' | 'not-found'> {
  return received > 0 ? 'short' : 'not-found'
}

/** Returns true if the kitchen can rely on the payment. */
export function covers(state: PaymentState): boolean {
  return coveredStates.includes(state)
}

export const coveredStates: readonly PaymentState[] = ['found', 'over']

/**
 * The fewest letters and digits of a transfer's session id. The references of card slips and refunds have the same
 * limit.
 */
export const shortestSession = 6

/**
 * Returns the letters and figures of a session id, for comparing. Banks print one id with spaces, dashes, bars, in
 * capitals, or with a suffix, and pasted text may contain invisible characters. Figures of any script become ASCII
 * digits.
 */
export function sessionKey(sessionId: string): string {
  return sessionId
    .normalize('NFKC')
    .replace(endings, '')
    .replace(/[\s\p{Z}\p{P}\p{Cf}|]/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, figure)
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** Suffixes that name the side of a transfer ('_CBA_CREDIT_0') or its reversal ('_RVSL'). */
const endings = /(?:_CBA_(?:CREDIT|DEBIT)(?:_\d{1,4})?|_RE?VE?R?SA?L?)+\s*$/i

/** Returns the key of a typed session id. `missing` is the error for an id that is too short. */
export function sessionOf(typed: string, missing: string, field: string): Result<string> {
  const key = sessionKey(typed)
  if (key.length < shortestSession) return fail('invalid', missing, field)
  // Only Latin letters are accepted. A Cyrillic A looks like a Latin A, so one transfer could count twice, under two
  // ids.
  return /^[A-Z0-9]+$/.test(key)
    ? ok(key)
    : fail('invalid', 'Use only the letters A to Z and digits. Please copy it from the record again.', field)
}

/**
 * Returns the value of a digit of any script: the number of digits directly before the digit in Unicode, modulo 10. The
 * ten digits of a script follow each other from 0 to 9, and the digits of some scripts directly follow those of another
 * script.
 */
function figure(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

/**
 * The highest sum in naira that one order can receive. The sum fits a PostgreSQL integer column, which ends at
 * 2,147,483,647.
 */
export const highestReceived = 2_000_000_000

/** Returns the sum received after one more payment, or a refusal above `highestReceived`. */
export function withPayment(received: Naira, amount: Naira): Result<Naira> {
  const sum = received + amount
  return sum > highestReceived
    ? fail('invalid', `${Money.format(received)} is recorded already. So much for one order cannot be right.`, 'amount')
    : ok(Money.naira(sum))
}
