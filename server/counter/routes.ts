import type { Database } from '#server/db/database.ts'
import { type Handlers, Reply } from '#server/http/route.ts'
import { orderAtCounter, quoteAtCounter } from './counter.ts'

export function counterRoutes({ database }: { database: Database }) {
  return {
    'POST /api/desk/quotes': async ({ user, body }) => {
      const { quote, isNew } = await quoteAtCounter(database, user, body)
      return new Reply(isNew ? 201 : 200, quote)
    },
    'POST /api/desk/orders': async ({ user, body }) => {
      const { placed, isNew } = await orderAtCounter(database, user, body)
      return new Reply(isNew ? 201 : 200, placed)
    },
  } satisfies Partial<Handlers>
}
