import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { farmPage } from './farm.ts'

export function farmRoutes({ database: { orm } }: { database: Database }): Route[] {
  return [route({ method: 'GET', path: '/api/farm', by: 'anyone', handle: () => farmPage(orm) })]
}
