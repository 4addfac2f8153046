import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { form, noLimits, openTestRestaurant, secret, userIn } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { sessions, users } from '../db/schema.ts'
import { createTries } from './rate-limits.ts'

const hashes = cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database, { limits: noLimits })

const password = 'suya after dark'
const ada = await userIn(
  await restaurant.visitor().signUp(form({ username: 'Ada Obi', phone: '08035550001', password })),
)

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
  ['e-mail', 'adaobi@grill.example'],
  ['e-mail', 'AdaObi@Grill.example'],
])('AUTH-6: signs in by %s: %s', async (_kind, identifier) => {
  const visitor = restaurant.visitor()
  const response = await visitor.signIn(identifier, password)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ user: ada })
  expect(await visitor.session()).toEqual(ada)
})

const wrong = {
  status: 401,
  code: 'invalid-credentials',
  detail: 'Invalid credentials',
}

test.each([
  ['a wrong password', 'Ada Obi', 'suya after dawn'],
  ['a password that goes on', 'Ada Obi', `${password} `],
  ['a wrong password beside a phone', '08035550001', 'suya after dawn'],
  ['an unknown username', 'Nobody Here', password],
  ['an unknown phone', '08099999999', password],
  ['an unknown e-mail', 'nobody@grill.example', password],
  ['a phone of nowhere', '12345', password],
  ['a password longer than any', 'Ada Obi', 'x'.repeat(900)],
  ["a username with a quote and SQL's signs", `ada' or '1'='1`, password],
])('AUTH-7: the answer to %s is the same', async (_what, identifier, attempt) => {
  const visitor = restaurant.visitor()
  const response = await visitor.signIn(identifier, attempt)
  expect(response.status).toBe(401)
  expect(await refusal(response)).toEqual(wrong)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await visitor.session()).toBeNull()
})

test.each([
  ['an unknown username', 'Nobody Here', 'suya after dawn'],
  ['an unknown phone', '08099999999', 'suya after dawn'],
  ['an unknown e-mail', 'nobody@grill.example', 'suya after dawn'],
  ['a wrong password', 'Ada Obi', 'suya after dawn'],
  ['the right password', 'Ada Obi', password],
])('AUTH-7: %s takes equal time: one hash of full cost, off the event loop', async (_what, identifier, attempt) => {
  hashes.length = 0
  await restaurant.visitor().signIn(identifier, attempt)
  expect(hashes).toEqual([{ N: 16_384, r: 16, p: 1 }])
})

test('AUTH-2: both fields are required, and told of at once', async () => {
  const response = await restaurant.visitor().signIn('', '')
  expect(response.status).toBe(422)
  expect(await refusal(response)).toMatchObject({
    errors: [
      { field: 'identifier', detail: 'Please enter your username or phone number.' },
      { field: 'password', detail: 'Please enter your password.' },
    ],
  })
})

test('an unknown field is refused', async () => {
  const response = await restaurant
    .visitor()
    .send('POST', '/api/session', { identifier: 'a', password: 'b', role: 'owner' })
  expect(response.status).toBe(422)
})

test('AUTH-9: signing out ends the session for good and takes the cookies away', async () => {
  const visitor = restaurant.visitor()
  await visitor.signIn('Ada Obi', password)
  const kept = new Map(visitor.cookies)
  expect(kept.size).toBe(2)
  const response = await visitor.signOut()
  expect(await response.json()).toEqual({ user: null })
  expect(visitor.cookies.size).toBe(0)

  const thief = restaurant.visitor()
  for (const [name, value] of kept) thief.cookies.set(name, value)
  expect(await thief.session()).toBeNull()
  expect(thief.cookies.size).toBe(0)
})

test('AUTH-9: signing out when signed out is fine', async () => {
  const response = await restaurant.visitor().signOut()
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ user: null })
})

test('signing out on one device leaves the other signed in', async () => {
  const [phone, laptop] = [restaurant.visitor(), restaurant.visitor()]
  await phone.signIn('Ada Obi', password)
  await laptop.signIn('Ada Obi', password)
  await phone.signOut()
  expect(await laptop.session()).toEqual(ada)
})

