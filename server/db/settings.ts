import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Transaction } from './database.ts'
import { type SettingsDocument, settings } from './schema.ts'

const notLoaded = 'The restaurant is not loaded: the settings table is empty.'

/** The restaurant's settings, never cached: two server processes must agree about a bank account. */
export async function readSettings(orm: Pick<NodePgDatabase, 'select'>): Promise<SettingsDocument> {
  const [row] = await orm.select().from(settings)
  if (!row) throw new Error(notLoaded)
  return row.document
}

/** The settings as they are stored, locked until the end of the transaction. */
export async function lockSettings(tx: Transaction): Promise<{ document: SettingsDocument }> {
  const [row] = await tx.select({ document: settings.document }).from(settings).for('update')
  if (!row) throw new Error(notLoaded)
  return row
}
