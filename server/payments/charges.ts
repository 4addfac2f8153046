import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { BankAccount, Quote } from '#contract/quotes.ts'
import { naira } from '#domain/money.ts'
import * as Payment from '#domain/payment.ts'
import type { Database } from '../db/database.ts'
import { charges, orders, payments, quotes } from '../db/schema.ts'
import { readSettings } from '../db/settings.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { placeOrder } from '../orders/place.ts'
import { transition } from '../orders/transition.ts'
import { describeError, type Log } from '../process/log.ts'
import { recordTransfer } from './confirm.ts'
import type { Provider } from './provider.ts'

/** The offer with an account of its own on top, where there is a provider and it answers; the restaurant's own stay. */
export async function withCharge(database: Database, provider: Provider, log: Log, quote: Quote): Promise<Quote> {
  // It takes one transfer of the whole amount: the rest of a short one goes to the restaurant's own.
  if (quote.placed) return quote
  try {
    const account = (await openBefore(database, quote.id)) ?? (await open(database, provider, quote))
    return account ? { ...quote, accounts: [account, ...quote.accounts] } : quote
  } catch (error) {
    log('payment.no-charge', { order: quote.id, ...describeError(error) })
    return quote
  }
}

async function openBefore({ orm }: Database, quoteId: string): Promise<BankAccount | undefined> {
  const [charge] = await orm.select().from(charges).where(eq(charges.quoteId, quoteId))
  return charge?.account
}

async function open(
  database: Database,
  provider: Provider,
  { id, total, expiresAt }: Quote,
): Promise<BankAccount | undefined> {
  const { emailHost } = await readSettings(database.orm)
  // Nobody can guess it, and so nobody can make up a notice that fits.
  const reference = `${id}-${randomBytes(9).toString('hex')}`
  // The provider wants an address and gets none of the customer's.
  const email = `${id.toLowerCase()}@${emailHost}`
  const account = await provider.open({ reference, amount: total, email, expiresAt })
  await database.orm
    .insert(charges)
    .values({ reference, quoteId: id, provider: provider.name, account })
    .onConflictDoNothing({ target: charges.quoteId })
  // Of two tabs that ask at once, both get the account of one.
  return openBefore(database, id)
}

/**
 * A notice that money came. It is believed only as far as the provider confirms it when asked, and counts once, however
 * often and in whatever order notices come. A customer who paid without pressing the button has the order all the same.
 */
export async function receiveNotice(
  database: Database,
  provider: Provider,
  log: Log,
  body: string,
  headers: Headers,
): Promise<void> {
  const reference = provider.noticed(body, headers)
  if (reference === undefined) return
  const { orm } = database
  const [charge] = await orm
    .select({ quoteId: charges.quoteId, customerId: quotes.customerId, orderId: orders.id })
    .from(charges)
    .innerJoin(quotes, eq(quotes.id, charges.quoteId))
    .leftJoin(orders, eq(orders.id, charges.quoteId))
    .where(eq(charges.reference, reference))
  if (!charge) return log('payment.unknown-charge', { provider: provider.name })
  const session = Payment.sessionKey(`${provider.name} ${reference}`)
  if ((await orm.$count(payments, eq(payments.sessionId, session))) > 0) return

  const arrival = await provider.verify(reference)
  if (!arrival || arrival.amount === 0) {
    log('payment.not-verified', { order: charge.quoteId, provider: provider.name })
    // It may have been too early: asked for again, it is looked at again.
    throw refuse('unavailable', 'This payment is not confirmed yet.')
  }
  // Only what customers ask for themselves has an account of its own.
  if (charge.orderId === null && charge.customerId !== null) {
    const customer = { id: charge.customerId, role: 'customer' } as const
    await placeOrder(database, customer, charge.quoteId, { isPaid: true }).catch((error: unknown) => {
      // Paid when the offer had long expired: the money is there, and somebody has to send it back.
      log('payment.without-order', { order: charge.quoteId, provider: provider.name, ...describeError(error) })
      throw error
    })
  }
  try {
    const transfer = {
      accountId: provider.name,
      amount: naira(arrival.amount),
      sender: arrival.sender,
      session,
      provider: provider.name,
    }
    await database.transaction((tx) =>
      transition(tx, 'confirm-extra', charge.quoteId, undefined, {
        change: async ({ order }, tx) => {
          const change = await recordTransfer(tx, order, transfer)
          // An order of a crowd came in without a bell.
          return order.crowded ? { ...change, set: { ...change.set, crowded: false, acknowledgedAt: null } } : change
        },
      }),
    )
  } catch (error) {
    // The same notice, a moment earlier.
    if (!(error instanceof Refusal && error.problem.code === 'transfer-already-used')) throw error
  }
}
