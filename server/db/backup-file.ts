import { createReadStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import pg from 'pg'
import { z } from 'zod'
import { StartError } from '../process/start-error.ts'
import { sqlState } from './failures.ts'
import { isMigration, migrate } from './migrate.ts'
import { connectClient, endClient } from './pg-client.ts'

/*
 * A backup is compressed lines of JSON: a head, then for every table its name, its number of rows and the rows, and a
 * last line that marks the file as complete. With a passphrase, it is encrypted in the age format. Rows are
 * PostgreSQL's own JSON, so a restaurant can move to another version of PostgreSQL, or from the embedded
 * PostgreSQL to DATABASE_URL.
 */

/** The version of the backup format. A backup of another version is refused. */
const format = 1
const anyHead = z.object({ buka: z.int() })
const head = z.object({
  buka: z.literal(format),
  at: z.iso.datetime(),
  /** The restaurant's name. Missing in older backups. */
  restaurant: z.string().optional(),
  /** The last migration applied to the tables. */
  migration: z.string(),
  /** Empty in a backup that is not encrypted. */
  secrets: z.record(z.string(), z.string()),
})
const section = z.object({ table: z.string(), rows: z.int().min(0) })
const end = z.object({ end: z.literal(true) })

export type Head = z.infer<typeof head>

/** Called for each table before its rows. */
type OnTable = (table: string, rows: number) => void

/**
 * Tables that are useless in another database. `events` has transaction numbers of the PostgreSQL that wrote it; after
 * a restore, open screens fetch everything again instead. `instance` describes the running servers. `order_search` is
 * derived from the orders. `photo_uploads` and `photo_pieces` belong to the last release; the next release drops both.
 */
const excludedTables = [
  'events',
  'events_epoch',
  'events_horizon',
  'schema_migrations',
  'instance',
  'photo_uploads',
  'photo_pieces',
  'order_search',
]

const queryTimeoutMs = 5 * 60_000

/**
 * Tables that a backup leaves out: a restore would revive an ended session or a used code, and send a message or print
 * a ticket again. An older backup may contain some of these tables; they are restored then.
 */
const accessTables = ['sessions', 'push_subscriptions', 'push_messages', 'messages', 'verifications', 'print_jobs']

/**
 * Returns the number of rows per statement. A photo's row has a megabyte or more, and twice that as JSON, so each photo
 * gets its own statement.
 */
const batchOf = (table: string) => (table === 'photos' ? 1 : 500)

/**
 * Writes the tables in one snapshot to a new file (mode 0600) while the server runs. With a passphrase, the file is
 * encrypted and includes the secrets. The file appears only when it is complete. Throws StartError if the database has
 * no restaurant or the file cannot be written.
 */
export async function writeBackup(
  connection: pg.ClientConfig,
  file: string,
  { secrets, passphrase }: { secrets: Head['secrets']; passphrase: string | undefined },
  onTable: OnTable,
): Promise<void> {
  const draft = `${file}.part`
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new StartError(
          `Another backup is being written to ${draft}, or one was cut off. Give this backup another name, or delete that file.`,
        )
      : unwritten(file, error)
  })
  try {
    // The check comes after the creation of the temporary file. While that file exists, no other backup of this name
    // can be written, so `file` cannot appear between this check and the rename.
    if (await exists(file)) throw new StartError(`There is a file ${file} already. Give this backup another name.`)
    const lines = dump(connection, passphrase === undefined ? {} : secrets, onTable)
    await pipeline(await encrypted(compressed(lines), passphrase), handle.createWriteStream({ flush: true }))
    await rename(draft, file)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(draft, { force: true })
    const { path, syscall } = error as NodeJS.ErrnoException
    const isFileError = syscall === 'write' || path === draft
    throw isFileError ? unwritten(file, error as NodeJS.ErrnoException) : error
  }
}

function unwritten(file: string, error: NodeJS.ErrnoException): StartError {
  return new StartError(`The backup ${file} cannot be written (${error.code}).`, { cause: error })
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function* compressed(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip()
  const done = pipeline(lines, gzip)
  // If `done` rejects, the reader gets the same error from `gzip`. This handler only prevents an unhandled rejection.
  done.catch(() => {})
  yield* gzip
  await done
}

/**
 * Encrypts the bytes if there is a passphrase. Derives the key before reading: the derivation blocks the process for
 * seconds, and an open database query would exceed its time limit.
 */
async function encrypted(
  bytes: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  if (passphrase === undefined) return bytes
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(ReadableStream.from(bytes))
}

async function* decrypted(file: string, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
  if (!(await isEncrypted(file))) return yield* createReadStream(file)
  if (passphrase === undefined) {
    throw new StartError('This backup is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.')
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const bytes = await decrypter.decrypt(ReadableStream.from(createReadStream(file))).catch((cause: unknown) => {
    const detail =
      'BACKUP_PASSPHRASE is not the passphrase of this backup, or the file is damaged. Nothing was restored.'
    throw new StartError(detail, { cause })
  })
  try {
    yield* bytes
  } catch (error) {
    throw damaged(error)
  }
}

/** Returns true if the file begins with the header of the age format. */
async function isEncrypted(file: string): Promise<boolean> {
  const start = 'age-encryption.org/v1'
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(start.length) })
    return buffer.toString('latin1', 0, bytesRead) === start
  } finally {
    await handle.close()
  }
}

/**
 * Restores a backup into a database without a restaurant, and returns its head. Rolls back everything after a failure.
 * `onFilled` is called before the commit; the restore fails if it throws. Throws StartError if there is a restaurant
 * already, if the passphrase is missing or wrong, or if the file is damaged, is no backup or comes from a newer Buka.
 */
