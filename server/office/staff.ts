import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { AuditAction } from '#contract/audit.ts'
import type { User } from '#contract/session.ts'
import type { MemberChange, NewMember, PasswordSet, StaffList, StaffMember } from '#contract/staff.ts'
import * as Account from '#domain/restaurant/account.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { isStaff, needsProof, policy } from '#domain/restaurant/policy.ts'
import { addStaff, refuseTaken } from '../auth/accounts.ts'
import type { Auth } from '../auth/auth.ts'
import { deviceNamed } from '../auth/device.ts'
import { requireValidPassword, setPassword } from '../auth/passwords.ts'
import { readablePassword } from '../auth/readable-password.ts'
import { forgetSecondFactor } from '../auth/second-factor.ts'
import type { Prove } from '../auth/second-step.ts'
import { asUser, endSessions, hasIdentifier, recheckStreams } from '../auth/sessions.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sessions, users } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { tellOwners } from '../messages/write-messages.ts'

type Restaurant = { readonly database: Database; readonly auth: Auth }
type Row = typeof users.$inferSelect

/** Returns all present and former staff with their sessions. `token` belongs to the request's session. */
export async function staffList(orm: NodePgDatabase, token: string | undefined): Promise<StaffList> {
  const [people, open] = await Promise.all([
    orm.select().from(users).where(inArray(users.role, policy.staff)).orderBy(sql`lower(${users.username})`),
    orm
      .select({ session: sessions, isThis: sql<boolean>`${eq(sessions.token, token ?? '')}` })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(inArray(users.role, policy.staff), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sessions.seenAt), desc(sessions.id)),
  ])
  const members = people.flatMap((row): StaffMember[] => {
    const { id, username, role, phone, switchedOffAt, isDemo, secondFactorSince } = row
    if (!isStaff(role)) return []
    // A session that waits for its second factor does not count as signed in.
    const own = open.filter(
      ({ session }) => session.userId === id && (secondFactorSince === null || session.secondStepAt !== null),
    )
    return [
      {
        id,
        username,
        role,
        phone: phone ?? '',
        isOn: switchedOffAt === null,
        isDemo,
        hasSecondFactor: secondFactorSince !== null,
        sessions: own.map(({ session, isThis }) => ({
          id: session.id,
          device: deviceNamed(session.userAgent),
          startedAt: session.createdAt.toISOString(),
          seenAt: session.seenAt.toISOString(),
          isThis,
        })),
      },
    ]
  })
  return { members }
}

export async function staffMember(orm: NodePgDatabase, id: string, token: string | undefined): Promise<StaffMember> {
  const member = (await staffList(orm, token)).members.find((each) => each.id === id)
  if (!member) throw noSuchMember()
  return member
}

/** Adds a member of staff. Returns the id of the new account, and the password if it was generated. */
export async function addMember(
  restaurant: Restaurant,
  owner: Actor,
  { username, role, phone = '', password }: Omit<NewMember, 'proof'>,
  prove: Prove,
): Promise<{ id: string } & PasswordSet> {
  const made = password === undefined ? readablePassword() : null
  const form = { username, role, phone, password: password ?? made ?? '' }
  const { id } = await addStaff(restaurant, owner, form, async (tx) => {
    if (needsProof(role)) await prove(tx)
    if (role === 'owner') await tellOwners(tx)
  })
  return { id, password: made }
}

/** Changes the given fields in one transaction. Refuses to remove the last owner who can sign in. */
export async function changeMember(
  database: Database,
  owner: Actor,
  id: string,
  change: Omit<MemberChange, 'proof'>,
  prove: Prove,
): Promise<void> {
  const phone = change.phone === undefined ? undefined : phoneOf(change.phone)
  await refuseTaken(
    database.transaction(async (tx) => {
      // Locks all owners, always in this order. If two owners are removed concurrently, the later transaction sees the
      // first removal.
      const owners = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(inArray(users.role, policy.owners), isNull(users.switchedOffAt)))
        .orderBy(users.id)
        .for('update')
      const before = await lockMember(tx, id)
      const wasOn = before.switchedOffAt === null
      const role = change.role ?? before.role
      const isOn = change.isOn ?? wasOn
      if (owners.length === 1 && owners[0]?.id === id && !(role === 'owner' && isOn)) {
        throw refuse('last-owner', 'This is the only owner who can sign in. Make somebody else an owner first.')
      }
      if (role === 'rider' && isOn && !(phone === undefined ? before.phone : phone)) {
        throw refuse('invalid', Account.riderNeedsPhone, 'phone')
      }
      if (needsProof(before.role, role)) await prove(tx)
      const isOwners = before.role === 'owner' || role === 'owner'
      if (isOwners) await tellOwners(tx)
      await tx
        .update(users)
        .set({
          role,
          ...(phone !== undefined && { phone }),
          ...(isOn !== wasOn && { switchedOffAt: isOn ? null : sql`now()` }),
          updatedAt: sql`now()`,
        })
        .where(eq(users.id, id))
      const entry = (action: AuditAction, detail = {}) => recordAudit(tx, owner, action, `account:${id}`, detail)
      if (role !== before.role) {
        await entry('staff.role', { before: before.role, after: role })
        await recheckStreams(tx, id)
      }
      if (phone !== undefined && phone !== before.phone) await entry('staff.phone')
      if (wasOn && !isOn)
        await entry('staff.off', { sessionsEnded: await endSessions(tx, id, { keepsDevices: isOwners }) })
      if (!wasOn && isOn) await entry('staff.on')
    }),
  )
}

