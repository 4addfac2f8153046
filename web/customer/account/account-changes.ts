import type { AccountChange, User } from '#contract/session.ts'
import type { Result } from '#domain/problem.ts'
import * as Account from '#domain/restaurant/account.ts'
import * as Phone from '#domain/text/phone.ts'

type Values = Required<AccountChange>

/** Returns the changed fields of a profile. A phone number in another notation counts as unchanged. */
export function accountChanges(user: User, values: { readonly [Field in keyof Values]: string }): AccountChange {
  const { username, phone, address, location } = values
  return {
    ...(username.trim() !== user.username && { username: username.trim() }),
    ...(Phone.parse(phone) !== user.phone && phone.trim() !== user.phone && { phone: phone.trim() }),
    ...(address.trim() !== user.address && { address: address.trim() }),
    ...(location !== user.location && { location }),
  }
}

export function withChanges(user: User, changes: readonly AccountChange[]): User {
  const after: User = Object.assign({}, user, ...changes)
  return { ...after, phone: Phone.parse(after.phone) ?? after.phone }
}

export function beforeChange(user: User, change: AccountChange): AccountChange {
  const { username, phone, address, location } = user
  const fields = Object.entries({ username, phone, address, location })
  return Object.fromEntries(fields.filter(([field]) => field in change))
}

/** Returns the errors of a change by field, with the sentences that the server would use. */
export function accountErrors({ username, phone, address }: AccountChange): Record<string, string> {
  const results: (Result<string> | undefined)[] = [
    username === undefined ? undefined : Account.checkUsername(username),
    phone === undefined ? undefined : Account.checkPhone(phone),
    address === undefined ? undefined : Account.checkAddress(address),
  ]
  return Object.fromEntries(
    results.flatMap((result) => (result && !result.ok ? [[result.problem.field, result.problem.detail]] : [])),
  )
}
