import { z } from 'zod'
import { count, document, instant, list, naira } from '../parts/fields.ts'

/** Orders that were placed on a day in Lagos; `sales` are the totals of those that were not cancelled. */
const day = document({ orders: count, cancelled: count, sales: naira })

/** `backAt`: when it comes back by itself. At 0 `portionsLeft` it is its count that took it off. */
const offDish = document({
  id: z.string(),
  name: z.string(),
  backAt: instant.nullable(),
  portionsLeft: z.int().nullable(),
})

/** `GET /api/office/overview`: what an owner looks at in the morning. */
export const overview = document({
  /** So far. */
  today: day,
  yesterday: day,
  /** Orders whose promised time is over and which are not ready, the oldest promise first, ten at most. */
  late: document({ count, orders: list(document({ id: z.string(), readyBy: instant })) }),
  /** New orders that nobody has acknowledged. `since`: when the oldest was placed. */
  unacknowledged: document({ count, since: instant.nullable() }),
  /** Dishes of the menu that cannot be had, ten at most. */
  soldOut: document({ count, dishes: list(offDish) }),
  refunds: document({ count, owed: naira }),
  backup: document({ madeAt: instant.nullable(), rehearsedAt: instant.nullable() }),
  /** Bytes of the disk of the data folder; null where it cannot be read. */
  disk: document({ free: z.number(), size: z.number() }).nullable(),
  signedIn: list(document({ id: z.string(), username: z.string(), role: z.string(), seenAt: instant })),
})
export type Overview = z.infer<typeof overview>
