import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { and, desc, eq, exists, gt, inArray, isNotNull, lt, not, or, sql } from 'drizzle-orm'
import type { GuestForm, GuestLink, Session, User } from '#contract/session.ts'
import { zero } from '#domain/money/money.ts'
import { openStatuses } from '#domain/order/statuses.ts'
import * as Account from '#domain/restaurant/account.ts'
import * as Phone from '#domain/text/phone.ts'
import { findTaken, insertAccount, naming, refuseAll, refuseTaken } from '../auth/accounts.ts'
import { type Auth, mostSessions, requireAccount } from '../auth/auth.ts'
import { privateLink } from '../auth/device.ts'
import { requireValidPassword, setPassword } from '../auth/passwords.ts'
import { asUser, endSessions } from '../auth/sessions.ts'
import { openSession } from '../auth/sign-in.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { locations, orders, sessions, stockHolds, users } from '../db/schema.ts'
import type { Sweep } from '../db/sweep-runner.ts'
import { refuse } from '../http/problems.ts'
import { closeQuotes, guestsWeek } from '../quotes/quote-owner.ts'

const noPhoneOfAccount =
  'An account needs a Nigerian phone number, which starts with 0 or +234. Please sign up with one.'

type Restaurant = { readonly database: Database; readonly auth: Auth }

/**
 * Creates a guest and the first session. Nobody can sign in as a guest by name or phone, because the account has no
 * password.
 */
export async function beginGuest(
  { database, auth }: Restaurant,
  form: GuestForm,
  headers: Headers,
): Promise<{ session: Session; cookies: string[] }> {
  const name = Account.checkGuestName(form.name)
  const phone = Account.checkGuestPhone(form.phone)
  if (!name.ok || !phone.ok) throw refuseAll([name, phone].flatMap((each) => (each.ok ? [] : [each.problem])))
  return database.transaction(async (tx) => {
    const { id } = await insertAccount(
      tx,
      auth.emailHost,
      { role: 'customer', username: `guest ${randomUUID()}` },
      null,
    )
    const [row] = await tx
      .update(users)
      .set({ name: name.value, guestPhone: phone.value, guestUntil: guestsWeek })
      .where(eq(users.id, id))
      .returning()
    if (!row) throw new Error('The new guest has no row.')
    return openSession(tx, auth, asUser(row), headers)
  })
}

/**
 * Returns the code of a link to the guest's orders. A link is stored like a session, but belongs to no browser: it is
 * stored as a hash, excluded from backups, and ends with the guest's other sessions (`endSessions`).
 */
export async function makeLink({ database }: Pick<Restaurant, 'database'>, user: User): Promise<GuestLink> {
  requireGuest(user)
  const code = randomBytes(32).toString('base64url')
  return database.transaction(async (tx) => {
    const [guest] = await tx.select({ endsAt: users.guestUntil }).from(users).where(eq(users.id, user.id)).for('update')
    if (!guest?.endsAt) throw noGuest()
    const link = { id: randomUUID(), userId: user.id, token: code, expiresAt: guest.endsAt, userAgent: privateLink }
    await tx.insert(sessions).values(link)
    await endSessions(tx, user.id, { beyond: mostSessions })
    return { code, endsAt: guest.endsAt.toISOString() }
  })
}

/** Returns the guest whose link has this code. Throws a Refusal if there is none. */
export async function guestOfLink({ database }: Pick<Restaurant, 'database'>, code: string): Promise<User> {
  const [found] = await database.orm
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.token, code),
        eq(sessions.userAgent, privateLink),
        gt(sessions.expiresAt, sql`now()`),
        gt(users.guestUntil, sql`now()`),
      ),
    )
  if (!found) throw refuse('not-found', 'This link has ended or is incomplete. Call us, and we look for your order.')
  return asUser(found.user)
}

export async function openLink({ database, auth }: Restaurant, guest: User, headers: Headers) {
  return database.transaction(async (tx) => {
    await requireAccount(tx, guest.id)
    return openSession(tx, auth, guest, headers)
  })
}

/**
 * Turns a guest into an account with a password, under the same id, so the guest's orders stay. The guest's first phone
 * number becomes the account's. This number must be valid by AUTH-4, and no other account may have it. Ends all
 * sessions except the session with `token`, and thereby all private links.
 */
export async function becomeAccount(
  { database, auth }: Restaurant,
  user: User,
  password: string,
  { token, address }: { token: string | undefined; address: string },
): Promise<User> {
  requireGuest(user)
  const phone = Phone.parse(Phone.written(user.phone)[0] ?? '')
  if (phone === undefined) throw refuse('invalid', noPhoneOfAccount, 'phone')
  await requireValidPassword(database, password, { ...user, phone })
  const hash = await auth.hashPassword(password, { address })
  const username = await freeUsername({ database, auth }, user)
  return refuseTaken(
    database.transaction(async (tx) => {
      const [row] = await tx
        .update(users)
        .set({
          ...naming(username, auth.emailHost),
          ...(await lastDestination(tx, user.id)),
          phone,
          guestPhone: null,
          guestUntil: null,
        })
        .where(and(eq(users.id, user.id), isNotNull(users.guestUntil)))
        .returning()
      if (!row) throw noGuest()
      await setPassword(tx, user.id, hash)
      await endSessions(tx, user.id, { except: token })
      await recordAudit(tx, user, 'account.of-guest', `account:${user.id}`)
      return asUser(row)
    }),
  )
}

async function freeUsername({ database, auth }: Restaurant, { username: name, phone }: User): Promise<string> {
  const last = `${name.slice(0, 20)} ${randomInt(100_000, 1_000_000)}`
  for (const username of Account.usernamesFor(name, [phone.slice(-4), String(randomInt(1000, 10_000))])) {
    const taken = await findTaken(database, { email: Account.emailOf(username, auth.emailHost) })
    if (!taken.username) return username
  }
  return last
}

/** Returns location and address of the guest's last delivery, as defaults of the account. */
async function lastDestination(tx: Transaction, userId: string): Promise<{ address?: string; location?: string }> {
  const [last] = await tx
    .select({ address: orders.deliveryAddress, location: locations.id })
    .from(orders)
    .innerJoin(locations, eq(locations.name, orders.deliveryLocation))
    .where(and(eq(orders.customerId, userId), eq(orders.deliveryMethod, 'delivery')))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  return last?.address ? { address: last.address, location: last.location } : {}
}

/**
 * Deletes guests after their week, with sessions, quotes and devices, unless an order is open or a refund is owed.
 * Their orders stay in the books without an account.
 */
export const sweepGuests: Sweep = async (tx, most) => {
  const waiting = tx
    .select({ id: orders.orderId })
    .from(orders)
    .where(and(eq(orders.customerId, users.id), or(inArray(orders.status, openStatuses), gt(orders.owed, zero))))
  const over = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(lt(users.guestUntil, sql`now()`), not(exists(waiting))))
    .limit(most)
    .for('update', { skipLocked: true })
  const ids = over.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx
    .update(orders)
    .set({ customerId: null, version: sql`${orders.version} + 1` })
    .where(inArray(orders.customerId, ids))
  await tx.delete(stockHolds).where(inArray(stockHolds.customerId, ids))
  await closeQuotes(tx, ids)
  await tx.delete(users).where(inArray(users.id, ids))
  return ids.length
}

function requireGuest({ guest }: User): void {
  if (!guest) throw noGuest()
}

function noGuest() {
  return refuse('not-allowed', 'You have an account already.')
}
