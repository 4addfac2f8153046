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

/** Long enough that customers who order once a month stay signed in. */
const sessionAgeSeconds = sessionDays * 24 * 3600

/** A staff session ends after a shift, even while in use. */
const staffSessionAgeSeconds = 12 * 3600

/** The time that a person has for the second factor after the password. */
const secondStepSeconds = 10 * 60

/** A session older than this is extended when it is used. A session is therefore written at most once a day. */
const renewalAgeSeconds = 24 * 3600

const deviceAgeSeconds = 365 * 24 * 3600

/** The most concurrent sessions of an account: more than any shift has devices, and few enough to list. */
export const mostSessions = 1000

const anybody: Asker = { address: '' }

/**
 * The most accounts that a device's cookie remembers. A further account replaces the account that signed in longest
 * ago, so the cookie stays small.
 */
const mostAccounts = 8

/** Passwords, sessions and their cookies. Each returned cookie is the whole value of a Set-Cookie header. */
export type Auth = {
  readonly emailHost: string
  /** True if roles that handle money need a second factor. */
  readonly requireSecondFactor: boolean
  /**
   * Hashes a password. Unless `by` identifies an account, the hash waits in the queue of unknown callers, so guesses by
   * strangers do not delay known people.
   */
  hashPassword(password: string, by?: Asker): Promise<string>
  /**
   * Compares a password with a hash. Uses the same queues as `hashPassword`. Takes the same time if `hash` is
   * undefined, so the duration does not reveal whether an account exists.
   */
  isPassword(password: string, hash: string | null | undefined, by?: Asker): Promise<boolean>
  /**
   * Returns the session token of a correctly signed cookie. Only the database knows whether the session still exists.
   */
  sessionToken(headers: Headers): string | undefined
  /**
   * Begins a session in a transaction that has locked the account (`requireAccount`) or created it. Returns the session
   * cookies and the cookie for `knownDevice`. A session that waits for its second factor is short-lived, and its device
   * does not become known: a known device has its own limit of tries, which a person who knows only the password must
   * not get.
   */
  openSession(
    tx: Transaction,
    user: Pick<User, 'id' | 'role'>,
    headers?: Headers,
    secondStep?: 'done' | 'waits' | 'none',
  ): Promise<string[]>
  /**
   * Returns the cookies for a returning visitor. Extends a customer's session that is older than `renewalAgeSeconds`.
   */
  renewSession(headers: Headers, user: Pick<User, 'role'>): Promise<string[]>
  /** Returns the id of the request's device, if the account has signed in on it before. */
  knownDevice(headers: Headers, userId: string): Promise<string | undefined>
  readonly sealedTexts: SealedTexts
  clearedCookies(headers: Headers): string[]
}

/**
 * `secret` signs cookies and encrypts texts that must be readable again. `origin` is the public address; with https the
 * cookies are Secure. `emailHost` is the domain of the e-mail addresses made from usernames (AUTH-5).
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

  /** Returns the account's mark in a device's cookie: a keyed hash, so only the server can tell whose device it is. */
  const markOf = (userId: string) => createHmac('sha256', secret).update(`device:${userId}`).digest('hex').slice(0, 32)

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
      const age =
        secondStep === 'waits' ? secondStepSeconds : isStaff(role) ? staffSessionAgeSeconds : sessionAgeSeconds
      const expiresAt = new Date(Date.now() + age * 1000)
      const secondStepAt = secondStep === 'done' ? new Date() : null
      await tx.insert(sessions).values({ id: randomUUID(), userId: id, token, userAgent, expiresAt, secondStepAt })
      await endSessions(tx, id, { beyond: mostSessions })
      if (secondStep === 'waits') return sessionCookies(token, age)
      const device = readDevice(headers)
      const marks = [...new Set([markOf(id), ...device.marks])].slice(0, mostAccounts)
      const value = [device.id ?? randomBytes(16).toString('hex'), ...marks].join('-')
      // The cookie's path is the API, which alone reads this cookie. Requests for pages, files and pictures are smaller
      // without the cookie.
      const kept = { ...visible, path: '/api', httpOnly: true, maxAge: deviceAgeSeconds }
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
        .set({ expiresAt: end(sessionAgeSeconds), updatedAt: sql`now()` })
        .where(
          and(
            eq(sessions.token, token),
            gt(sessions.expiresAt, sql`now()`),
            lt(sessions.expiresAt, end(sessionAgeSeconds - renewalAgeSeconds)),
          ),
        )
        .returning({ id: sessions.id })
      return renewed.length > 0 ? sessionCookies(token, sessionAgeSeconds) : [hintFor(token, sessionAgeSeconds)]
    },
    sealedTexts: sealedTexts(secret),
    clearedCookies: (headers) =>
      [sessionCookie, hintCookie]
        .filter((name) => headers.get('cookie')?.includes(name))
        .map((name) => serialize(name, '', { ...visible, httpOnly: name === sessionCookie, maxAge: 0 })),
  }
}

/**
 * Locks an account. A transaction takes this lock before all other locks. A concurrent request that replaces the
 * password, ends the sessions or deletes the account waits for the end of this transaction. Such a request therefore
 * also ends a session that this transaction begins. `hash` is the hash with which the typed password was compared.
 * Throws a Refusal if the account no longer exists or has another password.
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
