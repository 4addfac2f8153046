import { randomUUID } from 'node:crypto'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { parseSigned, serialize, serializeSigned } from 'hono/utils/cookie'
import { hintCookie } from '#contract/hint-cookie.ts'
import * as Account from '#domain/account.ts'
import type { Database } from '../db/database.ts'
import { credentials, sessions, users, verifications } from '../db/schema.ts'
import { describeError, log } from '../process/log.ts'
import { StartError } from '../process/start-error.ts'

/** Seconds. People who order once a month stay signed in. */
const sessionAge = 30 * 24 * 3600

/** Seconds after which a session that is used is made to last `sessionAge` again: one write a day and person. */
const renewalAge = 24 * 3600

/** Passwords, sessions and their cookies. A cookie here is the whole value of a Set-Cookie header. */
export type Auth = {
  readonly emailHost: string
  hashPassword(password: string): Promise<string>
  /** Takes the same time whether or not there is a hash to compare with. */
  isPassword(password: string, hash: string | null | undefined): Promise<boolean>
  /** The token of the session that the request's cookie names, if we signed it; whether it still runs, the database says. */
  sessionToken(headers: Headers): Promise<string | undefined>
  /** Begins a session, and gives the cookies that carry it. `device` is what the browser calls itself. */
  openSession(userId: string, device?: string | null): Promise<string[]>
  /** The cookies for somebody who comes back, with a longer session where it was time for that. */
  renewSession(headers: Headers): Promise<string[]>
  /** Takes away what the request still carries of a session. */
  clearedCookies(headers: Headers): string[]
}

/**
 * Better Auth, without its HTTP handler: our routes call it. `secret` signs cookies; `origin` is where people find us,
 * and with https its cookies are Secure; `emailHost` is the product's domain (AUTH-5).
 */
export async function createAuth({
  database,
  secret,
  origin,
  emailHost,
}: {
  database: Database
  secret: string
  origin: string
  emailHost: string
}): Promise<Auth> {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(emailHost)) {
    throw new StartError(`The setting emailHost is "${emailHost}". Give it a domain, such as restaurant.example.`)
  }
  const secure = origin.startsWith('https:')
  const better = betterAuth({
    database: drizzleAdapter(database.orm, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    secret,
    baseURL: origin,
    user: {
      // Ours to set, and never out of a request.
      additionalFields: {
        role: { type: 'string', input: false },
        username: { type: 'string', input: false },
        phone: { type: 'string', input: false, required: false },
        address: { type: 'string', input: false },
        locationId: { type: 'string', input: false, required: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: Account.password.least,
      maxPasswordLength: Account.password.most,
    },
    session: { expiresIn: sessionAge, updateAge: renewalAge },
    advanced: {
      cookiePrefix: 'buka',
      useSecureCookies: secure,
      ipAddress: { disableIpTracking: true },
      // Both are for its own handler; ours are in front of every route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        log('sign-in-failure', {
          message,
          ...details.filter((detail) => detail instanceof Error).map(describeError)[0],
        }),
    },
  })
  const { internalAdapter, authCookies, password } = await better.$context
  const cookie = authCookies.sessionToken
  const visible = { path: '/', sameSite: 'lax', secure } as const
  const hint = serialize(hintCookie, '1', { ...visible, maxAge: sessionAge })
  const decoy = await password.hash(randomUUID())

  return {
    emailHost,
    hashPassword: (text) => password.hash(text),
    isPassword: async (text, hash) => {
      const matches = await password.verify({ password: text, hash: hash ?? decoy })
      return matches && typeof hash === 'string'
    },
    sessionToken: async (headers) => {
      const sent = headers.get('cookie')
      if (!sent?.includes(cookie.name)) return undefined
      return (await parseSigned(sent, secret, cookie.name))[cookie.name] || undefined
    },
    openSession: async (userId, device) => {
      const userAgent = (device ?? '').slice(0, 300)
      const { token } = await internalAdapter.createSession(userId, false, { userAgent })
      const carried = { ...visible, httpOnly: true, maxAge: sessionAge }
      return [await serializeSigned(cookie.name, token, secret, carried), hint]
    },
    renewSession: async (headers) => {
      try {
        const { headers: answer } = await better.api.getSession({ headers, returnHeaders: true })
        return [...answer.getSetCookie(), hint]
      } catch (error) {
        // Logged above. Whoever asks is signed in all the same, and is renewed another time.
        if (isAPIError(error)) return []
        throw error
      }
    },
    clearedCookies: (headers) =>
      [cookie.name, hintCookie]
        .filter((name) => headers.get('cookie')?.includes(name))
        .map((name) => serialize(name, '', { ...visible, httpOnly: name === cookie.name, maxAge: 0 })),
  }
}
