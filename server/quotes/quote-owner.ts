import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '#contract/session.ts'
import type { Channel } from '#domain/order/counter.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { orders, quotes, users } from '../db/schema.ts'
import { guestDays } from '../process/retention.ts'

/** Whoever has a quote and places it: the customer, or a member of staff who enters it for one. */
export type QuoteOwner = { readonly actor: Actor; readonly atCounter: boolean }

export function customer(actor: Actor): QuoteOwner {
  return { actor, atCounter: false }
}

export function counter(actor: Actor): QuoteOwner {
  return { actor, atCounter: true }
}

/**
 * The quotes of an owner. A customer does not own what staff entered for them. The expression is that of the index of open
 * quotes.
 */
export function ownedBy({ ownerId, atCounter }: OwnerValues | Placeholders<OwnerValues>): SQL {
  return sql`(coalesce(${quotes.enteredBy}, ${quotes.customerId}) = ${ownerId}
    and (${quotes.enteredBy} is not null) = ${atCounter})`
}

/** An owner as statements have it. */
export type OwnerValues = { ownerId: string; atCounter: boolean }

export function ownerValues({ actor, atCounter }: QuoteOwner): OwnerValues {
  return { ownerId: actor.id, atCounter }
}

/** The orders that an owner placed. */
export function placedBy({ ownerId, atCounter }: Placeholders<OwnerValues>): SQL {
  return sql`case when ${atCounter} then ${orders.enteredBy} else ${orders.customerId} end = ${ownerId}`
}

/** Whom a quote is for, and how it came in. */
export type OrderContext = {
  readonly owner: QuoteOwner
  /** The keyed hash of the address that asks; null at the counter and on the restaurant's own machine. */
  readonly addressKey: string | null
  readonly channel: Channel
  /** Null for a guest. */
  readonly customerId: string | null
  /** Of the tablet of a counter order, or of one that waited for the network. */
  readonly key?: string | undefined
}

export function ownContext(user: User, addressKey: string | null): OrderContext {
  return { owner: customer(user), addressKey, channel: 'web', customerId: user.id }
}

/** SQL: when a guest ends, a week after last going to payment. The sessions and links of the guest end with it. */
export const guestsWeek = sql`now() + make_interval(days => ${guestDays})`

/** Begins the week of a guest again. An account has none. */
export const extendGuest = prepared((tx: Transaction, { ownerId }: Placeholders<OwnerValues>) =>
  tx
    .update(users)
    .set({ guestUntil: guestsWeek })
    .where(and(eq(users.id, ownerId), isNotNull(users.guestUntil))),
)

/** What a quote becomes that names nobody any more. An order refers to its quote, so the row stays. */
export const nobodysQuote = {
  customerId: null,
  addressKey: null,
  terms: sql`'{}'`,
  requestKey: sql`${quotes.id}`,
  open: false,
}

/** Empties the quotes of accounts that end. */
export async function closeQuotes(tx: Transaction, customerIds: readonly string[]): Promise<void> {
  await tx
    .update(quotes)
    .set(nobodysQuote)
    .where(inArray(quotes.customerId, [...customerIds]))
}

/** What an owner asks for at the same time, from several tabs, goes one by one: each statement sees what the one before did. */
export const lockOwner = prepared((tx: Transaction, { ownerId }: Placeholders<OwnerValues>) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update'),
)
