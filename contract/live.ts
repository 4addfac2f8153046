import { z } from 'zod'

/**
 * What happened. `data` is the whole document after the change: an `Order` for `order.*`, an `ItemAvailability` for
 * `item.changed`. A `delivery.changed` only says to look again.
 */
export type LiveEvent = {
  /** Past tense: 'order.placed', 'order.ready', 'item.changed'. */
  readonly type: string
  /** The document's id. */
  readonly subject: string
  readonly version: number
  readonly data: unknown
}

/**
 * What a reader is told at once: the answer to a long poll (`GET /api/changes`), and every `changes` message of the stream
 * (`GET /api/stream`, server-sent events), of which the first comes at once. A message arrives whole or not at all, so a
 * cursor never stands between two events of a change.
 */
export type Changes = {
  /** Where the reader stands after these; it is sent back to go on from there. Opaque. */
  readonly cursor: string
  /** The reader was away too long or too slow: it must read everything anew. */
  readonly reset: boolean
  readonly events: readonly LiveEvent[]
}

/** The last message of a stream, `bye`: the server closes it, and asks to be called again after so many milliseconds. */
export type Bye = { readonly comeBackAfter: number }

/** The streams one can ask for. `orders` are the customer's own, `deliveries` the rider's, `desk` everybody's. */
export const topics = ['menu', 'orders', 'deliveries', 'desk'] as const
export type Topic = (typeof topics)[number]

/** A snapshot of PostgreSQL: `xmin:xmax:running,running`. Longer than this would be hundreds of writers at once. */
export const cursor = z
  .string()
  .max(4000)
  .regex(/^\d{1,19}:\d{1,19}:[\d,]*$/, 'This is not a cursor.')

export const streamQuery = z.strictObject({
  topics: z
    .string()
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(z.enum(topics, `Topics are ${topics.join(', ')}.`))
        .min(1)
        .max(topics.length),
    ),
  since: cursor.optional(),
})

export const changesQuery = streamQuery.extend({
  /** Seconds to wait for something to happen (LIVE-4: 5 to 30). */
  wait: z.coerce.number().int().min(0).max(30).default(25),
})

/** The name of the header in which every answer of the API says how far the reader of this process had come. */
export const cursorHeader = 'Live-Cursor'
