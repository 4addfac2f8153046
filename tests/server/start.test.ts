import { cpSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { buildFolder, openBuild } from '#server/http/web-build.ts'
import { StartError } from '#server/process/start-error.ts'
import { administer, databaseUrl } from '../support/database.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'
import { DidNotStart, freePort, postgresOf, printedSignIns, startServer } from '../support/running-server.ts'
import {
  ada,
  cart,
  clearFolders,
  cookiesOf,
  dataFolder,
  emptyFolder,
  json,
  placeOrder,
  post,
  readyFolder,
  repository,
  started,
} from '../support/starts.ts'

afterAll(clearFolders)
cheapHashesOfPrograms()

/** Returns the sentence that a refused start prints: one line without a stack. Expects the exit code 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const outcome = await startServer({ env }).catch((error: unknown) => error)
  if (!(outcome instanceof DidNotStart)) {
    if (outcome instanceof Error) throw outcome
    await (outcome as Awaited<ReturnType<typeof startServer>>).stop()
    throw new Error('The server started.')
  }
  expect(outcome.code, outcome.message).toBe(1)
  expect(outcome.stdout).toBe('')
  expect(outcome.stderr).not.toMatch(/"stack"|^\s+at /m)
  const lines = outcome.stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('{'))
  expect(lines).toHaveLength(1)
  return lines[0]?.trim() ?? ''
}

/** The data folder of the server that several tests share. The last tests stop it and start others on this folder. */
const DATA_DIR = await dataFolder()
const server = await startServer({
  env: { DATA_DIR, HOST: '', KEEP_ORDERS_MONTHS: '7', KEEP_QUOTES_DAYS: '11', KEEP_SECURITY_LOG_DAYS: '13' },
})
afterAll(server.stop)

test('a DATABASE_URL of another kind of database stops the start with a sentence that does not contain the URL’s password', async () => {
  const sentence = await refusal({ DATA_DIR: await dataFolder(), DATABASE_URL: 'mysql://ada:palm-wine@localhost/buka' })
  expect(sentence).toMatch(/^DATABASE_URL must look like postgres:\/\//)
  expect(sentence).not.toContain('palm-wine')
})

test('a DATA_DIR that is a file stops the start', async () => {
  const file = join(await emptyFolder(), 'data')
  await writeFile(file, 'not a folder')
  expect(await refusal({ DATA_DIR: file })).toContain(`The data folder ${file} cannot be used`)
})

// Root can read every folder.
test.skipIf(process.getuid?.() === 0)('an unreadable data folder stops the start', async () => {
  const folder = join(await emptyFolder(), 'data')
  await mkdir(folder, { mode: 0o000 })
  expect(await refusal({ DATA_DIR: folder })).toContain(`The data folder ${folder} cannot be used (EACCES).`)
})

test.concurrent('an unreachable database stops the start with a sentence that does not contain the database’s password', async () => {
  const port = await freePort()
  const sentence = await refusal({
    DATA_DIR: await dataFolder(),
    DATABASE_URL: `postgres://ada:palm-wine@127.0.0.1:${port}/buka`,
  })
  expect(sentence).toMatch(/^The database at DATABASE_URL cannot be used: .*ECONNREFUSED/)
  expect(sentence).not.toContain('palm-wine')
})

// Opens only the database: the test above shows that a start prints the sentence of such an error.
test('a database that does not exist stops the start', async () => {
  const url = databaseUrl(inject('testServer').url, 'no_such_database')
  const opened = openDatabase({ databaseUrl: url, dataDir: '', log: () => {} })
  await expect(opened).rejects.toThrow(StartError)
  await expect(opened).rejects.toThrow(
    /^The database at DATABASE_URL cannot be used: .*"no_such_database" does not exist/,
  )
})

test.concurrent('a port in use stops the start, and no database keeps running', async ({ onTestFinished }) => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const DATA_DIR = await readyFolder()
  expect(await refusal({ DATA_DIR, PORT: String(port) })).toMatch(new RegExp(`^Port ${port} is taken\\.`))
  expect(await postgresOf(DATA_DIR)).toBeUndefined()
})

// Calls only `openBuild`, which every start calls.
test('a start without built pages is refused with the command that builds them', async () => {
  const opened = openBuild(await emptyFolder())
  await expect(opened).rejects.toThrow(StartError)
  await expect(opened).rejects.toThrow(/^The pages are not built yet\. Run `npm run build`/)
})

test('a malformed restaurant file stops the start with the names of the file and its entry, until it is corrected', async () => {
  const RESTAURANT_DIR = join(await emptyFolder(), 'restaurant')
  const DATA_DIR = await readyFolder()
  cpSync(join(repository, 'restaurant'), RESTAURANT_DIR, { recursive: true })
  const file = join(RESTAURANT_DIR, 'menu/05-grills.json')
  const right = await readFile(file, 'utf8')
  const grills = JSON.parse(right)
  grills.items[1].price = '4500 naira'
  await writeFile(file, JSON.stringify(grills))
  const sentence = await refusal({ DATA_DIR, RESTAURANT_DIR })
  expect(sentence).toContain(`${file}: item "${grills.items[1].id}": price must be whole naira`)

  await writeFile(file, right)
  const server = await started({ DATA_DIR, RESTAURANT_DIR })
  const { items } = await json<{ items: { id: string }[] }>(await fetch(`${server.url}/api/menu/grills`))
  expect(items).toContainEqual(expect.objectContaining({ id: grills.items[1].id }))
})

test('a second server on a data folder is refused, and the first keeps running', async () => {
  expect(await refusal({ DATA_DIR })).toMatch(/^Another Buka \(process \d+\) is running on the data folder /)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('two servers that start concurrently on one empty database load the restaurant once and share sessions', async () => {
  const { url, prefix } = inject('testServer')
  const name = `${prefix}two_at_once`
  await administer(url, `CREATE DATABASE ${name}`)
  const env = { DATABASE_URL: databaseUrl(url, name), DATA_DIR: await dataFolder(), DEMO_STAFF: 'on' }
  const [one, two] = await Promise.all([started(env), started(env)])

  const { rows } = await administer(
    env.DATABASE_URL,
    `select (select count(*)::int from settings) as settings, (select count(*)::int from users where role <> 'customer') as staff,
            (select count(*)::int from items) as items, (select count(distinct id)::int from items) as dishes`,
  )
  expect(rows[0]).toMatchObject({ settings: 1, staff: 4 })
  expect(rows[0].items).toBeGreaterThan(100)
  expect(rows[0].items).toBe(rows[0].dishes)

  const signedUp = await post(`${one.url}/api/customers`, ada)
  const session = await fetch(`${two.url}/api/session`, { headers: { Cookie: cookiesOf(signedUp) } })
  expect(await json(session)).toMatchObject({ user: { username: 'Ada' } })

  // SAFE-12: a reader of the database may read the log too, so only the start that made the passwords prints them.
  const [signIns = [], ...again] = [one, two]
    .map(({ stdout }) => printedSignIns(stdout()))
    .filter(({ length }) => length > 1)
  expect([signIns.length, again]).toEqual([4, []])
  const [username, password] = signIns[0] ?? []
  expect((await post(`${two.url}/api/session`, { identifier: username, password })).status).toBe(200)
  expect(await readdir(env.DATA_DIR)).not.toContain('demo-sign-ins.txt')
})

test('SAFE-12: with a public https address the first start prints a code for the only owner, and no start prints a password', async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATA_DIR: await readyFolder(),
    PORT: port,
    PUBLIC_URL: 'https://order.example.com',
    SECOND_FACTOR: 'off',
  }
  const first = await started(env)
  const [, code = ''] = /^ {4}Code: (\S+)$/m.exec(first.stdout()) ?? []
  expect(code).toMatch(/^[0-9A-Z]{9}$/)
  expect(first.stdout()).not.toContain('Demo sign-ins')
  const reset = { identifier: 'owner', code, password: 'a pot of ogbono soup' }
  expect((await post(`${url}/api/password-reset`, reset)).status).toBe(200)
  await first.stop()
  const second = await started(env)
  expect(second.stdout()).not.toMatch(/Code:|Demo sign-ins|Password:/)
  expect(await readdir(env.DATA_DIR)).not.toContain('demo-sign-ins.txt')
  const signedIn = await post(`${url}/api/session`, { identifier: 'owner', password: reset.password })
  const staff = await fetch(`${url}/api/office/staff`, { headers: { Cookie: cookiesOf(signedIn) } })
  const members = (await json<{ members: object[] }>(staff)).members
  expect(members).toMatchObject([{ username: 'owner', role: 'owner', isDemo: false }])
})

test('RUN-1: a server without HOST answers on IPv6 and IPv4', async ({ skip }) => {
  const { port } = new URL(server.url)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  if (
    !Object.values(networkInterfaces())
      .flat()
      .some((each) => each?.family === 'IPv6')
  )
    skip('this machine has no IPv6')
  expect((await fetch(`http://[::1]:${port}/readyz`)).status).toBe(200)
})

test('in production /ui returns 404, and the build contains no code of that page', async () => {
  expect((await fetch(`${server.url}/ui`)).status).toBe(404)
  const files = await readdir(buildFolder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((file) => file.isFile())) {
    const path = join(file.parentPath, file.name)
    expect(/ui-gallery|gallery-colour/.test(await readFile(path, 'utf8')), path).toBe(false)
  }
})

test('SAFE-11: the privacy page states the server’s retention times and the recipients of data, also without script', async () => {
  const html = (await (await fetch(`${server.url}/privacy`)).text()).replace(/<script[\s\S]*?<\/script>/g, '')
  const rows = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>(.*?)<\/div>/gs)].map((row) =>
    row.slice(1).map((part) => part.replace(/<[^>]*>/g, '')),
  )
  expect(Object.fromEntries(rows)).toMatchObject({
    'Your orders': expect.stringContaining('After 7 months an order names nobody'),
    'Orders you did not place': expect.stringContaining('Deleted after 11 days'),
    'Refused log-ins and limits': expect.stringContaining('Deleted after 13 days'),
    'Where you are logged in': expect.stringContaining('30 days after your last visit'),
  })
  expect(html).not.toContain('Paystack')
  expect(html).toMatch(/<a [^>]*href="\/account"[^>]*>My Account<\/a>/)
})

