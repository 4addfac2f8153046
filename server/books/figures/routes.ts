import { sheet } from '#domain/books/figures.ts'
import * as Csv from '#domain/text/csv.ts'
import type { Database } from '../../db/database.ts'
import type { Handlers } from '../../http/route.ts'
import { readFigures } from './figures.ts'

export function figuresRoutes({ database: { orm } }: { database: Database }) {
  return {
    'GET /api/office/figures': ({ query }) => readFigures(orm, query),
    'GET /api/office/figures-sheet': async ({ query: { table, ...range }, context }) =>
      context.body(Csv.write(sheet(table, await readFigures(orm, range))), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${table}-${range.from}-${range.to}.csv"`,
        'Cache-Control': 'no-store',
      }),
  } satisfies Partial<Handlers>
}
