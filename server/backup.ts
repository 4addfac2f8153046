import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { withDatabase } from './command.ts'
import { writeBackup } from './db/backup-file.ts'
import { readSecrets } from './db/data-folder.ts'
import { backupName, keepBackup } from './db/kept-backups.ts'
import { readSettings } from './process/env.ts'
import { runCommand } from './process/run-command.ts'
import { StartError } from './process/start-error.ts'

// `npm run backup FILE` writes all stored data to one file, with the settings of `npm start`, whether or not the server
// runs. Without FILE, BACKUP_DIR must be set: `npm run backup` adds a rehearsed backup to that folder, and deletes old
// backups by the rule in `kept-backups.ts`. With --if-due, it does so only if the last backup is at least a day old.

const encrypted =
  '  It is encrypted with BACKUP_PASSPHRASE (age format): without the passphrase nobody can restore it. Keep the two apart.'
const readable =
  '  It is not encrypted and holds names, phones and addresses: keep it where nobody else can read it. Set BACKUP_PASSPHRASE to\n' +
  '  encrypt it, and to include the keys of the restaurant.'

await runCommand(async () => {
  const settings = readSettings(process.env, [])
  const [word] = process.argv.slice(2)
  const { backupDir: folder, backupPassphrase: passphrase } = settings
  const secrets = { ...(await readSecrets(settings.dataDir)), ...settings.secrets }
  if (folder !== undefined && passphrase !== undefined && (word === undefined || word === '--if-due')) {
    const kept = await withDatabase(settings, ({ connection }) =>
      keepBackup(connection, { folder, onlyIfDue: word !== undefined, secrets, passphrase }),
    )
    if (!kept) return console.log('\n  No backup is due, or another server is making one.\n')
    console.log(`\n${(await readFile(`${kept.file}.txt`, 'utf8')).replace(/^/gm, '  ')}`)
    if (kept.rehearsal.problem !== undefined) throw new StartError(kept.rehearsal.problem)
    return
  }
  const file = resolve(word ?? backupName(new Date()))
  const began = performance.now()
  let all = 0
  await withDatabase(settings, async ({ connection }) =>
    writeBackup(connection, file, { secrets, passphrase }, (table, rows) => {
      all += rows
      console.log(`  ${table} ${rows}`)
    }),
  )
  const { size } = await stat(file)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `\n  ${file}: ${all} rows, ${Math.ceil(size / 1000)} kB, in ${seconds} s.\n` +
      `${passphrase === undefined ? readable : encrypted}\n` +
      '  Keep it not on this machine alone. npm run restore FILE brings it into an empty DATA_DIR.\n',
  )
})
