import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { AppKey, SecondFactor } from '#contract/second-factor.ts'
import type { IncompleteSession, User } from '#contract/session.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'
import { passkeys, recoveryCodes, sessions, totpKeys, users } from '../db/schema.ts'
import { refuse, refuseSecret } from '../http/problems.ts'
import type { Auth } from './auth.ts'
import { type Asking, newPasskey } from './passkeys.ts'
import { type NewCodes, newRecoveryCodes, recoveryCodesLeft, replaceRecoveryCodes } from './recovery-codes.ts'
import { endSessions, lackOf, recheckStreams } from './sessions.ts'
import * as Totp from './totp.ts'

type Restaurant = { readonly database: Database; readonly auth: Auth }

/** The time for which the replaced session stays valid, because the browser may already have sent requests with it. */
const replacedSeconds = 20

export async function readSecondFactor(orm: Reader, auth: Auth, user: User): Promise<SecondFactor> {
  const [apps, keys, left] = await Promise.all([
    orm.select({ id: totpKeys.userId }).from(totpKeys).where(hasApp(user.id)),
    orm.select().from(passkeys).where(eq(passkeys.userId, user.id)).orderBy(passkeys.createdAt),
    recoveryCodesLeft(orm, user.id),
  ])
  return {
    isRequired: lackOf(auth, { user: { ...user, secondFactorSince: null }, secondStepAt: null }) !== undefined,
    hasApp: apps.length > 0,
    passkeys: keys.map(({ id, name, createdAt }) => ({ id, name, createdAt: createdAt.toISOString() })),
    recoveryCodesLeft: left,
  }
}

/** Returns the data of the screen that asks for the second factor. */
export async function describeIncomplete(
  orm: Reader,
  auth: Auth,
  { lacks, user }: Pick<IncompleteSession, 'lacks' | 'user'>,
): Promise<IncompleteSession> {
  const { hasApp, passkeys } = await readSecondFactor(orm, auth, user)
  return { lacks, user, hasApp, hasPasskey: passkeys.length > 0 }
}

/**
 * Returns a new key for an authenticator app. The account's existing app stays valid until a code of the new key
 * confirms that key.
 */
export async function newAppKey({ database, auth }: Restaurant, user: User, issuer: string): Promise<AppKey> {
  const key = Totp.newKey()
  const pending = auth.sealedTexts.seal(key)
  await database.orm
    .insert(totpKeys)
    .values({ userId: user.id, pending })
    .onConflictDoUpdate({ target: totpKeys.userId, set: { pending } })
  const uri = Totp.addressOf(key, issuer, user.username)
  return { key: new URL(uri).searchParams.get('secret') ?? '', uri }
}

/** Replaces the existing app by the app that generated this code. */
export async function confirmApp(restaurant: Restaurant, user: User, code: string, headers: Headers): Promise<Added> {
  const { database, auth } = restaurant
  const [made] = await database.orm.select().from(totpKeys).where(eq(totpKeys.userId, user.id))
  const { pending = null } = made ?? {}
  const key = pending === null ? undefined : auth.sealedTexts.unseal(pending)
  if (key === undefined) throw refuse('invalid', 'This set-up has expired. Please start again.', 'code')
  const step = Totp.stepOf(key, code.replace(/\s/g, ''), Date.now())
  if (step === undefined) {
    throw refuseSecret('This code is wrong. Check that the phone shows the right time, and enter a new one.', 'code')
  }
  return addFactor(restaurant, user, { factor: 'app', headers }, async (tx) => {
    const replaced = await tx
      .update(totpKeys)
      .set({ key: pending, pending: null, lastStep: step })
      .where(and(eq(totpKeys.userId, user.id), eq(totpKeys.pending, pending ?? '')))
      .returning({ id: totpKeys.userId })
    if (replaced.length === 0) throw refuse('invalid', 'This set-up has expired. Please start again.', 'code')
  })
}

export async function addPasskey(
  restaurant: Restaurant,
  user: User,
  asking: Asking,
  { response, headers }: { response: Record<string, unknown>; headers: Headers },
): Promise<Added> {
  const row = await newPasskey(asking, user, response, headers.get('user-agent'))
  if (!row) throw refuseSecret('This passkey was not accepted. Please try again.', 'passkey')
  return addFactor(restaurant, user, { factor: 'passkey', headers }, async (tx) => {
    const added = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
    if (added.length === 0) throw refuse('invalid', 'This passkey is in use already.', 'passkey')
  })
}

