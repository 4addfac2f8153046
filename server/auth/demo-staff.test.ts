import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { form, noLimits, openTestRestaurant } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { audit, users, verifications } from '../db/schema.ts'
import { ensureDemoStaff, ensureOwner, forgetDemoPasswords } from './demo-staff.ts'
import { setPassword } from './passwords.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database, { limits: noLimits })
const folders: string[] = []

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'buka-staff-'))
  folders.push(path)
  return path
}

const ensure = (dataDir?: string) => ensureDemoStaff({ database, auth: restaurant.auth, dataDir })

beforeEach(async () => {
  await database.orm.delete(users)
})

afterAll(async () => {
  for (const path of folders) await rm(path, { recursive: true })
})

test('the first start creates an owner, a cook, a cashier and a rider account, and each can sign in', async () => {
  const signIns = await ensure(await folder())
  expect(signIns.map(({ role, username }) => [username, role])).toEqual([
    ['desk', 'owner'],
    ['kitchen', 'kitchen'],
    ['cashier', 'cashier'],
    ['rider', 'rider'],
  ])
  for (const { role, username, password } of signIns) {
    expect(password).toMatch(/^[a-z]{4}(-[a-z]{4}){3}$/)
    const response = await restaurant.browser().signIn(username, password)
    expect(await response.json()).toMatchObject({ user: { role, username, address: '', location: '' } })
  }
  expect(new Set(signIns.map(({ password }) => password)).size).toBe(4)
})

test('a later start returns the same sign-ins, from a file with mode 0600', async () => {
  const dataDir = await folder()
  const entries = await database.orm.$count(audit)
  const first = await ensure(dataDir)
  expect(await ensure(dataDir)).toEqual(first)
  expect(await database.orm.$count(users)).toBe(4)
  // Start-up checks that the passwords still work. These checks are not audited as sign-ins.
  expect(await database.orm.$count(audit)).toBe(entries)
  const file = join(dataDir, 'demo-sign-ins.txt')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain(`desk ${first[0]?.password} owner\n`)
})

test('a later start returns only accounts whose stored password still works', async () => {
  const dataDir = await folder()
  await ensure(dataDir)
  await database.orm.update(users).set({ switchedOffAt: new Date() }).where(eq(users.username, 'rider'))
  await database.orm.update(users).set({ role: 'cashier' }).where(eq(users.username, 'kitchen'))
  const [{ id = '' } = {}] = await database.orm.select({ id: users.id }).from(users).where(eq(users.username, 'desk'))
  const hash = await restaurant.auth.hashPassword('a password of their own')
  await database.transaction((tx) => setPassword(tx, id, hash))
  expect((await ensure(dataDir)).map(({ username, role }) => [username, role])).toEqual([
    ['kitchen', 'cashier'],
    ['cashier', 'cashier'],
  ])
})

test('two processes that start concurrently create each account once', async () => {
  const dataDir = await folder()
  const [first, second] = await Promise.all([ensure(dataDir), ensure(dataDir)])
  expect(first).toEqual(second)
  expect(await database.orm.$count(users, ne(users.role, 'customer'))).toBe(4)
  for (const { username, password } of first ?? []) {
    expect((await restaurant.browser().signIn(username, password)).status).toBe(200)
  }
})

test('a start without the file demo-sign-ins.txt returns no sign-ins if staff accounts exist', async () => {
  await ensure(await folder())
  expect(await ensure(await folder())).toEqual([])
})

test('AUTH-3: signing up with the name of a staff account returns 409', async () => {
  await ensure(await folder())
  for (const username of ['desk', 'Kitchen', 'CASHIER', 'Rider']) {
    expect((await restaurant.browser().signUp(form({ username }))).status).toBe(409)
  }
})

test('SAFE-12: if others can reach the server, demo passwords are returned once and stored in no file', async () => {
  const dataDir = await folder()
  await ensure(dataDir)
  await database.orm.delete(users)
  await forgetDemoPasswords(dataDir)
  expect(await readdir(dataDir)).toEqual([])

  const [first, second] = await Promise.all([ensure(), ensure()])
  expect([first.length, second.length].sort()).toEqual([0, 4])
  expect(await ensure()).toEqual([])
  const [{ username, password } = { username: '', password: '' }] = [...first, ...second]
  expect((await restaurant.browser().signIn(username, password)).status).toBe(200)
})

test('SAFE-12 ACCESS-5: without demo staff the first start creates one owner, whose code sets a password once', async () => {
  const made = await Promise.all([
    ensureOwner({ database, auth: restaurant.auth }),
    ensureOwner({ database, auth: restaurant.auth }),
  ])
  const [owner, ...others] = made.filter((each) => each !== undefined)
  expect([owner, others]).toEqual([{ username: 'owner', code: expect.stringMatching(/^[0-9A-Z]{9}$/) }, []])
  expect(await database.orm.$count(users)).toBe(1)
  expect(await ensureOwner({ database, auth: restaurant.auth })).toBeUndefined()
  const { username = '', code = '' } = owner ?? {}
  expect(JSON.stringify(await database.orm.select().from(verifications))).not.toContain(code)

  const browser = restaurant.browser()
  const reset = (password: string) =>
    browser.send('POST', '/api/password-reset', { identifier: username, code, password })
  for (const guess of ['', code]) expect((await browser.signIn(username, guess)).status).toBe(guess === '' ? 422 : 401)
  expect(await (await reset('fourteen chars')).json()).toMatchObject({ status: 422, field: 'password' })
  expect((await reset('egusi and a lot of pepper')).status).toBe(200)
  expect(await browser.session()).toMatchObject({ role: 'owner', username: 'owner' })
  expect((await reset('another pot of egusi soup')).status).toBe(422)
  expect((await restaurant.browser().signIn(username, 'egusi and a lot of pepper')).status).toBe(200)
})

test('SAFE-12: an account is a demo account until its password is changed', async () => {
  await ensure()
  const demo = () => database.orm.$count(users, eq(users.isDemo, true))
  expect(await demo()).toBe(4)
  const [{ id = '' } = {}] = await database.orm.select({ id: users.id }).from(users).where(eq(users.username, 'desk'))
  await database.transaction(async (tx) => setPassword(tx, id, 'of a new password'))
  expect(await demo()).toBe(3)
})
