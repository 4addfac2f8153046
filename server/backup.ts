import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runCommand, withDatabase } from './command.ts'
import { writeBackup } from './db/backup.ts'
import { readSecrets } from './db/data-folder.ts'
import { readSettings } from './process/env.ts'

// `npm run backup FILE`: everything the restaurant keeps, in one file, whether the server runs or not. With the settings of `npm start`.

/** Such as buka-20261122T015100Z.backup, here. */
function fileName(): string {
  return `buka-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.backup`
}

const encrypted =
  '  It is encrypted with BACKUP_PASSPHRASE (age format): without the passphrase nobody can restore it. Keep the two apart.'
const readable =
  '  It is not encrypted and holds names, phones and addresses: keep it where nobody else can read it. Set BACKUP_PASSPHRASE to\n' +
  '  encrypt it, and to include the keys of the restaurant.'

await runCommand(async () => {
  const settings = readSettings(process.env, [])
  const file = resolve(process.argv[2] ?? fileName())
  const began = performance.now()
  let all = 0
  await withDatabase(settings, async ({ connection }) =>
    writeBackup(
      connection,
      file,
      {
        secrets: { ...(await readSecrets(settings.dataDir)), ...settings.secrets },
        passphrase: settings.backupPassphrase,
      },
      (table, rows) => {
        all += rows
        console.log(`  ${table} ${rows}`)
      },
    ),
  )
  const { size } = await stat(file)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `\n  ${file}: ${all} rows, ${Math.ceil(size / 1000)} kB, in ${seconds} s.\n` +
      `${settings.backupPassphrase === undefined ? readable : encrypted}\n` +
      '  Keep it not on this machine alone. npm run restore FILE brings it into an empty DATA_DIR.\n',
  )
})
