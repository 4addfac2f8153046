import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { withTodaysNames } from '#contract/last-release.ts'
import type { Session, User } from '#contract/session.ts'
import { naira } from '#domain/money/money.ts'
import { type Auth, createAuth } from '#server/auth/auth.ts'
import { authRoutes } from '#server/auth/auth-routes.ts'
import { createTries, defaultLimits, type Limits } from '#server/auth/rate-limits.ts'
import { secondFactorRoutes } from '#server/auth/second-factor-routes.ts'
import { openProofs, type WithProof } from '#server/auth/second-step.ts'
import { createSessions, incompleteSession } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { locations } from '#server/db/schema.ts'
import { problemResponse, Refusal } from '#server/http/problems.ts'
import type { Handlers } from '#server/http/route.ts'
import { type Callers, serve } from '#server/http/serve.ts'

export const secret = 'a secret of the tests, long enough for all of them'
export const emailHost = 'grill.example'

const unlimited = { most: 10_000, seconds: 60 }
export const noLimits: Limits = {
  signInAccount: unlimited,
  signInDevice: unlimited,
  signInAddress: unlimited,
  secondStepAccount: unlimited,
  secondStepDevice: unlimited,
  signUpAddress: unlimited,
  guestAddress: unlimited,
  accountChange: unlimited,
  passwordChange: unlimited,
  passwordReset: unlimited,
  orderLink: unlimited,
  auditedDenial: unlimited,
}

export type TestRestaurant = Awaited<ReturnType<typeof openTestRestaurant>>

/** Opens a restaurant with the sign-in routes, mounted as in the app. */
export async function openTestRestaurant(
  database: Database,
  {
    origin = 'http://localhost:3000',
    limits = defaultLimits as Limits,
    requireSecondFactor = false,
    callers = {} as Partial<Callers>,
    more = (_parts: { database: Database; auth: Auth; withProof: WithProof }): Partial<Handlers> => ({}),
  } = {},
) {
  await database.orm
    .insert(locations)
    .values([
      { id: 'test-island', position: 900, name: 'Test Island', fee: naira(1500) },
      { id: 'test-creek', position: 901, name: 'Test Creek', fee: naira(2500) },
    ])
    .onConflictDoNothing()
  const auth = createAuth({ database, secret, origin, emailHost, requireSecondFactor })
  const sessions = createSessions({ database, auth })
  const tries = createTries({ database, secret, limits })
  const app = new Hono()
  app.onError((error) => {
    if (error instanceof Refusal) return problemResponse(error, 'test')
    throw error
  })
  serve(
    app,
    {
      ...authRoutes({ database, auth, tries }),
      ...secondFactorRoutes({ database, auth, tries, publicUrl: origin }),
      ...more({ database, auth, withProof: openProofs({ database, auth, tries, publicUrl: origin }) }),
    },
    {
      user: sessions.userOf,
      incomplete: (headers) => incompleteSession({ database, auth }, headers),
      address: (context) => context.req.header('x-test-address') ?? '192.0.2.1',
      ...callers,
    },
  )
  return {
    app,
    auth,
    sessions,
    tries,
    browser: (address?: string, device?: string) => openBrowser(app, address, device),
  }
}

function openBrowser(app: Hono, address = '192.0.2.1', device = '') {
  const cookies = new Map<string, string>()
  async function send(method: string, path: string, body?: unknown) {
    const response = await app.request(path, {
      method,
      headers: {
        'x-test-address': address,
        'user-agent': device,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/; Max-Age=0\b/.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    send,
    signUp: (form: Record<string, unknown>) => send('POST', '/api/customers', form),
    signIn: (identifier: string, password: string) => send('POST', '/api/session', { identifier, password }),
    signOut: () => send('DELETE', '/api/session'),
    session: async () => withTodaysNames((await (await send('GET', '/api/session')).json()) as Session).user,
    account: () => send('GET', '/api/account'),
    change: (change: Record<string, unknown>) => send('PATCH', '/api/account', change),
  }
}

export async function withoutNewSessions<Value>({ orm }: Database, work: () => Promise<Value>): Promise<Value> {
  await orm.execute(sql`alter table sessions add constraint none_begins check (false) not valid`)
  try {
    return await work()
  } finally {
    await orm.execute(sql`alter table sessions drop constraint none_begins`)
  }
}

let made = 0

/** Returns a valid sign-up form with a new username and phone. */
export function form(changes: Record<string, unknown> = {}) {
  made++
  return {
    username: `Customer ${made}`,
    password: 'jollof at midnight',
    phone: `0803${String(made).padStart(7, '0')}`,
    location: 'test-island',
    address: '3 Test Close',
    ...changes,
  }
}

export async function userIn(response: Response): Promise<User> {
  const { user } = withTodaysNames((await response.json()) as Session)
  if (!user) throw new Error('The answer has no user.')
  return user
}
