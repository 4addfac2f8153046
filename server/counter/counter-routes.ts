import type { Database } from '../db/database.ts'
import { bind } from '../http/route.ts'
import { orderAtCounter, quoteAtCounter } from './counter.ts'

export function counterRoutes({ database }: { database: Database }) {
  return bind(database, {
    'POST /api/desk/quotes': quoteAtCounter,
    'POST /api/desk/orders': orderAtCounter,
  })
}
