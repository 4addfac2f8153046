import { type Database, oneSnapshot } from '#server/db/database.ts'
import { type Handlers, Reply } from '#server/http/route.ts'
import { changeTill, readTill } from './till.ts'

export function tillRoutes({ database }: { database: Database }) {
  return {
    'GET /api/desk/till': () => database.transaction(readTill, oneSnapshot),
    'POST /api/desk/till': async ({ user, body }) => {
      const { entry, isNew } = await changeTill(database, user, body)
      return new Reply(isNew ? 201 : 200, entry)
    },
  } satisfies Partial<Handlers>
}