test('logs contain no phone, password, address, note or token', async () => {
  const { url } = server
  const signedUp = await post(`${url}/api/customers`, ada)
  const cookie = cookiesOf(signedUp)
  const token = /session_token=([^.;]+)/.exec(cookie)?.[1] ?? 'none'
  await placeOrder(url, cookie)
  // Failed requests are logged too.
  expect((await post(`${url}/api/customers`, ada)).status).toBe(409)
  expect((await post(`${url}/api/customers`, { ...ada, username: 'Ada Two' })).status).toBe(409)
  expect((await post(`${url}/api/session`, { identifier: ada.phone, password: 'wrong but secret' })).status).toBe(401)
  expect((await post(`${url}/api/quotes`, { ...cart, contactPhone: '\u0000' }, cookie)).status).toBe(422)
  await fetch(`${url}/api/orders/${ada.phone}`, { headers: { Cookie: cookie } })
  await fetch(`${url}/menu/%E0%A4%A?phone=${ada.phone}`, { headers: { Cookie: cookie } })
  const postgres = await postgresOf(server.dataDir)
  if (postgres) process.kill(postgres.pid, 'SIGKILL')
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      post(`${url}/api/quotes`, { ...cart, payerName: `Uncle Femi ${index}` }, cookie),
    ),
  )
  const log = await readFile(join(server.dataDir, 'postgres.log'), 'utf8')
  await server.kill('SIGTERM')

  const written = `${server.stdout()}\n${server.stderr()}\n${log}`
  expect(log).toContain('ready to accept connections')
  const secrets = [ada.password, 'wrong but secret', ada.address, '3 Bamboo Lane', 'Uncle Femi', 'crayfish', token]
  for (const secret of [...secrets, '8031234567', '8059876543']) expect(written).not.toContain(secret)
})

