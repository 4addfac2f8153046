import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'

export type DeliveryMethod = 'delivery' | 'pick-up'

export type Location = {
  readonly id: string
  readonly name: string
  readonly fee: Naira
  /** The smallest subtotal that is delivered to this place. */
  readonly minimum?: Naira
  /** The subtotal from which delivery to this place is free. */
  readonly freeAbove?: Naira
  /** The driving time from the kitchen to a door in this place, in minutes. */
  readonly drivingMinutes?: number
}

/** The longest driving time of a place, in minutes. */
export const longestDriving = 240

/** Returns the location of an order: the chosen one, otherwise the customer's own. '' if both are empty. */
export function destination(chosen: string, own: string): string {
  return chosen || own
}

/** Returns the minutes from the kitchen to the customer; 0 for a pick-up, and for a place without a setting. */
export function driving(method: DeliveryMethod, location: Location | undefined): number {
  return method === 'pick-up' ? 0 : (location?.drivingMinutes ?? 0)
}

/** Returns the fee for a subtotal; 0 for a pick-up. Undefined if the location is unknown, or not delivered to. */
export function fee(method: DeliveryMethod, location: Location | undefined, subtotal: Naira): Naira | undefined {
  return method === 'pick-up' || subtotal >= (location?.freeAbove ?? Infinity) ? Money.zero : location?.fee
}

/** Returns the refusal of a subtotal below the location's minimum; undefined otherwise. */
export function tooSmall(location: Location | undefined, subtotal: Naira): string | undefined {
  const rest = (location?.minimum ?? 0) - subtotal
  if (!location?.minimum || rest <= 0) return undefined
  return `${location.name} delivers from ${Money.format(location.minimum)}: ${Money.format(Money.naira(rest))} more.`
}

/** Returns what a higher subtotal would change: that delivery becomes possible, or free. Undefined if neither. */
export function terms(location: Location | undefined, subtotal: Naira): string | undefined {
  const rest = (location?.freeAbove ?? 0) - subtotal
  const free =
    location?.freeAbove && rest > 0
      ? `Free delivery above ${Money.format(location.freeAbove)}: ${Money.format(Money.naira(rest))} more.`
      : undefined
  return tooSmall(location, subtotal) ?? free
}
