import type { PaymentMethod } from '../order/payment.ts'

/**
 * The kind of a money movement. `undone` reverses a `received` that was recorded by mistake, and has the same
 * reference. `handed-in` is a pair of movements: away from a rider, and into the till. `fee` is a bank charge.
 * `correction` records an explained difference.
 */
export type MovementKind = (typeof movementKinds)[number]
const movementKinds = ['received', 'undone', 'refund', 'handed-in', 'cash-in', 'cash-out', 'fee', 'correction'] as const

/**
 * Returns the bank's or slip's reference of a movement. After a payment was undone, the next payment with the same
 * reference is stored with a counter: `7F3K`, then `7F3K#1`. References contain no '#'.
 */
export function numberOf(reference: string): string {
  return reference.split('#')[0] ?? ''
}

/**
 * The place of money. 'terminal' holds card payments. 'rider:' is followed by a user id, 'account:' by the id of a bank
 * account or a payment provider; 'account:' alone is an unknown account.
 */
export type Place = 'till' | 'terminal' | `rider:${string}` | `account:${string}`

/** Returns the place that a payment reaches. `accountId` is the receiving account of a transfer. */
export function placeOf(method: PaymentMethod, accountId = ''): Place {
  return method === 'cash' ? 'till' : method === 'card' ? 'terminal' : `account:${accountId}`
}

/** Returns the place for the cash that a rider carries. */
export function pocketOf(riderId: string): Place {
  return `rider:${riderId}`
}

/** Returns the id of the rider whose cash is at this place; undefined for other places. */
export function riderOf(place: string): string | undefined {
  return place.startsWith('rider:') ? place.slice('rider:'.length) : undefined
}

/** Returns the account of a place; undefined for other places. */
export function accountOf(place: string): string | undefined {
  return place.startsWith('account:') ? place.slice('account:'.length) : undefined
}

/** The kinds of places, in the order in which a day lists its places. */
const placeKinds = ['cash', 'terminal', 'rider', 'account'] as const
export type PlaceKind = (typeof placeKinds)[number]

export function placeKind(place: string): PlaceKind {
  if (riderOf(place) !== undefined) return 'rider'
  if (accountOf(place) !== undefined) return 'account'
  return place === 'terminal' ? 'terminal' : 'cash'
}

type Named = { readonly place: string; readonly name: string }

export function byKind(one: Named, other: Named): number {
  const rank = ({ place }: Named) => placeKinds.indexOf(placeKind(place))
  return rank(one) - rank(other) || one.name.localeCompare(other.name)
}
