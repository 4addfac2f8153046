import { appendFile, chown, cp, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Postgres, startPostgres } from '#server/db/postgres.ts'
import { findCluster } from '#server/db/postgres-place.ts'
import { clearDataDir, temporaryDataDir } from './running-server.ts'

/** A primary, and a standby that confirms every commit. */
export type Replicated = {
  readonly primary: Postgres
  readonly standby: Postgres
  promote(): Promise<void>
  stop(): Promise<void>
}

export async function openReplicated(): Promise<Replicated> {
  const [first, second] = [await temporaryDataDir(), await temporaryDataDir()]
  const log = () => {}
  await (await startPostgres({ dataDir: first, log })).stop()
  const [from, to] = [await findCluster(first), join(second, 'postgres')]
  await cp(from, to, { recursive: true, preserveTimestamps: true })
  const { uid, gid } = await stat(from)
  const primary = await startPostgres({ dataDir: first, log })
  const { host, port, user } = primary.connection
  await appendFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} application_name=standby'\n`,
  )
  await writeFile(join(to, 'standby.signal'), '')
  await own(to, uid, gid)
  const standby = await startPostgres({ dataDir: second, log })
  // A commit succeeds only once the standby has it on its disk.
  await administer(primary, `alter system set synchronous_standby_names = 'standby'`)
  await administer(primary, 'select pg_reload_conf()')
  return {
    primary,
    standby,
    promote: () => administer(standby, 'select pg_promote()'),
    async stop() {
      await Promise.all([standby.stop(), primary.stop()])
      await Promise.all([clearDataDir(first), clearDataDir(second)])
    },
  }
}

async function own(folder: string, uid: number, gid: number): Promise<void> {
  if (process.getuid?.() !== 0) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) await chown(join(folder, name), uid, gid)
}

async function administer({ connection }: Postgres, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
