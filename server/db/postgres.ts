import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { socketFolder } from '../process/folder-lock.ts'
import { StartError } from '../process/start-error.ts'
import { makeDataFolder, readOrMakeSecret, syncFolder } from './data-folder.ts'
import { connectClient, endClient } from './pg-client.ts'
import { cannotRun, type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import { findCluster, placeCluster } from './postgres-place.ts'
import { death, isRunning, postmasterPid, processesIn } from './postgres-processes.ts'
import { commandOf, type PostgresUser } from './postgres-user.ts'

export type Log = (message: string) => void

export type PostgresConnection = {
  /** The socket's folder, or an address. */
  host: string
  port: number
  user: string
  password?: string
  database: string
  ssl: false
}

export type Postgres = {
  connection: PostgresConnection
  /** True if PostgreSQL was already running, left behind by a killed Buka. */
  adopted: boolean
  /** The id of the running postmaster, which changes after a restart. */
  readonly pid: number
  /** Stops PostgreSQL and waits until it has ended. Closes open connections. */
  stop(): Promise<void>
}

export type PostgresSettings = {
  dataDir: string
  log: Log
  /** Additional PostgreSQL settings, as `name=value`. Settings that could lose acknowledged orders are refused. */
  options?: string[]
  /** Uses loopback and a password instead of a socket, for Windows. */
  tcp?: boolean
  /** Aborts a start in progress: `startPostgres` rejects and leaves no PostgreSQL running. */
  signal?: AbortSignal
}

/**
 * PostgreSQL's settings. They are given on the command line, so configuration files and ALTER SYSTEM cannot override
 * them. Values have PostgreSQL's units.
 */
const settled = [
  // Guarantees that an acknowledged order is completely on the disk.
  'fsync=on',
  'full_page_writes=on',
  'shared_buffers=64MB',
  // Containers have 64 MB of shared memory, which parallel queries would fill; Buka's queries are short.
  'max_parallel_workers_per_gather=0',
  'jit=off',
  // Analyzes tables early in a new restaurant's first rush, because PostgreSQL plans queries by guesses until a table
  // is analyzed.
  'autovacuum_naptime=15s',
  'timezone=UTC',
  'log_timezone=UTC',
  // Failed statements are thrown to their callers. In a log file they would expose phone numbers.
  'log_min_messages=log',
  'log_checkpoints=off',
]

/** The longest wait for the database after its start. A recovery after a power cut can take long. */
const startTimeoutMs = 5 * 60_000

/** The largest log: room for years, because PostgreSQL logs little. */
const maxLogBytes = 5_000_000

/** The working directory of programs that run as another user, which that user must be able to enter. */
const home = process.platform === 'win32' ? undefined : '/'

const run = promisify(execFile)

/**
 * Runs PostgreSQL on `dataDir`/postgres (created on first start) until `stop()`. Starts PostgreSQL or adopts one that a
 * killed Buka left running, and restarts it whenever it dies. The caller holds the lock of the data folder. Throws
 * StartError.
 */
export async function startPostgres({
  dataDir,
  log,
  options = [],
  tcp = process.platform === 'win32',
  signal,
}: PostgresSettings): Promise<Postgres> {
  for (const option of options) {
    if (/^(fsync|full_page_writes)\b/i.test(option.trim())) {
      throw new StartError(
        `The database setting "${option}" could lose acknowledged orders, so Buka does not start with it.`,
      )
    }
  }
  const folder = await makeDataFolder(dataDir)
  const { cluster, user } = await placeCluster(folder, log)
  const binaries = await postgresBinaries(dirname(cluster), user)
  const place: Place = { binaries, folder, cluster, user, tcp, options, log, version: await versionOf(binaries, user) }
  await requireCluster(place)
  return await supervise(place, signal)
}

/** Returns the connection to the PostgreSQL that another process runs on `dataDir`. */
export async function postgresOfAnother(
  dataDir: string,
  { tcp = process.platform === 'win32' } = {},
): Promise<PostgresConnection> {
  const folder = await makeDataFolder(dataDir)
  return connectionTo({ folder, cluster: await findCluster(folder), tcp })
}

type Place = {
  binaries: PostgresBinaries
  folder: string
  cluster: string
  user: PostgresUser
  tcp: boolean
  options: string[]
  log: Log
  version: string
}

/** A postmaster that accepts connections. `dead` resolves when it has ended. */
type Running = { pid: number; adopted: boolean; dead: Promise<void> }

async function supervise(place: Place, starting?: AbortSignal): Promise<Postgres> {
  const { cluster, log } = place
  const stopping = new AbortController()
  const connection = await connectionTo(place)
  let running = await ensureRunning(place, connection, starting ?? stopping.signal)
  const adopted = running.adopted
  if (adopted) log('The database was still running from before; going on with it.')
  let revival: Promise<void> = Promise.resolve()

  const watch = () => {
    const since = performance.now()
    running.dead.then(() => {
      if (stopping.signal.aborted) return
      log('The database stopped by itself; starting it again.')
      // A postmaster that dies shortly after its start would probably die again. Growing intervals between restarts
      // save processor time.
      revival = revive(performance.now() - since < 1000 ? 500 : 10)
    })
  }
  const revive = async (delay: number) => {
    for (let pause = delay; !stopping.signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      try {
        await sleep(pause, undefined, { signal: stopping.signal })
        running = await ensureRunning(place, connection, stopping.signal)
        log('The database is back.')
        watch()
        return
      } catch (error) {
        if (!stopping.signal.aborted) log(`The database does not start: ${(error as Error).message}`)
      }
    }
  }
  watch()

  let stopped: Promise<void> | undefined
  return {
    connection,
    adopted,
    get pid() {
      return running.pid
    },
    stop: () => {
      stopping.abort()
      stopped ??= revival.then(() => shutDown(place, running.pid))
      return stopped.then(async () => {
        if (await isRunning(cluster, running.pid))
          log('The database did not stop in time; it recovers at the next start.')
      })
    },
  }
}

/**
 * Adopts the postmaster on our folder or starts one, and returns when it accepts connections. Never creates a database.
 */
async function ensureRunning(place: Place, connection: PostgresConnection, stopping: AbortSignal): Promise<Running> {
  const { cluster, log } = place
  const deadline = performance.now() + startTimeoutMs
  let started: Started | undefined
  let exits = 0
  let silentSince = performance.now()
  let loggedAt = performance.now()
  for (;;) {
    if (stopping.aborted) {
      if (started?.child?.pid) await shutDown(place, started.child.pid)
      throw new Error('The database was told to stop while it was starting.')
    }
    const answer = await ask(connection)
    if (answer.state === 'ready') {
      const pid = (await postmasterPid(cluster)) ?? started?.child?.pid
      const isOurs = pid !== undefined && pid === started?.child?.pid
      if (pid !== undefined && (isOurs || (answer.folder === cluster && answer.version === place.version))) {
        await requireDatabase(connection)
        return {
          pid,
          adopted: started === undefined,
          dead: isOurs && started?.child ? started.exited : death(cluster, pid),
        }
      }
      // The running PostgreSQL has another version, or was started under a path that the folder no longer has. Stop it,
      // then start ours.
      if (pid !== undefined) await shutDown(place, pid)
    }
    if (answer.state !== 'silent') silentSince = performance.now()

    if (started?.failure !== undefined) {
      if (++exits > 10) throw new StartError(`The database in ${cluster} does not start: ${started.failure}`)
      started = undefined
      await sleep(200)
    } else if (answer.state === 'silent' && !started) {
      const holders = await processesIn(cluster)
      const pid = await postmasterPid(cluster)
      if (holders.length === 0) {
        // Remove files of a process that is dead or whose id was reused. PostgreSQL itself only checks the id.
        if (process.platform === 'linux') await removeStaleFiles(place, connection)
        started = launch(place, connection)
      } else if (pid !== undefined && holders.includes(pid)) {
        // The postmaster is alive but unreachable: its socket was removed, or its shutdown hangs.
        if (performance.now() - silentSince > 10_000) await shutDown(place, pid)
      } else if (performance.now() - silentSince > 60_000) {
        throw new StartError(
          `Processes ${holders.join(', ')} still use the database in ${cluster}. End them, then start Buka again.`,
        )
      }
    }
    if (performance.now() > deadline)
      throw new StartError(`The database in ${cluster} does not answer. Its log is ${logFile(place)}.`)
    if (performance.now() - loggedAt > 10_000) {
      loggedAt = performance.now()
      log('Waiting for the database: it is recovering or still busy with its last work.')
    }
    await sleep(20)
  }
}

type Started = { child: ChildProcess | undefined; exited: Promise<void>; failure: string | undefined }

function launch(place: Place, connection: PostgresConnection): Started {
  const { binaries, cluster, options, tcp, user } = place
  // A path through this process's folder in /proc is invalid in PostgreSQL's process. PostgreSQL uses its own working
  // directory instead.
  const sockets = connection.host.startsWith('/proc/') ? '.' : connection.host
  const settings = [
    ...settled,
    ...(tcp
      ? ['listen_addresses=127.0.0.1', `port=${connection.port}`, 'unix_socket_directories=']
      : ['listen_addresses=', `unix_socket_directories=${quoted(sockets)}`, 'unix_socket_permissions=0700']),
    ...options,
  ]
  const log = openSync(logFile(place), 'a', 0o600)
  if (fstatSync(log).size > maxLogBytes) ftruncateSync(log)
  const before = fstatSync(log).size
  // A separate session, so Ctrl-C reaches only Buka, which lets requests finish before it stops the database.
  const how: SpawnOptions = { cwd: home, env: environment(), detached: true, stdio: ['ignore', log, log], ...user.ids }
  const child =
    process.platform === 'win32'
      ? // pg_ctl gives up administrator's rights, with which PostgreSQL refuses to run.
        spawn(
          binaries.pgCtl,
          ['start', '-W', '-D', cluster, '-o', settings.map((each) => `-c "${each}"`).join(' ')],
          how,
        )
      : spawn(...commandOf(user, binaries.postgres, ['-D', cluster, ...settings.flatMap((each) => ['-c', each])]), how)
  closeSync(log)
  child.unref()
  const started: Started = { child, exited: Promise.resolve(), failure: undefined }
  started.exited = new Promise((resolve) => {
    child.once('error', (error) => {
      started.failure = cannotRun(error).message
      resolve()
    })
    child.once('exit', async (code) => {
      if (process.platform === 'win32' && code === 0) started.child = undefined
      else started.failure = await lastWords(place, before)
      resolve()
    })
  })
  return started
}

function logFile({ folder }: Place): string {
  return join(folder, 'postgres.log')
}

async function lastWords(place: Place, from: number): Promise<string> {
  const log = await readFile(logFile(place)).catch(() => Buffer.alloc(0))
  const lines = log.subarray(from).toString().trim().split('\n')
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC): /.test(line)) ?? lines.at(-1)
  return fatal?.replace(/^.*?\b(FATAL|PANIC): +/, '') || `it said nothing in ${logFile(place)}.`
}

