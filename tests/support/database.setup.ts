import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/db/postgres.ts'
import { administer, connectionUrl, databaseUrl } from './database.ts'
import { clearDataDir, readyDataDir, temporaryFolder } from './running-server.ts'

/**
 * Starts a PostgreSQL for the server tests (or uses TEST_DATABASE_URL, whose user may create databases) and creates the
 * migrated template database that each test file copies.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const prefix = `buka_test_${process.pid}_`
  const template = server.migrated ?? (await makeTemplate(server.url, `${prefix}template`))
  project.provide('testServer', { url: server.url, template, prefix })

  return async () => {
    const { rows } = await administer(server.url, `SELECT datname FROM pg_database WHERE datname LIKE '${prefix}%'`)
    for (const { datname } of rows) await administer(server.url, `DROP DATABASE ${datname} WITH (FORCE)`)
    await server.stop()
  }
}

async function makeTemplate(url: string, name: string): Promise<string> {
  await administer(url, `CREATE DATABASE ${name}`)
  await migrate({ connectionString: databaseUrl(url, name) })
  return name
}

async function startServer(): Promise<{ url: string; migrated?: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  await clearAfterKilledRuns()
  const dataDir = await readyDataDir()
  const postgres = await startPostgres({ dataDir, log: console.warn, options: ['synchronous_commit=off'] })
  return {
    url: connectionUrl(postgres.connection),
    migrated: postgres.connection.database,
    stop: async () => {
      await postgres.stop()
      await clearDataDir(dataDir)
    },
  }
}

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
