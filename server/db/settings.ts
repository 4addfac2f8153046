import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type SettingsDocument, settings } from './schema.ts'

/** The restaurant's settings, never cached: two server processes must agree about a bank account. */
export async function readSettings(orm: Pick<NodePgDatabase, 'select'>): Promise<SettingsDocument> {
  const [row] = await orm.select().from(settings)
  if (!row) throw new Error('The restaurant is not loaded: the settings table is empty.')
  return row.document
}
