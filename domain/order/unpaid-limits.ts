import { fail, ok, type Result } from '../problem.ts'

/** Counts of unpaid orders whose transfer is not checked yet, of one account and of one network address. */
type Claims = { readonly account: number; readonly address: number }

/** The limit of an address is higher, because mobile networks put many customers behind one address. */
export const mostClaims: Claims = { account: 3, address: 40 }

export const tooManyOfAccount =
  `We are still looking for the payment of ${mostClaims.account} of your orders. Please wait until we have found one, or cancel one of them ` +
  'under My Orders. To order more now, message us on WhatsApp.'
export const tooManyOfAddress =
  'Too many orders from your network wait for their payment just now. Please try again in a few minutes, or message us on WhatsApp.'

/** Returns ok if one more claim is allowed besides the counted claims. */
export function allow({ account, address }: Claims): Result<undefined> {
  if (account >= mostClaims.account) return fail('too-many-claims', tooManyOfAccount)
  return address >= mostClaims.address ? fail('too-many-claims', tooManyOfAddress) : ok(undefined)
}

/** Counts for orders exempt from the limit: paid or counter orders. */
export const none = { account: 0, address: 0, withdrawn: 0 } as const

/**
 * Returns true if an order with these earlier claims is crowded: it does not ring at the desk and is not kitchen load
 * until it is paid or started. `withdrawn` counts the unpaid orders that the account placed and cancelled in the last
 * hour, because such orders may have rung.
 */
export function isCrowded({ account, address, withdrawn }: Claims & { readonly withdrawn: number }): boolean {
  return account >= 2 || address >= 10 || withdrawn >= 3
}
