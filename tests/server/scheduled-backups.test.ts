import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { readBackup } from '#server/db/backup-file.ts'
import { keepBackup } from '#server/db/kept-backups.ts'
import { signUp } from '../faults/people.ts'
import { administer, databaseUrl, freshDatabase } from '../support/database.ts'
import { cheapHashesOfPrograms, cheapKeys } from '../support/password-hashes.ts'
import { runProgram, startProgram } from '../support/program.ts'
import { clearDataDir, startServer, temporaryDataDir } from '../support/running-server.ts'

const passphrase = 'plantain in the dark'
const [database, old] = [await freshDatabase(), await freshDatabase()]
cheapKeys()
cheapHashesOfPrograms()

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'buka-backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const DATA_DIR = await temporaryDataDir()
const kept = await mkdtemp(join(tmpdir(), 'buka-backups-'))
afterAll(() => Promise.all([clearDataDir(DATA_DIR), rm(kept, { recursive: true })]))
const BACKUP_DIR = join(kept, 'kept')
const env = { DATABASE_URL: database.url, DATA_DIR, BACKUP_DIR, BACKUP_PASSPHRASE: passphrase }
const files = () => readdir(BACKUP_DIR).catch(() => [])
const backups = async () => (await files()).filter((name) => name.endsWith('.backup'))

test('RUN-4: a server makes an encrypted backup each day, restores it into a scratch database, and reports the result and the backup’s age', async () => {
  const server = await startServer({ env })
  onTestFinished(server.stop)
  await expect.poll(async () => (await files()).filter((name) => name.endsWith('.txt'))).toHaveLength(1)
  const age = async () =>
    /^buka_backup_rehearsal_age_seconds (.+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
  await expect.poll(async () => Number(await age())).toBeLessThan(3600)

  const [file = ''] = await backups()
  expect((await readFile(join(BACKUP_DIR, file))).toString('latin1')).toMatch(/^age-encryption\.org\/v1/)
  const report = await readFile(join(BACKUP_DIR, `${file}.txt`), 'utf8')
  expect(report).toMatch(/every table had its rows:\n/)
  expect(report).toMatch(/\n {2}items \d\d+\n/)
  const { rows } = await database.pool.query("select datname from pg_database where datname like 'buka_rehearsal%'")
  expect(rows).toEqual([])
  await signUp(server.url, 1)
  expect(server.stderr()).not.toContain('backup.failed')
})

test('RUN-4: npm run backup always makes a backup, and with --if-due only when one is due', async () => {
  const before = await backups()
  expect((await runProgram('server/backup.ts', env, '--if-due')).stdout).toContain('No backup is due')
  expect(await backups()).toEqual(before)
  expect(before).toHaveLength(1)
  const asked = await runProgram('server/backup.ts', env)
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('every table had its rows') })
})

test('RUN-4: the last good backup is kept if the next backup is killed during its restore into a scratch database', async () => {
  const good = await backups()
  const [{ name } = { name: '' }] = (
    await database.pool.query<{ name: string }>(
      "select 'buka_rehearsal_' || oid as name from pg_database where datname = current_database()",
    )
  ).rows
  await administer(database.url, `create database ${name}`)
  // An uncommitted change makes the restore into the scratch database wait at its first statement.
  // A connection of the pool would end after eight idle seconds in a transaction.
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query(`begin; comment on database ${name} is 'held'`)
  const killed = startProgram('server/backup.ts', env)
  const waiting = async () =>
    (
      await database.pool.query(
        "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'drop database%' || $1 || '%'",
        [name],
      )
    ).rows
  await expect.poll(waiting).toHaveLength(1)
  killed.kill('SIGKILL')
  expect(await killed.exited).toMatchObject({ code: null })
  expect(await backups()).toEqual(good)
  await database.pool.query('select pg_terminate_backend($1)', [(await waiting())[0]?.pid])
  await holder.end()

  const next = await runProgram('server/backup.ts', env)
  expect(next, next.stderr).toMatchObject({ code: 0 })
  const after = await backups()
  expect((await files()).sort()).toEqual(after.flatMap((file) => [file, `${file}.txt`]).sort())
  expect(after).not.toEqual(good)
})

test('RUN-4: npm run backup prints one sentence if the database’s disk is full or the backup folder is unusable', async () => {
  await database.pool.query(`
    create function refuse_for_space() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger no_space before update on instance execute function refuse_for_space()`)
  const full = await runProgram('server/backup.ts', env)
  await database.pool.query('drop trigger no_space on instance')
  const [good = ''] = await backups()
  const inFile = join(BACKUP_DIR, good, 'kept')
  const unusable = await runProgram('server/backup.ts', { ...env, BACKUP_DIR: inFile })
  expect([full.code, unusable.code]).toEqual([1, 1])
  // Leave out the first line, a warning that the tests' database does not flush to the disk.
  const lastOf = (stderr: string) => stderr.replace(/^The database at DATABASE_URL has .+\n/, '').trim()
  expect(lastOf(full.stderr)).toBe('The disk of the database is full. Make room there, then try again.')
  expect(lastOf(unusable.stderr)).toBe(`${inFile} cannot be used: there is no such file or folder (ENOTDIR).`)
})

test('RUN-4: a backup of the database is made before a migration', async () => {
  await old.pool.query('drop schema public cascade; create schema public')
  const fixture = join(import.meta.dirname, '../fixtures/migration-0013.backup')
  const ignore = async () => {}
  await readBackup(old.connection, { file: fixture }, ignore, () => {})
  const BACKUP_DIR = await temporaryFolder()
  // A server that runs from sources derives cheap keys. The server of the first test derives real keys.
  const server = await startServer({
    env: { DATABASE_URL: old.url, BACKUP_DIR, BACKUP_PASSPHRASE: passphrase },
    program: 'server/main.ts',
  })
  await server.stop()
  const [file = ''] = (await readdir(BACKUP_DIR)).filter((name) => name.includes('-before-0014-vocabulary.backup'))
  expect(file).not.toBe('')

  const { url, prefix } = inject('testServer')
  const name = `${prefix}before_migration`
  await administer(url, `CREATE DATABASE ${name}`)
  onTestFinished(async () => void (await administer(url, `DROP DATABASE ${name} WITH (FORCE)`)))
  const head = await readBackup(
    { connectionString: databaseUrl(url, name) },
    { file: join(BACKUP_DIR, file), passphrase },
    ignore,
    () => {},
  )
  expect(head.migration).toBe('0013-refunds-in-cash.sql')
})

test('RUN-4: a backup that cannot be restored does not count as good, and its scratch database is removed', async () => {
  const goodAt = async () => (await database.pool.query('select backed_up_at, rehearsed_at from instance')).rows
  const before = await goodAt()
  // A restore makes only the tables of the migrations, so a backup with another table cannot be restored.
  await database.pool.query('create table stray (n int)')
  const request = { folder: await temporaryFolder(), onlyIfDue: false, secrets: {}, passphrase }
  await expect(keepBackup(database.connection, request)).rejects.toThrow('damaged')
  // The file stays in case it is the only one; the next backup replaces it.
  const left = await readdir(request.folder)
  expect(left).toEqual([expect.stringMatching(/^buka-\w+\.backup\.unrehearsed$/)])
  await expect(keepBackup(database.connection, request)).rejects.toThrow('damaged')
  expect(await readdir(request.folder)).toHaveLength(1)
  await database.pool.query('drop table stray')
  expect(await goodAt()).toEqual(before)
  const { rows } = await database.pool.query("select datname from pg_database where datname like 'buka_rehearsal%'")
  expect(rows).toEqual([])
})
