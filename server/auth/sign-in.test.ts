import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { serializeSigned } from 'hono/utils/cookie'
import { expect, test, vi } from 'vitest'
import { withTodaysNames } from '#contract/last-release.ts'
import { form, noLimits, openTestRestaurant, secret, userIn } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { sessions, users } from '../db/schema.ts'
import { createTries } from './rate-limits.ts'
import { sweepSessions } from './sessions.ts'

const hashes = cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database, { limits: noLimits })

const password = 'suya after dark'
const ada = await userIn(
  await restaurant.browser().signUp(form({ username: 'Ada Obi', phone: '08035550001', password })),
)

const tobi = await userIn(await restaurant.browser().signUp(form({ username: 'Tóbi', password })))

async function refusal(response: Response) {
  const { request: _, ...body } = (await response.json()) as Record<string, unknown>
  return body
}

test.each([
  ['username', 'Ada Obi'],
  ['username', 'aDA oBI'],
  ['username', '  ada   obi '],
  ['phone', '08035550001'],
  ['phone', '+2348035550001'],
  ['phone', '0803 555 0001'],
  ['phone', '+234 (803) 555-0001'],
  ['phone (PEOPLE-1)', '2348035550001'],
  ['phone (PEOPLE-1)', '+234 (0) 803 555 0001'],
  ['phone (PEOPLE-1)', '8035550001'],
  ['the first of two phones (PEOPLE-1)', '0803 555 0001 / 0809 999 9999'],
  ['e-mail', 'adaobi@grill.example'],
  ['e-mail', 'AdaObi@Grill.example'],
])('AUTH-6: sign-in by %s, typed as %s, succeeds', async (_kind, identifier) => {
  const browser = restaurant.browser()
  const response = await browser.signIn(identifier, password)
  expect(response.status).toBe(200)
  expect(withTodaysNames(await response.json())).toEqual({ user: ada })
  expect(await browser.session()).toEqual(ada)
})

test.each(['tóbi', 'Tobi', 'TÓBI '])('PEOPLE-3: sign-in as %s finds the username Tóbi', async (identifier) => {
  const response = await restaurant.browser().signIn(identifier, password)
  expect(withTodaysNames(await response.json())).toEqual({ user: tobi })
})

const wrong = {
  status: 401,
  code: 'invalid-credentials',
  detail: 'Invalid credentials',
}

test.each([
  ['a wrong password', 'Ada Obi', 'suya after dawn'],
  ['the right password and a space', 'Ada Obi', `${password} `],
  ['a wrong password beside a phone', '08035550001', 'suya after dawn'],
  ['an unknown username', 'Nobody Here', password],
  ['an unknown phone', '08099999999', password],
  ['an unknown e-mail', 'nobody@grill.example', password],
  ['an invalid phone', '12345', password],
  ['a password above the longest', 'Ada Obi', 'x'.repeat(900)],
  ['a username with a quote and SQL in it', `ada' or '1'='1`, password],
])('AUTH-7: sign-in with %s returns the same 401', async (_what, identifier, attempt) => {
  const browser = restaurant.browser()
  const response = await browser.signIn(identifier, attempt)
  expect(response.status).toBe(401)
  expect(await refusal(response)).toEqual(wrong)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await browser.session()).toBeNull()
})

test.each([
  ['an unknown username', 'Nobody Here', 'suya after dawn'],
  ['an unknown phone', '08099999999', 'suya after dawn'],
  ['an unknown e-mail', 'nobody@grill.example', 'suya after dawn'],
  ['a wrong password', 'Ada Obi', 'suya after dawn'],
  ['the right password', 'Ada Obi', password],
])(
  'AUTH-7: a sign-in with %s takes equal time: one hash of full cost, off the event loop',
  async (_what, identifier, attempt) => {
    hashes.length = 0
    await restaurant.browser().signIn(identifier, attempt)
    expect(hashes).toEqual([{ N: 16_384, r: 16, p: 1 }])
  },
)

