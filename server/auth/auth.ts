import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { serialize, serializeSigned } from 'hono/utils/cookie'
import { hintCookie } from '#contract/parts/hint-cookie.ts'
import type { User } from '#contract/session.ts'
import { isStaff } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '../db/database.ts'
import { credentials, sessions, users } from '../db/schema.ts'
import { notSignedIn, refuse } from '../http/problems.ts'
import { sessionDays } from '../process/retention.ts'
import { StartError } from '../process/start-error.ts'
import { type Asker, openHashes } from './hashes.ts'
import { type SealedTexts, sealedTexts } from './sealed-text.ts'
import { endSessions } from './sessions.ts'
import { signedCookie } from './signed-cookie.ts'

/** Seconds. People who order once a month stay signed in. */
const sessionAge = sessionDays * 24 * 3600

/** Seconds. A session of staff ends after a shift, however much it is used. */
const staffSessionAge = 12 * 3600

/** Seconds in which the second step has to follow the password. */
const secondStepWithin = 10 * 60

/** Seconds after which a used session is extended to `sessionAge` again: one write per session and day. */
const renewalAge = 24 * 3600

/** Seconds. A device that nobody signed in on for a year counts as new. */
const deviceAge = 365 * 24 * 3600

/** Sessions that an account can have at once: more than the devices of any shift, and few enough to list. */
export const mostSessions = 1000

const anybody: Asker = { address: '' }

/** Accounts that one device is known for; the ones that signed in last. */
const mostAccounts = 8

/** Passwords, sessions and their cookies. A cookie here is the whole value of a Set-Cookie header. */
export type Auth = {
  readonly emailHost: string
  /** Whether those who answer for money need a second factor. */
  readonly requireSecondFactor: boolean
  /** Waits among strangers unless it says for whom it is; so does `isPassword`. */
  hashPassword(password: string, by?: Asker): Promise<string>
  /** Takes the same time with and without a hash. */
  isPassword(password: string, hash: string | null | undefined, by?: Asker): Promise<boolean>
  /** The session token in the request's cookie, if the signature is ours. Only the database knows whether it is still valid. */
  sessionToken(headers: Headers): string | undefined
  /**
   * Begins a session in a transaction that has locked the account (`requireAccount`) or made it. Returns the cookies, with one
   * by which `knownDevice` knows the device again. A session that waits for its second step is short, and the device is not
   * known yet: whoever has the password alone shares the account's tries.
   */
  openSession(
    tx: Transaction,
    user: Pick<User, 'id' | 'role'>,
    headers?: Headers,
    secondStep?: 'done' | 'waits' | 'none',
  ): Promise<string[]>
  /** Returns the cookies for a returning visitor. Extends a customer's session where it is older than `renewalAge`. */
  renewSession(headers: Headers, user: Pick<User, 'role'>): Promise<string[]>
  /** The id of the device that the request comes from, if the account has signed in on it before. */
  knownDevice(headers: Headers, userId: string): Promise<string | undefined>
  readonly sealedTexts: SealedTexts
  /** The cookies that remove the session cookies which the request carries. */
  clearedCookies(headers: Headers): string[]
}

/**
 * `secret` signs cookies and encrypts what has to be read again. `origin` is the public address; with https the cookies are Secure. `emailHost` is the product's
 * domain (AUTH-5).
 */
