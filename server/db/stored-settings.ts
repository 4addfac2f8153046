import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { LocationList } from '#contract/menu/menu.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import type { Transaction } from './database.ts'
import { prepared } from './prepared.ts'
import { type SettingsDocument, settings } from './schema.ts'

const notLoaded = 'The restaurant is not loaded: the settings table is empty.'

/** Epoch milliseconds of the database, so that two server processes agree. */
const now = sql<number>`round(extract(epoch from now()) * 1000)::float8`

type Settings = SettingsDocument & { readonly dayBegins: string }

/**
 * Returns the restaurant's current settings, never cached, because two server processes must agree about a bank
 * account. Includes an account change whose time has come.
 */
export async function readSettings(orm: Pick<NodePgDatabase, 'select'>): Promise<Settings> {
  return settingsOf(await settingsNow(orm)).document
}

/** Reads the settings and the time. */
export const settingsNow = prepared((orm: Pick<NodePgDatabase, 'select'>) =>
  orm.select({ document: settings.document, now }).from(settings),
)

/** SQL for the restaurant's delivery places, in order. */
export const places = sql<LocationList>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object('id', id, 'name', name, 'fee', fee, 'minimum', minimum,
           'freeAbove', free_above)) order by position), '[]') from locations)`

/** Reads the settings, the time and the places in one statement, because separate statements could see different changes. */
export const settingsWithPlaces = prepared((orm: Pick<NodePgDatabase, 'select'>) =>
  orm.select({ document: settings.document, now, places }).from(settings),
)

/** Returns the settings like `readSettings`, and the notice while the restaurant is closed. */
export function settingsOf([row]: Awaited<ReturnType<typeof settingsNow>>): {
  document: Settings
  closure: string | null
} {
  if (!row) throw new Error(notLoaded)
  const document = { dayBegins: '06:00', ...BankAccounts.settle(row.document, row.now) }
  if (document.setup === 'begun') return { document, closure: notOpenYet }
  return { document, closure: document.hours ? Hours.notice(document.hours, row.now) : null }
}

/** The notice before the owner has opened the restaurant. */
export const notOpenYet = 'This restaurant is not open yet.'

const inSetup = sql<boolean>`coalesce(${settings.document} ->> 'setup' = 'begun', false)`

/** Returns true until the owner has opened the restaurant. */
export async function isInSetup(orm: Pick<NodePgDatabase, 'select'>): Promise<boolean> {
  const [row] = await orm.select({ inSetup }).from(settings)
  return row?.inSetup ?? false
}

/** Returns the notice while the restaurant is closed or not open yet; null while it is open. */
export async function readClosure(orm: Pick<NodePgDatabase, 'select'>): Promise<string | null> {
  const [row] = await orm
    .select({ hours: sql<Hours.OpeningHours | null>`${settings.document} -> 'hours'`, now, inSetup })
    .from(settings)
  if (row?.inSetup) return notOpenYet
  return row?.hours ? Hours.notice(row.hours, row.now) : null
}

/** Returns the stored settings, locked until the end of the transaction, and the time of the database's clock. */
export async function lockSettings(tx: Transaction): Promise<{ document: SettingsDocument; now: number }> {
  const [row] = await tx.select({ document: settings.document, now }).from(settings).for('update')
  if (!row) throw new Error(notLoaded)
  return row
}
