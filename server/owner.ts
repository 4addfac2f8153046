import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuth } from './auth/auth.ts'
import { FolderHeld, openDataFolder } from './db/data-folder.ts'
import { type Database, joinDatabase, openDatabase, sqlState } from './db/database.ts'
import { readSettings as readRestaurantSettings } from './db/settings.ts'
import { readSettings, type Settings } from './env.ts'
import { Refusal } from './http/problems.ts'
import { rescueOwner } from './office/staff.ts'
import { StartError } from './start-error.ts'

// `npm run owner NAME`: a new password for an owner who has lost theirs. With the settings of `npm start`, whether the
// house is open or not.

const log = (message: string) => console.error(`  ${message}`)

/** Gives the house's database, and what ends what was begun for it. */
async function reach({ databaseUrl, dataDir }: Settings): Promise<{ database: Database; end: () => Promise<void> }> {
  if (databaseUrl !== undefined) {
    const database = await openDatabase({ databaseUrl, dataDir, log })
    return { database, end: database.stop }
  }
  // Started in the wrong folder, it would make a house there.
  if (!(await stat(join(dataDir, 'postgres')).catch(() => undefined))) {
    throw new StartError(`There is no house in ${dataDir}. Give this the DATA_DIR or DATABASE_URL that npm start has.`)
  }
  const folder = await openDataFolder(dataDir).catch((error: unknown) => {
    if (error instanceof FolderHeld) return undefined
    throw error
  })
  if (!folder) {
    const database = await joinDatabase({ dataDir, log })
    return { database, end: database.stop }
  }
  const database = await openDatabase({ dataDir: folder.path, log })
  return { database, end: () => database.stop().finally(folder.release) }
}

async function rescue(database: Database, name: string): Promise<string> {
  if ((await database.pool.query('select from settings')).rowCount === 0) throw new StartError(unknownHouse)
  const { emailHost } = await readRestaurantSettings(database.orm)
  // It signs nothing here.
  const auth = await createAuth({ database, secret: randomUUID(), origin: 'http://localhost', emailHost })
  const { username, password } = await rescueOwner({ database, auth }, name)
  return [
    '',
    `  ${username} signs in from now on with:`,
    '',
    `    ${password}`,
    '',
    `  It is kept nowhere. ${username} is signed out everywhere, and can change it at the desk under Account.`,
    '',
  ].join('\n')
}

const unknownHouse =
  'The database has no house that this Buka knows. Start the house once with npm start, then ask again.'

/** The sentence for a failure that is no bug. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return `${error.message} Name one of them: npm run owner NAME`
  if (error instanceof StartError) return error.message
  // A table or a column that is not there.
  return ['42P01', '42703'].includes(sqlState(error) ?? '') ? unknownHouse : undefined
}

try {
  const { database, end } = await reach(readSettings(process.env, []))
  try {
    console.log(await rescue(database, process.argv.slice(2).join(' ').trim()))
  } finally {
    await end()
  }
} catch (error) {
  const sentence = sentenceOf(error)
  if (sentence === undefined) throw error
  console.error(`\n  ${sentence}\n`)
  process.exitCode = 1
}
