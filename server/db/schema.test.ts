import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import * as schema from './schema.ts'

const database = await freshDatabase()

/** Columns that only SQL uses. */
const ownedBySql: Readonly<Record<string, readonly string[]>> = { events: ['xid'] }

test.each(
  Object.values(schema).flatMap((table) => (is(table, PgTable) ? [[getTableName(table), table] as const] : [])),
)('the Drizzle schema of %s matches the table in the database', async (name, table) => {
  const { rows } = await database.pool.query<{ name: string; required: boolean; given: boolean }>(
    `select column_name as name, is_nullable = 'NO' as required,
              column_default is not null or is_identity = 'YES' as given
       from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [name],
  )
  const seen = Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    required: column.notNull,
    given: column.hasDefault || column.generatedIdentity !== undefined,
  }))
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
  expect(seen.sort(byName)).toEqual(rows.filter((row) => !ownedBySql[name]?.includes(row.name)).sort(byName))
})
