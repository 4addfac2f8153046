import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '#contract/session.ts'
import type { Channel } from '#domain/order/counter.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { orders, quotes, users } from '../db/schema.ts'
import { guestDays } from '../process/retention.ts'

/** The person who requests a quote and places it: the customer, or a member of staff who enters it for a customer. */
export type QuoteOwner = { readonly actor: Actor; readonly atCounter: boolean }

export function customer(actor: Actor): QuoteOwner {
  return { actor, atCounter: false }
}

export function counter(actor: Actor): QuoteOwner {
  return { actor, atCounter: true }
}

/**
 * Returns the condition for the quotes of a quote owner. Customers do not own the quotes that staff entered for them.
 * The index of open quotes has the same expression, so PostgreSQL can use the index.
 */
export function ownedBy({ ownerId, atCounter }: OwnerValues | Placeholders<OwnerValues>): SQL {
  return sql`(coalesce(${quotes.enteredBy}, ${quotes.customerId}) = ${ownerId}
    and (${quotes.enteredBy} is not null) = ${atCounter})`
}

export type OwnerValues = { ownerId: string; atCounter: boolean }

export function ownerValues({ actor, atCounter }: QuoteOwner): OwnerValues {
  return { ownerId: actor.id, atCounter }
}

/** Returns the condition for the orders that a quote owner placed. */
export function placedBy({ ownerId, atCounter }: Placeholders<OwnerValues>): SQL {
  return sql`case when ${atCounter} then ${orders.enteredBy} else ${orders.customerId} end = ${ownerId}`
}

/** The customer of a quote, and how the order came in. */
export type OrderContext = {
  readonly owner: QuoteOwner
  /** The keyed hash of the request's network address; null at the counter and on the restaurant's own machine. */
  readonly addressKey: string | null
  readonly channel: Channel
  /** Null for a counter order without an account. */
  readonly customerId: string | null
  /** The request key that the tablet sends with a counter order, or the browser with a queued order. */
  readonly key?: string | undefined
}

export function ownContext(user: User, addressKey: string | null): OrderContext {
  return { owner: customer(user), addressKey, channel: 'web', customerId: user.id }
}

/**
 * SQL for the time at which a guest's account ends: a week after the last checkout. Sessions and links of the guest end
 * with the account.
 */
export const guestsWeek = sql`now() + make_interval(days => ${guestDays})`

type Slot = { readonly slot: string | null }

/** Restarts a guest's week, from now or from the slot of an order for later. Does nothing for an account. */
export const extendGuest = prepared((tx: Transaction, { ownerId, slot }: Placeholders<OwnerValues & Slot>) =>
  tx
    .update(users)
    .set({
      guestUntil: sql`greatest(${users.guestUntil}, coalesce(${slot}::timestamptz, now()) + make_interval(days => ${guestDays}))`,
    })
    .where(and(eq(users.id, ownerId), isNotNull(users.guestUntil))),
)

/** The values of a quote without personal data. The row stays, because an order refers to its quote. */
export const nobodysQuote = {
  customerId: null,
  addressKey: null,
  terms: sql`'{}'`,
  requestKey: sql`${quotes.id}`,
  open: false,
}

/** Removes personal data from the quotes of ended accounts. */
export async function closeQuotes(tx: Transaction, customerIds: readonly string[]): Promise<void> {
  await tx
    .update(quotes)
    .set(nobodysQuote)
    .where(inArray(quotes.customerId, [...customerIds]))
}

/**
 * Locks the account of a quote owner, so that concurrent requests from several tabs run one after the other. Each
 * statement then sees the effects of earlier requests.
 */
export const lockOwner = prepared((tx: Transaction, { ownerId }: Placeholders<OwnerValues>) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update'),
)
