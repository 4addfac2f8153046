import { createReadStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { StartError } from '../process/start-error.ts'
import { connectClient, endClient } from './client.ts'
import { sqlState } from './database.ts'
import { migrate } from './migrate.ts'

/*
 * A backup is compressed lines of JSON: a head, then for every table its name, the number of its rows and the rows, and a
 * last line, without which the file counts as truncated. Rows are PostgreSQL's own JSON, so that a restaurant can move to
 * another version of PostgreSQL, or from the embedded one to one at DATABASE_URL.
 */

const head = z.object({
  buka: z.literal(1),
  at: z.iso.datetime(),
  /** The last migration that was applied to the tables. */
  migration: z.string(),
  secrets: z.record(z.string(), z.string()),
})
const section = z.object({ table: z.string(), rows: z.int().min(0) })
const end = z.object({ end: z.literal(true) })

export type Head = z.infer<typeof head>

/** Called for each table before its rows. */
type OnTable = (table: string, rows: number) => void

/** Events are numbered by the PostgreSQL that wrote them, so a restored one cannot use them: open screens reread. */
const excludedTables = ['events', 'events_epoch', 'events_horizon', 'schema_migrations']

/** Milliseconds. */
const longestQuery = 5 * 60_000

/** Rows per statement. */
const batch = 500

/**
 * Writes all tables, in one snapshot, to a new file (mode 0600), while the server runs. The file appears complete or not at
 * all. Throws StartError if the database has no restaurant or the file cannot be written.
 */
export async function writeBackup(
  connection: pg.ClientConfig,
  file: string,
  secrets: Head['secrets'],
  onTable: OnTable,
): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new StartError(`There is a file ${file} already. Give this backup another name.`)
  const draft = `${file}.part`
  try {
    const handle = await open(draft, 'w', 0o600)
    await pipeline(dump(connection, secrets, onTable), createGzip(), handle.createWriteStream({ flush: true }))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    const { code, path, syscall } = error as NodeJS.ErrnoException
    const isFileError = syscall === 'write' || path === draft
    throw isFileError ? new StartError(`The backup ${file} cannot be written (${code}).`, { cause: error }) : error
  }
}

/**
 * Restores a backup into a database without a restaurant, completely or not at all, and returns its head. `onHead` is called
 * before any change. Throws StartError if there is a restaurant already, or the file is damaged or not a backup.
 */
export async function readBackup(
  connection: pg.ClientConfig,
  file: string,
  onHead: (head: Head) => Promise<void>,
  onTable: OnTable,
): Promise<Head> {
  try {
    return await pipeline(createReadStream(file), createGunzip(), (chunks: AsyncIterable<Buffer>) =>
      load(connection, linesOf(chunks), onHead, onTable),
    )
  } catch (error) {
    const isZlibError = (error as NodeJS.ErrnoException).code?.startsWith('Z_')
    throw isZlibError ? damaged(error) : error
  }
}

