import type { Database } from '../db/database.ts'
import { oneSnapshot } from '../db/transaction.ts'
import { bind } from '../http/route.ts'
import { changeSettings, officeSettings } from './settings.ts'

/** What owners change of the restaurant, beside its menu. */
export function settingsRoutes({ database }: { database: Database }) {
  return bind(database, {
    'GET /api/office/settings': (database) => database.transaction(officeSettings, oneSnapshot),
    'PATCH /api/office/settings': changeSettings,
  })
}
