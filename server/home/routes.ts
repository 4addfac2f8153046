import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import type { Films } from '../restaurant/films.ts'
import { homePage } from './home.ts'

export function homeRoutes({ database: { orm }, films }: { database: Database; films: Pick<Films, 'film'> }): Route[] {
  return [route({ method: 'GET', path: '/api/home', by: 'anyone', handle: () => homePage(orm, films) })]
}
