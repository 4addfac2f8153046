import { z } from 'zod'
import * as Phone from '#domain/text/phone.ts'
import type { Database } from '../db/database.ts'
import { failureOf } from '../messages/whatsapp.ts'
import { handleIncoming, type IncomingMessage } from './incoming.ts'
import type { PrivateCodes } from './private-code.ts'
import { type Receipt, recordReceipt } from './receipts.ts'

const longestText = 1000

const seconds = z.string().regex(/^\d{1,12}$/)
const wamid = z.string().min(1).max(300)

const message = z.object({
  id: wamid,
  from: z.string().regex(/^[1-9]\d{6,14}$/),
  timestamp: seconds,
  type: z.string().max(40),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
})
const receipt = z.object({
  id: wamid,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: z.string().max(600).optional(),
  errors: z.array(z.object({ code: z.int() })).optional(),
})
const change = z.object({
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }),
    messages: z.array(z.unknown()).optional(),
    statuses: z.array(z.unknown()).optional(),
  }),
})
const events = z.object({ entry: z.array(z.object({ changes: z.array(z.unknown()) })) })

/** Returns the entries of a list that match the schema. Other entries are events that this server ignores. */
const known = <Part>(schema: z.ZodType<Part>, list: readonly unknown[] = []): Part[] =>
  list.flatMap((each) => schema.safeParse(each).data ?? [])

/** Returns what a webhook's body contains: the messages of customers to this number, and receipts. */
export function readEvents(body: unknown, phoneNumberId: string): { heard: IncomingMessage[]; receipts: Receipt[] } {
  const entries = events.safeParse(body).data?.entry ?? []
  const values = known(
    change,
    entries.flatMap(({ changes }) => changes),
  ).map(({ value }) => value)
  const own = values.filter(({ metadata }) => metadata.phone_number_id === phoneNumberId)
  return {
    heard: own.flatMap(({ messages }) => known(message, messages)).flatMap(heardOf),
    receipts: own.flatMap(({ statuses }) => known(receipt, statuses)).map(receiptOf),
  }
}

function heardOf({ id, from, timestamp, type, text, button }: z.infer<typeof message>): IncomingMessage[] {
  const phone = Phone.sole(`+${from}`)
  // Reactions, and system messages such as a changed number, are ignored.
  if (phone === undefined || type === 'reaction' || type === 'system') return []
  const said = text?.body ?? button?.text ?? `(${type === 'image' ? 'a photo' : `a message of the kind ${type}`})`
  // PostgreSQL stores neither NUL nor half of a surrogate pair.
  const plain = said.toWellFormed().replace(/[^\P{Cc}\n]/gu, ' ')
  // A time in the future would keep the conversation open for longer.
  const at = new Date(Math.min(Number(timestamp) * 1000, Date.now()))
  return [{ id, phone, text: plain.slice(0, longestText), at }]
}

function receiptOf({ id, status, biz_opaque_callback_data: key, errors }: z.infer<typeof receipt>): Receipt {
  const failure = status === 'failed' ? { failure: failureOf(errors?.[0]?.code ?? -1) } : {}
  return { channel: 'whatsapp', id, key, state: status, ...failure }
}

/**
 * Handles a verified webhook. Each message and each receipt has its own transaction. A repeated webhook changes
 * nothing.
 */
export async function receiveEvents(
  database: Database,
  { heard, receipts }: ReturnType<typeof readEvents>,
  deps: { codes: PrivateCodes; page: string },
): Promise<void> {
  for (const receipt of receipts) await database.transaction((tx) => recordReceipt(tx, receipt))
  for (const each of heard) await database.transaction((tx) => handleIncoming(tx, each, deps))
}