/**
 * The account's first factor brings recovery codes and the cookies of a new session. For a later factor,
 * `recoveryCodes` is null and `cookies` is empty.
 */
export type Added = { readonly recoveryCodes: readonly string[] | null; readonly cookies: readonly string[] }

/**
 * Adds a factor. The account's first factor ends all its sessions, because no second factor was entered in them. The
 * request's session is replaced instead of ended: a 401 to the page's other requests would sign the user out.
 */
async function addFactor(
  { database, auth }: Restaurant,
  user: User,
  { factor, headers }: { factor: 'app' | 'passkey'; headers: Headers },
  add: (tx: Transaction) => Promise<void>,
): Promise<Added> {
  const made = await newRecoveryCodes(auth, user.id)
  return database.transaction(async (tx) => {
    const isFirst = (await lockUser(tx, user.id)).secondFactorSince === null
    await add(tx)
    const ended = isFirst ? { sessionsEnded: await begin(tx, user.id, made, auth.sessionToken(headers)) } : {}
    await recordAudit(tx, user, 'second-factor.add', `account:${user.id}`, { factor, ...ended })
    if (!isFirst) return { recoveryCodes: null, cookies: [] }
    return { recoveryCodes: made.codes, cookies: await auth.openSession(tx, user, headers, 'done') }
  })
}

async function begin(tx: Transaction, userId: string, codes: NewCodes, token: string | undefined): Promise<number> {
  await tx.update(users).set({ secondFactorSince: sql`now()` }).where(eq(users.id, userId))
  await replaceRecoveryCodes(tx, userId, codes)
  const replaced = await tx
    .update(sessions)
    .set({
      secondStepAt: sql`now()`,
      expiresAt: sql`least(${sessions.expiresAt}, now() + make_interval(secs => ${replacedSeconds}))`,
    })
    .where(and(eq(sessions.userId, userId), eq(sessions.token, token ?? '')))
    .returning({ id: sessions.id })
  return replaced.length + (await endSessions(tx, userId, { except: token }))
}

export async function renewRecoveryCodes({ database, auth }: Restaurant, user: User): Promise<readonly string[]> {
  const made = await newRecoveryCodes(auth, user.id)
  return database.transaction(async (tx) => {
    const { secondFactorSince } = await lockUser(tx, user.id)
    if (secondFactorSince === null) throw refuse('invalid', 'Add an app or a passkey first.')
    await replaceRecoveryCodes(tx, user.id, made)
    await recordAudit(tx, user, 'recovery-codes.make', `account:${user.id}`)
    return made.codes
  })
}

/** Removes one passkey; without `passkey`, every factor. Recovery codes are deleted with the last app or passkey. */
export async function removeFactor({ database }: Restaurant, user: User, passkey: string | undefined): Promise<void> {
  await database.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if (passkey !== undefined) {
      const own = and(eq(passkeys.id, passkey), eq(passkeys.userId, user.id))
      const removed = await tx.delete(passkeys).where(own).returning({ id: passkeys.id })
      if (removed.length === 0) throw refuse('not-found', 'This passkey is removed already.')
    }
    if (passkey === undefined || !(await hasFactor(tx, user.id))) await forgetSecondFactor(tx, user.id)
    const factor = passkey === undefined ? 'all' : 'passkey'
    await recordAudit(tx, user, 'second-factor.remove', `account:${user.id}`, { factor })
  })
}

/**
 * Removes app, passkeys and recovery codes. While the setting requires a second factor, the account's sessions have no
 * access until a new factor is added.
 */
export async function forgetSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(totpKeys).where(eq(totpKeys.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.update(users).set({ secondFactorSince: null }).where(eq(users.id, userId))
  await recheckStreams(tx, userId)
}

async function hasFactor(tx: Transaction, userId: string): Promise<boolean> {
  const apps = await tx.select({ id: totpKeys.userId }).from(totpKeys).where(hasApp(userId))
  const [keys] = await tx.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  return apps.length + (keys?.count ?? 0) > 0
}

function hasApp(userId: string) {
  return and(eq(totpKeys.userId, userId), isNotNull(totpKeys.key))
}

async function lockUser(tx: Transaction, id: string): Promise<typeof users.$inferSelect> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  if (!row) throw refuse('profile-missing', 'User data not found')
  return row
}
