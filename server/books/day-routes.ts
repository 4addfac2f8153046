import type { Database } from '#server/db/database.ts'
import { sheetReply } from '#server/http/csv-response.ts'
import { bind, type Handlers } from '#server/http/route.ts'
import { bringStatement, closeDay, correct, countPlace } from './close-day.ts'
import { closedDays, daySheet, readClosedDay } from './closed-days.ts'
import { openDay } from './open-day.ts'

/** Business days: what is counted, what a statement says, and what an owner signs. */
export function dayRoutes({ database }: { readonly database: Database }) {
  return {
    ...bind(database, {
      'GET /api/office/open-day': openDay,
      'PUT /api/office/open-day/count': countPlace,
      'PUT /api/office/open-day/statement': bringStatement,
      'POST /api/office/open-day/corrections': correct,
      'GET /api/office/days': closedDays,
      'POST /api/office/days': closeDay,
      'GET /api/office/days/:id': ({ orm }, { params }) => readClosedDay(orm, Number(params.id)),
    }),
    'GET /api/office/days/:id/sheet': async ({ params, context }) => {
      const day = await readClosedDay(database.orm, Number(params.id))
      return sheetReply(context, `day-${day.until.slice(0, 10)}`, daySheet(day))
    },
  } satisfies Partial<Handlers>
}
