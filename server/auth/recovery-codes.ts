import { count, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { recoveryCodes } from '../db/schema.ts'
import type { Auth } from './auth.ts'
import { newCode, tidyCode } from './one-time-codes.ts'

const howMany = 8

export type NewCodes = { readonly codes: readonly string[]; readonly hashes: readonly string[] }

/** Returns new codes and their hashes. Each code can be entered once in place of an app's code or a passkey. */
export async function newRecoveryCodes(auth: Auth, userId: string): Promise<NewCodes> {
  const made: { code: string; hash: string }[] = []
  // Hash one code after the other, because each hash takes 32 MB while it is computed.
  while (made.length < howMany) made.push(await newCode(auth, { account: userId }))
  return { codes: made.map(({ code }) => code), hashes: made.map(({ hash }) => hash) }
}

/** Stores the hashes of new recovery codes. Earlier codes become invalid. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string, { hashes }: NewCodes): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}

/** Returns the id of the typed code. Finding no code takes as long as finding the last valid code. */
export async function findRecoveryCode(
  { database, auth }: { database: Database; auth: Auth },
  userId: string,
  typed: string,
): Promise<number | undefined> {
  const code = tidyCode(typed)
  const own = await database.orm.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  for (const { id, hash } of own) {
    if (await auth.isPassword(code, hash, { account: userId })) return id
  }
  return undefined
}

/** Deletes a used code. Returns false if the code was used meanwhile. */
export async function spendRecoveryCode(tx: Transaction, id: number): Promise<boolean> {
  const used = await tx.delete(recoveryCodes).where(eq(recoveryCodes.id, id)).returning({ id: recoveryCodes.id })
  return used.length > 0
}

export async function recoveryCodesLeft(orm: Pick<Database['orm'], 'select'>, userId: string): Promise<number> {
  const [left] = await orm.select({ count: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return left?.count ?? 0
}
