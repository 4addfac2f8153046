import type { SignUp } from '#contract/session.ts'
import type { Result } from '#domain/problem.ts'
import * as Account from '#domain/restaurant/account.ts'

/**
 * Returns the errors of a sign-up by field, in the server's words (AUTH-2, AUTH-4). The server also refuses names and
 * phones that are taken, and common passwords. If the restaurant does not deliver, no location is required.
 */
export function signUpErrors(values: SignUp, { delivers = true } = {}): Record<string, string> {
  const isLong = Account.checkPassword(values.password)
  const problems = [
    problem(Account.checkUsername(values.username)),
    problem(isLong.ok ? Account.checkGuessable(values.password, { names: Account.guessedNames(values) }) : isLong),
    problem(Account.checkPhone(values.phone)),
    delivers && values.location === '' && { field: 'location', detail: 'Please choose a location from the list.' },
    delivers && problem(Account.checkAddress(values.address)),
  ]
  return Object.fromEntries(problems.flatMap((wrong) => (wrong ? [[wrong.field, wrong.detail]] : [])))
}

/** Returns AUTH-4's sentence for an invalid phone, shown when the field is left; undefined for an empty field. */
export function phoneError(phone: string): string | undefined {
  return phone.trim() === '' ? undefined : problem(Account.checkPhone(phone))?.detail
}

function problem(result: Result<string>) {
  return result.ok ? undefined : result.problem
}
