import { sql } from 'drizzle-orm'
import type { Result } from '#domain/problem.ts'
import * as Account from '#domain/restaurant/account.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { isStaff } from '#domain/restaurant/policy.ts'
import type { Database } from '../db/database.ts'
import { settings } from '../db/schema.ts'

/** Returns 18,000 common passwords. ASVS 6.2.4 requires the top 3,000 that match the password rules. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= Account.password.least))
}

/** The list takes time to unpack, so the first check of a new password loads it instead of the start. */
let common: ReturnType<typeof commonPasswords> | undefined

/**
 * Checks that a new password is long enough and not easily guessed. Refuses passwords made of the person's name or
 * phone and, for staff, of the restaurant's name.
 */
export async function checkPassword(
  { orm }: Pick<Database, 'orm'>,
  password: string,
  { role = 'customer', ...person }: { role?: Role | undefined; username: string; phone: string },
): Promise<Result<string>> {
  const checked = Account.checkPassword(password, role)
  if (!checked.ok) return checked
  const names = [...Account.guessedNames(person), ...(isStaff(role) ? await restaurantNames(orm) : [])]
  common ??= commonPasswords()
  const known = await common
  return Account.checkGuessable(password, { names, isCommon: (text) => known.has(text) })
}

async function restaurantNames(orm: Database['orm']): Promise<string[]> {
  const [restaurant] = await orm
    .select({
      name: sql<string | null>`${settings.document} ->> 'name'`,
      shortName: sql<string | null>`${settings.document} ->> 'shortName'`,
    })
    .from(settings)
  return [restaurant?.name ?? '', restaurant?.shortName ?? '']
}
