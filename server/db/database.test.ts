import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { administer, databaseUrl, freshDatabase } from '#tests/support/database.ts'
import { StartError } from '../process/start-error.ts'
import { openDatabase, type Transaction } from './database.ts'
import { brokenConstraint, DatabaseGone, isDatabaseGone, sqlState } from './failures.ts'

const database = await freshDatabase()
await database.pool.query('CREATE TABLE stock (dish text PRIMARY KEY, portions int NOT NULL)')
await database.pool.query(`INSERT INTO stock VALUES ('egusi', 10), ('ofada', 10)`)

const take = (tx: Transaction, dish: string) =>
  tx.execute(sql`UPDATE stock SET portions = portions - 1 WHERE dish = ${dish}`)

async function portions(dish: string): Promise<number> {
  return (await database.pool.query('SELECT portions FROM stock WHERE dish = $1', [dish])).rows[0].portions
}

/** Ends every connection to the database except that of this statement, as an administrator or a crash may. */
async function cutConnections() {
  const client = await administer(
    database.url,
    'SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  return Number(client.rows[0].count)
}

test('two transactions in a deadlock are retried until both commit', async () => {
  const before = await portions('egusi')
  let arrived = 0
  const bothArrived = Promise.withResolvers<void>()
  const both = async (first: string, second: string) =>
    database.transaction(async (tx) => {
      await take(tx, first)
      if (++arrived === 2) bothArrived.resolve()
      await bothArrived.promise
      await take(tx, second)
    })
  await Promise.all([both('egusi', 'ofada'), both('ofada', 'egusi')])
  expect(arrived).toBeGreaterThan(2)
  expect(await portions('egusi')).toBe(before - 2)
})

test('serializable transactions that conflict are retried', async () => {
  const before = await portions('ofada')
  const readAndWrite = () =>
    database.transaction(
      async (tx) => {
        const { rows } = await tx.execute<{ portions: number }>(sql`SELECT portions FROM stock WHERE dish = 'ofada'`)
        await tx.execute(sql`UPDATE stock SET portions = ${(rows[0]?.portions ?? 0) - 1} WHERE dish = 'ofada'`)
      },
      { isolationLevel: 'serializable' },
    )
  await Promise.all([readAndWrite(), readAndWrite(), readAndWrite()])
  expect(await portions('ofada')).toBe(before - 3)
})

test('an error thrown inside a transaction rolls it back and is rethrown unchanged', async () => {
  const before = await portions('egusi')
  const burnt = new Error('burnt')
  const attempt = database.transaction(async (tx) => {
    await take(tx, 'egusi')
    throw burnt
  })
  await expect(attempt).rejects.toBe(burnt)
  expect(await portions('egusi')).toBe(before)
})

test('a unique violation is not retried and names its constraint', async () => {
  let runs = 0
  const error = await database
    .transaction(async (tx) => {
      runs++
      await tx.execute(sql`INSERT INTO stock VALUES ('egusi', 1)`)
    })
    .catch((error: unknown) => error)
  expect([runs, sqlState(error), brokenConstraint(error)]).toEqual([1, '23505', 'stock_pkey'])
})

test('a transaction whose connection is lost is retried on another connection', async () => {
  const before = await portions('egusi')
  let runs = 0
  await database.transaction(async (tx) => {
    await take(tx, 'egusi')
    if (++runs === 1) expect(await cutConnections()).toBeGreaterThan(0)
    await tx.execute(sql`SELECT 1`)
  })
  expect(runs).toBe(2)
  expect(await portions('egusi')).toBe(before - 1)
})

test('a query whose connection is lost rejects with DatabaseGone, also through Drizzle, and the next query succeeds', async () => {
  const sleeping = database.pool.query('SELECT pg_sleep(14)').catch((error: unknown) => error)
  const drizzled = database.orm.execute(sql`SELECT pg_sleep(14)`).catch((error: unknown) => error)
  const active = `SELECT count(*)::int AS active FROM pg_stat_activity
                    WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep(14)%'`
  await expect.poll(async () => (await administer(database.url, active)).rows[0].active).toBe(2)
  await cutConnections()
  expect(await sleeping).toBeInstanceOf(DatabaseGone)
  expect(isDatabaseGone(await drizzled)).toBe(true)
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('connections lost while idle, or while checked out without a query, do not end the process', async () => {
  await Promise.all(Array.from({ length: 5 }, () => database.pool.query('SELECT pg_sleep(0.01)')))
  const client = await database.pool.connect()
  await cutConnections()
  await expect(client.query('SELECT 1')).rejects.toThrow()
  client.release()
  // The first query on a lost connection may fail; later queries get new connections.
  const served = () => Promise.all(Array.from({ length: 5 }, () => database.pool.query('SELECT 1')))
  await expect.poll(() => served().then(({ length }) => length, String)).toBe(5)
})

test('statements, locks and idle transactions have time limits', async () => {
  const { rows } = await database.pool.query(
    `SELECT name, setting::int FROM pg_settings
     WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
  )
  expect(rows.map(({ setting }) => setting)).toEqual([8000, 5000, 8000])
})

test('a query that exceeds its lock timeout or statement timeout rejects with DatabaseGone', async () => {
  const within = (limit: 'lock_timeout' | 'statement_timeout') =>
    database.transaction(async (tx) => {
      await tx.execute(sql.raw(`SET LOCAL ${limit} = 50`))
      await take(tx, 'egusi')
    })
  await database.transaction(async (tx) => {
    await take(tx, 'egusi')
    await expect(within('lock_timeout')).rejects.toThrow(DatabaseGone)
    await expect(within('statement_timeout')).rejects.toThrow(DatabaseGone)
  })
})

test('a query on an exhausted pool rejects with DatabaseGone after its time limit', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()))
  await expect(database.pool.query('SELECT 1')).rejects.toThrow(DatabaseGone)
  for (const client of clients) client.release()
})

test('stopping the database waits for its running query, and later queries are refused', async () => {
  const other = await openDatabase({ databaseUrl: database.url, dataDir: '', log: () => {} })
  const lock = await database.pool.connect()
  await lock.query('SELECT pg_advisory_lock(7)')
  const running = other.pool.query(`SELECT pg_advisory_xact_lock(7), 'done' AS state`)
  const waiting = `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  await expect.poll(async () => (await lock.query(waiting)).rows[0].waiting).toBe(1)
  const stopping = other.stop()
  await lock.query('SELECT pg_advisory_unlock(7)')
  lock.release()
  expect((await running).rows[0].state).toBe('done')
  await stopping
  await expect(other.pool.query('SELECT 1')).rejects.toThrow(DatabaseGone)
})

test('a wrong DATABASE_URL stops the start with a sentence that does not contain its password', async () => {
  const wrong = new URL(database.url)
  wrong.pathname = '/nowhere'
  wrong.password = 'hush'
  const opening = openDatabase({ databaseUrl: wrong.href, dataDir: '', log: () => {} })
  await expect(opening).rejects.toThrow(StartError)
  await expect(opening).rejects.toThrow(
    'The database at DATABASE_URL cannot be used: database "nowhere" does not exist.',
  )
})

afterAll(async () => {
  expect(await portions('egusi')).toBeLessThan(10)
})

test('a database whose encoding is not UTF-8 is refused with a sentence', async () => {
  const name = `latin_${process.pid}`
  await administer(
    database.url,
    `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc TEMPLATE template0`,
  )
  onTestFinished(async () => void (await administer(database.url, `DROP DATABASE ${name} WITH (FORCE)`)))
  const opening = openDatabase({ databaseUrl: databaseUrl(database.url, name), dataDir: '', log: () => {} })
  await expect(opening).rejects.toThrow(/has the encoding LATIN1.*Create one with ENCODING 'UTF8'/)
})
