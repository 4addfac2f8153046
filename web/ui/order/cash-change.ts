import type { Naira } from '#domain/money.ts'
import * as Money from '#domain/money.ts'

/** What is said of notes that were given, whole naira: what goes back, or what is still to come. */
export function changeOf(due: Naira, given: number): string {
  if (given === due) return 'Exactly what is due.'
  return given > due
    ? `${Money.format(Money.naira(given - due))} change.`
    : `Short by ${Money.format(Money.naira(due - given))}. It is recorded, and the rest can follow.`
}
