import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'

export type DeliveryMethod = 'delivery' | 'pick-up'

/** A place that the restaurant delivers to. */
export type Location = {
  readonly id: string
  readonly name: string
  readonly fee: Naira
  /** Dishes for less are not delivered there. */
  readonly minimum?: Naira
  /** Dishes for so much or more are delivered there for nothing. */
  readonly freeAbove?: Naira
  /** Minutes from the kitchen to a door there. */
  readonly drivingMinutes?: number
}

/** The location an order goes to: the one chosen for it, else the customer's own. '' where neither is known. */
export function destination(chosen: string, own: string): string {
  return chosen || own
}

/** Minutes from the kitchen to the customer; 0 for a pick-up, and where the owner has set none. */
export function driving(method: DeliveryMethod, location: Location | undefined): number {
  return method === 'pick-up' ? 0 : (location?.drivingMinutes ?? 0)
}

/** The fee for dishes of `subtotal`; a pick-up has none. Undefined where the location is not known, or not delivered to. */
export function fee(method: DeliveryMethod, location: Location | undefined, subtotal: Naira): Naira | undefined {
  return method === 'pick-up' || subtotal >= (location?.freeAbove ?? Infinity) ? Money.zero : location?.fee
}

/** What is said of dishes that cost too little to be delivered there; undefined where they do not. */
export function tooSmall(location: Location | undefined, subtotal: Naira): string | undefined {
  const rest = (location?.minimum ?? 0) - subtotal
  if (!location?.minimum || rest <= 0) return undefined
  return `${location.name} delivers from ${Money.format(location.minimum)}: ${Money.format(Money.naira(rest))} more.`
}

/** What more dishes would change: whether they are delivered at all, or for nothing. Undefined where nothing. */
export function terms(location: Location | undefined, subtotal: Naira): string | undefined {
  const rest = (location?.freeAbove ?? 0) - subtotal
  const free =
    location?.freeAbove && rest > 0
      ? `Free delivery above ${Money.format(location.freeAbove)}: ${Money.format(Money.naira(rest))} more.`
      : undefined
  return tooSmall(location, subtotal) ?? free
}
