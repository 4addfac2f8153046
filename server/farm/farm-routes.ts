import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import type { Handlers } from '../http/route.ts'
import type { Films } from '../restaurant/films.ts'
import { farmPage } from './farm.ts'

export function farmRoutes({ database: { orm }, films }: { database: Database; films: Pick<Films, 'film'> }) {
  return {
    'GET /api/farm': async () => {
      const farm = await farmPage(orm, films)
      if (!farm) throw refuse('not-found', 'This restaurant has no farm.')
      return farm
    },
  } satisfies Partial<Handlers>
}
