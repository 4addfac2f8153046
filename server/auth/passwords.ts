import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { PasswordChange, PasswordReset, Session, User } from '#contract/session.ts'
import type { ResetCode } from '#contract/staff.ts'
import * as Account from '#domain/restaurant/account.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { credentials, users, verifications } from '../db/schema.ts'
import { orRefuse, Refusal, refuse, refuseSecret } from '../http/problems.ts'
import { naming, refuseTaken } from './accounts.ts'
import type { Auth } from './auth.ts'
import { insertCode, newCode, tidyCode } from './one-time-codes.ts'
import { checkPassword } from './password-check.ts'
import { asUser, endSessions, hasIdentifier } from './sessions.ts'
import { openSession } from './sign-in.ts'

type Restaurant = { readonly database: Database; readonly auth: Auth }

/** The validity of a reset code: time enough for a call and for finding the page. */
const codeMinutes = 30

/** Changes the user's password. Ends the user's sessions except the session with `token`. */
export async function changePassword(
  { database, auth }: Restaurant,
  user: User,
  { current, password }: PasswordChange,
  token: string | undefined,
): Promise<void> {
  await requireValidPassword(database, password, user)
  await requireCurrentPassword({ database, auth }, user, current)
  const hash = await auth.hashPassword(password, { account: user.id })
  await database.transaction(async (tx) => {
    await setPassword(tx, user.id, hash)
    const ended = await endSessions(tx, user.id, { except: token })
    await recordAudit(tx, user, 'password.change', `account:${user.id}`, { sessionsEnded: ended })
  })
}

/**
 * Requires the current password before a change of the sign-in data. An unlocked phone alone must not suffice to take
 * over the account.
 */
export async function requireCurrentPassword(
  { database, auth }: Restaurant,
  { id }: Pick<User, 'id'>,
  current: string,
  field = 'current',
): Promise<void> {
  if (current === '') throw refuse('invalid', 'Please enter your current password.', field)
  const ofUser = and(eq(credentials.userId, id), eq(credentials.providerId, 'credential'))
  const [known] = await database.orm.select({ hash: credentials.password }).from(credentials).where(ofUser)
  if (!(await auth.isPassword(current, known?.hash, { account: id }))) {
    throw refuseSecret('This is not your current password.', field)
  }
}

export async function setPassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  await tx
    .update(users)
    .set({ isDemo: false })
    .where(and(eq(users.id, userId), users.isDemo))
  await tx
    .update(credentials)
    .set({ password: hash, updatedAt: sql`now()` })
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential')))
}

/** Creates a reset code for a customer who has called the owner. */
export async function makeResetCode(
  { database, auth }: Restaurant,
  owner: Actor,
  identifier: string,
): Promise<ResetCode> {
  const made = await newCode(auth, { account: owner.id })
  return database.transaction(async (tx) => {
    const [customer] = await tx
      .select()
      .from(users)
      .where(and(hasIdentifier(identifier, auth.emailHost), eq(users.role, 'customer')))
      .for('update')
    if (!customer) throw refuse('invalid', 'There is no customer with this username or phone number.', 'identifier')
    const expiresAt = await insertCode(tx, customer.id, made.hash, codeMinutes)
    await recordAudit(tx, owner, 'password.reset-code', `account:${customer.id}`)
    return { username: customer.username, code: made.code, expiresAt: expiresAt.toISOString() }
  })
}

/**
 * Sets the password of the account with this code, ends the account's sessions and begins a new session. Every wrong
 * code gets the same response.
 */
export async function resetPassword(
  { database, auth }: Restaurant,
  form: PasswordReset,
  { headers, address }: { headers: Headers; address: string },
): Promise<{ session: Session; cookies: string[] }> {
  const [found] = await database.orm
    .select({ user: users, codeId: verifications.id, hash: verifications.value })
    .from(users)
    .leftJoin(
      verifications,
      and(eq(verifications.identifier, sql`'password-reset:' || ${users.id}`), gt(verifications.expiresAt, sql`now()`)),
    )
    .leftJoin(credentials, eq(credentials.userId, users.id))
    // Reset codes are for customers. The only member of staff with a code is the first owner, who has no password yet.
    .where(
      and(hasIdentifier(form.identifier, auth.emailHost), or(eq(users.role, 'customer'), isNull(credentials.password))),
    )
  const isRight = await auth.isPassword(tidyCode(form.code), found?.hash, { address })
  if (!found?.codeId || !isRight || (form.username !== undefined && found.user.role !== 'owner')) {
    throw wrongCode(form)
  }
  const { codeId } = found
  const name = form.username === undefined ? undefined : orRefuse(Account.checkUsername(form.username))
  const user = { ...found.user, ...(name !== undefined && naming(name, auth.emailHost)) }
  await requireValidPassword(database, form.password, asUser(user))
  const hash = await auth.hashPassword(form.password, { account: user.id })
  const work = database.transaction(async (tx) => {
    // Locks the account before all other rows, as every transaction does. `for update` also blocks a concurrent change
    // of the account's name.
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
    const [used] = account ? await tx.delete(verifications).where(eq(verifications.id, codeId)).returning() : []
    if (!used) throw wrongCode(form)
    if (name !== undefined) await tx.update(users).set(naming(name, auth.emailHost)).where(eq(users.id, user.id))
    await setPassword(tx, user.id, hash)
    await endSessions(tx, user.id)
    await recordAudit(tx, user, 'password.reset', `account:${user.id}`)
    return openSession(tx, auth, asUser(user), headers)
  })
  return refuseTaken(work)
}

export async function requireValidPassword(
  database: Pick<Database, 'orm'>,
  password: string,
  user: Pick<User, 'role' | 'username' | 'phone'>,
): Promise<void> {
  const checked = await checkPassword(database, password, user)
  if (!checked.ok) throw new Refusal(checked.problem)
}

function wrongCode({ username }: PasswordReset): Refusal {
  const wayOut =
    username === undefined
      ? 'Call us for a new one.'
      : 'It works once and for a day. At the server, npm run owner owner makes a password in its place.'
  return refuseSecret(`This code is wrong or has expired. ${wayOut}`, 'code')
}
