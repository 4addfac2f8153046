import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { PostgresConnection } from '#server/db/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by database.setup.ts. The names of this run's databases begin with `prefix`. */
    testServer: { url: string; template: string; prefix: string }
  }
}

/**
 * Makes a database for one test file: a copy of the migrated template, dropped at the end of the file. Call this at the
 * top of the file: `const database = await freshDatabase()`. `url` is the DATABASE_URL for other processes.
 */
export async function freshDatabase(): Promise<Database & { url: string }> {
  const server = inject('testServer')
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`
  await administer(server.url, `CREATE DATABASE ${name} TEMPLATE ${server.template}`)
  const url = databaseUrl(server.url, name)
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: () => {} })
  afterAll(async () => {
    await database.stop()
    await administer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  return { ...database, url }
}

export function connectionUrl({ host, port, user, password = '' }: PostgresConnection): string {
  const place = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}${password && `:${password}`}@localhost/postgres?${place}`
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement without a transaction, as CREATE DATABASE needs. */
export async function administer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