export async function readBackup(
  connection: pg.ClientConfig,
  { file, passphrase }: { file: string; passphrase?: string | undefined },
  onFilled: (head: Head) => Promise<void>,
  onTable: OnTable,
): Promise<Head> {
  try {
    return await pipeline(decrypted(file, passphrase), createGunzip(), (chunks: AsyncIterable<Buffer>) =>
      load(connection, linesOf(chunks), onFilled, onTable),
    )
  } catch (error) {
    const isZlibError = (error as NodeJS.ErrnoException).code?.startsWith('Z_')
    throw isZlibError ? damaged(error) : error
  }
}

/** Returns true if the database has a restaurant to back up. */
export async function hasRestaurant(connection: pg.ClientConfig): Promise<boolean> {
  const client = await connectClient(connection, queryTimeoutMs)
  return await restaurantOf(client)
    .then((name) => name !== undefined)
    .finally(() => endClient(client))
}

async function* dump(connection: pg.ClientConfig, secrets: Head['secrets'], onTable: OnTable): AsyncGenerator<string> {
  const client = await connectClient(connection, queryTimeoutMs)
  try {
    await client.query('begin isolation level repeatable read read only')
    const migration = await lastMigration(client)
    const restaurant = await restaurantOf(client)
    if (migration === undefined || restaurant === undefined) throw new StartError('There is no restaurant to back up.')
    const first: Head = { buka: format, at: new Date().toISOString(), restaurant, migration, secrets }
    yield `${JSON.stringify(first)}\n`
    for (const table of await tablesOf(client)) {
      if (accessTables.includes(table)) continue
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
    const { rows } = await client.query<{ line: string }>(`fetch ${batchOf(table)} from rows`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await client.query('close rows')
}

async function load(
  connection: pg.ClientConfig,
  lines: AsyncGenerator<string>,
  onFilled: (head: Head) => Promise<void>,
  onTable: OnTable,
): Promise<Head> {
  const first = await headOf(lines)
  const { migration, restaurant = 'a restaurant' } = first
  if (!(await isMigration(migration))) throw otherVersion(`tables up to ${migration}, which this Buka does not know`)
  const client = await connectClient(connection, queryTimeoutMs)
  try {
    const here = await restaurantOf(client)
    if (here !== undefined) {
      throw new StartError(
        `There is a restaurant here already, ${here}. Restore this backup of ${restaurant} into a DATA_DIR, or a database, that has none.`,
      )
    }
    await migrate(connection, undefined, migration)
    const last = await lastMigration(client)
    if (last !== migration) throw otherVersion(`tables up to ${migration}, and here they are up to ${last}`)
    await client.query('begin')
    await fillAll(client, lines, onTable)
    await onFilled(first)
    await client.query('commit')
    return first
  } finally {
    await endClient(client)
  }
}

async function headOf(lines: AsyncGenerator<string>): Promise<Head> {
  const line = await lineOf(lines)
  const { buka } = parsed(anyHead, line)
  if (buka !== format) throw otherVersion(`format ${buka}, and this Buka reads format ${format}`)
  return parsed(head, line)
}

function otherVersion(what: string): StartError {
  return new StartError(
    `This backup is of ${what}. Restore it with the Buka that made it, or a newer one, into an empty database.`,
  )
}

async function fillAll(client: pg.Client, lines: AsyncGenerator<string>, onTable: OnTable): Promise<void> {
  const missing = new Set(await tablesOf(client))
  // Empties all tables, because the backup includes the rows that the migrations inserted.
  await client.query(`truncate ${[...missing].map(name).join(', ')}`)
  for (;;) {
    const line = parsed(z.union([section, end]), await lineOf(lines))
    if ('end' in line) break
    const { table, rows } = line
    if (!missing.delete(table)) throw damaged()
    onTable(table, rows)
    await fill(client, table, rows, lines)
  }
  if ([...missing].some((table) => !accessTables.includes(table))) throw damaged()
  // The triggers that fill `order_search` were disabled during the restore, so this statement fills it. An older backup
  // comes from a database without this table.
  if (await hasTable(client, 'order_search')) {
    await client.query('insert into order_search select id, created_at, order_words(orders) from orders')
  }
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
  // The backup already includes the rows that triggers would write.
  await client.query(`alter table ${name(table)} disable trigger user`)
  const batch = batchOf(table)
  for (let left = rows; left > 0; left -= batch) {
    const some: string[] = []
    while (some.length < Math.min(left, batch)) some.push(await lineOf(lines))
    // SQLSTATE class 22 (invalid value) or 23 (violated constraint) means that the backup is damaged.
    await client.query(insert, [`[${some.join(',')}]`]).catch((error: unknown) => {
      throw /^2[23]/.test(sqlState(error) ?? '') ? damaged(error) : error
    })
  }
  await client.query(`alter table ${name(table)} enable trigger user`)
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

async function restaurantOf(client: pg.Client): Promise<string | undefined> {
  if (!(await hasTable(client, 'settings'))) return undefined
  const { rows } = await client.query<{ name: string }>("select document ->> 'name' as name from settings")
  return rows[0] && (rows[0].name ?? 'without a name')
}

async function lastMigration(client: pg.Client): Promise<string | undefined> {
  if (!(await hasTable(client, 'schema_migrations'))) return undefined
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name collate "C" desc limit 1',
  )
  return rows[0]?.name
}

/** Returns the tables of a backup, each after the tables that it references. */
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
  // The pieces of an unfinished line. A photo's line has hundreds of pieces, and joining all of them whenever a piece
  // comes would take quadratic time.
  let pieces: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    pieces.push(first)
    for (const next of others) {
      yield pieces.join('')
      pieces = [next]
    }
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
