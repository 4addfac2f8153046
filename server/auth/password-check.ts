import { sql } from 'drizzle-orm'
import * as Account from '#domain/account.ts'
import type { Role } from '#domain/order.ts'
import { isStaff } from '#domain/policy.ts'
import type { Result } from '#domain/problem.ts'
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
 * Whether this will do as the password of this person: long enough, and not among the first guesses. Who may work at the
 * desk is known by name, so names of the person and the restaurant are refused to staff.
 */
export async function checkPassword(
  { orm }: Pick<Database, 'orm'>,
  password: string,
  { role = 'customer', username, phone }: { role?: Role | undefined; username: string; phone: string },
): Promise<Result<string>> {
  const checked = Account.checkPassword(password, role)
  if (!checked.ok) return checked
  const names = isStaff(role) ? await namesOf(orm, username, phone) : []
  common ??= commonPasswords()
  const known = await common
  return Account.checkGuessable(password, { names, isCommon: (text) => known.has(text) })
}

async function namesOf(orm: Database['orm'], username: string, phone: string): Promise<string[]> {
  const [restaurant] = await orm
    .select({
      name: sql<string | null>`${settings.document} ->> 'name'`,
      shortName: sql<string | null>`${settings.document} ->> 'shortName'`,
    })
    .from(settings)
  const figures = phone.replace(/\D/g, '').slice(-localFigures)
  return [username, figures, restaurant?.name ?? '', restaurant?.shortName ?? '']
}
