import { quoteParams, quoteRequest } from '#contract/quotes.ts'
import { roles } from '#domain/order.ts'
import type { Database } from '../db/database.ts'
import { Reply, type Route, route } from '../http/route.ts'
import { findQuote, holdQuote } from './hold.ts'

export function quoteRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/quotes',
      by: roles,
      body: quoteRequest,
      handle: async ({ user, body }) => {
        const { quote, isNew } = await holdQuote(database, user, body)
        return new Reply(isNew ? 201 : 200, quote)
      },
    }),
    route({
      method: 'GET',
      path: '/api/quotes/:id',
      by: roles,
      params: quoteParams,
      handle: ({ user, params }) => findQuote(database, user, params.id),
    }),
  ]
}
