import { csvRows } from '#domain/books/figures.ts'
import * as Csv from '#domain/text/csv.ts'
import type { Database } from '../../db/database.ts'
import { csvResponse } from '../../http/csv-response.ts'
import { bind, type Handlers } from '../../http/route.ts'
import { readFigures } from './figures.ts'

export function figuresRoutes({ database }: { database: Database }) {
  return {
    ...bind(database, { 'GET /api/office/figures': readFigures }),
    'GET /api/office/figures-sheet': async ({ query: { table, ...range }, context }) =>
      csvResponse(
        context,
        `${table}-${range.from}-${range.to}`,
        Csv.write(csvRows(table, await readFigures(database, { query: range }))),
      ),
  } satisfies Partial<Handlers>
}
