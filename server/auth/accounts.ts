import { randomUUID } from 'node:crypto'
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { AccountChange, Session, SignUp, User } from '#contract/session.ts'
import { fail, ok, type Problem, type Result } from '#domain/problem.ts'
import * as Account from '#domain/restaurant/account.ts'
import type { Actor, Role, StaffRole } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { brokenConstraint } from '../db/failures.ts'
import { credentials, locations, users } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import type { Auth } from './auth.ts'
import { checkPassword } from './password-check.ts'
import { asUser, endSessions } from './sessions.ts'
import { openSession } from './sign-in.ts'

type Restaurant = { readonly database: Database; readonly auth: Auth }

const usernameTaken = fail('username-taken', 'Username already exists', 'username')
const phoneTaken = fail('phone-taken', 'Phone number already registered', 'phone')
const locationUnknown = fail('location-unknown', 'Please choose a location from the list.', 'location')

/** Creates a customer's account and its first session. Throws a Refusal with a sentence for every invalid field. */
export async function signUp(
  { database, auth }: Restaurant,
  form: SignUp,
  { headers, address }: { headers: Headers; address: string },
): Promise<{ session: Session; cookies: string[] }> {
  const profile = await check({ database, auth }, form)
  const hash = await auth.hashPassword(form.password, { address })
  return refuseTaken(
    database.transaction(async (tx) => {
      const user = await insertAccount(tx, auth.emailHost, { role: 'customer', ...profile }, hash)
      return openSession(tx, auth, user, headers)
    }),
  )
}

/** Creates an account for a member of staff. A rider must have a phone, because customers call their rider. */
export async function addStaff(
  { database, auth }: Restaurant,
  owner: Actor,
  { role, username, phone, password }: { role: StaffRole; username: string; phone: string; password: string },
  also: (tx: Transaction) => Promise<void>,
): Promise<User> {
  const given = { username, password, ...((phone !== '' || role === 'rider') && { phone }) }
  const profile = { ...(await check({ database, auth }, given, { role })), username: Account.tidyUsername(username) }
  const hash = await auth.hashPassword(password, { account: owner.id })
  return refuseTaken(
    database.transaction(async (tx) => {
      await also(tx)
      const user = await insertAccount(tx, auth.emailHost, { role, ...profile }, hash)
      await recordAudit(tx, owner, 'staff.add', `account:${user.id}`, { role })
      return user
    }),
  )
}

export async function readAccount({ database }: Restaurant, id: string): Promise<User> {
  const [row] = await database.orm.select().from(users).where(eq(users.id, id))
  if (!row) throw profileMissing()
  return asUser(row)
}

/**
 * Changes the given fields. `was` contains the values that the form started from: a change that is already stored
 * succeeds, and a change that would overwrite another change is refused. With `endOthers`, ends all sessions of the
 * account except the session with that token.
 */
export async function changeAccount(
  { database, auth }: Restaurant,
  user: User,
  change: AccountChange,
  {
    was,
    key,
    endOthers,
  }: {
    was?: AccountChange | undefined
    key?: string | undefined
    endOthers?: { token: string | undefined } | undefined
  } = {},
): Promise<User> {
  const given = await check({ database, auth }, change, { ownId: user.id })
  const fields = Object.keys(given) as (keyof typeof given)[]
  if (fields.length === 0) return readAccount({ database, auth }, user.id)
  return refuseTaken(
    database.transaction(async (tx) => {
      const [before] = await tx.select().from(users).where(eq(users.id, user.id)).for('update')
      if (!before) throw profileMissing()
      if (!(await claimIdempotencyKey(tx, `account:${user.id}`, key, { change, was }))) return asUser(before)
      if (was) {
        const pending = fields.filter((field) => before[field] !== given[field])
        if (pending.length === 0) return asUser(before)
        const conflict = pending.find((field) => (before[field] ?? '') !== was[field])
        if (conflict) {
          const detail = 'This was changed elsewhere in the meantime. Please look at it again.'
          throw refuse('profile-moved-on', detail, conflict)
        }
      }
      const [row] = await tx
        .update(users)
        .set({ ...given, ...(given.username && naming(given.username, auth.emailHost)), updatedAt: sql`now()` })
        .where(eq(users.id, user.id))
        .returning()
      if (!row) throw profileMissing()
      const ended = endOthers && { sessionsEnded: await endSessions(tx, user.id, { except: endOthers.token }) }
      await recordAudit(tx, user, 'account.change', `account:${user.id}`, { fields, ...ended })
      return asUser(row)
    }),
  )
}

/**
 * Returns true if a change gives the account another phone number, not only another notation. An invalid phone counts
 * as unchanged; `changeAccount` refuses it.
 */
export function changesPhone(user: User, { phone }: AccountChange): boolean {
  const parsed = Phone.parse(phone ?? '')
  return parsed !== undefined && parsed !== user.phone
}

/**
 * Inserts the user and the credentials of an account. Without a password, nobody can sign in to the account by
 * password.
 */
