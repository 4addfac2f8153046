import { and, eq } from 'drizzle-orm'
import type { Session, SignIn, User } from '#contract/session.ts'
import { isStaff } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { credentials, sessions, users } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { describeError, log } from '../process/log.ts'
import { type Auth, requireAccount } from './auth.ts'
import { deviceNamed } from './device.ts'
import type { Tries } from './rate-limits.ts'
import { describeIncomplete } from './second-factor.ts'
import { asUser, endSessions, hasIdentifier, lackOf } from './sessions.ts'

type Restaurant = { readonly database: Database; readonly auth: Auth; readonly tries: Tries }

/**
 * Verifies the credentials, opens a session and returns its cookies. Throws the same Refusal after the same time for
 * every failure (AUTH-7), even for the right password of an account with too many tries.
 */
export async function signIn(
  restaurant: Restaurant,
  form: SignIn,
  { headers, address, isLocked }: { headers: Headers; address: string; isLocked: boolean },
): Promise<{ session: Session; cookies: string[] }> {
  const device = headers.get('user-agent')
  const { user, hash, denialReason } = await verifyCredentials(restaurant, form, { headers, address })
  if (!user || denialReason || isLocked) {
    // The audit is not awaited, because its duration would reveal which names belong to staff.
    if (user && isStaff(user.role)) {
      auditDenial(restaurant, 'session.refuse', user, denialReason ?? 'too many tries', device).catch(
        (error: unknown) => log('audit.failed', describeError(error)),
      )
    }
    throw refuse('invalid-credentials', 'Invalid credentials')
  }
  return restaurant.database.transaction(async (tx) => {
    await requireAccount(tx, user.id, hash)
    return openSession(tx, restaurant.auth, user, headers)
  })
}

/**
 * Ends the browser's previous session and begins a new one, in the transaction that checked or set the password or
 * created the account. The session may lack a second factor. A staff sign-in is audited when its session is complete.
 */
export async function openSession(
  tx: Transaction,
  auth: Auth,
  user: User,
  headers: Headers,
): Promise<{ session: Session; cookies: string[] }> {
  // The browser's previous session would otherwise stay open without a cookie.
  await signOut(tx, auth, headers)
  const [row] = isStaff(user.role) ? await tx.select().from(users).where(eq(users.id, user.id)) : []
  const lacks = row && lackOf(auth, { user: row, secondStepAt: null })
  const secondStep = lacks === 'second-step' ? 'waits' : 'none'
  if (row && secondStep === 'none') {
    await recordAudit(tx, user, 'session.begin', 'session', { device: deviceNamed(headers.get('user-agent')) })
  }
  const cookies = await auth.openSession(tx, user, headers, secondStep)
  if (!lacks) return { session: { user }, cookies }
  return { session: { user: null, incomplete: await describeIncomplete(tx, auth, { lacks, user }) }, cookies }
}

/** Ends the request's session, if it has one, and closes its open streams on every process. */
export async function signOut(tx: Transaction, auth: Auth, headers: Headers): Promise<void> {
  const token = auth.sessionToken(headers)
  if (token === undefined) return
  const [session] = await tx
    .select({ id: sessions.id, userAgent: sessions.userAgent, user: { id: users.id, role: users.role } })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, token))
  const ended = session ? await endSessions(tx, session.user.id, { only: session.id }) : 0
  if (session && ended > 0 && isStaff(session.user.role)) {
    await recordAudit(tx, session.user, 'session.end', 'session', { device: deviceNamed(session.userAgent) })
  }
}

/**
 * Returns the identified account, and a denial reason if the account may not sign in. Takes the same time in every case
 * (AUTH-7). `address` is missing when the server itself checks whether demo passwords still work.
 */
export async function verifyCredentials(
  { database, auth }: Pick<Restaurant, 'database' | 'auth'>,
  { identifier, password }: SignIn,
  { headers = new Headers(), address }: { headers?: Headers; address?: string } = {},
): Promise<{ user?: User; hash?: string | undefined; denialReason?: string | undefined }> {
  const [found] = await database.orm
    .select({ user: users, hash: credentials.password })
    .from(users)
    .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, 'credential')))
    .where(hasIdentifier(identifier, auth.emailHost))
  const account = found?.user.id ?? ''
  const device = await auth.knownDevice(headers, account)
  const isStranger = device === undefined && address !== undefined
  const isRight = await auth.isPassword(password, found?.hash, isStranger ? { address } : { account })
  if (!found) return {}
  const isOff = found.user.switchedOffAt !== null
  return {
    user: asUser(found.user),
    hash: found.hash ?? undefined,
    denialReason: !isRight ? 'wrong password' : isOff ? 'the right password, but switched off' : undefined,
  }
}

/** Audits the first few refusals of an account in an hour (`auditedDenial` in `defaultLimits`). */
export async function auditDenial(
  { database, tries }: Restaurant,
  action: 'session.refuse' | 'second-factor.refuse',
  { id }: User,
  denialReason: string | undefined,
  device: string | null,
): Promise<void> {
  const left = await tries.left('auditedDenial', id)
  if (left < 0) return
  const reason = left > 0 ? denialReason : `${denialReason}; further attempts within the hour are not audited`
  const detail = { reason, device: deviceNamed(device) }
  await database.transaction((tx) => recordAudit(tx, undefined, action, `account:${id}`, detail))
}
