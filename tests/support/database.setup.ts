import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/db/postgres.ts'
import { administer, connectionUrl, databaseUrl } from './database.ts'
import { clearDataDir, temporaryFolder } from './running-server.ts'

/**
 * Starts a PostgreSQL for the server tests (or uses TEST_DATABASE_URL, whose user may create databases) and creates the
 * migrated template database that each test file copies.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const prefix = `buka_test_${process.pid}_`
  const template = `${prefix}template`
  await administer(server.url, `CREATE DATABASE ${template}`)
  const database = await openDatabase({ databaseUrl: databaseUrl(server.url, template), dataDir: '', log: () => {} })
  await migrate(database.connection)
  await database.stop()
  project.provide('testServer', { url: server.url, template, prefix })

  return async () => {
    const { rows } = await administer(server.url, `SELECT datname FROM pg_database WHERE datname LIKE '${prefix}%'`)
    for (const { datname } of rows) await administer(server.url, `DROP DATABASE ${datname} WITH (FORCE)`)
    await server.stop()
  }
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  await clearAfterKilledRuns()
  const dataDir = await mkdtemp(join(temporaryFolder, `buka-test-${process.pid}-`))
  // Tests need no durability.
  const postgres = await startPostgres({ dataDir, log: console.warn, options: ['synchronous_commit=off'] })
  return {
    url: connectionUrl(postgres.connection),
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Stops the PostgreSQL and removes the data folder of killed test runs. */
async function clearAfterKilledRuns(): Promise<void> {
  for (const name of await readdir(temporaryFolder)) {
    const pid = /^buka-test-(\d+)-/.exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    await clearDataDir(join(temporaryFolder, name))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
