import { withFormerNames } from '#contract/last-release.ts'
import type { LiveEvent } from '#contract/live.ts'
import type { Transaction } from '../db/database.ts'
import { type Placeholders, preparedRows } from '../db/prepared.ts'
import { events } from '../db/schema.ts'
import { noteEvents } from '../db/transaction.ts'

/**
 * The audience of an event: every open menu, one customer, one rider, the desk, the till, the kitchen or one account.
 * 'desk' is all screens of the desk, 'till' only those of cashier and owner, and the kitchen gets fewer fields of an
 * order. An event for an account makes the account's streams recheck their session, and then goes to the streams that
 * stay open.
 */
export type Audience =
  | 'menu'
  | 'desk'
  | 'till'
  | 'kitchen'
  | `customer:${string}`
  | `rider:${string}`
  | `account:${string}`

export type Event = LiveEvent & { readonly audience: readonly Audience[] }

/** Writes the event rows of a change, in the transaction of the change. The commit wakes the readers. */
export async function publish(tx: Transaction, ...all: readonly Event[]): Promise<void> {
  await eventRows(tx, ...all)
}

/** Returns the statement that `publish` runs, for a caller that sends it in one round trip with others. */
export function eventRows(tx: Transaction, ...all: readonly Event[]) {
  noteEvents(tx)
  return insertEvents(
    tx,
    all.map(({ audience, type, subject, version, data }) => ({
      topics: [...audience],
      type,
      subject,
      version,
      data: withFormerNames(data),
    })),
  )
}

type Row = Pick<typeof events.$inferInsert, 'topics' | 'type' | 'subject' | 'version' | 'data'>

const insertEvents = preparedRows((tx: Transaction, rows: readonly Placeholders<Row>[]) =>
  tx
    .insert(events)
    .values(rows.map(({ topics, type, subject, version, data }) => ({ topics, type, subject, version, data }))),
)
