import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import type { Films } from '../restaurant/films.ts'
import { homePage } from './home.ts'

export function homeRoutes({ database: { orm }, films }: { database: Database; films: Pick<Films, 'film'> }) {
  return { 'GET /api/home': () => homePage(orm, films) } satisfies Partial<Handlers>
}
