import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { IncompleteSession, OwnSession, User } from '#contract/session.ts'
import * as Account from '#domain/restaurant/account.ts'
import { isOneOf, isStaff, policy } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { pushSubscriptions, sessions, users } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { publish } from '../live/publish.ts'
import type { Auth } from './auth.ts'
import { deviceNamed } from './device.ts'

type Restaurant = { readonly database: Database; readonly auth: Pick<Auth, 'sessionToken' | 'requireSecondFactor'> }
type Row = typeof users.$inferSelect
type Lack = IncompleteSession['lacks']

export type Sessions = {
  /**
   * Returns the user of the request's session if the session is complete. Runs one query, or none without a session
   * cookie.
   */
  userOf(headers: Headers): Promise<User | undefined>
}

/** The seconds between two writes of a session's `seen_at`. */
const seenInterval = 5 * 60

export function createSessions({ database, auth }: Restaurant): Sessions {
  return {
    userOf: async (headers) => {
      const found = await findSession({ database, auth }, headers)
      if (!found || lackOf(auth, found)) return undefined
      if (!found.seen && isStaff(found.user.role)) {
        await database.orm.update(sessions).set({ seenAt: sql`now()` }).where(eq(sessions.id, found.id))
      }
      return asUser(found.user)
    },
  }
}

/** Deletes expired sessions. Their push subscriptions are deleted with them. */
export const sweepSessions: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from sessions where id in (
          select id from sessions where expires_at < now() order by expires_at limit ${most})`,
  )

export const sweepCodes: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from verifications where id in (
          select id from verifications where expires_at < now() order by expires_at limit ${most})`,
  )

const isNotOver = or(isNull(users.guestUntil), gt(users.guestUntil, sql`now()`))

/** Returns the user of an incomplete session, and what the session lacks; undefined for a complete session. */
export async function incompleteSession(
  restaurant: Restaurant,
  headers: Headers,
): Promise<{ lacks: Lack; user: User } | undefined> {
  const found = await findSession(restaurant, headers)
  const lacks = found && lackOf(restaurant.auth, found)
  return lacks && { lacks, user: asUser(found.user) }
}

async function findSession({ database, auth }: Restaurant, headers: Headers) {
  const token = auth.sessionToken(headers)
  if (token === undefined) return undefined
  const [found] = await sessionOf(database.orm, { token })
  return found
}

const sessionOf = prepared((orm: Database['orm'], given: Placeholders<{ token: string }>) =>
  orm
    .select({
      id: sessions.id,
      user: users,
      secondStepAt: sessions.secondStepAt,
      seen: sql<boolean>`${sessions.seenAt} > now() - make_interval(secs => ${seenInterval})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.token, sql.param(given.token, sessions.token)),
        gt(sessions.expiresAt, sql`now()`),
        // A session may begin while its account is being deactivated, so the account is checked with every request.
        isNull(users.switchedOffAt),
        isNotOver,
      ),
    ),
)

/** Returns what a session lacks. An account that has a second factor must enter it, whatever the setting. */
export function lackOf(
  { requireSecondFactor }: Pick<Auth, 'requireSecondFactor'>,
  { user, secondStepAt }: { user: Pick<Row, 'role' | 'secondFactorSince'>; secondStepAt: Date | null },
): Lack | undefined {
  if (user.secondFactorSince) return secondStepAt ? undefined : 'second-step'
  return requireSecondFactor && isOneOf(user.role, policy.till) ? 'second-factor' : undefined
}

/**
 * Ends sessions of an account: all of them, the session with the id `only`, all except the session with the token
 * `except`, or those that expire first if there are more than `beyond`. Call `endSessions` for every early end of a
 * session, because it also closes the session's streams on every process. With `keepsDevices`, the devices stay for
 * pending messages (`sweepDetachedDevices`). Returns the number of ended sessions.
 */
export async function endSessions(
  tx: Transaction,
  userId: string,
  {
    only,
    except,
    beyond,
    keepsDevices = false,
  }: { only?: string; except?: string | undefined; beyond?: number; keepsDevices?: boolean } = {},
): Promise<number> {
  const ofUser = eq(sessions.userId, userId)
  const last = tx.select({ id: sessions.id }).from(sessions).where(ofUser).orderBy(desc(sessions.expiresAt))
  const which = and(
    ofUser,
    beyond === undefined ? undefined : inArray(sessions.id, last.offset(beyond)),
    only === undefined ? undefined : eq(sessions.id, only),
    except === undefined ? undefined : ne(sessions.token, except),
  )
  if (keepsDevices) {
    const theirs = inArray(pushSubscriptions.sessionId, tx.select({ id: sessions.id }).from(sessions).where(which))
    await tx.update(pushSubscriptions).set({ sessionId: null }).where(theirs)
  }
  const ended = await tx.delete(sessions).where(which).returning({ id: sessions.id })
  // A sign-in calls this function with `beyond` and mostly ends no session. In this case no stream needs a check.
  if (beyond === undefined || ended.length > 0) await recheckStreams(tx, userId)
  return ended.length
}

/** Returns the open sessions of an account, latest first. `token` belongs to the request's session. */
export async function ownSessions(
  orm: Pick<Database['orm'], 'select'>,
  userId: string,
  token: string | undefined,
): Promise<OwnSession[]> {
  const open = await orm
    .select({ session: sessions, isThis: sql<boolean>`${eq(sessions.token, token ?? '')}` })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
  return open.map(({ session: { id, userAgent, createdAt }, isThis }) => ({
    id,
    device: deviceNamed(userAgent),
    startedAt: createdAt.toISOString(),
    isThis,
  }))
}

/** Makes the account's open streams recheck their session and role. */
export async function recheckStreams(tx: Transaction, userId: string): Promise<void> {
  await publish(tx, { audience: [`account:${userId}`], type: 'account.changed', subject: userId, version: 0, data: {} })
}

/**
 * AUTH-6: returns the condition that finds the account of an identifier. A phone may have any usual notation; if the
 * identifier has two numbers, the first is used. A username matches by its spelling, or by its letters and digits
 * alone, which the derived e-mail contains.
 */
export function hasIdentifier(identifier: string, emailHost: string) {
  const spelled = Account.tidyUsername(identifier)
  switch (Account.identifierKind(identifier)) {
    case 'email':
      return eq(users.email, identifier.toLowerCase())
    case 'phone':
      return eq(users.phone, Phone.written(identifier)[0] ?? identifier)
    case 'username':
      return sql`${users.id} = (
        select named.id from ${users} named
         where lower(named.username) = lower(${spelled}) or named.email = ${Account.emailOf(spelled, emailHost)}
         order by lower(named.username) = lower(${spelled}) desc limit 1)`
  }
}

export function asUser(row: Row): User {
  const { id, role, username, phone, address, location, guestPhone } = row
  const same = { id, role, address, location: location ?? '' }
  if (guestPhone !== null) return { ...same, username: row.name, phone: guestPhone, guest: true }
  return {
    ...same,
    username,
    phone: phone ?? '',
    ...(role !== 'customer' && row.name !== username && { name: row.name }),
  }
}
