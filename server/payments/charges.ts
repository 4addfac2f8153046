import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { BankAccount, Quote } from '#contract/order/quotes.ts'
import type { Database, Transaction } from '../db/database.ts'
import { charges, quotes } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { publish } from '../live/publish.ts'
import { describeError, type Log } from '../process/log.ts'
import type { Provider } from './provider.ts'

/** The wait after a failure, before the provider is asked again for the same quote's account. */
const retryAfterMs = 60_000

/**
 * Returns a function that adds the provider's account to a quote, above the restaurant's accounts. The function returns
 * the quote immediately, with `accountPending`, and publishes `quote.changed` when the provider has responded or
 * failed.
 */
export function chargesOf(database: Database, provider: Provider, log: Log): (quote: Quote) => Promise<Quote> {
  const asked = new Map<string, 'now' | 'in vain'>()

  async function ask(quote: Quote): Promise<void> {
    try {
      await open(database, provider, quote)
      asked.delete(quote.id)
    } catch (error) {
      log('payment.no-charge', { order: quote.id, ...describeError(error) })
      asked.set(quote.id, 'in vain')
      setTimeout(() => asked.delete(quote.id), retryAfterMs).unref()
      await database
        .transaction((tx) => quoteChanged(tx, quote.id))
        .catch((error: unknown) => log('payment.no-charge', { order: quote.id, ...describeError(error) }))
    }
  }

  return async function withAccount(quote) {
    // A placed quote shows only the restaurant's accounts: the provider's account accepts a single transfer of the
    // whole amount, so the rest of a short payment cannot go there.
    if (quote.placed) return quote
    const before = asked.get(quote.id)
    const [charge] = await database.orm.select().from(charges).where(eq(charges.quoteId, quote.id))
    if (charge) return { ...quote, accounts: [charge.account, ...quote.accounts] }
    // The provider has responded since the read above, so a new request would open a needless charge.
    if (before === 'now' && asked.get(quote.id) !== 'now') return withAccount(quote)
    if (quote.expired || asked.get(quote.id) === 'in vain') return quote
    if (!asked.has(quote.id)) {
      asked.set(quote.id, 'now')
      void ask(quote)
    }
    return { ...quote, accountPending: true }
  }
}

async function open(
  database: Database,
  provider: Provider,
  { id, totalAmount: total, expiresAt }: Quote,
): Promise<void> {
  const { emailHost } = await readSettings(database.orm)
  // The reference is random, so a forged notice cannot name an existing charge.
  const reference = `${id}-${randomBytes(9).toString('hex')}`
  const account: BankAccount = await provider.open({
    reference,
    amount: total,
    email: emailOf(id, emailHost),
    expiresAt,
  })
  await database.transaction(async (tx) => {
    // If two processes open a charge for one quote, both show the account that was stored first.
    await tx
      .insert(charges)
      .values({ reference, quoteId: id, provider: provider.name, account })
      .onConflictDoNothing({ target: charges.quoteId })
    await quoteChanged(tx, id)
  })
}

/** Returns the email that the provider requires, without the customer's data. */
function emailOf(quoteId: string, emailHost: string): string {
  return `${quoteId.toLowerCase()}@${emailHost}`
}

/** Returns the quote id in a charge's email. */
export function quoteOf(email: string): string {
  return email.split('@', 1).join('').toUpperCase()
}

/** Makes the customer's payment page reread its quote. */
export async function quoteChanged(tx: Transaction, id: string): Promise<void> {
  const [quote] = await tx.select({ customerId: quotes.customerId }).from(quotes).where(eq(quotes.id, id))
  if (!quote?.customerId) return
  await publish(tx, {
    audience: [`customer:${quote.customerId}`],
    type: 'quote.changed',
    subject: id,
    version: 0,
    data: { id },
  })
}
