import { execFile, spawn } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startPostgres } from '#server/db/postgres.ts'
import { findCluster } from '#server/db/postgres-place.ts'
import { hashOf, isBuilt } from '../../tools/build-missing.ts'

export type RunningServer = {
  /** The address without a slash at its end. */
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  stdout(): string
  /** The log so far: one JSON object a line. */
  stderr(): string
  /** Resolves when the process has exited, with the exit code, or with null after a signal. */
  readonly exited: Promise<number | null>
  /** Sends a signal and resolves as `exited`. An embedded PostgreSQL outlives a SIGKILL of the server. */
  kill(signal: NodeJS.Signals): Promise<number | null>
  /** Stops the server and removes its temporary data folder. Throws if SIGTERM does not stop it within a minute. */
  stop(): Promise<void>
}

/** Returns username, password and role of each demo account that the start printed. */
export function printedSignIns(stdout: string): string[][] {
  const [paragraph = ''] = (stdout.split('Demo sign-ins:')[1] ?? '').trim().split(/\n\s*\n/)
  const lines = paragraph.split('\n')
  return lines.map((line) => line.trim().split(/\s+/))
}

export class DidNotStart extends Error {
  override name = 'DidNotStart'
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string

  constructor(code: number | null, stdout: string, stderr: string) {
    super(`The server did not start (exit code ${code}).\n${stdout}\n${stderr}`)
    this.code = code
    this.stdout = stdout
    this.stderr = stderr
  }
}

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Node's options for every program that starts later from this checkout, except `npm start`. */
export const programHooks: string[] = []

/** Time limit for a start, generous because a first start creates a database and a later start may recover one. */
const startTimeoutMs = 110_000
const stopTimeoutMs = 60_000

const running = new Set<number>()
process.on('exit', () => {
  for (const pid of running) killGroup(pid, 'SIGKILL')
})

const sources = 'server/main.ts'
let current: Promise<string> | undefined

/** Returns the program to start: the build, which starts faster, if it matches the sources; otherwise the sources. */
function currentServer(): Promise<string> {
  current ??= isBuilt('server').then((is) => (is ? 'dist/server/main.js' : sources))
  return current
}

/**
 * Starts the server with no environment but `env`, by default on a free port and in a temporary data folder that
 * `stop()` removes. Resolves when the server is open. Throws DidNotStart. Aborting `signal` sends `abortedBy`. `root`
 * is the checkout to start from, `program` a file in it, and `user` the id to run as. `prefix` is a command that runs
 * the words after it. `development` serves the pages from their sources.
 */
export async function startServer({
  env = {},
  signal,
  abortedBy = 'SIGKILL',
  root = repository,
  program: given,
  user,
  prefix = [],
  development = false,
  options = [],
}: {
  env?: Record<string, string>
  signal?: AbortSignal
  abortedBy?: NodeJS.Signals
  root?: string
  program?: string
  user?: number | undefined
  prefix?: readonly string[]
  development?: boolean
  options?: readonly string[]
} = {}): Promise<RunningServer> {
  const dataDir = env.DATA_DIR ?? (await (env.DATABASE_URL ? temporaryDataDir() : readyDataDir()))
  const program = given ?? (root === repository && !development ? await currentServer() : sources)
  const isAsItIs = root !== repository || program === 'tools/start.mjs'
  const hooks = isAsItIs ? [] : programHooks
  const own = [...(development ? ['--dev'] : []), ...options]
  const [file = process.execPath, ...words] = [...prefix, process.execPath, ...hooks, program, ...own]
  const child = spawn(file, words, {
    ...(user !== undefined && { uid: user, gid: user }),
    cwd: root,
    env: {
      ...bareEnvironment(),
      NODE_COMPILE_CACHE: sharedCode,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pid = child.pid
  if (pid === undefined) throw new Error(`${process.execPath} cannot be run.`)
  running.add(pid)
  let stdout = ''
  let stderr = ''
  const opened = Promise.withResolvers<string>()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    const url = / is open: (\S+?)(?:\/setup)?\s/.exec(stdout)?.[1]
    if (url) opened.resolve(url)
  })
  // The event 'exit' may come before the last of the output.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  void exited.then((code) => {
    running.delete(pid)
    opened.reject(new DidNotStart(code, stdout, stderr))
  })
  const kill = (signal: NodeJS.Signals) => {
    if (running.has(pid)) killGroup(pid, signal)
    return exited
  }
  const stop = async () => {
    const inTime = await Promise.race([kill('SIGTERM').then(() => true), sleep(stopTimeoutMs, false, { ref: false })])
    if (!inTime) await kill('SIGKILL')
    if (env.DATA_DIR === undefined) await clearDataDir(dataDir)
    if (!inTime) throw new Error(`The server did not stop within ${stopTimeoutMs} ms of SIGTERM.\n${stderr}`)
  }
  signal?.addEventListener('abort', () => void kill(abortedBy))
  if (signal?.aborted) void kill(abortedBy)
  const timer = setTimeout(() => void kill('SIGKILL'), startTimeoutMs)
  try {
    const url = await opened.promise
    return { url, dataDir, pid, stdout: () => stdout, stderr: () => stderr, exited, kill, stop }
  } catch (error) {
    if (env.DATA_DIR === undefined) await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

// Caches shared by all servers of the tests, because drawing pictures and compiling code would take much of each start.
const shared = join(repository, 'node_modules/.cache/buka')
export const sharedPictures = join(shared, 'media')
export const sharedCode = join(shared, 'code')

/**
 * The folder of data folders: in memory if /dev/shm has 2 GB free, because PostgreSQL waits for the disk at every
 * commit. Such files survive the kill of a process, like files on a disk.
 */
export const temporaryFolder = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return process.platform === 'linux' && bavail * bsize >= 2e9
  } catch {
    return false
  }
}

