import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { log, using } from './command.ts'
import { readBackup } from './db/backup-file.ts'
import { keepSecrets, openDataFolder } from './db/data-folder.ts'
import { openDatabase } from './db/database.ts'
import { readSettings } from './process/env.ts'
import { runCommand } from './process/run-command.ts'
import { StartError } from './process/start-error.ts'

// `npm run restore FILE`: restores a backup into a DATA_DIR, or a database at DATABASE_URL, without a restaurant.

async function restore(file: string): Promise<void> {
  const { databaseUrl, dataDir, backupPassphrase } = readSettings(process.env, [])
  // Checks the file first, so that a wrong name creates no data folder.
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new StartError(`There is no backup ${file}.`)
  const folder = await openDataFolder(dataDir, { shared: databaseUrl !== undefined })
  try {
    const database = await openDatabase({ databaseUrl, dataDir: folder.path, log })
    const { at } = await using(database, ({ connection }) =>
      readBackup(
        connection,
        { file, passphrase: backupPassphrase },
        ({ secrets }) => keepSecrets(folder.path, secrets),
        (table, rows) => console.log(`  ${table} ${rows}`),
      ),
    )
    console.log(
      `\n  The restaurant is as it was on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC. npm start opens it.\n`,
    )
  } finally {
    await folder.release()
  }
}

await runCommand(async () => {
  const [file] = process.argv.slice(2)
  if (!file) throw new StartError('Say which backup: npm run restore FILE')
  await restore(resolve(file))
})
