import type { LiveEvent } from '#contract/live.ts'
import type { Transaction } from '../db/database.ts'
import { events } from '../db/schema.ts'

/**
 * Who gets an event: every open menu, one customer, one rider, or the desk. An event for an account is not delivered:
 * it makes the streams of that account check their session again.
 */
export type Audience = 'menu' | 'desk' | `customer:${string}` | `rider:${string}` | `account:${string}`

export type Event = LiveEvent & { readonly audience: readonly Audience[] }

/** Writes the event row of a change, in the transaction of the change. A trigger on the insert wakes the readers. */
export async function publish(tx: Transaction, { audience, type, subject, version, data }: Event): Promise<void> {
  await tx.insert(events).values({ topics: [...audience], type, subject, version, data })
}