/**
 * Makes a data folder at `path` or in the temporary folder. The name of a temporary folder has this run's process id:
 * if this run is killed, the next run finds the folder, stops its PostgreSQL and removes it.
 */
export async function temporaryDataDir(path?: string): Promise<string> {
  const dataDir = path ?? (await mkdtemp(join(temporaryFolder, `buka-test-${process.pid}-`)))
  if (path) await mkdir(path, { mode: 0o700 })
  await mkdir(sharedPictures, { recursive: true })
  await symlink(sharedPictures, join(dataDir, 'media'))
  return dataDir
}

/**
 * Makes a data folder with an empty, migrated database. The database is copied from a template, which is made again only
 * after a change in server/db or package-lock.json. Tests of a first start need `temporaryDataDir` instead.
 */
export async function readyDataDir(): Promise<string> {
  const dataDir = await temporaryDataDir()
  ready ??= readyCluster()
  await copy(await ready, join(dataDir, 'postgres'))
  return dataDir
}

let ready: Promise<string> | undefined

async function readyCluster(): Promise<string> {
  const folder = join(repository, 'server/db')
  const sources = (await readdir(folder, { recursive: true })).filter((name) => /\.(ts|sql)$/.test(name)).sort()
  // The name has the hash of the files that make and migrate a database, and of PostgreSQL's version.
  const files = [...sources.map((name) => join(folder, name)), join(repository, 'package-lock.json')]
  const name = `postgres-${hashOf(files).slice(0, 16)}`
  const made = join(shared, name)
  if (existsSync(made)) return made
  // Imported on demand, because every test would load Drizzle.
  const { migrate } = await import('#server/db/migrate.ts')
  const dataDir = await temporaryDataDir()
  const postgres = await startPostgres({ dataDir, log: console.warn })
  await migrate(postgres.connection).finally(postgres.stop)
  // The folder has a temporary name until all files are copied, because other processes use a folder that has the final
  // name.
  const draft = await mkdtemp(join(shared, 'draft-'))
  await copy(await clusterOf(dataDir), join(draft, name))
  await rename(join(draft, name), made).catch(() => {})
  const old = (await readdir(shared)).filter((other) => other.startsWith('postgres-') && other !== name)
  await Promise.all(
    [draft, ...old.map((other) => join(shared, other))].map((folder) => rm(folder, { recursive: true, force: true })),
  )
  await clearDataDir(dataDir)
  return made
}

/** Copies a folder and keeps the owners of its files, because under root the database may belong to another user. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

/** Returns a free port below the range for outgoing connections, so no client takes the port during a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const isTaken = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(500) }).then(
      () => true,
      (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code !== 'ECONNREFUSED',
    )
    if (!isTaken) return port
  }
}

/** Finds the PostgreSQL that runs in a data folder by its pid file; undefined if none runs. */
export async function postgresOf(dataDir: string): Promise<{ pid: number; host: string; port: number } | undefined> {
  const cluster = await clusterOf(dataDir)
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, , , port, host] = [Number(lines[0]), lines[1], lines[2], Number(lines[3]), lines[4]]
  if (!pid || !port || !host) return undefined
  // Checks the folder of the process, because another process may have the id by now.
  const isPostgres = await readlink(`/proc/${pid}/cwd`).then(
    (folder) => folder === cluster,
    () => false,
  )
  return isPostgres ? { pid, host, port } : undefined
}

/** Returns the folder of a data folder's database, which under root may be elsewhere. */
async function clusterOf(dataDir: string): Promise<string> {
  return await findCluster(dataDir).catch(() => join(dataDir, 'postgres'))
}

/** Stops the PostgreSQL of a killed server and removes the folder. */
export async function clearDataDir(dataDir: string): Promise<void> {
  const postgres = await postgresOf(dataDir)
  if (postgres) process.kill(postgres.pid, 'SIGQUIT')
  while (await postgresOf(dataDir)) await sleep(20)
  const home = dirname(await clusterOf(dataDir))
  // Another test run may be clearing the same folder.
  for (const folder of new Set([home, dataDir])) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Returns the environment without this test run's settings. */
function bareEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
