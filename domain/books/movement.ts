import type { PaymentMethod } from '../order/payment.ts'

/**
 * A movement of money. `undone` takes a `received` back that was recorded by mistake, and has its reference. `handed-in` is
 * two of them: out of a rider's pocket, and into the till. `fee` is what a bank took. `correction` names a difference that was
 * found.
 */
export type MovementKind = (typeof movementKinds)[number]
const movementKinds = ['received', 'undone', 'refund', 'handed-in', 'cash-in', 'cash-out', 'fee', 'correction'] as const

/**
 * The bank's number, or that of a slip, of a movement. A payment whose number was used before, and undone, is stored under
 * the number and how often it was undone: `7F3K` and then `7F3K#1`. Numbers have no '#'.
 */
export function numberOf(reference: string): string {
  return reference.split('#')[0] ?? ''
}

/**
 * Where money is. 'terminal' has what cards paid. After 'rider:' the id of a person, after 'account:' that of a bank account
 * or a payment provider; 'account:' alone where it is not known which.
 */
export type Place = 'till' | 'terminal' | `rider:${string}` | `account:${string}`

/** Where a payment goes. `accountId` is that of a transfer. */
export function placeOf(method: PaymentMethod, accountId = ''): Place {
  return method === 'cash' ? 'till' : method === 'card' ? 'terminal' : `account:${accountId}`
}

/** What a rider carries. */
export function pocketOf(riderId: string): Place {
  return `rider:${riderId}`
}

/** The rider whose pocket a place is; undefined where it is none. */
export function riderOf(place: string): string | undefined {
  return place.startsWith('rider:') ? place.slice('rider:'.length) : undefined
}

/** The account that a place is; undefined where it is none. */
export function accountOf(place: string): string | undefined {
  return place.startsWith('account:') ? place.slice('account:'.length) : undefined
}

/** The kinds of places, as a day lists them. */
const placeKinds = ['cash', 'terminal', 'rider', 'account'] as const
export type PlaceKind = (typeof placeKinds)[number]

export function placeKind(place: string): PlaceKind {
  if (riderOf(place) !== undefined) return 'rider'
  if (accountOf(place) !== undefined) return 'account'
  return place === 'terminal' ? 'terminal' : 'cash'
}

type Named = { readonly place: string; readonly name: string }

/** Sorts the places of a day. */
export function byKind(one: Named, other: Named): number {
  const rank = ({ place }: Named) => placeKinds.indexOf(placeKind(place))
  return rank(one) - rank(other) || one.name.localeCompare(other.name)
}
