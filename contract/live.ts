import { z } from 'zod'
import { type Action, actions, eventOf, type OrderEvent } from '#domain/order/actions.ts'
import { itemChanged } from './menu/menu.ts'
import { paymentState, seenOrder } from './order/orders.ts'
import { count, document, list } from './parts/fields.ts'

/**
 * Events of an order and its money. Each carries the changed order, with the fields that the event's reader may see.
 */
const orderEvents: readonly OrderEvent[] = [
  ...new Set([
    'order.placed' as const,
    ...(Object.keys(actions) as Action[]).flatMap((action) =>
      paymentState.options.flatMap((payment) => eventOf(action, payment) ?? []),
    ),
  ]),
]

/**
 * An event: `type` in the past tense; `subject` is the id of the changed document, `data` the document at `version`.
 */
function event<Type extends z.core.SomeType, Data extends z.core.SomeType>(type: Type, data: Data) {
  return document({ type, subject: z.string(), version: count, data })
}

/** Events that everybody may read, under the topic `menu`. */
const menuEvent = z.union([
  event(z.literal('item.changed'), itemChanged),
  // Dishes, categories and options of every page may have changed: readers reread the menu.
  event(z.literal('menu.published'), document({})),
  event(z.literal('kitchen-load.changed'), document({ rushMinutes: count, paused: z.string().nullable() })),
  event(z.literal('settings.changed'), document({})),
])
export type MenuEvent = z.infer<typeof menuEvent>

const liveEvent = z.union([
  event(z.enum(orderEvents), seenOrder),
  ...menuEvent.options,
  // The messages about an order have changed, and the order has not. `data` is the order, because clients of the last
  // release apply `data` as an order.
  event(z.literal('message.changed'), seenOrder),
  // These events carry at most an id: their readers see different fields of the document, so each reader requests the
  // document.
  event(z.literal('delivery.changed'), document({ id: z.string() })),
  event(z.literal('quote.changed'), document({ id: z.string() })),
  event(z.literal('rating.given'), document({ id: z.string() })),
  // `deliveryCode` makes pages of the last release ignore this event. The next release removes the field.
  event(z.literal('printer.changed'), document({ deliveryCode: z.null() })),
  event(z.literal('account.changed'), document({})),
])
export type LiveEvent = z.infer<typeof liveEvent>

/**
 * A batch of events: the answer to a long poll (`GET /api/changes`), and each `changes` message of the stream (`GET
 * /api/stream`, server-sent events), whose first message is sent immediately. Clients process a batch as a whole, so
 * the events of one change are never split by a cursor.
 */
export const changes = document({
  /**
   * The reader's position after these events, as an opaque text. The reader sends the cursor back to get the events
   * that follow.
   */
  cursor: z.string(),
  /** True if the reader was away too long or too slow and must reread everything. */
  reset: z.boolean(),
  events: list(liveEvent),
})
export type Changes = z.infer<typeof changes>

/**
 * The last message of a stream, `bye`: the server closes the stream, and the client reconnects after `comeBackAfter`
 * milliseconds.
 */
export type Bye = { readonly comeBackAfter: number }

/**
 * The topics to which a client can subscribe. `orders` are the customer's own, `deliveries` the rider's, `desk` all
 * orders as the reader's role sees them.
 */
const topics = ['menu', 'orders', 'deliveries', 'desk'] as const
export type Topic = (typeof topics)[number]

/**
 * A reader's position in the events: the database's epoch (the id of its current run) and a snapshot of its
 * transactions, `epoch.xmin:xmax:running,running`. The length allows for hundreds of concurrent writers. A cursor
 * without an epoch, sent by the pages of an early release, leads to a reset.
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
  /** The longest wait for an event, in seconds (LIVE-4: 5 to 30). */
  wait: z.coerce.number().int().min(0).max(30).default(25),
})

/** The response header that carries the serving process's current cursor, on every response of the API. */
export const cursorHeader = 'Live-Cursor'