test('AUTH-2: an empty sign-in form returns a sentence for each of its two fields', async () => {
  const response = await restaurant.browser().signIn('', '')
  expect(response.status).toBe(422)
  expect(await refusal(response)).toMatchObject({
    errors: [
      { field: 'identifier', detail: 'Please enter your username or phone number.' },
      { field: 'password', detail: 'Please enter your password.' },
    ],
  })
})

test('a sign-in with an unknown field returns 422', async () => {
  const response = await restaurant
    .browser()
    .send('POST', '/api/session', { identifier: 'a', password: 'b', role: 'owner' })
  expect(response.status).toBe(422)
})

test('AUTH-9: signing out ends the session and clears its cookies; the old cookies are refused', async () => {
  const browser = restaurant.browser()
  await browser.signIn('Ada Obi', password)
  const stolen = new Map(browser.cookies)
  expect([...stolen.keys()]).toEqual(['buka.session_token', 'buka_signed_in', 'buka.device'])
  const response = await browser.signOut()
  expect(await response.json()).toEqual({ user: null })
  expect([...browser.cookies.keys()]).toEqual(['buka.device'])

  const thief = restaurant.browser()
  for (const [name, value] of stolen) thief.cookies.set(name, value)
  expect(await thief.session()).toBeNull()
})

test('AUTH-9: signing out without a session returns 200', async () => {
  const response = await restaurant.browser().signOut()
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ user: null })
})

test('signing out on one device leaves the session of another device', async () => {
  const [phone, laptop] = [restaurant.browser(), restaurant.browser()]
  await phone.signIn('Ada Obi', password)
  await laptop.signIn('Ada Obi', password)
  await phone.signOut()
  expect(await laptop.session()).toEqual(ada)
})

test.each([
  ['a forged signature', (value: string) => `${decodeURIComponent(value).split('.')[0]}.${'A'.repeat(43)}=`],
  ['another token', (value: string) => encodeURIComponent(`x${decodeURIComponent(value)}`)],
  ['an unsigned value', () => 'abc'],
])('a session cookie with %s is refused', async (_what, change) => {
  const browser = restaurant.browser()
  await browser.signIn('Ada Obi', password)
  const name = 'buka.session_token'
  browser.cookies.set(name, change(browser.cookies.get(name) ?? ''))
  expect((await browser.account()).status).toBe(401)
  expect(await browser.session()).toBeNull()
})

test('an expired session is refused and keeps its cookies until the next sign-in; the sweep deletes its row', async () => {
  const browser = restaurant.browser()
  await browser.signIn('Ada Obi', password)
  await database.orm
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, ada.id))
  const cookies = new Map(browser.cookies)
  expect((await browser.account()).status).toBe(401)
  expect(await browser.session()).toBeNull()
  expect(browser.cookies).toEqual(cookies)
  await database.transaction((tx) => sweepSessions(tx, 1000))
  expect(await database.orm.$count(sessions, eq(sessions.userId, ada.id))).toBe(0)
})

