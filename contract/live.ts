import { z } from 'zod'
import { type Action, actions, eventOf, type OrderEvent } from '#domain/order/actions.ts'
import { itemChanged } from './menu/menu.ts'
import { paymentState, seenOrder } from './order/orders.ts'
import { count, document, list } from './parts/fields.ts'

/** What can happen to an order and its money; each brings the order after the change, as its reader may see it. */
const orderEvents: readonly OrderEvent[] = [
  ...new Set([
    'order.placed' as const,
    ...(Object.keys(actions) as Action[]).flatMap((action) =>
      paymentState.options.flatMap((payment) => eventOf(action, payment) ?? []),
    ),
  ]),
]

/** `type` is in the past tense; `subject` is the id of the document that changed, `version` and `data` that document. */
function event<Type extends z.core.SomeType, Data extends z.core.SomeType>(type: Type, data: Data) {
  return document({ type, subject: z.string(), version: count, data })
}

/** What happened to what everybody sees: the topic `menu`. */
const menuEvent = z.union([
  event(z.literal('item.changed'), itemChanged),
  // Dishes, categories and options of every page may have changed: readers look again.
  event(z.literal('menu.published'), document({})),
  event(z.literal('kitchen-load.changed'), document({ rushMinutes: count, paused: z.string().nullable() })),
  event(z.literal('settings.changed'), document({})),
])
export type MenuEvent = z.infer<typeof menuEvent>

/** What happened. All that is ever published is one of these. */
const liveEvent = z.union([
  event(z.enum(orderEvents), seenOrder),
  ...menuEvent.options,
  // These only say to look again: what may be known of them is not the same for all who hear of them.
  event(z.literal('delivery.changed'), document({ id: z.string() })),
  event(z.literal('quote.changed'), document({ id: z.string() })),
  event(z.literal('rating.given'), document({ id: z.string() })),
  event(z.literal('account.changed'), document({})),
])
export type LiveEvent = z.infer<typeof liveEvent>

/**
 * What a reader is told at once: the answer to a long poll (`GET /api/changes`), and every `changes` message of the stream
 * (`GET /api/stream`, server-sent events), of which the first comes at once. A message arrives whole or not at all, so a
 * cursor never stands between two events of a change.
 */
export const changes = document({
  /** Where the reader stands after these; it is sent back to go on from there. Opaque. */
  cursor: z.string(),
  /** The reader was away too long or too slow: it must read everything anew. */
  reset: z.boolean(),
  events: list(liveEvent),
})
export type Changes = z.infer<typeof changes>

/** The last message of a stream, `bye`: the server closes it, and asks to be called again after so many milliseconds. */
export type Bye = { readonly comeBackAfter: number }

/** The streams one can ask for. `orders` are the customer's own, `deliveries` the rider's, `desk` everybody's as the reader's role sees them. */
const topics = ['menu', 'orders', 'deliveries', 'desk'] as const
export type Topic = (typeof topics)[number]

/**
 * The epoch of a database and a snapshot of it: `epoch.xmin:xmax:running,running`. Longer than this would be hundreds of
 * writers at once. Pages from before there were epochs send none, and are told to reread.
 */
const cursor = z
  .string()
  .max(4000)
  .regex(/^(?:[\da-f-]{1,40}\.)?\d{1,19}:\d{1,19}:[\d,]*$/, 'This is not a cursor.')

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
