import { type Database, oneSnapshot } from '#server/db/database.ts'
import type { Handlers } from '#server/http/route.ts'
import { changeSettings, officeSettings } from './settings.ts'

/** What owners change of the restaurant, beside its menu. */
export function settingsRoutes({ database }: { database: Database }) {
  return {
    'GET /api/office/settings': () => database.transaction(officeSettings, oneSnapshot),
    'PATCH /api/office/settings': ({ user, body }) => changeSettings(database, user, body),
  } satisfies Partial<Handlers>
}