async function* dump(connection: pg.ClientConfig, secrets: Head['secrets'], onTable: OnTable): AsyncGenerator<string> {
  const client = await connectClient(connection, longestQuery)
  try {
    await client.query('begin isolation level repeatable read read only')
    const migration = await lastMigration(client)
    if (migration === undefined || !(await hasRestaurant(client)))
      throw new StartError('There is no restaurant to back up.')
    const first: Head = { buka: 1, at: new Date().toISOString(), migration, secrets }
    yield `${JSON.stringify(first)}\n`
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${name(table)}`)
      const count = rows[0]?.count ?? 0
      onTable(table, count)
      yield `${JSON.stringify({ table, rows: count } satisfies z.infer<typeof section>)}\n`
      yield* rowsOf(client, table)
    }
    yield `${JSON.stringify({ end: true } satisfies z.infer<typeof end>)}\n`
  } finally {
    await endClient(client)
  }
}

async function* rowsOf(client: pg.Client, table: string): AsyncGenerator<string> {
  await client.query(`declare rows no scroll cursor for select row_to_json(t)::text as line from ${name(table)} t`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${batch} from rows`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await client.query('close rows')
}

async function load(
  connection: pg.ClientConfig,
  lines: AsyncGenerator<string>,
  onHead: (head: Head) => Promise<void>,
  onTable: OnTable,
): Promise<Head> {
  const first = parsed(head, await lineOf(lines))
  const client = await connectClient(connection, longestQuery)
  try {
    if (await hasRestaurant(client)) {
      throw new StartError('There is a restaurant here already. Restore into a DATA_DIR, or a database, that has none.')
    }
    await onHead(first)
    await migrate(connection, undefined, first.migration)
    const migration = await lastMigration(client)
    if (migration !== first.migration) {
      throw new StartError(
        `This backup is of tables up to ${first.migration}, and here they are up to ${migration}. Restore it with the Buka that made it, or a newer one, into an empty database.`,
      )
    }
    await client.query('begin')
    await fillAll(client, lines, onTable)
    await client.query('commit')
    return first
  } finally {
    await endClient(client)
  }
}

async function fillAll(client: pg.Client, lines: AsyncGenerator<string>, onTable: OnTable): Promise<void> {
  const missing = new Set(await tablesOf(client))
  // The backup includes the rows that migrations insert.
  await client.query(`truncate ${[...missing].map(name).join(', ')}`)
  for (;;) {
    const line = parsed(z.union([section, end]), await lineOf(lines))
    if ('end' in line) break
    const { table, rows } = line
    if (!missing.delete(table)) throw damaged()
    onTable(table, rows)
    await fill(client, table, rows, lines)
  }
  if (missing.size > 0) throw damaged()
}

async function fill(client: pg.Client, table: string, rows: number, lines: AsyncGenerator<string>): Promise<void> {
  const { rows: columns } = await client.query<{ column: string; numbered: boolean }>(
    `select column_name as column, is_identity = 'YES' as numbered from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const list = columns.map(({ column }) => name(column)).join(', ')
  const insert = `insert into ${name(table)} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${name(table)}, $1::json)`
  for (let left = rows; left > 0; left -= batch) {
    const some: string[] = []
    while (some.length < Math.min(left, batch)) some.push(await lineOf(lines))
    // SQLSTATE classes 22 (invalid value) and 23 (violated constraint).
    await client.query(insert, [`[${some.join(',')}]`]).catch((error: unknown) => {
      throw /^2[23]/.test(sqlState(error) ?? '') ? damaged(error) : error
    })
  }
  for (const { column } of columns.filter(({ numbered }) => numbered)) {
    const last = `(select max(${name(column)}) from ${name(table)})`
    const serial = 'pg_get_serial_sequence($1, $2)'
    await client.query(`select setval(${serial}, coalesce(${last}, 1), ${last} is not null)`, [name(table), column])
  }
}

async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
  return rows[0]?.exists === true
}

async function hasRestaurant(client: pg.Client): Promise<boolean> {
  return (await hasTable(client, 'settings')) && (await client.query('select from settings')).rowCount !== 0
}

async function lastMigration(client: pg.Client): Promise<string | undefined> {
  if (!(await hasTable(client, 'schema_migrations'))) return undefined
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name collate "C" desc limit 1',
  )
  return rows[0]?.name
}

/** The tables of a backup, each after the tables that it references. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; needs: string[] }>(
    `select t.relname::text as table, array_remove(array_agg(distinct other.relname::text), null) as needs
       from pg_class t
       left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid
       left join pg_class other on other.oid = c.confrelid
      where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and t.relname <> all ($1)
      group by t.relname order by t.relname`,
    [excludedTables],
  )
  const sorted: string[] = []
  for (let waiting = rows; waiting.length > 0; ) {
    const ready = waiting.filter(({ needs }) => needs.every((other) => sorted.includes(other)))
    if (ready.length === 0) throw new Error('Tables reference each other in a cycle.')
    sorted.push(...ready.map(({ table }) => table))
    waiting = waiting.filter((each) => !ready.includes(each))
  }
  return sorted
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function lineOf(lines: AsyncGenerator<string>): Promise<string> {
  const { value, done } = await lines.next()
  if (done) throw damaged()
  return value
}

function parsed<Line>(schema: z.ZodType<Line>, line: string): Line {
  try {
    return schema.parse(JSON.parse(line))
  } catch (error) {
    throw damaged(error)
  }
}

function damaged(cause?: unknown): StartError {
  return new StartError('This file is damaged, incomplete, or not a backup of Buka. Nothing was restored.', { cause })
}

const name = pg.escapeIdentifier
