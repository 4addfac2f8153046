import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import type { Films } from '../restaurant/films.ts'
import { farmPage } from './farm.ts'

export function farmRoutes({ database: { orm }, films }: { database: Database; films: Pick<Films, 'film'> }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/farm',
      by: 'anyone',
      handle: async () => {
        const farm = await farmPage(orm, films)
        if (!farm) throw refuse('not-found', 'This restaurant has no farm.')
        return farm
      },
    }),
  ]
}
