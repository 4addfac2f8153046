import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { isOpen, kitchenStatuses, openStatuses, orderStatuses, riderStatuses } from '#domain/order/statuses.ts'
import { freshDatabase } from '#tests/support/database.ts'
import * as schema from './schema.ts'

const database = await freshDatabase()

/** Columns that only SQL uses, so the Drizzle schema lacks them. */
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

test('every list of statuses in constraints, indexes and functions equals a list in the domain', async () => {
  const { rows } = await database.pool.query<{ name: string; text: string }>(
    `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where conrelid = 'orders'::regclass
     union all select indexname, indexdef from pg_indexes where tablename = 'orders'
     union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%status in (%'`,
  )
  const lists = rows.flatMap(({ name, text }) =>
    [...text.matchAll(/\bstatus (?:= ANY \(ARRAY|in )[[(]([^\])]+)[\])]/g)].map(([, list = '']) => [
      name,
      [...list.matchAll(/'([\w-]+)'/g)].map(([, status]) => status),
    ]),
  )
  expect(Object.fromEntries(lists)).toEqual({
    orders_status_check: orderStatuses,
    orders_underway: openStatuses,
    orders_by_rider: riderStatuses,
    orders_awaiting_substitution: [...kitchenStatuses, 'cancelled'],
    orders_customer: orderStatuses.filter((status) => !isOpen(status)),
    is_kitchen_work: kitchenStatuses,
  })
})
