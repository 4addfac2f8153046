import type { Database } from '../db/database.ts'
import { requireOwn } from '../http/problems.ts'
import { type Handlers, Reply } from '../http/route.ts'
import { orderAtCounter, quoteAtCounter } from './counter.ts'

export function counterRoutes({ database }: { database: Database }) {
  return {
    'POST /api/desk/quotes': async ({ user, body }) => {
      requireOwn(body.account, user)
      const { quote, isNew } = await quoteAtCounter(database, user, body)
      return new Reply(isNew ? 201 : 200, quote)
    },
    'POST /api/desk/orders': async ({ user, body }) => {
      requireOwn(body.account, user)
      const { placed, isNew } = await orderAtCounter(database, user, body)
      return new Reply(isNew ? 201 : 200, placed)
    },
  } satisfies Partial<Handlers>
}
