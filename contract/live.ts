import { z } from 'zod'

/**
 * What happened, as it comes down the stream (`GET /api/stream`, server-sent events) or a long poll
 * (`GET /api/changes`). `data` is the whole document after the change: an `Order` for `order.*`, an `ItemAvailability`
 * for `item.changed`.
 */
export type LiveEvent = {
  /** Where a reader stands after this event; send it back to go on from there. */
  readonly cursor: string
  /** Past tense: 'order.placed', 'order.ready', 'item.changed'. */
  readonly type: string
  /** The document's id. */
  readonly subject: string
  readonly version: number
  readonly data: unknown
}

/** The answer to a long poll. With `reset` the reader has been away too long and must read everything anew. */
export type Changes = {
  readonly cursor: string
  readonly reset: boolean
  readonly events: readonly LiveEvent[]
}

/** The streams one can ask for. `orders` are the customer's own, `desk` everybody's. */
export const topics = ['menu', 'orders', 'desk'] as const
export type Topic = (typeof topics)[number]

export const cursor = z.string().regex(/^\d{1,20}\.\d{1,19}$/, 'This is not a cursor.')

export const streamQuery = z.strictObject({
  topics: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(topics, `Topics are ${topics.join(', ')}.`)).min(1).max(topics.length)),
  since: cursor.optional(),
})

export const changesQuery = streamQuery.extend({
  /** Seconds to wait for something to happen (LIVE-4: 5 to 30). */
  wait: z.coerce.number().int().min(0).max(30).default(25),
})

/** The name of the header in which every answer of the API says how far the reader of this process had come. */
export const cursorHeader = 'Live-Cursor'
