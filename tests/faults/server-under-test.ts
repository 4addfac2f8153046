import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import type { policy } from '#domain/restaurant/policy.ts'
import { type PostgresConnection, startPostgres } from '#server/db/postgres.ts'
import { processorTime } from '../support/process-tree.ts'
import {
  clearDataDir,
  freePort,
  postgresOf,
  printedSignIns,
  startServer,
  temporaryDataDir,
} from '../support/running-server.ts'
import { type Person, signIn } from './people.ts'
import { CannotStart } from './report.ts'

/** The restaurant as one or several processes on one PostgreSQL. */
export type Restaurant = {
  /** Addresses of the processes, constant across restarts. */
  readonly urls: readonly string[]
  /** Process ids at the start. */
  readonly pids: readonly number[]
  readonly connection: pg.ClientConfig
  readonly staff: Readonly<Record<(typeof policy.desk)[number] | 'rider', Person>>
  /** Returns the milliseconds of processor time of the processes and of their embedded database so far. */
  processorTime(): Promise<number>
  /** Kills a process with SIGKILL and starts it again. */
  restart(process: number): Promise<void>
  bugs(): string[]
  close(): Promise<void>
}

/** Starts the processes on the database at `databaseUrl`, which may be empty, or on an embedded database. */
export async function openRestaurant({
  processes = 1,
  databaseUrl,
  secondFactor = 'off',
  lastRelease,
  env = {},
}: {
  /** A checkout of the last release for the first start. Restarts use the checkout of this file. */
  lastRelease?: string | undefined
  processes?: number
  databaseUrl?: string | undefined
  secondFactor?: 'on' | 'off' | undefined
  /** Additional environment of every process. */
  env?: Record<string, string> | undefined
}): Promise<Restaurant> {
  // The processes share a data folder, because it has the secret that signs sessions.
  const DATA_DIR = await temporaryDataDir()
  const postgres = databaseUrl === undefined ? await startPostgres({ dataDir: DATA_DIR, log: () => {} }) : undefined
  const DATABASE_URL = postgres ? urlOf(postgres.connection) : (databaseUrl ?? '')
  const environments = await Promise.all(
    Array.from({ length: processes }, async () => {
      const place = { DATA_DIR, DATABASE_URL, PORT: String(await freePort()) }
      return { ...place, TRUSTED_PROXIES: '1', DEMO_STAFF: 'on', SECOND_FACTOR: secondFactor, ...env }
    }),
  )
  const servers = await Promise.all(
    environments.map((env) => startServer({ env, ...(lastRelease && { root: lastRelease }) })),
  )
  const logs: string[] = []
  const [first] = servers
  if (!first) throw new Error('A restaurant has one process at least.')

  const printed = printedSignIns(servers.map(({ stdout }) => stdout()).join('\n'))
  const staff = await signInStaff(first.url, printed, { addsApp: secondFactor === 'on' })

  return {
    urls: servers.map(({ url }) => url),
    pids: servers.map(({ pid }) => pid),
    connection: { connectionString: DATABASE_URL },
    staff,
    async processorTime() {
      const roots = [...servers.map(({ pid }) => pid), ...(postgres ? [postgres.pid] : [])]
      return (await Promise.all(roots.map(processorTime))).reduce((sum, each) => sum + each, 0)
    },
    async restart(process) {
      await servers[process]?.kill('SIGKILL')
      logs.push(servers[process]?.stderr() ?? '')
      servers[process] = await startServer({ env: environments[process] ?? {} })
    },
    bugs: () =>
      [...logs, ...servers.map((server) => server.stderr())].flatMap((log) =>
        log.split('\n').filter((line) => /"(request|start|stop).failed"/.test(line)),
      ),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await postgres?.stop()
      await clearDataDir(DATA_DIR)
    },
  }
}

/** Uses a running server on this machine. Finds the staff sign-ins and PostgreSQL by the server's data folder. */
export async function visitRestaurant(url: string): Promise<Omit<Restaurant, 'restart' | 'processorTime'>> {
  const { DATA_DIR = './data', DATABASE_URL } = process.env
  const dataDir = resolve(DATA_DIR)
  const text = await readFile(join(dataDir, 'demo-sign-ins.txt'), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const signIns = lines.map((line) => line.split(' '))
  const postgres = await postgresOf(dataDir)
  if (signIns.length === 0 || !(DATABASE_URL || postgres)) {
    throw new CannotStart(`${dataDir} is not the data folder of an open restaurant. Say which it is with DATA_DIR.`)
  }
  const isOpen = await fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isOpen) throw new CannotStart(`There is no open restaurant at ${url}.`)
  return {
    urls: [url],
    pids: [],
    connection: DATABASE_URL
      ? { connectionString: DATABASE_URL }
      : { host: postgres?.host, port: postgres?.port, user: 'buka', database: 'buka' },
    staff: await signInStaff(url, signIns),
    bugs: () => [],
    close: async () => {},
  }
}

export async function signInStaff(
  url: string,
  signIns: readonly string[][],
  options?: { readonly addsApp: boolean },
): Promise<Restaurant['staff']> {
  return Object.fromEntries(
    await Promise.all(
      signIns.map(async ([username = '', password = '', role = '']) => {
        return [role, await signIn(url, username, password, options)] as const
      }),
    ),
  ) as Restaurant['staff']
}

function urlOf({ host, port, user, password = '', database }: PostgresConnection): string {
  const place = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}${password && `:${password}`}@localhost/${database}?${place}`
}
