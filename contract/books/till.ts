import { z } from 'zod'
import { accountId, amount, count, document, instant, list, naira, reason } from '../parts/fields.ts'

/** An idempotency key, made by the browser for each press: a repeated request is recorded once. */
const key = z.string().min(8).max(60)

/** `POST /api/desk/till`: cash put into or taken out of the till for other purposes than an order. */
export const tillChange = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.enum(['cash-in', 'cash-out']),
      amount,
      /** The purpose: 'Float', 'Gas for the grill'. */
      note: reason(200, 'Say what it is for.'),
      key,
    }),
    /** Cash handed in by a rider. `amount` is the counted sum; `carried` is the expected sum as displayed. */
    z.strictObject({ kind: z.literal('handed-in'), riderId: accountId, carried: z.int(), amount, key }),
  ],
  { error: 'Choose cash in, cash out or handed in.' },
)
export type TillChange = z.infer<typeof tillChange>
export type HandIn = Extract<TillChange, { kind: 'handed-in' }>

export const tillEntry = document({
  id: count,
  at: instant,
  kind: z.enum(['cash-in', 'cash-out', 'handed-in']),
  amount: naira,
  note: z.string(),
  by: z.string(),
})
export type TillEntry = z.infer<typeof tillEntry>

const riderCash = document({
  id: z.string(),
  name: z.string(),
  /** Naira; negative if a rider handed in more than was collected. */
  carries: z.int(),
  /** True if the rider's account can still sign in. A deactivated rider still owes the cash. */
  isActive: z.boolean(),
  /** Cash collected since the rider's last hand-in, within the open business day. */
  collected: list(document({ orderId: z.string(), amount: naira })),
})
export type RiderCash = z.infer<typeof riderCash>

/** `GET /api/desk/till`: the riders with cash to hand in, and the latest entries, newest first. */
export const tillEntries = document({
  riders: list(riderCash),
  entries: list(tillEntry),
  /**
   * The expected cash in the till, in naira; null before the first closed day, because nobody has counted the till
   * before.
   */
  holds: z.int().nullable(),
})
export type TillEntries = z.infer<typeof tillEntries>
