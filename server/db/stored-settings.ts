import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { LocationList } from '#contract/menu/menu.ts'
import { restaurantFields } from '#contract/site.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import type * as Hours from '#domain/restaurant/hours.ts'
import type { Transaction } from './database.ts'
import { prepared } from './prepared.ts'
import { type SettingsDocument, settings } from './schema.ts'

const notLoaded = 'The restaurant is not loaded: the settings table is empty.'

/** The time at which a business day begins, unless the owner has set another. */
const usualDayBegins = '06:00'

/** SQL for the opening hours and the beginning of the day in the table `settings`. */
export const dayColumns = {
  hours: sql<Hours.OpeningHours | null>`${settings.document} -> 'hours'`,
  dayBegins: sql<string>`coalesce(${settings.document} ->> 'dayBegins', ${usualDayBegins})`,
}

/**
 * SQL for the database's time in epoch milliseconds. Server processes use this time, because their own clocks may
 * differ.
 */
export const now = sql<number>`round(extract(epoch from now()) * 1000)::float8`

type Settings = SettingsDocument & { readonly dayBegins: string }

/**
 * Returns the restaurant's current settings, including a change of a bank account whose time has come. The settings are
 * never cached, because two server processes must show the same bank account.
 */
export async function readSettings(orm: Pick<NodePgDatabase, 'select'>): Promise<Settings> {
  return settingsOf(await settingsNow(orm)).document
}

export const settingsNow = prepared((orm: Pick<NodePgDatabase, 'select'>) =>
  orm.select({ document: settings.document, now }).from(settings),
)

/** SQL for the restaurant's delivery places, in order. */
export const places = sql<LocationList>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object('id', id, 'name', name, 'fee', fee, 'minimum', minimum,
           'freeAbove', free_above, 'drivingMinutes', driving_minutes)) order by position), '[]') from locations)`

/**
 * Reads the settings, the time and the places in one statement, because separate statements could see different
 * changes.
 */
export const settingsWithPlaces = prepared((orm: Pick<NodePgDatabase, 'select'>) =>
  orm.select({ document: settings.document, now, places }).from(settings),
)

/** Returns the settings like `readSettings`, and the time of reading. */
export function settingsOf([row]: Awaited<ReturnType<typeof settingsNow>>): { document: Settings; now: number } {
  if (!row) throw new Error(notLoaded)
  return { document: { dayBegins: usualDayBegins, ...BankAccounts.settle(row.document, row.now) }, now: row.now }
}

const restaurantNames = Object.keys(restaurantFields) as (keyof typeof restaurantFields)[]

/** Returns the restaurant's public fields, as its owner typed them. */
export function restaurantOf(document: SettingsDocument): Pick<SettingsDocument, (typeof restaurantNames)[number]> {
  return Object.fromEntries(restaurantNames.map((name) => [name, document[name]])) as never
}

const inSetup = sql<boolean>`coalesce(${settings.document} ->> 'setup' = 'begun', false)`

/** Returns true until the owner has opened the restaurant. */
export async function isInSetup(orm: Pick<NodePgDatabase, 'select'>): Promise<boolean> {
  const [row] = await orm.select({ inSetup }).from(settings)
  return row?.inSetup ?? false
}

/** Returns the stored settings, locked until the end of the transaction, and the time of the database's clock. */
export async function lockSettings(tx: Transaction): Promise<{ document: SettingsDocument; now: number }> {
  const [row] = await tx.select({ document: settings.document, now }).from(settings).for('update')
  if (!row) throw new Error(notLoaded)
  return row
}