type Answer = { state: 'silent' | 'starting' } | { state: 'ready'; folder: string; version: string }

async function ask(connection: PostgresConnection): Promise<Answer> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; version: string }>(
      `SELECT current_setting('data_directory') AS folder, current_setting('server_version') AS version`,
    )
    return rows[0] ? { state: 'ready', ...rows[0] } : { state: 'silent' }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return { state: 'silent' }
    // 57P03: PostgreSQL is starting, recovering or stopping. Class 28: another installation's PostgreSQL, or another
    // password.
    if (error.code?.startsWith('28')) throw new StartError(`The database refuses our password: ${error.message}.`)
    return { state: 'starting' }
  } finally {
    await client.end().catch(() => {})
  }
}

async function requireDatabase(connection: PostgresConnection): Promise<void> {
  const client = await connectClient({ ...connection, database: 'postgres' }, startTimeoutMs)
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [connection.database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(connection.database)}`)
  } finally {
    await endClient(client)
  }
}

async function connectionTo({
  cluster,
  folder,
  tcp,
}: Pick<Place, 'cluster' | 'folder' | 'tcp'>): Promise<PostgresConnection> {
  const common = { user: 'buka', database: 'buka', ssl: false } as const
  if (tcp) {
    const port = (await portInUse(cluster)) ?? (await freePort())
    return { ...common, host: '127.0.0.1', port, password: await readOrMakeSecret(folder, passwordFile) }
  }
  const host = await socketFolder(cluster, '.s.PGSQL.5432.lock')
  // The port is only part of the socket's name; no port is opened.
  return { ...common, host, port: 5432 }
}

const passwordFile = 'postgres-password'

/** Returns the port of the postmaster that runs, or last ran, on this database folder. */
async function portInUse(cluster: string): Promise<number | undefined> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[3]) || undefined
}

async function freePort(): Promise<number> {
  const server = createServer()
  return await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Creates the database folder if it is missing, under a temporary name until it is complete. */
async function requireCluster(place: Place): Promise<void> {
  const { binaries, cluster, tcp, user } = place
  const folder = dirname(cluster)
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof made === 'string') {
    const ours = place.version.split('.')[0]
    if (made.trim() === ours) return
    throw new StartError(
      `The database in ${cluster} was made by PostgreSQL ${made.trim()} and this Buka brings ${ours}. Start the Buka it was made with, or restore a backup into a new DATA_DIR.`,
    )
  }
  if (await stat(cluster).catch(() => undefined)) {
    throw new StartError(
      `The folder ${cluster} is not a readable database (${made.code}). Move it away or restore it from a backup.`,
    )
  }
  for (const name of await readdir(folder)) {
    if (name.startsWith('init-')) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const draft = await mkdtemp(join(folder, `init-${process.pid}-`))
  if (user.ids.uid !== undefined) await chown(draft, user.ids.uid, user.ids.gid ?? 0)
  const access = tcp
    ? ['--auth=scram-sha-256', `--pwfile=${await secretFile(place.folder)}`]
    : // Only PostgreSQL's user can reach the socket's folder, so a connection by the socket needs no password.
      ['--auth-local=trust', '--auth-host=reject']
  // PostgreSQL's builtin collation, because the sort order of a system or bundled ICU changes with its version.
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run(
    ...commandOf(user, binaries.initdb, ['-D', draft, '--username=buka', ...access, ...text, '--no-instructions']),
    how(user),
  ).catch((error) => {
    throw cannotRun(error)
  })
  await rename(draft, cluster)
  await syncFolder(folder)
}

async function secretFile(folder: string): Promise<string> {
  await readOrMakeSecret(folder, passwordFile)
  return join(folder, passwordFile)
}

async function versionOf(binaries: PostgresBinaries, user: PostgresUser): Promise<string> {
  const { stdout } = await run(...commandOf(user, binaries.postgres, ['--version']), how(user)).catch((error) => {
    throw cannotRun(error)
  })
  return /\d+(\.\d+)?/.exec(stdout)?.[0] ?? ''
}

function how(user: PostgresUser) {
  return { cwd: home, env: environment(), ...user.ids }
}

/**
 * Returns an environment without Buka's keys and passwords and without PGDATA or PGOPTIONS. Messages are in English,
 * because the log's last lines are parsed.
 */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TZ', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP', 'USERPROFILE']
  return {
    ...Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    LC_ALL: 'C',
  }
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}

async function removeStaleFiles({ cluster }: Place, { host }: PostgresConnection): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  if (host.startsWith('/')) await rm(join(host, '.s.PGSQL.5432.lock'), { force: true })
}

/**
 * Stops PostgreSQL by a fast shutdown, which closes connections. After a timeout, stops it by an immediate shutdown,
 * after which the next start has to recover.
 */
async function shutDown({ binaries, cluster, user }: Place, pid: number): Promise<void> {
  for (const [signal, mode, wait] of [
    ['SIGINT', 'fast', 20_000],
    ['SIGQUIT', 'immediate', 5000],
  ] as const) {
    if (!(await isRunning(cluster, pid))) return
    // On Windows, `process.kill` would end PostgreSQL without a shutdown.
    if (process.platform === 'win32')
      await run(binaries.pgCtl, ['stop', '-W', '-D', cluster, '-m', mode], how(user)).catch(() => {})
    else process.kill(pid, signal)
    const deadline = performance.now() + wait
    while (performance.now() < deadline) {
      if (!(await isRunning(cluster, pid))) return
      await sleep(20)
    }
  }
}
