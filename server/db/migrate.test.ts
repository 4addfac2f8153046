import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { migrate } from './migrate.ts'

const database = await freshDatabase()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'buka-migrations-'))
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(files: Record<string, string>) {
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
}

async function plates(): Promise<string[]> {
  return (await database.pool.query('SELECT name FROM plate ORDER BY id')).rows.map(({ name }) => name)
}

const first = { '0001-plate.sql': 'CREATE TABLE plate (id serial, name text);\nINSERT INTO plate (name) VALUES (1);' }
const second = { '0002-more.sql': "INSERT INTO plate (name) VALUES ('two')" }
const tenth = { '0010-ten.sql': "INSERT INTO plate (name) VALUES ('ten')" }

test('migrations are applied once, in the order of their numbers', async () => {
  await write({ ...tenth, ...first, ...second, 'README.md': 'not one of them' })
  expect(await migrate(database.connection, folder)).toEqual(['0001-plate.sql', '0002-more.sql', '0010-ten.sql'])
  expect(await migrate(database.connection, folder)).toEqual([])
  await write({ '0011-eleven.sql': "INSERT INTO plate (name) VALUES ('eleven')" })
  expect(await migrate(database.connection, folder)).toEqual(['0011-eleven.sql'])
  expect(await plates()).toEqual(['1', 'two', 'ten', 'eleven'])
})

test('one of four concurrent processes migrates the database, and the others wait', async () => {
  await write({ ...first, '0002-slow.sql': "SELECT pg_sleep(0.2); INSERT INTO plate (name) VALUES ('slow')" })
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.connection, folder)))
  expect(applied.flat()).toEqual(['0001-plate.sql', '0002-slow.sql'])
  expect(await plates()).toEqual(['1', 'slow'])
})

test('RUN-2: a migration rolled back by a deadlock with a running server is retried', async () => {
  await write(first)
  await migrate(database.connection, folder)
  await database.pool.query('CREATE TABLE cup ()')
  await write({ '0002-both.sql': 'ALTER TABLE plate ADD colour text; ALTER TABLE cup ADD colour text' })
  const server = await database.pool.connect()
  try {
    // In a deadlock, PostgreSQL cancels the transaction whose timeout expires first: here the migration, even on a slow
    // machine.
    await server.query("BEGIN; SET LOCAL deadlock_timeout = '1min'; LOCK TABLE cup")
    const migrating = migrate(database.connection, folder)
    const isWaiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'cup'::regclass"
    while ((await server.query(isWaiting)).rowCount === 0) await sleep(10)
    await server.query('SELECT FROM plate; COMMIT')
    expect(await migrating).toEqual(['0002-both.sql'])
  } finally {
    server.release(true)
  }
})

test('a failing migration is rolled back completely, and earlier migrations stay applied', async () => {
  await write({ ...first, '0002-wrong.sql': "INSERT INTO plate (name) VALUES ('half'); SELECT nothing FROM nowhere" })
  await expect(migrate(database.connection, folder)).rejects.toThrow(
    'The migration 0002-wrong.sql failed and was undone: relation "nowhere" does not exist',
  )
  expect(await plates()).toEqual(['1'])
  await write({ '0002-wrong.sql': "INSERT INTO plate (name) VALUES ('right')" })
  expect(await migrate(database.connection, folder)).toEqual(['0002-wrong.sql'])
})

test('a migration changed after it was applied is refused, unless only its line endings differ', async () => {
  await write(first)
  await migrate(database.connection, folder)
  await write({ '0001-plate.sql': first['0001-plate.sql'].replaceAll('\n', '\r\n') })
  expect(await migrate(database.connection, folder)).toEqual([])
  await write({ '0001-plate.sql': 'CREATE TABLE plate (id int)' })
  await expect(migrate(database.connection, folder)).rejects.toThrow('The migration 0001-plate.sql was changed')
})

test('a database with an unknown migration is refused', async () => {
  await write({ ...first, ...second })
  await migrate(database.connection, folder)
  await rm(join(folder, '0002-more.sql'))
  await expect(migrate(database.connection, folder)).rejects.toThrow(
    'The database is newer than this Buka: it has had the migration 0002-more.sql.',
  )
})

test('a new migration numbered before an applied one is refused', async () => {
  await write({ ...first, ...tenth })
  await migrate(database.connection, folder)
  await write(second)
  await expect(migrate(database.connection, folder)).rejects.toThrow(
    'The migration 0002-more.sql comes before 0010-ten.sql',
  )
})

test('a duplicate number and a malformed file name are refused before any migration is applied', async () => {
  await write({ ...first, '0001-again.sql': 'SELECT 1' })
  await expect(migrate(database.connection, folder)).rejects.toThrow(
    '0001-again.sql and 0001-plate.sql have the same number',
  )
  await rm(join(folder, '0001-again.sql'))
  await write({ '2-short.sql': 'SELECT 1' })
  await expect(migrate(database.connection, folder)).rejects.toThrow('2-short.sql is not named like 0001-orders.sql')
})

test('OWNER-5: migrated opening hours have a list of spans for each day, and an empty list for a closed day', async () => {
  const span = { from: '18:00', until: '02:00' }
  const hours = { always: false, weekly: [null, span, span, null, null, null, null], closed: [], lastOrder: 30 }
  await migrate(database.connection, undefined, '0030-production.sql')
  await database.pool.query('INSERT INTO settings (document) VALUES ($1)', [{ name: 'Test Kitchen', hours }])
  await migrate(database.connection, undefined, '0034-places-and-hours.sql')
  const { rows } = await database.pool.query('SELECT document FROM settings')
  const weekly = [[], [span], [span], [], [], [], []]
  expect(rows).toEqual([{ document: { name: 'Test Kitchen', hours: { ...hours, weekly } } }])
})
