import * as Money from '../money/money.ts'

// Questions about typed sums that look like mistakes. The screen asks once and then accepts the sum, because the sum
// may be right.

/**
 * A person who types a sum at least this many times the usual sum is asked to confirm the sum. A digit too many makes a
 * sum about ten times as large. The limit is lower, because the sum that was meant may itself be below the usual sum.
 */
const tooManyTimes = 5

/** The change to give back, in naira, from which the typed cash is implausible: ten of the largest notes (₦1,000). */
const tooMuchChange = 10_000

/**
 * A cash withdrawal above this sum, in naira, has to be confirmed if the till's balance is unknown. The sum is a
 * hundred of the largest notes.
 */
const tooMuchCash = 100_000

/** Returns the question about a sum: '₦450,000 is 10 times what is due. Record it?', or ''. `usual` is 0 if unknown. */
export function ask(amount: number, usual: number, name: string): string {
  if (usual <= 0 || amount < tooManyTimes * usual) return ''
  const times = `${amount % usual === 0 ? '' : 'more than '}${Math.floor(amount / usual)} times`
  return `${Money.format(Money.naira(amount))} is ${times} ${name}. Record it?`
}

/** Returns the question about a dish's new price, which may have a digit too many or too few. */
export function askPrice(price: number, before: number): string {
  const isUsual = price < tooManyTimes * before && before < tooManyTimes * price
  if (before <= 0 || isUsual) return ''
  return `${Money.format(Money.naira(price))} instead of ${Money.format(Money.naira(before))}. Record it?`
}

/** Returns the question about cash taken out of the till. `holds` is the till's expected sum; null if unknown. */
export function askOut(amount: number, holds: number | null): string {
  if (amount <= (holds ?? tooMuchCash)) return ''
  if (holds === null) return `${Money.format(Money.naira(amount))} in cash? Record it?`
  const held = Money.format(Money.naira(Math.max(0, holds)))
  return `${Money.format(Money.naira(amount))} is more than the ${held} that the till should hold. Record it?`
}

/**
 * Returns the question about a correction to a closed day. Every correction is asked about, because the form preselects
 * its place and direction.
 */
export function askCorrection(amount: number, placeName: string): string {
  const direction = amount > 0 ? 'more' : 'less'
  return `${placeName}: ${Money.format(Money.naira(Math.abs(amount)))} ${direction} than was signed. Record it?`
}

/** Returns the question about cash for an order by phone, whose customer has not been at the till yet. */
export function askCaller(
  amount: number,
  { isDelivery, isAtDoor }: { isDelivery: boolean; isAtDoor: boolean },
): string {
  const later = isAtDoor ? 'Cash at the door' : 'Transfer. The kitchen starts once the money is recorded'
  const hint = isDelivery && !isAtDoor ? ' The owner can allow cash at the door in the settings.' : ''
  const who = isDelivery ? 'rider' : 'customer'
  return `Is ${Money.format(Money.naira(amount))} in the till already? If the ${who} brings it, choose ${later}.${hint}`
}

/**
 * Returns the question about cash at the counter, where the customer gets change back. Change of less than
 * `tooMuchChange` raises no question, because large notes for small sums are normal.
 */
export function askCash(given: number, due: number): string {
  const change = given - due
  if (change < tooMuchChange) return ''
  return ask(given, due, `what is due, and ${Money.format(Money.naira(change))} goes back`)
}
