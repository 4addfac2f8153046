import type { BankAccount } from '#contract/order/quotes.ts'
import type { Naira } from '#domain/money/money.ts'
import type { Rejection } from '#domain/order/payment.ts'

/** What a provider says of a transfer that it sent back. */
export type Rejected = Pick<Rejection, 'amount' | 'reason'>

/** What a provider itself says has become of a charge's money. */
export type Outcome =
  | { readonly type: 'paid'; readonly amount: Naira; readonly sender: string }
  | ({ readonly type: 'rejected' } & Rejected)

/** What a notice is about. A transfer that was sent back is known by the charge's email alone. */
type Notice =
  | { readonly type: 'paid'; readonly reference: string }
  | ({ readonly type: 'rejected'; readonly email: string } & Rejected)

/**
 * Somebody who takes bank transfers for the restaurant and says when money came. A notice of money only says where to look:
 * what counts is what the provider answers when asked. Each call ends by itself, and above a number at once it fails at once.
 */
export type Provider = {
  readonly name: string
  /** As people know it: 'Paystack'. */
  readonly title: string
  /** An account of its own for one quote. `reference` and `email` are ours; the charge is known by them again. */
  open(charge: {
    readonly reference: string
    readonly amount: Naira
    readonly email: string
    /** ISO 8601. */
    readonly expiresAt: string
  }): Promise<BankAccount>
  /** What a notice says, nothing for one of other matters. Refuses one that is not signed. */
  noticed(body: string, headers: Headers): Notice | undefined
  /** Nothing where nothing has become of the charge yet, or where it is none of ours. */
  verify(reference: string): Promise<Outcome | undefined>
}

/**
 * Lets at most so many calls wait at a time. A further call fails at once: while a provider hangs, neither connections nor
 * memory pile up.
 */
export function atMost(most: number): <Value>(call: () => Promise<Value>) => Promise<Value> {
  let waiting = 0
  return async (call) => {
    if (waiting >= most) throw new Error(`${most} calls wait for the provider already.`)
    waiting++
    try {
      return await call()
    } finally {
      waiting--
    }
  }
}
