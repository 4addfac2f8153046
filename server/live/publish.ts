import type { LiveEvent } from '#contract/live.ts'
import type { Transaction } from '../db/database.ts'
import { events } from '../db/schema.ts'

/**
 * Who hears of a change: everybody who looks at the menu, one customer, one rider, or the desk. What is for an account is
 * told to nobody: streams of that account ask anew whether they may go on.
 */
export type Audience = 'menu' | 'desk' | `customer:${string}` | `rider:${string}` | `account:${string}`

export type Event = LiveEvent & { readonly audience: readonly Audience[] }

/** Writes the event row of a change, in the change's own transaction. The insert itself wakes the readers. */
export async function record(tx: Transaction, { audience, type, subject, version, data }: Event): Promise<void> {
  await tx.insert(events).values({ topics: [...audience], type, subject, version, data })
}
