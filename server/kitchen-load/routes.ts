import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import { changeKitchenLoad, readKitchenLoad } from './kitchen-load.ts'

export function kitchenLoadRoutes({ database }: { database: Database }) {
  return {
    'GET /api/kitchen-load': () => readKitchenLoad(database.orm),
    'PATCH /api/kitchen-load': ({ user, body }) => changeKitchenLoad(database, user, body),
  } satisfies Partial<Handlers>
}
