import type pg from 'pg'
import type { policy } from '#domain/policy.ts'
import { type PostgresConnection, startPostgres } from '#server/db/postgres.ts'
import { clearDataDir, freePort, startServer, temporaryDataDir } from '../running-server.ts'
import { type Person, signIn } from './people.ts'

/** The house as one or several processes on one PostgreSQL. */
export type House = {
  /** One a process. They stay the same when a process is killed and started again. */
  readonly urls: readonly string[]
  /** The house's PostgreSQL. */
  readonly connection: pg.ClientConfig
  readonly staff: Readonly<Record<(typeof policy.desk)[number], Person>>
  /** `kill -9` of a process, and its next start. */
  restart(process: number): Promise<void>
  /** What the processes logged as bugs. */
  bugs(): string[]
  close(): Promise<void>
}

/** On the database at `databaseUrl`, which is empty or a house's; without one, on a PostgreSQL of its own. */
export async function openHouse({
  processes = 1,
  databaseUrl,
}: {
  processes?: number
  databaseUrl?: string | undefined
}): Promise<House> {
  // One folder, because what signs the sessions is in it.
  const DATA_DIR = await temporaryDataDir()
  const postgres = databaseUrl === undefined ? await startPostgres({ dataDir: DATA_DIR, log: () => {} }) : undefined
  const DATABASE_URL = postgres ? urlOf(postgres.connection) : (databaseUrl ?? '')
  const environments = await Promise.all(
    Array.from({ length: processes }, async () => {
      return { DATA_DIR, DATABASE_URL, PORT: String(await freePort()), TRUSTED_PROXIES: '1' }
    }),
  )
  const servers = await Promise.all(environments.map((env) => startServer({ env })))
  const logs: string[] = []
  const [first] = servers
  if (!first) throw new Error('A house has one process at least.')

  const signIns = signInsTold(first.stdout())
  const staff = Object.fromEntries(
    await Promise.all(
      signIns.map(async ([username = '', password = '', role = '']) => {
        return [role, await signIn(first.url, username, password)] as const
      }),
    ),
  ) as Record<(typeof policy.desk)[number], Person>

  return {
    urls: servers.map(({ url }) => url),
    connection: { connectionString: DATABASE_URL },
    staff,
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

/** Username, password and role of each. */
function signInsTold(stdout: string): string[][] {
  const lines = (stdout.split('Demo sign-ins:')[1] ?? '').trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/))
}

function urlOf({ host, port, user, password = '', database }: PostgresConnection): string {
  const place = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}${password && `:${password}`}@localhost/${database}?${place}`
}
