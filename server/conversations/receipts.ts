import { sql } from 'drizzle-orm'
import type { MessageFailure } from '#contract/messages.ts'
import type { Transaction } from '../db/database.ts'
import { fallBackToSms, orderAbout } from '../messages/write-messages.ts'
import { publishMessageChange } from './desk-messages.ts'

/** A provider's delivery receipt of a message. */
export type Receipt = {
  readonly channel: 'whatsapp' | 'sms'
  readonly id: string
  /** The server's key of the message, if the provider returns the key. */
  readonly key?: string | undefined
  readonly state: 'sent' | 'delivered' | 'read' | 'failed'
  readonly failure?: MessageFailure
  /** The price in kobo. */
  readonly cost?: number
}

/**
 * The states in the sequence that a message passes through. 'unknown': given up without an answer from the provider.
 */
const ranks = ['unknown', 'dropped', 'waiting', 'sent', 'failed', 'delivered', 'read']

/**
 * Records a receipt. Receipts come late, repeatedly and in any order, so a message only moves forward: from sent to
 * delivered to read. A receipt of failure counts only before the message is delivered. A receipt also tells the outcome
 * of an attempt whose process died. If an urgent WhatsApp message fails, its text goes by SMS.
 */
export async function recordReceipt(tx: Transaction, receipt: Receipt): Promise<void> {
  const { channel, id, key, state, failure = 'refused', cost } = receipt
  const ownKey = key !== undefined && /^\d{1,18}$/.test(key) ? key : null
  const { rows } = await tx.execute<{ about: string; event: string; hadFailed: boolean }>(sql`
    with before as materialized (
      select id, state, array_position(${sql.param(ranks)}::text[],
               case when state = 'failed' and failure in ('given-up', 'unknown') then 'unknown' else state end) as rank
        from messages
       where channel = ${channel} and (provider_id = ${id} or (provider_id is null and id = ${ownKey}::bigint))
         for update)
    update messages
       set state = ${state}, provider_id = coalesce(provider_id, ${id}), answered = attempts,
           failure = ${state === 'failed' ? failure : null}, cost = coalesce(${cost ?? null}::int, cost),
           sent_at = coalesce(sent_at, now())
      from before
     where messages.id = before.id and before.rank < array_position(${sql.param(ranks)}::text[], ${state})
    returning about, event, before.state = 'failed' as "hadFailed"`)
  const [changed] = rows
  if (!changed || (state !== 'failed' && !changed.hadFailed)) return
  const order = await orderAbout(tx, changed.about)
  if (!order) return
  if (state === 'failed') await fallBackToSms(tx, changed.event, order)
  await publishMessageChange(tx, changed.about)
}
