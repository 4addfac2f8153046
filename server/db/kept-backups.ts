import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { type Head, readBackup, writeBackup } from './backup-file.ts'
import { sqlState } from './failures.ts'
import { migrate } from './migrate.ts'
import { connectClient, endClient } from './pg-client.ts'

/* The folder of backups: one a day, each verified by restoring it into a scratch database, and deleted by a rule. */

/**
 * `days` and `weeks`: the numbers of days and weeks whose last backup is kept. Days and weeks without a backup are not
 * counted. `migrations`: the number of backups kept that were made before a migration, even if their day has a later
 * backup.
 */
const rule = { days: 7, weeks: 4, migrations: 3 }

/** The next backup is due this many hours after the last. */
const dueAfter = 24

/** The time limit of a statement on the connection that holds the lock. */
const statementTimeoutMs = 60_000

/**
 * The names of unfinished backups, and of backups that failed their rehearsal, with their reports. The next backup
 * deletes these files.
 */
const unfinished = /^(.+\.backup)\.(part|unrehearsed(\.part|\.txt)?)$/

const kept = /^buka-(\d{4})(\d\d)(\d\d)T\d{6}Z(-[\w-]+)?\.backup$/

/** Returns a name such as buka-20261122T015100Z.backup, or buka-20261122T015100Z-before-0030-production.backup. */
export function backupName(at: Date, why = ''): string {
  return `buka-${at.toISOString().replace(/[-:]|\.\d+/g, '')}${why && `-${why}`}.backup`
}

/** Returns the backups that the rule does not keep. Ignores other files. */
export function expired(names: readonly string[], { days, weeks, migrations } = rule): string[] {
  const dated = names
    .flatMap((name) => {
      const [, year, month, day, why] = kept.exec(name) ?? []
      if (year === undefined) return []
      const date = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000
      // Shifts the days so that weeks begin on Monday: day 0, 1 January 1970, was a Thursday.
      return [{ name, day: date, week: Math.floor((date + 3) / 7), isDaily: why === undefined }]
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1))
  const lastOf = (of: 'day' | 'week', most: number) => {
    const found = new Map<number, string>()
    for (const each of dated) if (each.isDaily && !found.has(each[of])) found.set(each[of], each.name)
    return [...found.values()].slice(0, most)
  }
  const before = dated.filter(({ isDaily }) => !isDaily).slice(0, migrations)
  const keep = new Set([...lastOf('day', days), ...lastOf('week', weeks), ...before.map(({ name }) => name)])
  return dated.map(({ name }) => name).filter((name) => !keep.has(name))
}

type Rehearsal = {
  /** Rows restored, by table. */
  readonly tables: Readonly<Record<string, number>>
  /** The reason of a failure or the difference found; undefined if every row was restored. */
  readonly problem: string | undefined
}

type Encrypted = { readonly secrets: Head['secrets']; readonly passphrase: string }

/**
 * Writes a new backup into `folder`, restores it into a scratch database and writes a report. A good backup gets its
 * final name, and its time is stored in the database. Then deletes backups by the rule. Only one server at a time makes
 * a backup. Returns undefined if another server is making a backup or, with `onlyIfDue`, if the last good backup is
 * younger than a day. Throws StartError.
 */
export async function keepBackup(
  connection: pg.ClientConfig,
  { folder, onlyIfDue, secrets, passphrase }: { folder: string; onlyIfDue: boolean } & Encrypted,
): Promise<{ file: string; rehearsal: Rehearsal } | undefined> {
  const client = await connectClient(connection, statementTimeoutMs)
  try {
    const { rows } = await client.query<{ free: boolean; due: boolean }>(
      `select pg_try_advisory_lock(hashtext('backups')) as free,
              backed_up_at is null or backed_up_at < now() - make_interval(hours => ${dueAfter}) as due from instance`,
    )
    if (!rows[0]?.free || (onlyIfDue && !rows[0].due)) return undefined
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      if (kept.test(unfinished.exec(name)?.[1] ?? '')) await rm(join(folder, name))
    }
    const began = new Date()
    const name = backupName(began)
    const draft = join(folder, `${name}.unrehearsed`)
    await writeBackup(connection, draft, { secrets, passphrase }, () => {})
    const rehearsal = await rehearse(client, connection, { file: draft, passphrase })
    const isGood = rehearsal.problem === undefined || Object.keys(rehearsal.tables).length === 0
    const file = isGood ? join(folder, name) : draft
    await rename(draft, file)
    await writeFile(`${file}.txt`, await reportOf(file, began, rehearsal), { mode: 0o600 })
    await client.query(
      `update instance set backed_up_at = case when $1 then $3::timestamptz else backed_up_at end,
                           rehearsed_at = case when $2 then $3::timestamptz else rehearsed_at end`,
      [isGood, rehearsal.problem === undefined, began],
    )
    for (const old of expired(await readdir(folder))) {
      for (const each of [old, `${old}.txt`]) await rm(join(folder, each), { force: true })
    }
    return { file, rehearsal }
  } finally {
    await endClient(client)
  }
}

/**
 * Restores the file into a scratch database, compares the number of rows of every table with the backup's, and applies
 * the newer migrations. Drops the scratch database at the end.
 */
async function rehearse(
  client: pg.Client,
  connection: pg.ClientConfig,
  backup: { file: string; passphrase: string },
): Promise<Rehearsal> {
  // The name contains the id of the own database, because another restaurant on the same PostgreSQL may rehearse
  // concurrently.
  const { rows: own } = await client.query<{ oid: number }>(
    'select oid::int from pg_database where datname = current_database()',
  )
  const name = `buka_rehearsal_${own[0]?.oid}`
  const tables: Record<string, number> = {}
  const drop = () => client.query(`drop database if exists ${name} with (force)`)
  try {
    // Drops the database that a killed rehearsal has left behind.
    await drop()
    await client.query(`create database ${name} template template0`)
  } catch (error) {
    if (sqlState(error) !== '42501') throw error
    return { tables, problem: 'The user of the database may not create a scratch database (CREATEDB).' }
  }
  const elsewhere = onDatabase(connection, name)
  try {
    await readBackup(
      elsewhere,
      backup,
      async () => {},
      (table, rows) => {
        tables[table] = rows
      },
    )
    const restored = await connectClient(elsewhere, statementTimeoutMs)
    const wrong: string[] = []
    try {
      for (const [table, count] of Object.entries(tables)) {
        const { rows } = await restored.query<{ count: number }>(
          `select count(*)::int from ${pg.escapeIdentifier(table)}`,
        )
        if (rows[0]?.count !== count) wrong.push(table)
      }
    } finally {
      await endClient(restored)
    }
    // A backup from before a migration must migrate to the current schema.
    await migrate(elsewhere)
    return { tables, problem: wrong.length === 0 ? undefined : `Rows are missing in ${wrong.join(', ')}.` }
  } finally {
    await drop()
  }
}

function onDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}

async function reportOf(file: string, began: Date, { tables, problem }: Rehearsal): Promise<string> {
  const { size } = await stat(file)
  const seconds = ((Date.now() - began.getTime()) / 1000).toFixed(1)
  return [
    `${basename(file)}: ${Math.ceil(size / 1000)} kB, written and rehearsed in ${seconds} s from ${began.toISOString()}.`,
    problem ?? 'It was restored into a scratch database and migrated; every table had its rows:',
    ...Object.entries(tables).map(([table, rows]) => `  ${table} ${rows}`),
    '',
  ].join('\n')
}
