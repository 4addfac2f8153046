import type { BankAccount } from '#contract/quotes.ts'
import type { Naira } from '#domain/money.ts'

/** What a provider itself says has arrived. */
export type Arrival = { readonly amount: Naira; readonly sender: string }

/**
 * Somebody who takes bank transfers for the restaurant and says when money came. Its notices only say where to look: what
 * counts is what it answers when asked.
 */
export type Provider = {
  readonly name: string
  /** As people know it: 'Paystack'. */
  readonly title: string
  /** An account of its own for one offer. `reference` is ours; the money is known by it again. */
  open(charge: {
    readonly reference: string
    readonly amount: Naira
    readonly email: string
    /** ISO 8601. */
    readonly expiresAt: string
  }): Promise<BankAccount>
  /** The reference of a notice that says money came, nothing for any other notice. Refuses one that is not signed. */
  noticed(body: string, headers: Headers): string | undefined
  /** Nothing where no money came under this reference, or none of ours. */
  verify(reference: string): Promise<Arrival | undefined>
}
