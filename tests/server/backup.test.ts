import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Order, OrderList } from '#contract/orders.ts'
import type { Quote } from '#contract/quotes.ts'
import { readBackup, writeBackup } from '#server/db/backup.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Person, plainDishes, signIn, signUp } from '../faults/people.ts'
import { administer, databaseUrl, freshDatabase } from '../support/database.ts'
import { runProgram } from '../support/program.ts'
import { clearDataDir, startServer, temporaryDataDir } from '../support/running-server.ts'

const database = await freshDatabase()

/** A folder for files, gone after the test. */
async function shelf(): Promise<string> {
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
  const lines = [{ itemId, quantity: 2, selection: {}, note: 'Very hot, “as ever”' }]
  const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', { lines, deliveryMethod: 'delivery' })
  return (await customer.send<Order>('POST', '/api/orders', { quoteId: quote.id })).body
}

async function confirm(cashier: Person, { id, total }: Order, quote: Quote): Promise<Order> {
  const payment = { accountId: quote.accounts[0]?.id, amount: total, sender: 'ADA OBI', sessionId: randomUUID() }
  return (await cashier.send<Order>('POST', `/api/orders/${id}/payment-confirmation`, payment)).body
}

const contents = async (file: string) => gunzipSync(await readFile(file)).toString()
const withoutHead = (text: string) => text.slice(text.indexOf('\n'))

test('a backup of an open restaurant makes another that is the same, to the last row and cookie', async () => {
  const [home, away, files] = [await dataFolder(), await dataFolder(), await shelf()]
  const restaurant = await startServer({ env: { DATA_DIR: home } })
  onTestFinished(restaurant.stop)
  const [, password = ''] = /^desk (\S+)/m.exec(await readFile(join(home, 'demo-sign-ins.txt'), 'utf8')) ?? []
  const desk = await signIn(restaurant.url, 'desk', password)
  const ada = await signUp(restaurant.url, 1)
  const placed = await order(restaurant.url, ada)
  const { body: quote } = await ada.send<Quote>('GET', `/api/quotes/${placed.id}`)
  await confirm(desk, placed, quote)

  const file = join(files, 'friday.backup')
  const made = await runProgram('server/backup.ts', { DATA_DIR: home }, file)
  expect(made, made.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/friday\.backup: \d{3,} rows, \d+ kB, in /)
  expect(made.stdout).toMatch(/^ {2}orders 1$/m)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(files)).toEqual(['friday.backup'])
  expect((await runProgram('server/backup.ts', { DATA_DIR: home }, file)).stderr).toMatch(/There is a file .* already/)
  const nowhere = join(files, 'no', 'such.backup')
  const unwritten = { code: 1, stderr: `The backup ${nowhere} cannot be written (ENOENT).` }
  expect(await runProgram('server/backup.ts', { DATA_DIR: home }, nowhere)).toMatchObject(unwritten)
  expect(await restaurant.kill('SIGTERM')).toBe(0)

  const back = await runProgram('server/restore.ts', { DATA_DIR: away }, file)
  expect(back, back.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(back.stdout).toMatch(/The restaurant is as it was on \d{4}-\d\d-\d\d at \d\d:\d\d UTC/)
  // Of a closed restaurant too, and where nothing was started since.
  const second = join(files, 'second.backup')
  expect(await runProgram('server/backup.ts', { DATA_DIR: away }, second)).toMatchObject({ code: 0 })
  expect(withoutHead(await contents(second))).toBe(withoutHead(await contents(file)))

  const again = await startServer({ env: { DATA_DIR: away } })
  onTestFinished(again.stop)
  const asAda = await fetch(`${again.url}/api/orders`, { headers: { cookie: ada.cookie } })
  expect(((await asAda.json()) as OrderList).orders).toMatchObject([{ id: placed.id, payment: 'found' }])
  // Numbers go on after those that came back.
  const chef = await signIn(again.url, 'desk', password)
  const next = await order(again.url, await signUp(again.url, 2))
  expect(await confirm(chef, next, quote)).toMatchObject({ payment: 'found' })
  expect((await runProgram('server/restore.ts', { DATA_DIR: away }, file)).stderr).toMatch(/Another Buka/)
})

