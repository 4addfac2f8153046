import { floorChange } from '#contract/kitchen-load.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { changeFloor, readFloor } from './kitchen-load.ts'

export function floorRoutes({ database }: { database: Database }): Route[] {
  return [
    route({ method: 'GET', path: '/api/floor', by: policy.desk, handle: () => readFloor(database.orm) }),
    route({
      method: 'PATCH',
      path: '/api/floor',
      by: policy.desk,
      body: floorChange,
      handle: ({ user, body }) => changeFloor(database, user, body),
    }),
  ]
}
