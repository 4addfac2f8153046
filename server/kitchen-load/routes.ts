import { kitchenLoadChange } from '#contract/kitchen-load.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { changeKitchenLoad, readKitchenLoad } from './kitchen-load.ts'

export function kitchenLoadRoutes({ database }: { database: Database }): Route[] {
  return [
    route({ method: 'GET', path: '/api/kitchen-load', by: policy.desk, handle: () => readKitchenLoad(database.orm) }),
    route({
      method: 'PATCH',
      path: '/api/kitchen-load',
      by: policy.desk,
      body: kitchenLoadChange,
      handle: ({ user, body }) => changeKitchenLoad(database, user, body),
    }),
  ]
}
