import { z } from 'zod'
import { accountId, amount, count, document, instant, list, naira, reason } from '../parts/fields.ts'

/** Made up by the browser for one press: sent again, it is recorded once. */
const key = z.string().min(8).max(60)

/** `POST /api/desk/till`: cash that was put into the till, or taken out of it, for something else than an order. */
export const tillChange = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.enum(['cash-in', 'cash-out']),
      amount,
      /** 'Float', 'Gas for the grill'. */
      note: reason(200, 'Say what it is for.'),
      key,
    }),
    /** What a rider collected: `amount` is what was counted, `carried` what the rider should have, as it was seen. */
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
  /** The name of who recorded it. */
  by: z.string(),
})
export type TillEntry = z.infer<typeof tillEntry>

/** A rider who carries cash. */
const riderCash = document({
  id: z.string(),
  name: z.string(),
  /** Naira; below zero where more was handed in than collected. */
  carries: z.int(),
  /** Whether the account can still sign in: a rider who is switched off owes the cash all the same. */
  isActive: z.boolean(),
  /** What was collected since the rider last handed any in, of the open business day. */
  collected: list(document({ orderId: z.string(), amount: naira })),
})
export type RiderCash = z.infer<typeof riderCash>

/** `GET /api/desk/till`: the riders who have cash to hand in, and the latest entries, the newest first. */
export const tillEntries = document({
  riders: list(riderCash),
  entries: list(tillEntry),
  /** What the till should hold, in naira; null until a day is signed, because its cash was never counted before. */
  holds: z.int().nullable(),
})
export type TillEntries = z.infer<typeof tillEntries>
