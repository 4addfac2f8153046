import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'

/** Returns the text about the cash that was given, in whole naira: the change, or the missing amount. */
export function changeOf(due: Naira, given: number): string {
  if (given === due) return 'Exactly what is due.'
  return given > due
    ? `${Money.format(Money.naira(given - due))} change.`
    : `Short by ${Money.format(Money.naira(due - given))}. The rest can follow.`
}
