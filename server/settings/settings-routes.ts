import type { Database } from '../db/database.ts'
import { oneSnapshot } from '../db/transaction.ts'
import { bind } from '../http/route.ts'
import { changeSettings, officeSettings } from './settings.ts'

/** Returns the handlers of the restaurant's settings that owners edit, besides the menu. */
export function settingsRoutes({ database }: { database: Database }) {
  return bind(database, {
    'GET /api/office/settings': (database) => database.transaction(officeSettings, oneSnapshot),
    'PATCH /api/office/settings': changeSettings,
  })
}
