import { type Database, oneSnapshot } from '../db/database.ts'
import { bind } from '../http/route.ts'
import { changeSettings, officeSettings } from './settings.ts'

/** What owners change of the restaurant, beside its menu. */
export function settingsRoutes({ database }: { database: Database }) {
  return bind(database, {
    'GET /api/office/settings': (database) => database.transaction(officeSettings, oneSnapshot),
    'PATCH /api/office/settings': changeSettings,
  })
}
