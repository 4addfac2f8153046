import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import type { Films } from '../restaurant/films.ts'
import { farmPage } from './farm.ts'

export function farmRoutes({ database: { orm }, films }: { database: Database; films: Pick<Films, 'film'> }) {
  return { 'GET /api/farm': () => farmPage(orm, films) } satisfies Partial<Handlers>
}
