import { fail, ok, type Result } from '../problem.ts'

/** Unpaid orders that wait for somebody to look for their transfer, of one account and of one network address. */
export type Claims = { readonly account: number; readonly address: number }

/** Mobile networks put many customers behind one address: its limit is wide. */
export const mostClaims: Claims = { account: 3, address: 40 }

export const tooManyOfAccount =
  `We are still looking for the payment of ${mostClaims.account} of your orders. Please wait until we have found one, or cancel one of them ` +
  'under My Orders. To order more now, message us on WhatsApp.'
export const tooManyOfAddress =
  'Too many orders from your network wait for their payment just now. Please try again in a few minutes, or message us on WhatsApp.'

/** Whether one more claim may be made beside these. */
export function allow({ account, address }: Claims): Result<undefined> {
  if (account >= mostClaims.account) return fail('too-many-claims', tooManyOfAccount)
  return address >= mostClaims.address ? fail('too-many-claims', tooManyOfAddress) : ok(undefined)
}

/** Where none are counted: of orders that are paid or taken at the counter. */
export const none = { account: 0, address: 0, withdrawn: 0 } as const

/**
 * Whether a claim beside these is one of a crowd. Such an order does not ring at the desk, which has the others to look at,
 * and does not count as work of the kitchen, until it is paid or somebody starts it. `withdrawn`: unpaid orders of the last hour
 * that the account has cancelled itself. They claim nothing any more, but each has rung.
 */
export function isCrowded({ account, address, withdrawn }: Claims & { readonly withdrawn: number }): boolean {
  return account >= 2 || address >= 10 || withdrawn >= 3
}