export async function insertAccount(
  tx: Transaction,
  emailHost: string,
  profile: {
    role: Role
    username: string
    name?: string
    phone?: string
    address?: string
    location?: string
    isDemo?: boolean
  },
  passwordHash: string | null,
): Promise<User> {
  const id = randomUUID()
  const [row] = await tx
    .insert(users)
    .values({ id, ...naming(profile.username, emailHost), ...profile })
    .returning()
  if (!row) throw new Error('The new account has no row.')
  // Better Auth, which created this table, calls a password 'credential' and refers to the account by its id.
  await tx
    .insert(credentials)
    .values({ id: randomUUID(), userId: id, accountId: id, providerId: 'credential', password: passwordHash })
  return asUser(row)
}

export function naming(username: string, emailHost: string) {
  return { username, name: username, email: Account.emailOf(username, emailHost) }
}

/** A sign-up's profile. Location and address are missing at a restaurant that delivers nowhere. */
type Profile = Pick<SignUp, 'username' | 'phone'> & Partial<Pick<SignUp, 'location' | 'address'>>
/** The account to check: an existing account by `ownId`, or a new account of a role. */
type Of = { readonly ownId?: string; readonly role?: Role }
type Given = { readonly [Field in keyof SignUp]?: SignUp[Field] | undefined }

/**
 * Returns the given fields in their stored form. Throws one Refusal with every problem, in the form's order. Names and
 * phones of other accounts are looked up only to report all problems together; the database's constraints decide.
 */
async function check(restaurant: Restaurant, given: SignUp): Promise<Profile>
async function check(restaurant: Restaurant, given: Given, of: Of): Promise<Partial<Profile>>
async function check(
  { database, auth }: Restaurant,
  given: Given,
  { ownId, role }: Of = {},
): Promise<Partial<Profile>> {
  const problems: Problem[] = []
  function collect<Value>(result: Result<Value> | undefined): Value | undefined {
    if (!result || result.ok) return result?.value
    problems.push(result.problem)
    return undefined
  }
  const wanted = {
    username: when(given.username, Account.checkUsername),
    phone: when(given.phone, (text) => Account.checkPhone(text, role)),
  }
  const taken = await findTaken(database, {
    email: wanted.username?.ok ? Account.emailOf(wanted.username.value, auth.emailHost) : undefined,
    phone: wanted.phone?.ok ? wanted.phone.value : undefined,
    ownId,
  })
  const username = collect(taken.username ? usernameTaken : wanted.username)
  const { username: name = '', phone: number = '' } = given
  collect(await when(given.password, (text) => checkPassword(database, text, { role, username: name, phone: number })))
  const phone = collect(taken.phone ? phoneTaken : wanted.phone)
  // A restaurant that delivers nowhere neither requires nor stores a location.
  const collects = given.location === '' && (await database.orm.$count(locations)) === 0
  const location = collects ? undefined : collect(await when(given.location, (id) => checkLocation(database, id)))
  const address = collects && given.address === '' ? undefined : collect(when(given.address, Account.checkAddress))
  if (problems.length > 0) throw refuseAll(problems)
  return {
    ...(username !== undefined && { username }),
    ...(phone !== undefined && { phone }),
    ...(location !== undefined && { location }),
    ...(address !== undefined && { address }),
  }
}

function when<Value, Checked>(value: Value | undefined, check: (value: Value) => Checked): Checked | undefined {
  return value === undefined ? undefined : check(value)
}

export async function findTaken(
  database: Database,
  { email, phone, ownId }: { email?: string | undefined; phone?: string | undefined; ownId?: string | undefined },
): Promise<{ username: boolean; phone: boolean }> {
  const same = [...(email ? [eq(users.email, email)] : []), ...(phone ? [eq(users.phone, phone)] : [])]
  if (same.length === 0) return { username: false, phone: false }
  const others = await database.orm
    .select({ email: users.email, phone: users.phone })
    .from(users)
    .where(and(or(...same), ownId === undefined ? undefined : ne(users.id, ownId)))
  return {
    username: others.some((other) => other.email === email),
    phone: others.some((other) => other.phone === phone),
  }
}

async function checkLocation(database: Database, id: string): Promise<Result<string>> {
  const [known] = await database.orm.select({ id: locations.id }).from(locations).where(eq(locations.id, id))
  return known ? ok(known.id) : locationUnknown
}

/** The constraints by which the database refuses the second of two people who choose one name or phone concurrently. */
const problemOfConstraint: Readonly<Record<string, Problem>> = {
  users_by_username: usernameTaken.problem,
  users_email_key: usernameTaken.problem,
  users_phone_key: phoneTaken.problem,
  users_location_id_fkey: locationUnknown.problem,
}

export async function refuseTaken<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    const problem = problemOfConstraint[brokenConstraint(error) ?? '']
    throw problem ? refuseAll([problem]) : error
  }
}

/** Returns one Refusal for all problems of a form. Throws a RangeError if there are none. */
export function refuseAll(problems: readonly Problem[]): Refusal {
  const [first] = problems
  if (!first) throw new RangeError('no problem to refuse')
  return new Refusal(first, { errors: problems.map(({ field = '', detail }) => ({ field, detail })) })
}

function profileMissing(): Refusal {
  return refuse('profile-missing', 'User data not found')
}
