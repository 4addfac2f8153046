import { type Quote, quoteParams, quoteRequest } from '#contract/quotes.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { Reply, type Route, route } from '../http/route.ts'
import { findQuote, holdQuote } from './quotes.ts'

type Deps = {
  readonly database: Database
  /** Adds what a payment provider has for a quote; without one, the quote is answered as it is. */
  readonly payable?: ((quote: Quote) => Promise<Quote>) | undefined
}

export function quoteRoutes({ database, payable = async (quote) => quote }: Deps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/quotes',
      by: policy.everyone,
      body: quoteRequest,
      handle: async ({ user, body }) => {
        const { quote, isNew } = await holdQuote(database, user, body)
        return new Reply(isNew ? 201 : 200, await payable(quote))
      },
    }),
    route({
      method: 'GET',
      path: '/api/quotes/:id',
      by: policy.everyone,
      params: quoteParams,
      handle: async ({ user, params }) => payable(await findQuote(database, user, params.id)),
    }),
  ]
}
