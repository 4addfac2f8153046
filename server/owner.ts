import { randomUUID } from 'node:crypto'
import { createAuth } from './auth/auth.ts'
import { withDatabase } from './command.ts'
import type { Database } from './db/database.ts'
import { sqlState } from './db/failures.ts'
import { readSettings as readRestaurantSettings } from './db/stored-settings.ts'
import { Refusal } from './http/problems.ts'
import { rescueOwner } from './office/staff.ts'
import { readSettings } from './process/env.ts'
import { runCommand } from './process/run-command.ts'
import { StartError } from './process/start-error.ts'

// `npm run owner NAME`: sets a new password for an owner who has lost the password, and removes the second factor. Uses
// the settings of `npm start`, whether or not the server runs.

async function rescue(database: Database, name: string): Promise<string> {
  if ((await database.pool.query('select from settings')).rowCount === 0) throw new StartError(unknownRestaurant)
  const { emailHost } = await readRestaurantSettings(database.orm)
  // This program signs no cookies, so the secret is arbitrary.
  const auth = createAuth({ database, secret: randomUUID(), origin: 'http://localhost', emailHost })
  const { username, password, hadSecondFactor } = await rescueOwner({ database, auth }, name)
  return [
    '',
    `  ${username} signs in from now on with:`,
    '',
    `    ${password}`,
    '',
    `  It is kept nowhere. ${username} is signed out everywhere, and can change it at the desk under Account.`,
    ...(hadSecondFactor ? ['  Their app, passkeys and recovery codes are removed.'] : []),
    '',
  ].join('\n')
}

const unknownRestaurant =
  'The database has no restaurant that this Buka knows. Start Buka once with npm start, then run this again.'

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return `${error.message} Name one of them: npm run owner NAME`
  // PostgreSQL's codes for a missing table or column: the database has no restaurant yet, or that of another release.
  return ['42P01', '42703'].includes(sqlState(error) ?? '') ? unknownRestaurant : undefined
}

await runCommand(
  () =>
    withDatabase(readSettings(process.env, []), async (database) =>
      console.log(await rescue(database, process.argv.slice(2).join(' ').trim())),
    ),
  sentenceOf,
)
