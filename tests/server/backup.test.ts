import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Order, OrderList } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { insertAccount } from '#server/auth/accounts.ts'
import { readBackup, writeBackup } from '#server/db/backup-file.ts'
import { keepSecrets, readOrMakeSecret, secretNames } from '#server/db/data-folder.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadRestaurant } from '#server/menu-versions/load.ts'
import { readRestaurant } from '#server/restaurant/restaurant.ts'
import { type Person, plainDishes, signIn, signUp } from '../faults/people.ts'
import { administer, databaseUrl, freshDatabase } from '../support/database.ts'
import { cheapHashesOfPrograms, cheapKeys } from '../support/password-hashes.ts'
import { runProgram } from '../support/program.ts'
import { clearDataDir, readyDataDir, startServer, temporaryDataDir } from '../support/running-server.ts'

const [database, demo] = [await freshDatabase(), await freshDatabase()]
cheapKeys()
cheapHashesOfPrograms()

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'buka-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function dataFolder(): Promise<string> {
  const dataDir = await temporaryDataDir()
  onTestFinished(() => clearDataDir(dataDir))
  return dataDir
}

async function order(url: string, customer: Person): Promise<Order> {
  const [itemId = ''] = await plainDishes(url)
  const lines = [{ itemId, quantity: 2, selection: {}, chefComment: 'Very hot, “as ever”' }]
  const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', { lines, deliveryMethod: 'delivery' })
  return (await customer.send<Order>('POST', '/api/orders', { quoteId: quote.id })).body
}

async function confirm(cashier: Person, { orderId: id, totalAmount: total }: Order, quote: Quote): Promise<Order> {
  const payment = { accountId: quote.accounts[0]?.id, amount: total, sender: 'ADA OBI', sessionId: randomUUID() }
  return (await cashier.send<Order>('POST', `/api/orders/${id}/confirm-payment`, payment)).body
}

const passphrase = 'plantain in the dark'
const contents = async (file: string) => gunzipSync(await readFile(file)).toString()
async function decrypted(file: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return gunzipSync(await decrypter.decrypt(await readFile(file))).toString()
}
/** Returns the rows in a fixed order, because a start moves rows when it writes the names of pictures. */
const rowsOf = (text: string) => text.split('\n').slice(1).sort()

test('SAFE-13: an encrypted backup of a running server restores every row except sessions into another data folder', {
  timeout: 240_000,
}, async () => {
  const [source, target, files] = [await readyDataDir(), await dataFolder(), await temporaryFolder()]
  onTestFinished(() => clearDataDir(source))
  const server = await startServer({ env: { DATA_DIR: source } })
  onTestFinished(server.stop)
  const [, password = ''] = /^desk (\S+)/m.exec(await readFile(join(source, 'demo-sign-ins.txt'), 'utf8')) ?? []
  const desk = await signIn(server.url, 'desk', password)
  const ada = await signUp(server.url, 1)
  const placed = await order(server.url, ada)
  const { body: quote } = await ada.send<Quote>('GET', `/api/quotes/${placed.orderId}`)
  await confirm(desk, placed, quote)
  await desk.send('PATCH', `/api/menu-items/${quote.items[0]?.itemId}`, { isAvailable: false })

  const file = join(files, 'friday.backup')
  const from = { DATA_DIR: source, BACKUP_PASSPHRASE: passphrase }
  const made = await runProgram('server/backup.ts', from, file)
  expect(made, made.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/friday\.backup: \d{3,} rows, \d+ kB, in /)
  expect(made.stdout).toMatch(/^ {2}orders 1$/m)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(files)).toEqual(['friday.backup'])
  expect(await server.kill('SIGTERM')).toBe(0)

  const text = await decrypted(file)
  expect(text).toContain('"username":"desk"')
  for (const cookie of [ada.cookie, desk.cookie]) {
    const [, token = 'none'] = /session_token=([^.;]+)/.exec(cookie) ?? []
    for (const form of [token, createHash('sha256').update(token).digest('hex')]) expect(text).not.toContain(form)
  }

  const to = { ...from, DATA_DIR: target }
  const restored = await runProgram('server/restore.ts', to, file)
  expect(restored, restored.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toMatch(/The restaurant is as it was on \d{4}-\d\d-\d\d at \d\d:\d\d UTC/)
  // A backup also works while no server runs.
  const second = join(files, 'second.backup')
  expect(await runProgram('server/backup.ts', { DATA_DIR: target }, second)).toMatchObject({ code: 0 })
  expect(rowsOf(await contents(second))).toEqual(rowsOf(text))
  for (const name of secretNames) {
    expect(await readFile(join(target, name), 'utf8')).toBe(await readFile(join(source, name), 'utf8'))
  }

  const again = await startServer({ env: { DATA_DIR: target } })
  onTestFinished(again.stop)
  const ofAda = async (cookie: string) => fetch(`${again.url}/api/orders`, { headers: { cookie } })
  expect((await ofAda(ada.cookie)).status).toBe(401)
  const asAda = await ofAda((await signIn(again.url, 'Guest 1', 'one pot of egusi')).cookie)
  expect(((await asAda.json()) as OrderList).orders).toMatchObject([{ orderId: placed.orderId, payment: 'found' }])
  const chef = await signIn(again.url, 'desk', password)
  // BOOKS-1: a backup leaves out the search words of orders; the restore makes them again.
  const search = `/api/office/orders?q=${placed.orderId.slice(-6)}`
  const found = (await chef.send<{ orders: { id: string }[] }>('GET', search)).body
  expect(found.orders.map(({ id }) => id)).toEqual([placed.orderId])
  // Sequences continue after the restored rows.
  const next = await order(again.url, await signUp(again.url, 2))
  expect(await confirm(chef, next, quote)).toMatchObject({ payment: 'found' })
  expect((await runProgram('server/restore.ts', to, file)).stderr).toMatch(/Another Buka/)
})

