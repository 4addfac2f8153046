import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { User } from '#contract/session.ts'
import type { Actor, Channel } from '#domain/order.ts'
import { orders, quotes } from '../db/schema.ts'

/** Who holds an offer and makes it an order: the customer, or who of the house takes it down for one. */
export type Holder = { readonly actor: Actor; readonly atCounter: boolean }

export function customer(actor: Actor): Holder {
  return { actor, atCounter: false }
}

export function counter(actor: Actor): Holder {
  return { actor, atCounter: true }
}

/** The offers of a holder. What was taken down for a customer is not in the customer's own hand. */
export function heldBy({ actor, atCounter }: Holder): SQL | undefined {
  return atCounter ? eq(quotes.takenBy, actor.id) : and(eq(quotes.customerId, actor.id), isNull(quotes.takenBy))
}

/** The orders that a holder made. */
export function placedBy({ actor, atCounter }: Holder): SQL {
  return atCounter ? eq(orders.takenBy, actor.id) : eq(orders.customerId, actor.id)
}

/** Whom an offer is for, and how it came. */
export type Wish = {
  readonly holder: Holder
  readonly channel: Channel
  /** Null for a guest. */
  readonly customerId: string | null
}

export function ownWish(user: User): Wish {
  return { holder: customer(user), channel: 'web', customerId: user.id }
}
