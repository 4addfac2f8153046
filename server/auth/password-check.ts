import { sql } from 'drizzle-orm'
import type { Result } from '#domain/problem.ts'
import * as Account from '#domain/restaurant/account.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { isStaff } from '#domain/restaurant/policy.ts'
import type { Database } from '../db/database.ts'
import { settings } from '../db/schema.ts'

/** 18,000 of them, most used first; ASVS 6.2.4 wants 3,000 that a person could choose here. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= Account.password.least))
}

/** Unpacked with the first password that is chosen: a start would wait for it. */
let common: ReturnType<typeof commonPasswords> | undefined

/** Figures of a phone number without the country's, as people type them. */
const localFigures = 10

/**
 * Checks a password for this person: long enough, and not among the first guesses. A password made of one's own name or phone is
 * refused, and to staff one made of the restaurant's name as well.
 */
export async function checkPassword(
  { orm }: Pick<Database, 'orm'>,
  password: string,
  { role = 'customer', username, phone }: { role?: Role | undefined; username: string; phone: string },
): Promise<Result<string>> {
  const checked = Account.checkPassword(password, role)
  if (!checked.ok) return checked
  const figures = phone.replace(/\D/g, '').slice(-localFigures)
  const names = [username, figures, ...(isStaff(role) ? await restaurantNames(orm) : [])]
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