test('a restore into DATABASE_URL refuses damaged backups, succeeds once and is refused afterwards', async () => {
  const [target, files] = [await dataFolder(), await temporaryFolder()]
  const file = join(files, 'one.backup')
  await loadRestaurant(demo, await readRestaurant(join(import.meta.dirname, '../../restaurant')))
  const cook = { role: 'kitchen', username: 'cook' } as const
  await demo.transaction((tx) => insertAccount(tx, 'ina.example', cook, 'of no password'))
  await writeBackup(demo.connection, file, { ...plain, secrets: { 'auth-secret': 'of Iná' } }, nothing)
  const env = { DATABASE_URL: database.url, DATA_DIR: target }

  const whole = await readFile(file)
  const lines = (await contents(file)).split('\n')
  const broken = {
    'torn.backup': whole.subarray(0, whole.length - 200),
    'short.backup': gzipSync(lines.slice(0, -3).join('\n')),
    'changed.backup': gzipSync(lines.map((line) => line.replace('"role":"kitchen"', '"role":"chief"')).join('\n')),
    'menu.txt': Buffer.from('jollof'),
  }
  const restore = (name: string) =>
    readBackup(database.connection, { file: join(files, name) }, async () => {}, nothing)
  for (const [name, bytes] of Object.entries(broken)) {
    await writeFile(join(files, name), bytes)
    await expect(restore(name), name).rejects.toThrow(/^This file is damaged/)
    expect((await database.pool.query('select from settings')).rowCount, name).toBe(0)
  }
  const refused = await runProgram('server/restore.ts', env, join(files, 'torn.backup'))
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ *This file is damaged/m) })
  expect((await database.pool.query('select from settings')).rowCount).toBe(0)

  await writeFile(join(files, 'other.backup'), gzipSync('{"buka":7}\n'))
  await expect(restore('other.backup')).rejects.toThrow(
    /^This backup is of format 7, and this Buka reads format 1\. Restore it with/,
  )
  // A backup without a passphrase has no secrets.
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ restaurant: 'Iná Grill', secrets: {} })
  expect(await runProgram('server/restore.ts', env, file)).toMatchObject({ code: 0 })

  const renamed = lines.map((line, at) => (at === 0 ? line.replace('Iná Grill', 'Mama\\u001b[2J Put') : line))
  await writeFile(join(files, 'mama-put.backup'), gzipSync(renamed.join('\n')))
  const twice = await runProgram('server/restore.ts', env, join(files, 'mama-put.backup'))
  expect(twice).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^ *There is a restaurant here already, Iná Grill\. Restore this backup of Mama\\u\{1b\}\[2J Put into /m,
    ),
  })
})

test('SAFE-13: of three concurrent backups to one file name, one writes the whole file and the others are refused', async () => {
  const [files, busy] = [await temporaryFolder(), await bareDatabase('busy')]
  await migrate(busy)
  await query(busy, `insert into settings (document) values ('{"name": "Iná"}')`)
  const file = join(files, 'one.backup')
  const write = () => writeBackup(busy, file, plain, nothing)
  const outcomes = await Promise.allSettled([write(), write(), write()])
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.message)] : []))
  expect(refused).toHaveLength(2)
  for (const sentence of refused) expect(sentence).toMatch(/^(Another backup is being written to|There is a file) /)
  expect((await contents(file)).trim().split('\n').at(-1)).toBe('{"end":true}')
  expect(await readdir(files)).toEqual(['one.backup'])
  await expect(write()).rejects.toThrow(`There is a file ${file} already. Give this backup another name.`)
  const nowhere = join(files, 'no', 'such.backup')
  await expect(writeBackup(busy, nowhere, plain, nothing)).rejects.toThrow(
    `The backup ${nowhere} cannot be written (ENOENT).`,
  )
})

