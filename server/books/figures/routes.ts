import { sheet } from '#domain/books/figures.ts'
import * as Csv from '#domain/text/csv.ts'
import type { Database } from '../../db/database.ts'
import type { Handlers } from '../../http/route.ts'
import { sheetReply } from '../../http/sheet.ts'
import { readFigures } from './figures.ts'

export function figuresRoutes({ database: { orm } }: { database: Database }) {
  return {
    'GET /api/office/figures': ({ query }) => readFigures(orm, query),
    'GET /api/office/figures-sheet': async ({ query: { table, ...range }, context }) =>
      sheetReply(context, `${table}-${range.from}-${range.to}`, Csv.write(sheet(table, await readFigures(orm, range)))),
  } satisfies Partial<Handlers>
}
