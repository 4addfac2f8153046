import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { PostgresConnection } from '#server/db/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Made by tests/database.setup.ts: where databases can be made, the template, and how the names of this run begin. */
    testServer: { url: string; template: string; prefix: string }
  }
}

/**
 * A database of its own for one test file, copied from the migrated template and dropped when the file is through. Call
 * it at the top of the file: `const database = await freshDatabase()`. `url` suits DATABASE_URL of a process of its own.
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

/** A PostgreSQL of our own as an address. */
export function connectionUrl({ host, port, user, password = '' }: PostgresConnection): string {
  const place = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}${password && `:${password}`}@localhost/postgres?${place}`
}

/** The same server, another database. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** One statement outside of any transaction, as CREATE DATABASE needs. */
export async function administer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