test('a restore into a database at DATABASE_URL is refused from then on', async () => {
  const [home, away, files] = [await dataFolder(), await dataFolder(), await shelf()]
  const restaurant = await startServer({ env: { DATA_DIR: home } })
  onTestFinished(restaurant.stop)
  const file = join(files, 'one.backup')
  expect(await runProgram('server/backup.ts', { DATA_DIR: home }, file)).toMatchObject({ code: 0 })
  const there = { DATABASE_URL: database.url, DATA_DIR: away }

  const whole = await readFile(file)
  const lines = (await contents(file)).split('\n')
  const broken = {
    'torn.backup': whole.subarray(0, whole.length - 200),
    'short.backup': gzipSync(lines.slice(0, -3).join('\n')),
    'changed.backup': gzipSync(lines.map((line) => line.replace('"role":"kitchen"', '"role":"chief"')).join('\n')),
    'other.backup': gzipSync('{"buka":7}\n'),
    'menu.txt': Buffer.from('jollof'),
  }
  for (const [name, bytes] of Object.entries(broken)) {
    await writeFile(join(files, name), bytes)
    const refused = await runProgram('server/restore.ts', there, join(files, name))
    expect(refused, name).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ *This backup is damaged/m) })
    expect((await database.pool.query('select from settings')).rowCount, name).toBe(0)
  }

  expect(await runProgram('server/restore.ts', there, file)).toMatchObject({ code: 0 })
  expect(await readFile(join(away, 'auth-secret'), 'utf8')).toBe(await readFile(join(home, 'auth-secret'), 'utf8'))
  const twice = await runProgram('server/restore.ts', there, file)
  expect(twice).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ *There is a restaurant here already\./m) })
})

/** A database without a table, gone after the test. */
async function bareDatabase(name: string): Promise<pg.ClientConfig> {
  const { url, prefix } = inject('testServer')
  await administer(url, `CREATE DATABASE ${prefix}${name}`)
  onTestFinished(async () => void (await administer(url, `DROP DATABASE ${prefix}${name} WITH (FORCE)`)))
  return { connectionString: databaseUrl(url, `${prefix}${name}`) }
}

async function ask(connection: pg.ClientConfig, statement: string): Promise<unknown[]> {
  return (await administer(connection.connectionString ?? '', statement)).rows
}

test('a backup of before an update is restored as it was, and the next start brings it up to date', async () => {
  const [old, fresh, files] = [await bareDatabase('old'), await bareDatabase('fresh'), await shelf()]
  const file = join(files, 'old.backup')
  const nothing = () => {}
  await migrate(old, undefined, '0004-home.sql')
  await expect(writeBackup(old, file, {}, nothing)).rejects.toThrow('There is no restaurant to back up.')
  await ask(old, `insert into locations (id, position, name, fee) values ('yaba', 1, 'Yaba', 2500)`)
  await ask(old, `insert into settings (document) values ('{"name": "Iná"}')`)
  await writeBackup(old, file, {}, nothing)

  await readBackup(fresh, file, async () => {}, nothing)
  expect(await ask(fresh, 'select max(name) as last from schema_migrations')).toEqual([{ last: '0004-home.sql' }])
  expect(await ask(fresh, 'select id, name, fee from locations')).toEqual([{ id: 'yaba', name: 'Yaba', fee: 2500 }])
  expect((await migrate(fresh)).length).toBeGreaterThan(7)

  const newer = (await contents(file)).replace('0004-home.sql', '9999-robots.sql')
  await writeFile(join(files, 'newer.backup'), gzipSync(newer))
  const bare = await bareDatabase('newer')
  await expect(readBackup(bare, join(files, 'newer.backup'), async () => {}, nothing)).rejects.toThrow(
    /^This backup is of tables up to 9999-robots\.sql, .* Restore it with the Buka that made it/,
  )
})

test('what cannot be done is said in a sentence', async () => {
  const files = await shelf()
  const said = async (program: string, ...words: string[]) =>
    (await runProgram(program, { DATA_DIR: join(files, 'data') }, ...words)).stderr
  expect(await said('server/restore.ts')).toBe('Say which backup: npm run restore FILE')
  expect(await said('server/restore.ts', join(files, 'none'))).toBe(`There is no backup ${join(files, 'none')}.`)
  expect(await said('server/backup.ts')).toMatch(/^There is no restaurant in /)
  expect(await readdir(files)).toEqual([])
})
