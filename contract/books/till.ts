import { z } from 'zod'
import { amount, count, document, instant, line, list, naira } from '../parts/fields.ts'

const kind = z.enum(['cash-in', 'cash-out'], 'Choose cash in or cash out.')

/** `POST /api/desk/till`: cash that was put into the till, or taken out of it, for something else than an order. */
export const tillChange = z.strictObject({
  kind,
  amount,
  /** 'Float', 'Gas for the grill'. */
  note: line(200).min(3, 'Say what it is for.'),
  /** Made up by the browser for one press: sent again, it is recorded once. */
  key: z.string().min(8).max(60),
})
export type TillChange = z.infer<typeof tillChange>

export const tillEntry = document({
  id: count,
  at: instant,
  kind,
  amount: naira,
  note: z.string(),
  /** The name of who recorded it. */
  by: z.string(),
})
export type TillEntry = z.infer<typeof tillEntry>

/** `GET /api/desk/till`: the latest of them, the newest first. */
export const tillEntries = document({ entries: list(tillEntry) })
export type TillEntries = z.infer<typeof tillEntries>
