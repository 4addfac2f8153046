import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import type { Role } from '#domain/order.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema.ts'
import { insertAccount } from './accounts.ts'
import type { Auth } from './auth.ts'
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
 * At the first start, where there is no staff yet, creates demo accounts and stores their passwords in DATA_DIR. Returns the
 * sign-ins that still work, at every start; none where another process with a DATA_DIR of its own created them.
 */
export async function ensureDemoStaff({
  database,
  auth,
  dataDir,
}: {
  database: Database
  auth: Auth
  dataDir: string
}): Promise<DemoSignIn[]> {
  const file = join(dataDir, fileName)
  const [member] = await database.orm
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role, policy.staff))
    .limit(1)
  if (member) return valid({ database, auth }, await read(file))

  const signIns = demoStaff.map((member) => ({ ...member, password: readablePassword() }))
  const hashes = await Promise.all(signIns.map(({ password }) => auth.hashPassword(password)))
  await database.transaction(async (tx) => {
    // Another process on the same database may be at its first start too.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo-staff'))`)
    const already = await tx.select({ id: users.id }).from(users).where(inArray(users.role, policy.staff)).limit(1)
    if (already.length > 0) return
    for (const [index, { password: _, ...account }] of signIns.entries()) {
      await insertAccount(tx, auth.emailHost, account, hashes[index] ?? '')
    }
    // Before the commit: nobody could use accounts whose passwords were lost.
    await write(file, signIns)
  })
  return read(file)
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

async function write(file: string, signIns: readonly DemoSignIn[]): Promise<void> {
  const lines = signIns.map(({ role, username, password }) => `${username} ${password} ${role}\n`)
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `# The demo staff: username, password, role.\n${lines.join('')}`, { mode: 0o600 })
  await rename(draft, file)
}

async function read(file: string): Promise<DemoSignIn[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [username, password, name] = line.split(' ')
    const role = policy.staff.find((role) => role === name)
    return username && password && role ? [{ role, username, password }] : []
  })
}
