import { z } from 'zod'
import { count, document, instant, list, naira } from '../parts/fields.ts'

/**
 * The orders of one day in Lagos, counted as the figures count them: `orders` and `sales` leave out cancelled orders.
 * `unpaid` is the part of `sales` that has not been received.
 */
const day = document({ orders: count, cancelled: count, sales: naira, unpaid: naira })

/**
 * A sold-out dish. `backAt`: the time of its automatic return. `portionsLeft` is 0 if its stock count has reached 0.
 */
const offDish = document({
  id: z.string(),
  name: z.string(),
  backAt: instant.nullable(),
  portionsLeft: z.int().nullable(),
})

/** `GET /api/office/overview`: the owner's morning summary. */
export const overview = document({
  today: day,
  yesterday: day,
  /** Orders past their promised time and not ready, oldest promise first, at most ten. */
  late: document({ count, orders: list(document({ id: z.string(), readyBy: instant })) }),
  /**
   * Open orders whose delivery failed, oldest first, at most ten. Missing in responses of an earlier release.
   */
  failed: z.exactOptional(
    document({ count, orders: list(document({ id: z.string(), problem: z.string().nullable() })) }),
  ),
  /** New orders that nobody has acknowledged. `since`: the time from which the oldest has waited. */
  unacknowledged: document({ count, since: instant.nullable() }),
  /** Unavailable dishes of the menu, at most ten. */
  soldOut: document({ count, dishes: list(offDish) }),
  refunds: document({ count, owed: naira }),
  backup: document({ madeAt: instant.nullable(), rehearsedAt: instant.nullable() }),
  /** Free space and size of the data folder's disk, in bytes; null if unreadable. */
  disk: document({ free: z.number(), size: z.number() }).nullable(),
  signedIn: list(document({ id: z.string(), username: z.string(), role: z.string(), seenAt: instant })),
})
export type Overview = z.infer<typeof overview>