/** Sets a new password for a member of staff, and ends all sessions of the account. */
export async function renewPassword(
  { database, auth }: Restaurant,
  owner: Actor,
  id: string,
  given: string | undefined,
  prove: Prove,
): Promise<PasswordSet> {
  if (id === owner.id) throw refuse('not-allowed', 'To change your own password, enter your current one.')
  const made = given === undefined ? readablePassword() : null
  const password = given ?? made ?? ''
  if (given !== undefined) {
    const [row] = await database.orm.select().from(users).where(eq(users.id, id))
    if (!row) throw noSuchMember()
    await requireValidPassword(database, password, { ...asUser(row), role: 'owner' })
  }
  await replacePassword({ database, auth }, owner, id, password, prove)
  return { password: made }
}

/** Removes the second factor of a member of staff who has lost it, and ends all sessions of the account. */
export async function resetSecondFactor(database: Database, owner: Actor, id: string, prove: Prove): Promise<void> {
  if (id === owner.id) throw refuse('not-allowed', 'Remove your own under Account, with your password.')
  await database.transaction(async (tx) => {
    const { role, secondFactorSince } = await lockMember(tx, id)
    await prove(tx)
    if (secondFactorSince === null) return
    await forgetSecondFactor(tx, id)
    const ended = await endMemberSessions(tx, { id, role })
    await recordAudit(tx, owner, 'second-factor.reset', `account:${id}`, { sessionsEnded: ended })
  })
}

/**
 * Sets a generated password for an owner from the server's command line, and removes the owner's second factor. `name`
 * is an identifier for sign-in. Throws a Refusal that names the owners if no owner has this identifier.
 */
export async function rescueOwner(
  restaurant: Restaurant,
  name: string,
): Promise<{ username: string; password: string; hadSecondFactor: boolean }> {
  const ofOwners = and(inArray(users.role, policy.owners), isNull(users.switchedOffAt))
  const { orm } = restaurant.database
  const [owner] = await orm
    .select()
    .from(users)
    .where(and(ofOwners, hasIdentifier(name, restaurant.auth.emailHost)))
  if (!owner) {
    const owners = await orm.select().from(users).where(ofOwners).orderBy(sql`lower(${users.username})`)
    const which = name === '' ? 'Whose password is it?' : `"${name}" is not the name of an owner who can sign in.`
    throw refuse('not-found', `${which} The owners: ${owners.map(({ username }) => username).join(', ')}.`)
  }
  const password = readablePassword()
  const hadSecondFactor = owner.secondFactorSince !== null
  await replacePassword(restaurant, undefined, owner.id, password, async (tx) => {
    if (!hadSecondFactor) return
    await forgetSecondFactor(tx, owner.id)
    const reason = 'reset on the server’s command line'
    await recordAudit(tx, undefined, 'second-factor.reset', `account:${owner.id}`, { reason })
  })
  return { username: owner.username, password, hadSecondFactor }
}

async function replacePassword(
  { database, auth }: Restaurant,
  by: Actor | undefined,
  id: string,
  password: string,
  also: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const hash = await auth.hashPassword(password, { account: id })
  await database.transaction(async (tx) => {
    const { role } = await lockMember(tx, id)
    await also(tx)
    await setPassword(tx, id, hash)
    const how = by ? {} : { reason: 'set on the server’s command line' }
    const ended = await endMemberSessions(tx, { id, role })
    await recordAudit(tx, by, 'password.set', `account:${id}`, { ...how, sessionsEnded: ended })
  })
}

/**
 * Ends one session of a member of staff, or all sessions. If owners end their own sessions, the request's session
 * stays.
 */
export async function signOutMember(
  database: Database,
  owner: User,
  id: string,
  { only, token }: { only?: string; token?: string | undefined },
): Promise<void> {
  await database.transaction(async (tx) => {
    const { role } = await lockMember(tx, id)
    const which = only === undefined ? (id === owner.id ? { except: token } : {}) : { only }
    const ended = await endMemberSessions(tx, { id, role }, which)
    if (ended > 0) await recordAudit(tx, owner, 'staff.sign-out', `account:${id}`, { sessionsEnded: ended })
  })
}

/**
 * Ends sessions of a member of staff. If the member is an owner, all owners' phones are notified, including those
 * signed out.
 */
async function endMemberSessions(
  tx: Transaction,
  { id, role }: Pick<Row, 'id' | 'role'>,
  which: { only?: string; except?: string | undefined } = {},
): Promise<number> {
  const keepsDevices = role === 'owner'
  if (keepsDevices) await tellOwners(tx)
  return endSessions(tx, id, { ...which, keepsDevices })
}

async function lockMember(tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), inArray(users.role, policy.staff)))
    .for('update')
  if (!row) throw noSuchMember()
  return row
}

function phoneOf(text: string): string | null {
  if (text === '') return null
  const checked = Account.checkPhone(text)
  if (!checked.ok) throw new Refusal(checked.problem)
  return checked.value
}

function noSuchMember(): Refusal {
  return refuse('not-found', 'There is no such member of staff.')
}
