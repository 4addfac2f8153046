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
  { role: 'owner', username: 'desk' },
  { role: 'kitchen', username: 'kitchen' },
  { role: 'cashier', username: 'cashier' },
  // Customers see the rider's phone. This number is not assigned to anybody.
  { role: 'rider', username: 'rider', phone: '+2348000004463' },
] as const satisfies readonly { role: Role; username: string; phone?: string }[]

const fileName = 'demo-sign-ins.txt'

/**
 * At the first start, where there is no staff yet, creates demo accounts. With `dataDir`, on a machine that nobody else
 * reaches, their passwords are stored there, and every start returns those that still work. Without it only the start that
 * created the accounts returns the passwords.
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
    // Before the commit: nobody could use accounts whose passwords were lost.
    if (dataDir !== undefined) await write(dataDir, signIns)
  })
  if (dataDir !== undefined) return read(dataDir)
  return isFirst ? signIns : []
}

/** Minutes in which the first owner can sign in with the code that the first start printed. */
const firstCodeMinutes = 24 * 60

/**
 * Instead of demo accounts: at the first start, creates one owner without a password, and returns the one-time code to set
 * one with. Undefined where there is staff already.
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

/** The names of demo accounts that can sign in with the password that a start has printed. */
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

/** Does `work` in a transaction where there is no staff yet. False where another process on the same database was faster. */
async function beforeOthers(database: Database, work: (tx: Transaction) => Promise<void>): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo-staff'))`)
    if (await hasStaff(tx)) return false
    await work(tx)
    return true
  })
}

/** Deletes the passwords that a start on this machine alone has stored, now that others reach it. */
export async function forgetDemoPasswords(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true })
}

/** Without accounts whose password was changed, or which were switched off. */
async function valid(restaurant: { database: Database; auth: Auth }, signIns: DemoSignIn[]): Promise<DemoSignIn[]> {
  const verified = await Promise.all(
    signIns.map(({ username, password }) => verifyCredentials(restaurant, { identifier: username, password })),
  )
  // With the present role: the owner may have changed it.
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