test.each([
  ['a forged signature', (value: string) => `${decodeURIComponent(value).split('.')[0]}.${'A'.repeat(43)}=`],
  ['another token', (value: string) => encodeURIComponent(`x${decodeURIComponent(value)}`)],
  ['nothing signed', () => 'abc'],
])('a session cookie with %s opens nothing', async (_what, change) => {
  const visitor = restaurant.visitor()
  await visitor.signIn('Ada Obi', password)
  const name = 'buka.session_token'
  visitor.cookies.set(name, change(visitor.cookies.get(name) ?? ''))
  expect((await visitor.account()).status).toBe(401)
  expect(await visitor.session()).toBeNull()
})

test('a session that is sold out is none, and its cookies are taken away', async () => {
  const visitor = restaurant.visitor()
  await visitor.signIn('Ada Obi', password)
  await database.orm
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, ada.id))
  expect((await visitor.account()).status).toBe(401)
  expect(await visitor.session()).toBeNull()
  expect(visitor.cookies.size).toBe(0)
  await restaurant.sessions.sweep()
  expect(await database.orm.$count(sessions, eq(sessions.userId, ada.id))).toBe(0)
})

test('a session in use is made to last 30 days again, once a day', async () => {
  const visitor = restaurant.visitor()
  await visitor.signIn('Ada Obi', password)
  const sessionCookies = (response: Response) =>
    response.headers.getSetCookie().filter((cookie) => cookie.startsWith('buka.session_token='))
  expect(sessionCookies(await visitor.send('GET', '/api/session'))).toEqual([])

  await database.orm
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '3 days'` })
    .where(eq(sessions.userId, ada.id))
  const later = await visitor.send('GET', '/api/session')
  expect(sessionCookies(later)).toEqual([expect.stringMatching(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)])
  const [row] = await database.orm.select().from(sessions).where(eq(sessions.userId, ada.id))
  const days = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(await visitor.session()).toEqual(ada)
})

test('who asks is known by one query, and by none without a session cookie', async () => {
  const visitor = restaurant.visitor()
  await visitor.signIn('Ada Obi', password)
  let queries = 0
  const query = database.pool.query
  database.pool.query = ((...args: Parameters<typeof query>) => {
    queries++
    return query.apply(database.pool, args)
  }) as typeof query
  try {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await restaurant.sessions.userOf(new Headers({ cookie }))).toEqual(ada)
    expect(queries).toBe(1)
    expect(await restaurant.sessions.userOf(new Headers({ cookie: 'buka_signed_in=1; theme=dark' }))).toBeUndefined()
    expect(queries).toBe(1)
  } finally {
    database.pool.query = query
  }
})

test('FRAME-5: signed out, a hint left over is taken away', async () => {
  const visitor = restaurant.visitor()
  visitor.cookies.set('buka_signed_in', '1')
  expect(await visitor.session()).toBeNull()
  expect(visitor.cookies.size).toBe(0)
})

test('an account that goes takes its sessions with it', async () => {
  const visitor = restaurant.visitor()
  const { id } = await userIn(await visitor.signUp(form()))
  await database.orm.delete(users).where(eq(users.id, id))
  expect(await visitor.session()).toBeNull()
})

test('no session keeps an address or what browser it was', async () => {
  const visitor = restaurant.visitor('203.0.113.9')
  const { id } = await userIn(await visitor.signUp(form()))
  const [row] = await database.orm.select().from(sessions).where(eq(sessions.userId, id))
  expect(row).toMatchObject({ ipAddress: '', userAgent: '' })
  // The key of the table of tries is a hash as well.
  const tries = createTries({ database, secret })
  await tries.count('signInAddress', '203.0.113.9')
  const { rows } = await database.pool.query('select key from rate_limits')
  expect(JSON.stringify(rows)).not.toContain('203.0.113.9')
})