test('SAFE-12: secrets in the data folder have mode 0600 and last across starts, and a start with a public https address warns of demo accounts', async () => {
  await server.kill('SIGTERM')
  const secrets = ['auth-secret', 'demo-sign-ins.txt', 'postgres.log']
  const read = () => Promise.all(secrets.slice(0, 2).map((name) => readFile(join(DATA_DIR, name), 'utf8')))

  const before = await read()
  for (const name of secrets) expect([name, (await stat(join(DATA_DIR, name))).mode & 0o777]).toEqual([name, 0o600])
  expect((await stat(DATA_DIR)).mode & 0o007).toBe(0)

  const port = String(await freePort())
  const own = { DATA_DIR, PORT: port }
  const first = await started(own)
  expect(await read()).toEqual(before)
  expect(printedSignIns(first.stdout())).toEqual(printedSignIns(server.stdout()))
  expect(before[1]).toContain(printedSignIns(server.stdout())[0]?.[1])

  const [cashier = []] = printedSignIns(first.stdout()).filter(([name]) => name === 'cashier')
  expect(first.stdout()).not.toContain('Warning')
  const at = `http://127.0.0.1:${port}`
  const signedIn = await post(`${at}/api/session`, { identifier: 'cashier', password: cashier[1] })
  const change = { current: cashier[1], password: 'a pot of ogbono soup' }
  const headers = { 'Content-Type': 'application/json', Cookie: cookiesOf(signedIn) }
  const changed = await fetch(`${at}/api/account/password`, { method: 'POST', headers, body: JSON.stringify(change) })
  expect(changed.status).toBe(204)
  await first.stop()

  const second = await started({ ...own, PUBLIC_URL: 'https://order.example.com' })
  expect(second.stdout()).toMatch(/^ {2}Warning: .* demo accounts can sign in to it: desk, kitchen, rider\.$/m)
})
