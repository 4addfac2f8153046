import type { BankAccount } from '#contract/order/quotes.ts'
import type { Naira } from '#domain/money/money.ts'
import type { Rejection } from '#domain/order/payment.ts'

/** A returned transfer, as the provider reports it. */
export type Rejected = Pick<Rejection, 'amount' | 'reason'>

/** The result of a charge, as verified with the provider. */
export type Outcome =
  | { readonly type: 'paid'; readonly amount: Naira; readonly sender: string }
  | ({ readonly type: 'rejected' } & Rejected)

/** The content of a notice. A returned transfer is identified only by the charge's email. */
type Notice =
  | { readonly type: 'paid'; readonly reference: string }
  | ({ readonly type: 'rejected'; readonly email: string } & Rejected)

/**
 * A payment provider that receives bank transfers for the restaurant and reports them. A notice of money only triggers
 * `verify`, whose response decides. Each call has a timeout, and calls above a concurrency limit fail immediately.
 */
export type Provider = {
  readonly name: string
  /** The display name, such as 'Paystack'. */
  readonly title: string
  /** Opens an account for one quote. The server chooses `reference` and `email`, which identify the charge later. */
  open(charge: {
    readonly reference: string
    readonly amount: Naira
    readonly email: string
    /** ISO 8601. */
    readonly expiresAt: string
  }): Promise<BankAccount>
  /** Parses a notice; undefined for other events. Throws a Refusal if the notice has no valid signature. */
  noticed(body: string, headers: Headers): Notice | undefined
  /** Returns the charge's result; undefined while the charge is pending, or if it belongs to another business. */
  verify(reference: string): Promise<Outcome | undefined>
}

/**
 * Limits the number of pending calls. A further call fails immediately, so calls to a provider that hangs do not pile
 * up.
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
