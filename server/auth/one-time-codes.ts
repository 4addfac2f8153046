import { randomInt, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { orderIdAlphabet } from '#domain/order/quote.ts'
import type { Transaction } from '../db/database.ts'
import { verifications } from '../db/schema.ts'
import type { Auth } from './auth.ts'
import type { Asker } from './hashes.ts'

/** Nine characters of an alphabet of 23 have 40 bits. The limits on tries make such a code impossible to guess. */
const codeLength = 9

export async function newCode(auth: Auth, by: Asker): Promise<{ code: string; hash: string }> {
  const code = Array.from({ length: codeLength }, () => orderIdAlphabet[randomInt(orderIdAlphabet.length)]).join('')
  return { code, hash: await auth.hashPassword(code, by) }
}

/** Returns a typed code in capitals, without spaces and dashes. */
export function tidyCode(typed: string): string {
  return typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** Stores the hash of a code that is valid once. Replaces an earlier code. Returns the time of expiry. */
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
