import { type Quote, quoteParams, quoteRequest } from '#contract/quotes.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { Reply, type Route, route } from '../http/route.ts'
import type { Log } from '../log.ts'
import { withCharge } from '../payments/charges.ts'
import type { Provider } from '../payments/provider.ts'
import { findQuote, holdQuote } from './hold.ts'

type Deps = { readonly database: Database; readonly provider?: Provider | undefined; readonly log: Log }

export function quoteRoutes({ database, provider, log }: Deps): Route[] {
  const payable = async (quote: Quote) => (provider ? withCharge(database, provider, log, quote) : quote)
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
