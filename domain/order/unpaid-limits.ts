import { fail, ok, type Result } from '../problem.ts'

/**
 * The number of unpaid orders whose transfer is not checked yet: those of one account, and those of one network
 * address.
 */
type Claims = { readonly account: number; readonly address: number }

/**
 * The most unpaid orders of one account and of one network address. The second limit is higher, because mobile networks
 * put many customers behind one address.
 */
export const mostClaims: Claims = { account: 3, address: 40 }

export const tooManyOfAccount =
  `We are still looking for the payment of ${mostClaims.account} of your orders. Please wait until we have found one, or cancel one of them ` +
  'under My Orders. To order more now, message us on WhatsApp.'
export const tooManyOfAddress =
  'Too many orders from your network wait for their payment just now. Please try again in a few minutes, or message us on WhatsApp.'

/** Refuses a further unpaid order if the account or the network address already has the most that it may have. */
export function allow({ account, address }: Claims): Result<undefined> {
  if (account >= mostClaims.account) return fail('too-many-claims', tooManyOfAccount)
  return address >= mostClaims.address ? fail('too-many-claims', tooManyOfAddress) : ok(undefined)
}

/** The counts for orders that the limits ignore: paid orders and counter orders. */
export const none = { account: 0, address: 0, withdrawn: 0 } as const

/**
 * Returns true if an order of an account and address with these earlier claims is crowded: until it is paid or started,
 * the order does not ring at the desk and is not kitchen load. `withdrawn` counts the unpaid orders that the account
 * placed and cancelled in the last hour, because such orders may have rung.
 */
export function isCrowded({ account, address, withdrawn }: Claims & { readonly withdrawn: number }): boolean {
  return account >= 2 || address >= 10 || withdrawn >= 3
}