test('a session in use is renewed to 30 days, once a day', async () => {
  const browser = restaurant.browser()
  await browser.signIn('Ada Obi', password)
  const sessionCookies = (response: Response) =>
    response.headers.getSetCookie().filter((cookie) => cookie.startsWith('buka.session_token='))
  expect(sessionCookies(await browser.send('GET', '/api/session'))).toEqual([])

  await database.orm
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '3 days'` })
    .where(eq(sessions.userId, ada.id))
  const later = await browser.send('GET', '/api/session')
  expect(sessionCookies(later)).toEqual([expect.stringMatching(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)])
  const [row] = await database.orm.select().from(sessions).where(eq(sessions.userId, ada.id))
  const days = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(await browser.session()).toEqual(ada)
})

test('a request reads its account with one query, or with none if it has no session cookie', async () => {
  const browser = restaurant.browser()
  await browser.signIn('Ada Obi', password)
  let queries = 0
  const query = database.pool.query
  database.pool.query = ((...args: Parameters<typeof query>) => {
    queries++
    return query.apply(database.pool, args)
  }) as typeof query
  try {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await restaurant.sessions.userOf(new Headers({ cookie }))).toEqual(ada)
    expect(queries).toBe(1)
    expect(await restaurant.sessions.userOf(new Headers({ cookie: 'buka_signed_in=1; theme=dark' }))).toBeUndefined()
    expect(queries).toBe(1)
  } finally {
    database.pool.query = query
  }
})

test('FRAME-5: a leftover hint cookie without a session is cleared', async () => {
  const browser = restaurant.browser()
  browser.cookies.set('buka_signed_in', '1')
  expect(await browser.session()).toBeNull()
  expect(browser.cookies.size).toBe(0)
})

test('an account that signs in repeatedly has at most a thousand sessions, including the latest', async () => {
  const browser = restaurant.browser()
  const sent = form()
  const { id } = await userIn(await browser.signUp(sent))
  await database.orm.execute(sql`
    insert into sessions (id, user_id, token, user_agent, expires_at)
    select 'session ' || n, user_id, 'token ' || n, '', expires_at - interval '1 hour' from sessions, generate_series(1, 1200) n
     where user_id = ${id}`)
  expect((await browser.signIn(sent.phone, sent.password)).status).toBe(200)
  expect(await database.orm.$count(sessions, eq(sessions.userId, id))).toBe(1000)
  expect(await browser.session()).toMatchObject({ id })
})

test('deleting an account deletes its sessions', async () => {
  const browser = restaurant.browser()
  const { id } = await userIn(await browser.signUp(form()))
  await database.orm.delete(users).where(eq(users.id, id))
  expect(await browser.session()).toBeNull()
})

test.each([
  [
    'replaced',
    (sent: { password: string }, own: ReturnType<typeof restaurant.browser>) =>
      own.send('POST', '/api/account/password', { current: sent.password, password: 'pepper soup at dawn' }),
  ],
  [
    'deleted with its account',
    (sent: { phone: string }) => database.orm.delete(users).where(eq(users.phone, sent.phone.replace('0', '+234'))),
  ],
])('SAFE-13: no session opens for a password that is %s while the sign-in compares it', async (_what, change) => {
  const own = restaurant.browser()
  const sent = form()
  const { id } = await userIn(await own.signUp(sent))
  const { isPassword } = restaurant.auth
  vi.spyOn(restaurant.auth, 'isPassword').mockImplementationOnce(async (...given) => {
    const isRight = await isPassword(...given)
    await change(sent, own)
    return isRight
  })
  const thief = restaurant.browser()
  expect(await refusal(await thief.signIn(sent.phone, sent.password))).toMatchObject({ code: 'invalid-credentials' })
  expect(await database.orm.$count(sessions, eq(sessions.userId, id))).toBe((await own.session()) ? 1 : 0)
})

test("a customer's session stores no address", async () => {
  const browser = restaurant.browser('203.0.113.9')
  const { id } = await userIn(await browser.signUp(form()))
  const [row] = await database.orm.select().from(sessions).where(eq(sessions.userId, id))
  expect(row).toMatchObject({ ipAddress: null })
  // The rate limits store a hash of the address.
  const tries = createTries({ database, secret })
  await tries.count('signInAddress', '203.0.113.9')
  const { rows } = await database.pool.query('select key from rate_limits')
  expect(JSON.stringify(rows)).not.toContain('203.0.113.9')
})

test('SAFE-13: the sessions table holds only a hash of the token, and a cookie signed for that hash is refused', async () => {
  const browser = restaurant.browser()
  const { id } = await userIn(await browser.signUp(form()))
  const name = 'buka.session_token'
  const [token = ''] = decodeURIComponent(browser.cookies.get(name) ?? '').split('.')
  const [row] = await database.orm.select().from(sessions).where(eq(sessions.userId, id))
  expect(row?.token).toBe(createHash('sha256').update(token).digest('hex'))

  const cookie = await serializeSigned(name, row?.token ?? '', secret)
  const answer = await restaurant.app.request('/api/account', { headers: { cookie } })
  expect(answer.status).toBe(401)
})
