import { counterOrder, counterQuoteRequest } from '#contract/counter.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { Reply, type Route, route } from '../http/route.ts'
import { orderAtCounter, quoteAtCounter } from './counter.ts'

export function counterRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/desk/quotes',
      by: policy.till,
      body: counterQuoteRequest,
      handle: async ({ user, body }) => {
        const { quote, isNew } = await quoteAtCounter(database, user, body)
        return new Reply(isNew ? 201 : 200, quote)
      },
    }),
    route({
      method: 'POST',
      path: '/api/desk/orders',
      by: policy.till,
      body: counterOrder,
      handle: async ({ user, body }) => {
        const { order, isNew } = await orderAtCounter(database, user, body)
        return new Reply(isNew ? 201 : 200, order)
      },
    }),
  ]
}
