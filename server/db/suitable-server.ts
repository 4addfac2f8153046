import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { mayComeBack } from './failures.ts'
import { silenceMs } from './healing-pool.ts'
import { connectClient, endClient } from './pg-client.ts'
import type { Log } from './postgres.ts'

/** The time for which a start waits for the database at DATABASE_URL, which may be starting too. */
const startPatienceMs = 15_000

/** Waits for the database at DATABASE_URL. Throws StartError with a sentence if the database is unsuitable. */
export async function requireServer(connection: pg.ClientConfig, log: Log): Promise<void> {
  const deadline = performance.now() + startPatienceMs
  for (let isLogged = false; ; isLogged = true) {
    try {
      const client = await connectClient(connection, silenceMs)
      await requireSuitable(client, log).finally(() => endClient(client))
      return
    } catch (error) {
      if (error instanceof StartError) throw error
      if (!mayComeBack(error) || performance.now() > deadline) {
        throw new StartError(
          `The database at DATABASE_URL cannot be used: ${(error as Error).message || String(error)}.`,
        )
      }
      if (!isLogged) log('Waiting for the database at DATABASE_URL.')
      await sleep(250)
    }
  }
}

async function requireSuitable(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{
    version: number
    fsync: string
    synchronous_commit: string
    pid: number
    standby: boolean
    encoding: string
  }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS synchronous_commit, pg_backend_pid() AS pid, pg_is_in_recovery() AS standby,
            current_setting('server_encoding') AS encoding`,
  )
  const [server] = rows
  // A pooler gives each client a made-up process id.
  if (server && server.pid !== (client as unknown as { processID: number }).processID) {
    throw new StartError(
      'DATABASE_URL leads to a connection pooler, such as pgbouncer. Buka listens for changes and keeps locks on its connections, of which a process opens 11 at most. Give it the address of PostgreSQL itself.',
    )
  }
  if (server?.standby) {
    throw new StartError('The database at DATABASE_URL is a standby, which only reads. Use the address of the primary.')
  }
  if (!server || server.version < 150000)
    throw new StartError('The database at DATABASE_URL is older than PostgreSQL 15. Use a newer one.')
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database at DATABASE_URL has the encoding ${server.encoding}, in which names like Ọláwálé cannot be written. Create one with ENCODING 'UTF8'.`,
    )
  }
  if (server.fsync !== 'on') {
    throw new StartError(
      'The database at DATABASE_URL runs with fsync=off and would lose orders in a power cut. Switch fsync on.',
    )
  }
  if (server.synchronous_commit === 'off') {
    log('The database at DATABASE_URL has synchronous_commit off: a crash of it may lose the last orders.')
  }
}
