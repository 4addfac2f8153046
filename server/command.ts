import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderHeld, openDataFolder } from './db/data-folder.ts'
import { type Database, joinDatabase, openDatabase } from './db/database.ts'
import type { Settings } from './process/env.ts'
import { StartError } from './process/start-error.ts'

// What the programs have in common that somebody starts at the machine, beside an open restaurant or a closed one.

export const log = (message: string) => console.error(`  ${message}`)

/** Does it, and says in a sentence what keeps it from being done. Anything else is a bug, and may throw. */
export async function runCommand(
  work: () => Promise<void>,
  sentenceOf: (error: unknown) => string | undefined = () => undefined,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const sentence = error instanceof StartError ? error.message : sentenceOf(error)
    if (sentence === undefined) throw error
    console.error(`\n  ${sentence}\n`)
    process.exitCode = 1
  }
}

/** The database of a restaurant that is open or closed, for as long as `work` takes. Throws StartError where there is none. */
export async function withRestaurant<Result>(
  { databaseUrl, dataDir }: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) return using(await openDatabase({ databaseUrl, dataDir, log }), work)
  // Started in the wrong folder, it would make a restaurant there.
  if (!(await stat(join(dataDir, 'postgres')).catch(() => undefined))) {
    throw new StartError(
      `There is no restaurant in ${dataDir}. Give this the DATA_DIR or DATABASE_URL that npm start has.`,
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

/** Does `work` and stops the database, however it ends. */
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
