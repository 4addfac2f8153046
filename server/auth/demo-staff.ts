import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Role } from '#domain/restaurant/policy.ts'
import { policy } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '../db/database.ts'
import { users } from '../db/schema.ts'
import { insertAccount } from './accounts.ts'
import type { Auth } from './auth.ts'
import { insertCode, newCode } from './one-time-codes.ts'
import { readablePassword } from './readable-password.ts'
import { verifyCredentials } from './sign-in.ts'

export type DemoSignIn = { readonly role: Role; readonly username: string; readonly password: string }

const demoStaff = [
  { role: 'owner', username: 'desk', name: 'Kemi' },
  { role: 'kitchen', username: 'kitchen', name: 'Tunde' },
  { role: 'cashier', username: 'cashier', name: 'Ngozi' },
  // The rider's phone, which customers see, is a number that no network assigns.
  { role: 'rider', username: 'rider', name: 'Musa', phone: '+2348000004463' },
] as const satisfies readonly { role: Role; username: string; name: string; phone?: string }[]

const fileName = 'demo-sign-ins.txt'

/**
 * Creates demo accounts at the first start, if there are no staff yet. `dataDir` is given on a machine that only its
 * user can reach: the passwords are stored in that folder, and every start returns those that still work. Without
 * `dataDir`, only the start that created the accounts returns the passwords.
 */
export async function ensureDemoStaff({
  database,
  auth,
  dataDir,
}: {
  database: Database
  auth: Auth
  dataDir: string | undefined
}): Promise<DemoSignIn[]> {
  if (await hasStaff(database.orm)) return dataDir === undefined ? [] : valid({ database, auth }, await read(dataDir))

  const signIns = demoStaff.map((member) => ({ ...member, password: readablePassword() }))
  const hashes = await Promise.all(signIns.map(({ password }) => auth.hashPassword(password, { account: '' })))
  const isFirst = await beforeOthers(database, async (tx) => {
    for (const [index, { password: _, ...account }] of signIns.entries()) {
      await insertAccount(tx, auth.emailHost, { ...account, isDemo: true }, hashes[index] ?? '')
    }
    // The file is written before the commit, because accounts whose passwords are lost would be useless.
    if (dataDir !== undefined) await write(dataDir, signIns)
  })
  if (dataDir !== undefined) return read(dataDir)
  return isFirst ? signIns : []
}

/** The validity of the one-time code that the first start prints. */
const firstCodeMinutes = 24 * 60

/**
 * Creates one owner without a password at the first start, instead of demo accounts. Returns the one-time code for
 * setting a password, or undefined if there are staff already.
 */
export async function ensureOwner({
  database,
  auth,
}: {
  database: Database
  auth: Auth
}): Promise<{ username: string; code: string } | undefined> {
  if (await hasStaff(database.orm)) return undefined
  const username = 'owner'
  const { code, hash } = await newCode(auth, { account: username })
  const isFirst = await beforeOthers(database, async (tx) => {
    const { id } = await insertAccount(tx, auth.emailHost, { role: 'owner', username }, null)
    await insertCode(tx, id, hash, firstCodeMinutes)
  })
  return isFirst ? { username, code } : undefined
}

/** Returns the usernames of demo accounts whose printed password is still valid. */
export async function openDemoAccounts(orm: Pick<Database['orm'], 'select'>): Promise<string[]> {
  const open = await orm
    .select({ username: users.username })
    .from(users)
    .where(and(users.isDemo, isNull(users.switchedOffAt)))
    .orderBy(users.username)
  return open.map(({ username }) => username)
}

async function hasStaff(orm: Pick<Database['orm'], 'select'>): Promise<boolean> {
  const members = await orm.select({ id: users.id }).from(users).where(inArray(users.role, policy.staff)).limit(1)
  return members.length > 0
}

/**
 * Runs `work` in a transaction if there are no staff yet. Returns false if there are, or if another process was faster.
 */
async function beforeOthers(database: Database, work: (tx: Transaction) => Promise<void>): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo-staff'))`)
    if (await hasStaff(tx)) return false
    await work(tx)
    return true
  })
}

/** Deletes the demo passwords that an earlier start has stored on this machine, because others can reach it now. */
export async function forgetDemoPasswords(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true })
}

async function valid(restaurant: { database: Database; auth: Auth }, signIns: DemoSignIn[]): Promise<DemoSignIn[]> {
  const verified = await Promise.all(
    signIns.map(({ username, password }) => verifyCredentials(restaurant, { identifier: username, password })),
  )
  return signIns.flatMap((each, at) => {
    const { user, denialReason } = verified[at] ?? {}
    return user && !denialReason ? [{ ...each, role: user.role }] : []
  })
}

async function write(dataDir: string, signIns: readonly DemoSignIn[]): Promise<void> {
  const lines = signIns.map(({ role, username, password }) => `${username} ${password} ${role}\n`)
  const file = join(dataDir, fileName)
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `# The demo staff: username, password, role.\n${lines.join('')}`, { mode: 0o600 })
  await rename(draft, file)
}

async function read(dataDir: string): Promise<DemoSignIn[]> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [username, password, name] = line.split(' ')
    const role = policy.staff.find((role) => role === name)
    return username && password && role ? [{ role, username, password }] : []
  })
}
