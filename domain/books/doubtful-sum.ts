import * as Money from '../money/money.ts'

// Sums that look mistyped. They are asked about once, and never refused: such sums do come.

/** A figure too many makes a sum ten times as large, or a little less where what came is less than what was due. */
const tooManyTimes = 5

/** Naira of change for which nobody hands over cash: ten of the largest notes. */
const tooMuchChange = 10_000

/** Naira out of a till that nobody has counted yet: a hundred of the largest notes. */
const tooMuchCash = 100_000

/** What is asked about a sum: '₦450,000 is 10 times what is due. Record it?', or ''. `usual` is 0 where nothing is known. */
export function ask(amount: number, usual: number, name: string): string {
  if (usual <= 0 || amount < tooManyTimes * usual) return ''
  const times = `${amount % usual === 0 ? '' : 'more than '}${Math.floor(amount / usual)} times`
  return `${Money.format(Money.naira(amount))} is ${times} ${name}. Record it?`
}

/** The same of a dish's new price, which every menu shows at once: also of one that has a figure too few. */
export function askPrice(price: number, before: number): string {
  const isUsual = price < tooManyTimes * before && before < tooManyTimes * price
  if (before <= 0 || isUsual) return ''
  return `${Money.format(Money.naira(price))} instead of ${Money.format(Money.naira(before))}. Record it?`
}

/** The same of cash that is taken out. `holds` is what the till should hold; null where nobody knows. */
export function askOut(amount: number, holds: number | null): string {
  if (amount <= (holds ?? tooMuchCash)) return ''
  if (holds === null) return `${Money.format(Money.naira(amount))} in cash? Record it?`
  const held = Money.format(Money.naira(Math.max(0, holds)))
  return `${Money.format(Money.naira(amount))} is more than the ${held} that the till should hold. Record it?`
}

/** The same of every correction of a signed day: its place and direction stand in the form before anybody chooses them. */
export function askCorrection(amount: number, placeName: string): string {
  const direction = amount > 0 ? 'more' : 'less'
  return `${placeName}: ${Money.format(Money.naira(Math.abs(amount)))} ${direction} than was signed. Record it?`
}

/** The same of cash for a delivery that was ordered on the phone: it is nobody's to take before the rider has brought it. */
export function askCaller(amount: number, isAtDoor: boolean): string {
  const later = isAtDoor ? 'choose Cash at the door' : 'choose Transfer, and record it once it is here'
  return `Is ${Money.format(Money.naira(amount))} in the till already? If the rider brings it, ${later}.`
}

/** The same of cash over the counter, of which only what is due stays: large notes come for small sums. */
export function askCash(given: number, due: number): string {
  const change = given - due
  if (change < tooMuchChange) return ''
  return ask(given, due, `what is due, and ${Money.format(Money.naira(change))} goes back`)
}
