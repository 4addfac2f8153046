import type { Database } from '../db/database.ts'
import { csvResponse } from '../http/csv-response.ts'
import { bind, type Handlers } from '../http/route.ts'
import { closeDay, correct, countPlace, importStatement } from './close-day.ts'
import { closedDays, dayCsv, readClosedDay } from './closed-days.ts'
import { openDay } from './open-day.ts'
import { readMenuFile, readStatementFile } from './statements.ts'

export function dayRoutes({ database }: { readonly database: Database }) {
  return {
    ...bind(database, {
      'POST /api/desk/statements': readStatementFile,
      'POST /api/office/table-files': readMenuFile,
      'GET /api/office/open-day': openDay,
      'PUT /api/office/open-day/count': countPlace,
      'PUT /api/office/open-day/statement': importStatement,
      'POST /api/office/open-day/corrections': correct,
      'GET /api/office/days': closedDays,
      'POST /api/office/days': closeDay,
      'GET /api/office/days/:id': ({ orm }, { params }) => readClosedDay(orm, Number(params.id)),
    }),
    'GET /api/office/days/:id/sheet': async ({ params, context }) => {
      const day = await readClosedDay(database.orm, Number(params.id))
      return csvResponse(context, `day-${day.until.slice(0, 10)}`, dayCsv(day))
    },
  } satisfies Partial<Handlers>
}
