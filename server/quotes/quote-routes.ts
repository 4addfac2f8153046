import type { Quote } from '#contract/order/quotes.ts'
import type { Database } from '../db/database.ts'
import { created, type Handlers } from '../http/route.ts'
import { findQuote, holdQuote } from './quotes.ts'

type Deps = {
  readonly database: Database
  /**
   * Returns the keyed hash under which the quotes of a network address are counted; null for the restaurant's own
   * machine.
   */
  readonly addressKey: (address: string) => string | null
  /** Adds a payment provider's account to a quote; undefined without a provider. */
  readonly payable?: ((quote: Quote) => Promise<Quote>) | undefined
}

export function quoteRoutes({ database, addressKey, payable = async (quote) => quote }: Deps) {
  return {
    'POST /api/quotes': async ({ user, body, address }) => {
      const { quote, isNew } = await holdQuote(database, user, body, addressKey(address))
      return created(await payable(quote), isNew)
    },
    'GET /api/quotes/:id': async (call) => payable(await findQuote(database, call)),
  } satisfies Partial<Handlers>
}
