import { stat } from 'node:fs/promises'
import { openDataFolder } from './db/data-folder.ts'
import { type Database, joinDatabase, openDatabase } from './db/database.ts'
import { findCluster } from './db/postgres-place.ts'
import type { Settings } from './process/env.ts'
import { FolderHeld } from './process/folder-lock.ts'
import { StartError } from './process/start-error.ts'

// Shared by the command-line programs, which work whether or not the server runs.

export const log = (message: string) => console.error(`  ${message}`)

/** Runs `work` with the restaurant's database, whether or not the server runs. Throws StartError if there is no database. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) return using(await openDatabase({ databaseUrl, dataDir, log }), work)
  // Opening a wrong folder would create a new database.
  if (!(await stat(await findCluster(dataDir)).catch(() => undefined))) {
    throw new StartError(
      `There is no restaurant in ${dataDir}. Give this command the DATA_DIR or DATABASE_URL that npm start uses.`,
    )
  }
  const folder = await openDataFolder(dataDir).catch((error: unknown) => {
    if (error instanceof FolderHeld) return undefined
    throw error
  })
  if (!folder) return using(await joinDatabase({ dataDir, log }), work)
  try {
    return await using(await openDatabase({ dataDir: folder.path, log }), work)
  } finally {
    await folder.release()
  }
}

/** Runs `work` and then stops the database, even after a failure. */
export async function using<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(database)
  } finally {
    await database.stop()
  }
}
