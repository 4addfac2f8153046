import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import type { AuditList } from '#contract/staff.ts'
import { insertAccount } from '#server/auth/accounts.ts'
import { createAuth } from '#server/auth/auth.ts'
import { verifyCredentials } from '#server/auth/sign-in.ts'
import { loadRestaurant } from '#server/menu-versions/load.ts'
import { readRestaurant } from '#server/restaurant/restaurant.ts'
import { administer, databaseUrl, freshDatabase } from '../support/database.ts'
import { cheapHashes, cheapHashesOfPrograms } from '../support/password-hashes.ts'
import { runProgram } from '../support/program.ts'
import { clearDataDir, postgresOf, readyDataDir, startServer } from '../support/running-server.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await clearDataDir(folder)
})

const database = await freshDatabase()
cheapHashes()
cheapHashesOfPrograms()
async function owner(env: Record<string, string>, ...words: string[]) {
  const ended = await runProgram('server/owner.ts', env, ...words)
  return { ...ended, password: /^ {4}([a-z]{4}(?:-[a-z]{4}){3})$/m.exec(ended.stdout)?.[1] ?? '' }
}

function signIn(url: string, identifier: string, password: string): Promise<Response> {
  return fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  })
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

async function demoPassword(dataDir: string, name: string): Promise<string> {
  const text = await readFile(join(dataDir, 'demo-sign-ins.txt'), 'utf8')
  return new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? ''
}

test('npm run owner sets a new password for an owner, whether the server runs or not', async () => {
  const dataDir = await readyDataDir()
  folders.push(dataDir)
  const env = { DATA_DIR: dataDir }
  const server = await startServer({ env })
  onTestFinished(server.stop)
  const old = await demoPassword(dataDir, 'desk')
  const before = cookiesOf(await signIn(server.url, 'desk', old))
  const staff = (cookie: string) => fetch(`${server.url}/api/office/staff`, { headers: { cookie } })
  expect((await staff(before)).status).toBe(200)

  const whileRunning = await owner(env, 'Desk')
  expect(whileRunning, whileRunning.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(whileRunning.stdout).toContain('desk signs in from now on with:')
  expect((await staff(before)).status).toBe(401)
  expect((await signIn(server.url, 'desk', old)).status).toBe(401)
  const signedIn = await signIn(server.url, 'desk', whileRunning.password)
  expect(signedIn.status).toBe(200)
  const response = await fetch(`${server.url}/api/office/audit`, { headers: { cookie: cookiesOf(signedIn) } })
  const { entries }: AuditList = await response.json()
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: 'password.set',
      actor: null,
      subject: 'account:Kemi',
      detail: { reason: 'set on the server’s command line', sessionsEnded: 1 },
    }),
  )
  expect(JSON.stringify(entries)).not.toContain(whileRunning.password)

  expect(await owner(env, 'cashier')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      '"cashier" is not the name of an owner who can sign in. The owners: desk. Name one of them: npm run owner NAME',
    password: '',
  })
  expect((await owner(env)).stderr).toMatch(/^Whose password is it\? The owners: desk\./)
  expect((await signIn(server.url, 'cashier', await demoPassword(dataDir, 'cashier'))).status).toBe(200)

  expect(await server.kill('SIGTERM')).toBe(0)
  const whileStopped = await owner(env, 'desk')
  expect(whileStopped, whileStopped.stderr).toMatchObject({ code: 0 })
  expect(await postgresOf(dataDir)).toBeUndefined()
  const again = await startServer({ env })
  onTestFinished(again.stop)
  expect((await signIn(again.url, 'desk', whileRunning.password)).status).toBe(401)
  expect((await signIn(again.url, 'desk', whileStopped.password)).status).toBe(200)
})

test('npm run owner in an empty data folder reports the missing restaurant and creates nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'buka-owner-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const none = await owner({ DATA_DIR: folder }, 'desk')
  expect(none).toMatchObject({ code: 1, stdout: '' })
  expect(none.stderr).toBe(
    `There is no restaurant in ${folder}. Give this command the DATA_DIR or DATABASE_URL that npm start uses.`,
  )
  expect(await readdir(folder)).toEqual([])
})

test('npm run owner with DATABASE_URL sets an owner’s password in that database, and is refused if it has no restaurant', async () => {
  const { url } = inject('testServer')
  const bare = `${inject('testServer').prefix}owner`
  await administer(url, `CREATE DATABASE ${bare}`)
  onTestFinished(async () => void (await administer(url, `DROP DATABASE ${bare} WITH (FORCE)`)))
  const unknown = expect.stringMatching(/has no restaurant that this Buka knows\. Start Buka once with npm start/)
  expect(await owner({ DATABASE_URL: databaseUrl(url, bare) }, 'ada')).toMatchObject({ code: 1, stderr: unknown })

  expect(await owner({ DATABASE_URL: database.url }, 'ada')).toMatchObject({ code: 1, stderr: unknown })
  await loadRestaurant(database, await readRestaurant(join(repository, 'restaurant')))
  const auth = createAuth({
    database,
    secret: 'of this test',
    origin: 'http://localhost',
    emailHost: 'ina.example',
  })
  const account = { role: 'owner', username: 'Ada Obi' } as const
  await database.transaction((tx) => insertAccount(tx, auth.emailHost, account, 'of no password'))
  // The name has a space and is typed without quotes.
  const { password } = await owner({ DATABASE_URL: database.url }, 'ada', 'obi')
  expect(await verifyCredentials({ database, auth }, { identifier: 'Ada Obi', password })).toMatchObject({
    user: { username: 'Ada Obi' },
    denialReason: undefined,
  })
})
