import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Role } from '#domain/order.ts'
import { policy } from '#domain/policy.ts'
import { createApp, routesOf } from '#server/app.ts'
import { insertAccount } from '#server/auth/accounts.ts'
import { createAuth } from '#server/auth/auth.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { createTries } from '#server/auth/tries.ts'
import { users } from '#server/db/schema.ts'
import { freshDatabase } from '#server/db/test-database.ts'
import type { Route } from '#server/http/route.ts'
import { openLive } from '#server/live/live.ts'
import { openFilms } from '#server/media/films.ts'
import { openPictures } from '#server/media/pictures.ts'
import { loadRestaurant } from '#server/menu/load.ts'
import { readRestaurant } from '#server/menu/restaurant.ts'
import { paystack } from '#server/payments/paystack.ts'
import { clearDataDir, temporaryDataDir } from '#tests/running-server.ts'

const restaurant = fileURLToPath(new URL('../../restaurant', import.meta.url))
const dataDir = await temporaryDataDir()
afterAll(() => clearDataDir(dataDir))

const database = await freshDatabase()
await loadRestaurant(database, await readRestaurant(restaurant))
const secret = randomBytes(32).toString('hex')
const log = () => {}
const auth = await createAuth({ database, secret, origin: 'http://localhost', emailHost: 'grill.example' })
const sessions = createSessions({ database, auth })
const tries = createTries({ database, secret })
const live = await openLive({ database, log })
afterAll(live.stop)

const provider = paystack({ secretKey: 'sk_test_of_nobody' })
const parts = {
  database,
  auth,
  sessions,
  tries,
  live,
  provider,
  log,
  films: await openFilms(restaurant),
  pushKey: 'BKey',
}
const app = createApp({
  ...parts,
  pictures: openPictures({ dataDir, log: { warn: log } }),
  // No page is asked for here.
  web: {
    render: async () => ({ status: 200, html: '' }),
    paths: async () => ({ listed: [], closed: [] }),
    assets: () => ({ scripts: [], styles: [], modules: [], fonts: [] }),
    folder: undefined,
  },
  publicUrl: undefined,
  trustedProxies: 0,
  development: false,
})

const people = ['visitor', ...policy.everyone] as const
const ids = Object.fromEntries(
  await Promise.all(
    policy.everyone.map(async (role) => {
      const account = { role, username: `the ${role}` }
      const { id } = await database.transaction((tx) => insertAccount(tx, auth.emailHost, account, 'no password'))
      return [role, id] as const
    }),
  ),
)

/** Each call comes with a session of its own: one of the routes ends it. */
async function cookiesOf(role: Role): Promise<string> {
  const cookies = await auth.openSession(ids[role] ?? '')
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

async function statusOf(method: string, path: string, person: (typeof people)[number]): Promise<number> {
  const headers = person === 'visitor' ? {} : { cookie: await cookiesOf(person) }
  const response = await app.request(path, { method, headers })
  await response.body?.cancel()
  return response.status
}

function isFor({ by }: Route, person: (typeof people)[number]): boolean {
  return by === 'anyone' || (person !== 'visitor' && by.includes(person))
}

const routes = routesOf(parts)
const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test.each(routes.map((route) => [named(route), route] as const))(
  '%s lets in whom it is for, and nobody else',
  async (_, route) => {
    const path = route.path.replace(':id', 'ACDEFGHJK').replace(':category', 'grills')
    for (const person of people) {
      const status = await statusOf(route.method, path, person)
      if (isFor(route, person)) expect([401, 403], person).not.toContain(status)
      else expect(status, person).toBe(person === 'visitor' ? 401 : 403)
      expect(status, person).not.toBe(500)
    }
  },
)

test('what a visitor may call is this, and no more', () => {
  expect(routes.filter((route) => isFor(route, 'visitor')).map(named)).toEqual([
    'GET /api/site',
    'GET /api/locations',
    'GET /api/bestsellers',
    'GET /api/menu',
    'GET /api/menu/:category',
    'GET /api/menu-items',
    'GET /api/home',
    'GET /api/farm',
    'POST /api/customers',
    'POST /api/session',
    'GET /api/session',
    'DELETE /api/session',
    'GET /api/promise',
    'POST /api/payments/paystack-events',
    'GET /api/stream',
    'GET /api/changes',
  ])
})

test('what a customer may call beyond that is their own', () => {
  const own = routes.filter((route) => isFor(route, 'customer') && !isFor(route, 'visitor'))
  expect(own.map(named)).toEqual([
    'GET /api/account',
    'PATCH /api/account',
    'POST /api/quotes',
    'GET /api/quotes/:id',
    'POST /api/orders',
    'GET /api/orders',
    'GET /api/orders/:id',
    'POST /api/orders/:id/claim',
    'GET /api/push-key',
    'POST /api/push-subscriptions',
  ])
})

test('what a rider may call beyond that is about deliveries', () => {
  const own = routes.filter((route) => isFor(route, 'rider') && !isFor(route, 'customer'))
  expect(own.map(named)).toEqual([
    'GET /api/deliveries',
    'POST /api/deliveries/:id/pick-up',
    'POST /api/deliveries/:id/handover',
    'POST /api/deliveries/:id/failure',
  ])
})

test('nothing else answers under /api', () => {
  const known = new Set([...routes.map(named), 'GET /api/health', 'ALL /api/*'])
  const others = app.routes.filter((route) => route.path.startsWith('/api') && !known.has(named(route)))
  expect(others).toEqual([])
})

test.each([
  ['orders', { visitor: 401 }],
  ['desk', { visitor: 401, customer: 403, rider: 403 }],
  ['deliveries', { visitor: 401, customer: 403, kitchen: 403, cashier: 403, owner: 403 }],
])('the live topic "%s" is closed to whom it is not for', async (topic, closed: Partial<Record<string, number>>) => {
  for (const path of ['/api/stream', '/api/changes']) {
    for (const person of people) {
      const status = await statusOf('GET', `${path}?topics=${topic}`, person)
      expect(status, `${path} for ${person}`).toBe(closed[person] ?? 200)
    }
  }
})

test('an account that lost its role is refused with the session it has', async () => {
  const cookie = await cookiesOf('cashier')
  const open = async () => (await app.request('/api/desk/orders', { headers: { cookie } })).status
  expect(await open()).toBe(200)
  await database.orm
    .update(users)
    .set({ role: 'customer' })
    .where(eq(users.id, ids.cashier ?? ''))
  expect(await open()).toBe(403)
})
