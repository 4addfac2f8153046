import { randomInt, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { orderIdAlphabet } from '#domain/order/quote.ts'
import type { Transaction } from '../db/database.ts'
import { verifications } from '../db/schema.ts'
import type { Auth } from './auth.ts'
import type { Asker } from './hashes.ts'

/** Characters of a code, of 23 each: 40 bits. */
const codeLength = 9

/** A one-time code, shown once, and its hash. */
export async function newCode(auth: Auth, by: Asker): Promise<{ code: string; hash: string }> {
  const code = Array.from({ length: codeLength }, () => orderIdAlphabet[randomInt(orderIdAlphabet.length)]).join('')
  return { code, hash: await auth.hashPassword(code, by) }
}

/** A code as it was made, however it was typed. */
export function tidyCode(typed: string): string {
  return typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** Stores the hash of a code, valid once and for so many minutes; it replaces an earlier one. Returns when it expires. */
export async function insertCode(tx: Transaction, userId: string, hash: string, minutes: number): Promise<Date> {
  await tx.delete(verifications).where(eq(verifications.identifier, purpose(userId)))
  const [made] = await tx
    .insert(verifications)
    .values({
      id: randomUUID(),
      identifier: purpose(userId),
      value: hash,
      expiresAt: sql`now() + make_interval(mins => ${minutes})`,
    })
    .returning()
  if (!made) throw new Error('The new code has no row.')
  return made.expiresAt
}

function purpose(userId: string): string {
  return `password-reset:${userId}`
}
