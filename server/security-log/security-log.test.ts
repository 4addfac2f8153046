import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { emailHost, form, noLimits, secret } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { insertAccount } from '../auth/accounts.ts'
import { createAuth } from '../auth/auth.ts'
import { authRoutes } from '../auth/auth-routes.ts'
import { createTries } from '../auth/rate-limits.ts'
import { secondFactorRoutes } from '../auth/second-factor-routes.ts'
import { createSessions } from '../auth/sessions.ts'
import { locations, securityLog } from '../db/schema.ts'
import { answerFailures } from '../http/guard.ts'
import { refuse } from '../http/problems.ts'
import { serve } from '../http/serve.ts'
import { openSecurityLog, readSecurityLog, sweepSecurityLog } from './security-log.ts'

cheapHashes()
const database = await freshDatabase()
const { orm } = database
await orm.insert(locations).values({ id: 'test-island', position: 0, name: 'Test Island', fee: 0 as never })
const auth = createAuth({ database, secret, origin: 'http://localhost', emailHost })
const sessions = createSessions({ database, auth })
const limits = { ...noLimits, signInAddress: { most: 3, seconds: 900 } }
const tries = createTries({ database, secret, limits })
const log = openSecurityLog({ database, addressKey: tries.addressKey })

const app = new Hono()
const address = (headers: Headers) => headers.get('x-test-address') ?? ''
answerFailures(app, () => {}, {
  onRefusal: (refusal, endpoint, context) => log.note(refusal, endpoint, address(context.req.raw.headers)),
})
const handlers = {
  ...authRoutes({ database, auth, tries }),
  ...secondFactorRoutes({ database, auth, tries, publicUrl: undefined }),
}
serve(app, handlers, { user: sessions.userOf, address: (context) => address(context.req.raw.headers) })

function post(path: string, body: unknown, from: string, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-test-address': from, cookie }
  return Promise.resolve(app.request(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

const send = async (...call: Parameters<typeof post>) => (await post(...call)).status

const entries = async () => (await readSecurityLog(orm)).entries

beforeEach(async () => {
  await log.write()
  await orm.delete(securityLog)
})

test('SAFE-11: refused sign-ins of customers and reached limits are logged by minute and kind, without name, phone or address', async () => {
  const ada = form({ username: 'Ada Lovelace', phone: '08035550001' })
  expect(await send('/api/customers', ada, '203.0.113.9')).toBe(201)
  const wrong = { identifier: ada.username, password: 'not this one' }
  for (const status of [401, 401, 401, 429, 429]) {
    expect(await send('/api/session', wrong, '203.0.113.9')).toBe(status)
  }
  expect(await send('/api/session', { ...wrong, identifier: '08035550001' }, '2001:db8::7')).toBe(401)
  expect(
    await send(
      '/api/password-reset',
      { identifier: 'Ada Lovelace', code: 'XXXXXXXXX', password: 'x'.repeat(20) },
      '203.0.113.10',
    ),
  ).toBe(422)
  await log.write()
  const found = (await entries()).map(({ hour: _, ...entry }) => entry)
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      { kind: 'wrong-credentials', endpoint: 'POST /api/session', times: 4, addresses: 2 },
      { kind: 'limit-reached', endpoint: 'POST /api/session', times: 2, addresses: 1 },
      { kind: 'wrong-credentials', endpoint: 'POST /api/password-reset', times: 1, addresses: 1 },
    ]),
  )
  const { rows } = await orm.execute<{ text: string }>(sql`select t::text as text from security_log t`)
  const text = rows.map(({ text }) => text).join()
  for (const secret of ['203.0.113', '2001:db8', 'Lovelace', '5550001']) expect(text).not.toContain(secret)
})

test('SAFE-11: a wrong password is logged wherever a password is required', async () => {
  const password = 'suya after the rain'
  const hash = await auth.hashPassword(password)
  await database.transaction((tx) => insertAccount(tx, emailHost, { role: 'cashier', username: 'till' }, hash))
  const signedIn = await post('/api/session', { identifier: 'till', password }, '203.0.113.77')
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const endpoints = ['app', 'passkey-challenge', 'recovery-codes', 'removal'].map(
    (name) => `/api/account/second-factor/${name}`,
  )
  for (const path of endpoints) expect(await send(path, { password: 'not this one' }, '203.0.113.9', cookie)).toBe(422)
  await log.write()
  const found = (await entries()).map(({ hour: _, ...entry }) => entry)
  expect(found).toHaveLength(endpoints.length)
  for (const path of endpoints) {
    expect(found).toContainEqual({ kind: 'wrong-credentials', endpoint: `POST ${path}`, times: 1, addresses: 1 })
  }
})

test('SAFE-11: a mistake in a form is not logged as a security event', async () => {
  expect(await send('/api/session', { identifier: '', password: '' }, '203.0.113.9')).toBe(422)
  expect(await send('/api/customers', form({ username: '' }), '203.0.113.9')).toBe(422)
  await log.write()
  expect(await entries()).toEqual([])
})

test('SAFE-11: after a flood of refusals one write stores at most 20 addresses and one shared row for an endpoint and a minute, and counts every refusal', async () => {
  const refusal = refuse('too-many-tries', 'Too many tries.')
  for (let at = 0; at < 1000; at++) log.note(refusal, 'GET /api/stream', `203.0.113.${at % 250}`)
  for (let at = 0; at < 1000; at++) log.note(refusal, `GET /${at}`, '203.0.113.1')
  await log.write()
  // A minute has at most 21 rows for the stream, and one row for all unknown paths. The refusals may lie in two
  // minutes.
  expect(await orm.$count(securityLog)).toBeLessThanOrEqual(2 * 22)
  const list = await entries()
  const times = (endpoint: string) =>
    list.filter((entry) => entry.endpoint === endpoint).reduce((sum, entry) => sum + entry.times, 0)
  expect(times('GET /api/stream')).toBe(1000)
  expect(times('')).toBe(1000)
})

test('SAFE-11: entries of the security log older than 90 days are deleted, and newer entries stay', async () => {
  const entry = { kind: 'limit-reached', endpoint: '', addressKey: '', times: 1 } as const
  await orm
    .insert(securityLog)
    .values([91, 89].map((days) => ({ ...entry, minute: sql`now() - make_interval(days => ${days})` })))
  expect(await database.transaction((tx) => sweepSecurityLog(90)(tx, 10))).toBe(1)
  expect(await orm.$count(securityLog, sql`minute > now() - interval '90 days'`)).toBe(1)
})