export function createAuth({
  database,
  secret,
  origin,
  emailHost,
  requireSecondFactor = false,
}: {
  database: Database
  secret: string
  origin: string
  emailHost: string
  requireSecondFactor?: boolean
}): Auth {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(emailHost)) {
    throw new StartError(`The setting emailHost is "${emailHost}". Give it a domain, such as restaurant.example.`)
  }
  const secure = origin.startsWith('https:')
  const hashes = openHashes()
  const prefix = secure ? '__Secure-' : ''
  const sessionCookie = `${prefix}buka.session_token`
  const deviceCookie = `${prefix}buka.device`
  const visible = { path: '/', sameSite: 'lax', secure } as const
  const decoy = `${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`
  const sessionCookies = async (token: string, maxAge: number) => [
    await serializeSigned(sessionCookie, token, secret, { ...visible, httpOnly: true, maxAge }),
    hintFor(token, maxAge),
  ]
  const hintFor = (token: string, maxAge: number) =>
    serialize(hintCookie, createHash('sha256').update(token).digest('base64url').slice(0, 8), { ...visible, maxAge })

  /** Tells nobody else whose device it is. */
  const markOf = (userId: string) => createHmac('sha256', secret).update(`device:${userId}`).digest('hex').slice(0, 32)

  /** The id of the device and the marks of the accounts that signed in on it. */
  function readDevice(headers: Headers | undefined): { id: string | undefined; marks: string[] } {
    const [id, ...marks] = (signedCookie(headers, deviceCookie, secret) ?? '').split('-')
    return { id: id || undefined, marks }
  }

  const sessionToken = (headers: Headers) => signedCookie(headers, sessionCookie, secret)

  return {
    emailHost,
    requireSecondFactor,
    hashPassword: (password, by = anybody) => hashes.hash(password, by),
    isPassword: async (password, hash, by = anybody) => {
      const matches = await hashes.matches(password, hash ?? decoy, by)
      return matches && typeof hash === 'string'
    },
    sessionToken,
    openSession: async (tx, { id, role }, headers, secondStep = 'none') => {
      const token = randomBytes(32).toString('base64url')
      const userAgent = (headers?.get('user-agent') ?? '').slice(0, 300)
      const age = secondStep === 'waits' ? secondStepWithin : isStaff(role) ? staffSessionAge : sessionAge
      const expiresAt = new Date(Date.now() + age * 1000)
      const secondStepAt = secondStep === 'done' ? new Date() : null
      await tx.insert(sessions).values({ id: randomUUID(), userId: id, token, userAgent, expiresAt, secondStepAt })
      await endSessions(tx, id, { beyond: mostSessions })
      if (secondStep === 'waits') return sessionCookies(token, age)
      const device = readDevice(headers)
      const marks = [...new Set([markOf(id), ...device.marks])].slice(0, mostAccounts)
      const value = [device.id ?? randomBytes(16).toString('hex'), ...marks].join('-')
      const kept = { ...visible, httpOnly: true, maxAge: deviceAge }
      return [...(await sessionCookies(token, age)), await serializeSigned(deviceCookie, value, secret, kept)]
    },
    knownDevice: async (headers, userId) => {
      const { id, marks } = readDevice(headers)
      return marks.includes(markOf(userId)) ? id : undefined
    },
    renewSession: async (headers, { role }) => {
      const token = sessionToken(headers)
      if (token === undefined || isStaff(role)) return []
      const end = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
      const renewed = await database.orm
        .update(sessions)
        .set({ expiresAt: end(sessionAge), updatedAt: sql`now()` })
        .where(
          and(
            eq(sessions.token, token),
            gt(sessions.expiresAt, sql`now()`),
            lt(sessions.expiresAt, end(sessionAge - renewalAge)),
          ),
        )
        .returning({ id: sessions.id })
      return renewed.length > 0 ? sessionCookies(token, sessionAge) : [hintFor(token, sessionAge)]
    },
    sealedTexts: sealedTexts(secret),
    clearedCookies: (headers) =>
      [sessionCookie, hintCookie]
        .filter((name) => headers.get('cookie')?.includes(name))
        .map((name) => serialize(name, '', { ...visible, httpOnly: name === sessionCookie, maxAge: 0 })),
  }
}

/**
 * While a password is compared it may be replaced, and the account's sessions end, or the account does. Whoever does that waits
 * from here on, and ends the session that begins in this transaction as well. Throws a Refusal where the account is gone, or
 * `hash`, of the password that was compared, is its password no more. Locks in their order, the account first.
 */
export async function requireAccount(tx: Transaction, userId: string, hash?: string): Promise<void> {
  const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
  if (hash === undefined) {
    if (!account) throw notSignedIn()
    return
  }
  const [same] = await tx
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.password, hash)))
    .for('share')
  if (!same) throw refuse('invalid-credentials', 'Invalid credentials')
}
