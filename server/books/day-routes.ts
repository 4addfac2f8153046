import type { Database } from '#server/db/database.ts'
import { type Handlers, Reply } from '#server/http/route.ts'
import { sheetReply } from '#server/http/sheet.ts'
import { bringStatement, closeDay, correct, countPlace } from './close-day.ts'
import { closedDays, daySheet, readClosedDay } from './closed-days.ts'
import { openDay } from './open-day.ts'

/** Business days: what is counted, what a statement says, and what an owner signs. */
export function dayRoutes({ database }: { readonly database: Database }) {
  const { orm } = database
  return {
    'GET /api/office/open-day': () => openDay(database),
    'PUT /api/office/open-day/count': ({ user, body }) => countPlace(database, user, body),
    'PUT /api/office/open-day/statement': ({ user, body }) => bringStatement(database, user, body),
    'POST /api/office/open-day/corrections': ({ user, body }) => correct(database, user, body),
    'GET /api/office/days': ({ query }) => closedDays(orm, query.before),
    'POST /api/office/days': async ({ user, body }) => new Reply(201, await closeDay(database, user, body)),
    'GET /api/office/days/:id': ({ params }) => readClosedDay(orm, Number(params.id)),
    'GET /api/office/days/:id/sheet': async ({ params, context }) => {
      const day = await readClosedDay(orm, Number(params.id))
      return sheetReply(context, `day-${day.until.slice(0, 10)}`, daySheet(day))
    },
  } satisfies Partial<Handlers>
}
