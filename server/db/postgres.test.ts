import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedCode } from '#tests/support/running-server.ts'
import { openDatabase } from './database.ts'
import {
  type Postgres,
  type PostgresConnection,
  type PostgresSettings,
  postgresOfAnother,
  startPostgres,
} from './postgres.ts'
import { linkLibraries } from './postgres-binaries.ts'

const isRoot = process.getuid?.() === 0
const logged: string[] = []
const log = (message: string) => logged.push(message)

let root: string
let dataDir: string
/** The databases to stop after each test, so a failed test leaves none running. */
const running = new Set<Postgres>()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'buka-postgres-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
})
afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  running.clear()
  logged.length = 0
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function start(settings: Partial<PostgresSettings> = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log, ...settings })
  running.add(postgres)
  return postgres
}

async function ask(connection: PostgresConnection, sql: string): Promise<unknown> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Starts a separate server process to be killed. It prints its connection and the postmaster's pid once it runs. */
function spawnServer(folder: string, before = '', settings = '') {
  const script = `
    ${before}
    const { startPostgres } = await import(${JSON.stringify(new URL('./postgres.ts', import.meta.url))})
    const { connection, pid, stop } = await startPostgres({ dataDir: ${JSON.stringify(folder)}, log: console.error, ${settings} })
    process.on('SIGTERM', () => stop().then(() => process.exit(0)))
    console.log(JSON.stringify({ connection, pid }))
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    env: { ...process.env, NODE_COMPILE_CACHE: sharedCode },
  })
}

async function started(
  server: ReturnType<typeof spawnServer>,
): Promise<{ connection: PostgresConnection; pid: number }> {
  const line = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])
  return JSON.parse(String(line[0]))
}

async function kill(server: ChildProcess) {
  server.kill('SIGKILL')
  await once(server, 'exit')
}

test('a start that is killed during initdb leaves nothing that prevents the next start', async () => {
  for (const file of [/^init-[^/]*$/, /^init-.*\/base\/1\/PG_VERSION$/]) {
    const server = spawnServer(dataDir)
    await expect
      .poll(() => readdir(dataDir, { recursive: true }).catch(() => []), { interval: 5 })
      .toContainEqual(expect.stringMatching(file))
    await kill(server)
    expect(await readdir(dataDir)).not.toContain('postgres')
  }
  const postgres = await start()
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log'])
  expect(await ask(postgres.connection, 'SELECT 1')).toBe(1)
})

test('the database is private to its user, opens no port and is durable', async () => {
  const postgres = await start()
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  expect((await stat(dataDir)).mode & 0o007).toBe(0)
  for (const [setting, value] of Object.entries({
    listen_addresses: '',
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
  })) {
    expect(await ask(postgres.connection, `SHOW ${setting}`), setting).toBe(value)
  }
  expect(
    await ask(
      postgres.connection,
      `SELECT format('%s%s', datlocprovider, datcollversion) FROM pg_database WHERE datname = 'buka'`,
    ),
  ).toBe('b1')
})

test('stopping the database ends its connections and process, removes the pid file, and the next start has the data', async () => {
  const first = await start()
  await ask(first.connection, 'CREATE TABLE dish AS SELECT 7 AS portions')
  const open = new pg.Client(first.connection)
  open.on('error', () => {})
  await open.connect()
  await Promise.all([first.stop(), first.stop()])
  expect(isAlive(first.pid)).toBe(false)
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await ask(second.connection, 'SELECT portions FROM dish')).toBe(7)
})

test('the next start adopts and supervises the database of a server that was killed with SIGKILL', async () => {
  const server = spawnServer(dataDir)
  const { connection, pid } = await started(server)
  await ask(connection, 'CREATE TABLE adopted AS SELECT 1')
  await kill(server)
  expect(isAlive(pid)).toBe(true)
  const postgres = await start()
  expect([postgres.adopted, postgres.pid]).toEqual([true, pid])
  expect(await ask(postgres.connection, 'SELECT count(*) FROM adopted')).toBe('1')
  // An adopted database is restarted when it dies.
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => logged).toContain('The database is back.')
  expect(postgres.pid).not.toBe(pid)
  expect(await ask(postgres.connection, 'SELECT count(*) FROM adopted')).toBe('1')
})

test('a postmaster killed with SIGKILL is restarted, and queries wait for it', async () => {
  const database = await openDatabase({ dataDir, log })
  const pid = async () => Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  try {
    for (let kills = 0; kills < 3; kills++) {
      await database.pool.query('SELECT 1')
      process.kill(await pid(), 'SIGKILL')
      const killed = performance.now()
      // The 10 connections of the pool fail one by one, with at most one query each. The error 'The database cannot be
      // reached.' is allowed after the 3 s that a query waits, because a busy machine restarts PostgreSQL more slowly.
      let lost = 0
      const answered = () =>
        database.pool.query('SELECT 1').then(
          () => true,
          (error: Error) => {
            if (error.message !== 'The database cannot be reached.') lost++
            else expect(performance.now() - killed).toBeGreaterThan(3000)
            return false
          },
        )
      await expect.poll(answered, { interval: 10 }).toBe(true)
      expect(lost).toBeLessThanOrEqual(10)
      await expect.poll(() => logged.filter((line) => line === 'The database is back.').length).toBe(kills + 1)
    }
  } finally {
    await database.stop()
  }
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
})

test('a start recovers the database after server and postmaster were killed with SIGKILL during a statement', async () => {
  const server = spawnServer(dataDir)
  const { connection, pid } = await started(server)
  await ask(connection, 'CREATE TABLE survivor AS SELECT 1')
  // A busy backend outlives its postmaster and stays attached to the shared memory.
  const busy = new pg.Client(connection)
  busy.on('error', () => {})
  await busy.connect()
  const computing = busy.query('SELECT count(*) FROM generate_series(1, 12000000) a').catch(() => {})
  const active = `SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%generate_series%'
                     AND pid <> pg_backend_pid()`
  await expect.poll(() => ask(connection, active), { interval: 1 }).toBe(1)
  await kill(server)
  process.kill(pid, 'SIGKILL')
  const postgres = await start()
  expect(postgres.adopted).toBe(false)
  expect(await ask(postgres.connection, 'SELECT count(*) FROM survivor')).toBe('1')
  await computing
})

test('stale pid files with the id of another process do not stop the start', async () => {
  const first = await start()
  const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  await first.stop()
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)), {
    mode: 0o600,
  })
  await writeFile(join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), `${process.pid}\n`, { mode: 0o600 })
  const postgres = await start()
  expect(await ask(postgres.connection, 'SELECT 1')).toBe(1)
})

test('a data folder that is moved while its database runs is served by a new postmaster from the new path', async () => {
  const server = spawnServer(dataDir)
  const { pid } = await started(server)
  await kill(server)
  const moved = join(root, 'moved')
  await rename(dataDir, moved)
  dataDir = moved
  const postgres = await start()
  expect(postgres.pid).not.toBe(pid)
  // A process that is not reaped yet still counts as alive.
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await ask(postgres.connection, 'SHOW data_directory')).toBe(join(moved, 'postgres'))
  expect(await ask(postgres.connection, 'SELECT count(*) FROM survivor')).toBe('1')
})

test('a database runs in a data folder whose path is too long for a socket', async () => {
  const deep = join(root, 'deep'.repeat(30))
  await mkdir(deep, { mode: 0o755 })
  await rename(dataDir, join(deep, 'data'))
  dataDir = join(deep, 'data')
  const postgres = await start()
  expect(await ask(postgres.connection, 'SELECT count(*) FROM survivor')).toBe('1')
  expect(await ask(await postgresOfAnother(dataDir), 'SELECT count(*) FROM survivor')).toBe('1')
  if (process.platform === 'linux') expect(await readdir(join(dataDir, 'postgres'))).toContain('.s.PGSQL.5432')
  // A database in a folder with such a long path is also restarted after a crash.
  process.kill(postgres.pid, 'SIGKILL')
  await expect.poll(() => logged, { timeout: 15_000 }).toContain('The database is back.')
  expect(await ask(postgres.connection, 'SELECT count(*) FROM survivor')).toBe('1')
  await postgres.stop()
  await rename(dataDir, join(root, 'data'))
  dataDir = join(root, 'data')
})

test('a database whose folder has vanished is not replaced by an empty database, and recovers when the folder returns', async () => {
  const postgres = await start()
  const cluster = join(dataDir, 'postgres')
  await rename(cluster, join(dataDir, 'away'))
  const logFile = join(dataDir, 'postgres.log')
  const { size } = await stat(logFile)
  process.kill(postgres.pid, 'SIGKILL')
  // Wait until PostgreSQL was restarted and did not find its folder.
  await expect
    .poll(async () => (await readFile(logFile)).subarray(size).toString())
    .toMatch(/No such file or directory/)
  expect(await readdir(dataDir)).not.toContain('postgres')
  await rename(join(dataDir, 'away'), cluster)
  await expect.poll(() => logged).toContain('The database is back.')
  expect(await ask(postgres.connection, 'SELECT count(*) FROM survivor')).toBe('1')
})

test('database settings that could lose orders are refused', async () => {
  for (const option of ['fsync=off', ' FSYNC = off', 'full_page_writes=off']) {
    await expect(start({ options: [option] })).rejects.toThrow(
      `The database setting "${option}" could lose acknowledged orders`,
    )
  }
})

test("a setting that PostgreSQL refuses stops the start with PostgreSQL's message", async () => {
  await expect(start({ options: ['work_mem=plenty'] })).rejects.toThrow(
    /does not start: invalid value for parameter "work_mem": "plenty"/,
  )
})

test('a database of another PostgreSQL version and an unreadable database are refused with different sentences', async () => {
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  const version = await readFile(file, 'utf8')
  await writeFile(file, '15\n')
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 15 and this Buka brings 18\. Start the Buka it was made with/,
  )
  await rm(file)
  await expect(start()).rejects.toThrow(/is not a readable database \(ENOENT\)\. Move it away or restore it/)
  await writeFile(file, version)
})

test('missing library links of the npm package are created', async () => {
  const native = join(root, 'package', 'native')
  await mkdir(join(native, 'lib'), { recursive: true })
  await writeFile(join(native, 'lib', 'libicuuc.so.60.2'), 'library')
  const links = [{ source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' }]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  await linkLibraries(native)
  await linkLibraries(native)
  expect((await lstat(join(native, 'lib', 'libicuuc.so.60'))).isSymbolicLink()).toBe(true)
  expect(await readFile(join(native, 'lib', 'libicuuc.so.60'), 'utf8')).toBe('library')
})

/** Puts a script in the place of a program while `work` runs. */
async function withProgram<Result>(name: string, script: string, work: () => Promise<Result>): Promise<Result> {
  const programs = await mkdtemp(join(root, 'programs-'))
  await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { PATH } = process.env
  process.env.PATH = `${programs}:${PATH}`
  try {
    return await work()
  } finally {
    process.env.PATH = PATH
  }
}

const withoutNamespaces = <Result>(work: () => Promise<Result>) => withProgram('unshare', 'exit 1', work)

/** A folder that no other user can enter. Two tests share its database, because creating one is slow. */
let privateFolder = ''
beforeAll(async () => {
  privateFolder = join(await mkdtemp(join(root, 'private-')), 'data')
})

test.runIf(isRoot)(
  'a server started as root keeps its database in a private folder if user namespaces are allowed',
  async ({ skip }) => {
    if (spawnSync('unshare', ['--user', '--map-user=1', 'true']).status !== 0) skip('no user namespaces here')
    const cluster = join(privateFolder, 'postgres')
    const postgres = await start({ dataDir: privateFolder })
    expect(await ask(postgres.connection, 'SHOW data_directory')).toBe(cluster)
    expect((await stat(cluster)).uid).toBe(0)
    expect(logged).toEqual([])
  },
)

test.runIf(isRoot)(
  'a server started as root without user namespaces moves its database out of a private folder and logs the new folder at each start',
  async () => {
    const folder = privateFolder
    const first = await start({ dataDir: folder })
    await ask(first.connection, 'CREATE TABLE dish AS SELECT 7 AS portions')
    await first.stop()
    const moved = await withoutNamespaces(async () => {
      const postgres = await start({ dataDir: folder })
      expect(await ask(postgres.connection, 'SELECT portions FROM dish')).toBe(7)
      return String(await ask(postgres.connection, 'SHOW data_directory'))
    })
    const home = dirname(moved)
    onTestFinished(() => rm(home, { recursive: true }))
    expect(moved).toMatch(/^\/var\/lib\/buka-\w+\/postgres$/)
    expect((await stat(moved)).uid).not.toBe(0)
    expect((await stat(home)).mode & 0o007).toBe(0)
    expect(logged.join()).toContain(`The database is in ${moved}`)
    expect(await readdir(folder)).not.toContain('postgres')
    expect(await ask(await postgresOfAnother(folder), 'SELECT portions FROM dish')).toBe(7)
    for (const each of running) await each.stop()

    // If user namespaces are allowed later, the existing database stays in its new place.
    logged.length = 0
    const last = await start({ dataDir: folder })
    expect(await ask(last.connection, 'SHOW data_directory')).toBe(moved)
    expect(logged.join()).toContain(`The database is in ${moved}`)
    await last.stop()

    await rename(home, `${home}-away`)
    await expect(start({ dataDir: folder })).rejects.toThrow(/and there is no such folder\. Bring it back, or restore/)
    await rename(`${home}-away`, home)
  },
)

test.runIf(isRoot)(
  'a database made in a user namespace stays in place for a user who can read its folder',
  async () => {
    const postgres = await withoutNamespaces(start)
    expect(await ask(postgres.connection, 'SHOW data_directory')).toBe(join(dataDir, 'postgres'))
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0)
  },
)

test.runIf(isRoot)(
  'a server started as an ordinary user runs PostgreSQL as that user, also with a port and a password instead of a socket',
  async () => {
    const home = join(root, 'nobody')
    await mkdir(home)
    await chown(home, 65_534, 65_534)
    await chmod(root, 0o755)
    const server = spawnServer(join(home, 'data'), 'process.setgid(65534), process.setuid(65534)', 'tcp: true')
    const { connection, pid } = await started(server)
    expect(connection).toMatchObject({ host: '127.0.0.1', port: expect.any(Number), password: expect.any(String) })
    expect((await stat(`/proc/${pid}`)).uid).toBe(65_534)
    expect(await ask(connection, 'SELECT 1')).toBe(1)
    await expect(ask({ ...connection, password: 'guessed' }, 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
    server.kill('SIGTERM')
    await once(server, 'exit')
    expect(isAlive(pid)).toBe(false)
  },
)
