import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { sqlState } from './failures.ts'
import { connectClient, endClient } from './pg-client.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** The key of the advisory lock that lets one process at a time migrate: the letters "buka". */
const lock = 0x62756b61

/** The time limit of one migration, and of waiting for another process that migrates. */
const timeoutMs = 10 * 60_000

/**
 * The time for which a migration waits for a table lock. Queries of the last release's servers wait behind this request
 * for the lock, so it must be short.
 */
const lockTimeoutMs = 2000

/** The pause before a migration retries. In this pause, the queries that waited behind the migration run. */
const retryPauseMs = 300

type Migration = { name: string; sql: string; checksum: string }

/**
 * Applies the new files `NNNN-name.sql` of `folder`, up to `last` if given, in order, each in its own transaction. If
 * several processes start concurrently, one applies the files and the others wait. `onBefore` is called before a
 * database with earlier migrations gets new migrations. Returns the applied names. Throws StartError if the database
 * and the files contradict each other or a file fails.
 */
export async function migrate(
  connection: pg.ClientConfig,
  folder = migrationsFolder,
  last?: string,
  onBefore: (first: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  // A separate connection without the pool's timeouts, because a migration or the wait for the lock may take long.
  const client = await connectClient(connection, timeoutMs)
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
    // A session lock, which PostgreSQL releases when this connection ends for any reason.
    await client.query('SELECT pg_advisory_lock($1)', [lock])
    await client.query(`SET lock_timeout = ${lockTimeoutMs}`)
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations ORDER BY name COLLATE "C"',
    )
    requireSameHistory(rows, migrations)
    const end = last === undefined ? undefined : migrations.findIndex(({ name }) => name === last) + 1
    const fresh = migrations.slice(rows.length, end)
    if (rows.length > 0 && fresh[0]) await onBefore(fresh[0].name)
    for (const migration of fresh) await apply(client, migration)
    return fresh.map(({ name }) => name)
  } finally {
    await endClient(client)
  }
}

/** Returns true if `name` is one of our migrations. */
export async function isMigration(name: string): Promise<boolean> {
  return (await migrationNames(migrationsFolder)).includes(name)
}

export async function lastMigrationName(): Promise<string | undefined> {
  return (await migrationNames(migrationsFolder)).at(-1)
}

async function migrationNames(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      throw new StartError(`The migration ${name} is not named like 0001-orders.sql.`)
    if (names[index - 1]?.slice(0, 4) === name.slice(0, 4)) {
      throw new StartError(`The migrations ${names[index - 1]} and ${name} have the same number.`)
    }
  }
  return names
}

async function readMigrations(folder: string): Promise<Migration[]> {
  return await Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      // Git may check the file out with CRLF line endings, which do not count as a change.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Requires that the applied migrations are the first files of the folder, in the same order and unchanged. */
function requireSameHistory(applied: { name: string; checksum: string }[], migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const [index, { name, checksum }] of applied.entries()) {
    const migration = known.get(name)
    if (!migration) {
      throw new StartError(
        `The database is newer than this Buka: it has had the migration ${name}. Start the newer Buka, or restore a backup from before.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after this database had it. Put the file back as it was, and make the change in a new one.`,
      )
    }
    const expected = migrations[index]
    if (expected && expected.name !== name) {
      throw new StartError(
        `The migration ${expected.name} comes before ${name}, which this database has had already. Give it the next number.`,
      )
    }
  }
}

async function apply(client: pg.Client, migration: Migration, until = performance.now() + timeoutMs): Promise<void> {
  const { name, sql, checksum } = migration
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    // A deadlock with a running server, or a lock timeout: see `lockTimeoutMs`.
    if (['40P01', '55P03'].includes(sqlState(error) ?? '') && performance.now() < until) {
      await sleep(retryPauseMs)
      return apply(client, migration, until)
    }
    throw new StartError(`The migration ${name} failed and was undone: ${(error as Error).message}`, { cause: error })
  }
}