test('SAFE-13: a restore with a missing or wrong passphrase, or over another restaurant’s secrets, is refused and restores nothing', async () => {
  const [mine, fresh, files] = [await bareDatabase('mine'), await bareDatabase('theirs'), await temporaryFolder()]
  await migrate(mine)
  await query(mine, `insert into settings (document) values ('{"name": "Iná"}')`)
  const file = join(files, 'mine.backup')
  await writeBackup(mine, file, { secrets: { 'auth-secret': 'of Iná' }, passphrase }, nothing)
  const target = await dataFolder()
  const before = await readOrMakeSecret(target, 'auth-secret')
  for (const [given, sentence] of [
    [undefined, /^This backup is encrypted\. Set BACKUP_PASSPHRASE/],
    ['plantain in the light', /^BACKUP_PASSPHRASE is not the passphrase of this backup/],
  ] as const) {
    const refused = readBackup(fresh, { file, passphrase: given }, async () => {}, nothing)
    await expect(refused).rejects.toThrow(sentence)
  }
  const restored = readBackup(fresh, { file, passphrase }, ({ secrets }) => keepSecrets(target, secrets), nothing)
  await expect(restored).rejects.toThrow(/has the secrets of another restaurant/)
  const empty = await dataFolder()
  const short = readBackup(fresh, { file, passphrase }, ({ secrets }) => keepSecrets(empty, secrets), nothing)
  await expect(short).rejects.toThrow(
    'The auth-secret in this backup is damaged: it is too short. Nothing was restored.',
  )
  expect(await readdir(empty)).toEqual(['media'])
  expect(await query(fresh, 'select from settings')).toEqual([])
  expect(await readOrMakeSecret(target, 'auth-secret')).toBe(before)
})

const nothing = () => {}
const plain = { secrets: {}, passphrase: undefined }

async function bareDatabase(name: string): Promise<pg.ClientConfig> {
  const { url, prefix } = inject('testServer')
  await administer(url, `CREATE DATABASE ${prefix}${name}`)
  onTestFinished(async () => void (await administer(url, `DROP DATABASE ${prefix}${name} WITH (FORCE)`)))
  return { connectionString: databaseUrl(url, `${prefix}${name}`) }
}

async function query(connection: pg.ClientConfig, statement: string): Promise<unknown[]> {
  return (await administer(connection.connectionString ?? '', statement)).rows
}

test('a restored backup of an older release keeps its list of migrations, so the newer migrations can be applied', async () => {
  const [old, fresh, files] = [await bareDatabase('old'), await bareDatabase('fresh'), await temporaryFolder()]
  const file = join(files, 'old.backup')
  await migrate(old, undefined, '0004-home.sql')
  await expect(writeBackup(old, file, plain, nothing)).rejects.toThrow('There is no restaurant to back up.')
  await query(old, `insert into locations (id, position, name, fee) values ('yaba', 1, 'Yaba', 2500)`)
  await query(old, `insert into settings (document) values ('{"name": "Iná"}')`)
  await writeBackup(old, file, plain, nothing)

  await readBackup(fresh, { file }, async () => {}, nothing)
  expect(await query(fresh, 'select max(name) as last from schema_migrations')).toEqual([{ last: '0004-home.sql' }])
  expect(await query(fresh, 'select id, name, fee from locations')).toEqual([{ id: 'yaba', name: 'Yaba', fee: 2500 }])
  expect((await migrate(fresh)).length).toBeGreaterThan(7)

  const newer = (await contents(file)).replace('0004-home.sql', '9999-robots.sql')
  await writeFile(join(files, 'newer.backup'), gzipSync(newer))
  const bare = await bareDatabase('newer')
  await expect(readBackup(bare, { file: join(files, 'newer.backup') }, async () => {}, nothing)).rejects.toThrow(
    /^This backup is of tables up to 9999-robots\.sql, .* Restore it with the Buka that made it/,
  )
})

test('npm run restore without a backup file, and npm run backup without a restaurant, print one sentence', async () => {
  const files = await temporaryFolder()
  const stderrOf = async (program: string, ...words: string[]) =>
    (await runProgram(program, { DATA_DIR: join(files, 'data') }, ...words)).stderr
  expect(await stderrOf('server/restore.ts')).toBe('Say which backup: npm run restore FILE')
  expect(await stderrOf('server/restore.ts', join(files, 'none'))).toBe(`There is no backup ${join(files, 'none')}.`)
  expect(await stderrOf('server/backup.ts')).toMatch(/^There is no restaurant in /)
  expect(await readdir(files)).toEqual([])
})
