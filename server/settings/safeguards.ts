import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { RestaurantSettings, SettingsChange } from '#contract/settings.ts'
import * as Money from '#domain/money/money.ts'
import * as Phone from '#domain/text/phone.ts'
import type { Prove } from '../auth/second-step.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { kitchenLoad } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'

type Name = 'escalateAfter' | 'ownerPhone' | 'secondPersonAbove' | 'cashAtDoorUpTo'

/** The limits whose change needs a proof (password and second factor), with their names in the audit log. */
const limits = { secondPersonAbove: 'Two people above', cashAtDoorUpTo: 'Cash at the door up to' } as const
const limitNames = Object.keys(limits) as (keyof typeof limits)[]

/** Returns the owner's limits. They are stored in the row of the kitchen load, because every desk reads that row. */
export async function readSafeguards(db: Reader): Promise<Pick<RestaurantSettings, Name>> {
  const { escalateAfter, ownerPhone, secondPersonAbove, cashAtDoorUpTo } = kitchenLoad
  const [row] = await db.select({ escalateAfter, ownerPhone, secondPersonAbove, cashAtDoorUpTo }).from(kitchenLoad)
  if (!row) throw new Error('The table kitchen_load is empty.')
  return row
}

/** Changes the given values. `prove` uses up the proof that a changed limit needs. */
export async function changeSafeguards(
  tx: Transaction,
  { escalateAfter, ownerPhone, secondPersonAbove, cashAtDoorUpTo }: Pick<SettingsChange, Name>,
  prove: Prove,
): Promise<void> {
  const before = await readSafeguards(tx)
  const phone = ownerPhone && Phone.sole(ownerPhone)
  if (ownerPhone && !phone) throw refuse('invalid', Phone.invalidPhone, 'ownerPhone')
  const after = {
    escalateAfter: escalateAfter === undefined ? before.escalateAfter : escalateAfter,
    ownerPhone: phone === undefined ? before.ownerPhone : phone || null,
    secondPersonAbove: secondPersonAbove === undefined ? before.secondPersonAbove : secondPersonAbove,
    cashAtDoorUpTo: cashAtDoorUpTo === undefined ? before.cashAtDoorUpTo : nairaOf(cashAtDoorUpTo),
  }
  if (isDeepStrictEqual(after, before)) return
  if (limitNames.some((name) => after[name] !== before[name])) await prove(tx)
  await tx.update(kitchenLoad).set({ ...after, version: sql`${kitchenLoad.version} + 1` })
}

const nairaOf = (amount: number | null) => (amount === null ? null : Money.naira(amount))

/** Returns changes such as 'Two people above none → ₦100,000'. */
export function limitChanges(before: RestaurantSettings, after: RestaurantSettings): string[] {
  const said = (amount: number | null) => (amount === null ? 'none' : Money.format(Money.naira(amount)))
  return limitNames
    .filter((name) => before[name] !== after[name])
    .map((name) => `${limits[name]} ${said(before[name])} → ${said(after[name])}`)
}
