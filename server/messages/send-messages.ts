import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { MessageFailure } from '#contract/messages.ts'
import { isStillTrue, type OwnTexts, textOf } from '#domain/order/customer-messages.ts'
import type { SealedTexts } from '../auth/sealed-text.ts'
import type { Database, Transaction } from '../db/database.ts'
import { readSettings } from '../db/stored-settings.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import type { Live } from '../live/live.ts'
import { describeError, type Log } from '../process/log.ts'
import { phoneMessageDays } from '../process/retention.ts'
import { noteOutcome } from '../push/devices.ts'
import type { Notification } from '../push/notifications.ts'
import { type PushSender, send } from '../push/service.ts'
import { type ProviderUrls, readChannels, textChannels } from './channel-settings.ts'
import type { Outcome } from './channels.ts'
import { claimCost } from './costs.ts'
import { fallBackToSms, orderAbout, type WrittenOrder } from './write-messages.ts'

/** The most attempts to send one message. With the pauses between them, they take about 20 minutes. */
const mostAttempts = 5
/** The pause before the second attempt. Each further pause is four times as long. */
const firstPauseSeconds = 15
/**
 * The time for which a process reserves a message: longer than a request and its first receipt take. Afterwards,
 * another process may send the message.
 */
const leaseSeconds = 60
const batchSize = 20

export type Messages = {
  /** Sends a batch of due messages, and returns their number. */
  sendDue(): Promise<number>
  stop(): Promise<void>
}

/** Deletes messages after their retention time, when no process tries to send them any more. */
export const sweepMessages: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from messages where id in (
          select id from messages
           where created_at < now() - make_interval(days => ${phoneMessageDays}) order by created_at limit ${most})`,
  )

/** Deletes devices whose session has ended and that have no pending message. */
export const sweepDetachedDevices: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from push_subscriptions where endpoint in (
          select endpoint from push_subscriptions told
           where session_id is null
             and not exists (select from messages where endpoint = told.endpoint and state = 'waiting') limit ${most})`,
  )

type Due = {
  id: string
  channel: 'push' | 'whatsapp' | 'sms'
  endpoint: string
  p256dh: string
  auth: string
  phone: string
  about: string
  event: string
  message: Notification & { readonly text: string }
  attempts: number
  isExpired: boolean
  /** True if an earlier attempt has no outcome, because its process died. */
  isUnsure: boolean
}

/** The result of an attempt; 'dropped' if no attempt was made. */
type Result = Outcome | { readonly state: 'dropped' }

type ToPhones = Partial<ReturnType<typeof textChannels>> & { readonly own?: OwnTexts | undefined }

const givenUp: Result = { state: 'refused', failure: 'given-up' }

type Options = {
  readonly database: Pick<Database, 'pool' | 'orm' | 'transaction'>
  readonly live: Live
  readonly sender: PushSender
  readonly sealed: Pick<SealedTexts, 'unseal'>
  readonly log: Log
  /** The interval of polls in milliseconds. Polls find retries and messages that a dead process left behind. */
  readonly pollEvery?: number
  readonly urls?: ProviderUrls
  /** Returns the last line of a message about an order: a link to the order. */
  readonly linkTo?: (order: string, phone: string) => Promise<string>
  /** Called after every attempt to send a push message. */
  readonly onOutcome?: (outcome: { order: string; event: string; sent: boolean }) => Promise<void>
  /**
   * Called in the transaction that records that an SMS was sent or given up, or that a WhatsApp text was not delivered.
   */
  readonly onText?: (tx: Transaction, order: string) => Promise<void>
}

/**
 * Sends the due messages of the queue: to customers about their orders, and to owners about unacknowledged orders. Each
 * message is written in the transaction of its change. An event only signals that a message may be due. The first
 * process that reserves a message sends it.
 */
export async function openMessages({
  database,
  live,
  sender,
  sealed,
  log,
  pollEvery = 15_000,
  urls = {},
  linkTo = async () => '',
  onOutcome = async () => {},
  onText = async () => {},
}: Options): Promise<Messages> {
  const { pool, orm } = database
  const subscription = await live.subscribe({ audiences: ['till'] })
  const ended = new AbortController()

  async function sendDue(): Promise<number> {
    const { rows } = await pool.query<Due>(takeDue, [leaseSeconds, batchSize])
    const toPhones = rows.some(({ channel }) => channel !== 'push') ? await readPhoneSettings() : {}
    await Promise.all(rows.map((message) => deliver(message, toPhones)))
    return rows.length
  }

  async function readPhoneSettings(): Promise<ToPhones> {
    const channels = textChannels(await readChannels(orm, sealed), urls)
    return { ...channels, own: (await readSettings(orm)).messageTexts }
  }

  async function deliver(message: Due, { own, ...channels }: ToPhones): Promise<void> {
    const { channel, about, event, endpoint, p256dh, isExpired, attempts } = message
    const order = await orderAbout(orm, about)
    if (isExpired) return finish(message, attempts > 1 ? givenUp : { state: 'dropped' }, order)
    if (!isStillTrue(event, order)) return finish(message, { state: 'dropped' }, order)
    if (channel !== 'push') {
      // The owner may have changed the text after the message was written.
      const text = (order && textOf(event, order, own)) ?? message.message.text
      return finish(message, await sendText(message, text, channels[channel]), order)
    }
    const { message: content, options } = message.message
    const keys = { p256dh, auth: message.auth }
    const outcome = await send({ endpoint, keys, text: JSON.stringify(content) }, options, sender)
    await onOutcome({ order: about, event, sent: outcome.state === 'sent' })
    await finish(message, outcome.state === 'refused' ? { ...outcome, failure: 'refused' } : outcome, order)
    await noteOutcome(pool, { endpoint, p256dh }, outcome)
  }

  async function sendText(
    { id, phone, about, isUnsure }: Due,
    words: string,
    channel: ReturnType<typeof textChannels>['sms'],
  ): Promise<Outcome> {
    if (!channel) return { state: 'refused', failure: 'off' }
    if (isUnsure && !channel.recognises) return { state: 'refused', failure: 'unknown' }
    const text = `${words}${await linkTo(about, phone)}`
    if (!(await claimCost(database, id, channel, text))) return { state: 'refused', failure: 'cap' }
    return channel.send({ key: id, phone, text })
  }

  /** Records the outcome of an attempt. A receipt or a newer message may have arrived during the attempt. */
  async function finish(message: Due, result: Result, order: WrittenOrder | undefined): Promise<void> {
    const { id, channel, about, event, attempts } = message
    const { state } = result
    const again = state === 'later' && attempts < mostAttempts
    if ('status' in result && result.status !== undefined) {
      log('message.refused', { channel, order: about, status: result.status })
    }
    if (state === 'later' && !again) log('message.given-up', { channel, order: about })
    const isLost = !again && state !== 'sent' && state !== 'dropped'
    const record = again ? retry(message, result) : end(id, result)
    // An SMS may replace a message that WhatsApp has lost.
    if (!order || (!isLost && channel !== 'sms')) return void (await orm.execute(record))
    await database.transaction(async (tx) => {
      await tx.execute(record)
      if (isLost) await fallBackToSms(tx, event, order)
      if (channel !== 'push' && !again) await onText(tx, about)
    })
  }

  async function work(): Promise<void> {
    while (!ended.signal.aborted && subscription.comeBackAfter === undefined) {
      try {
        subscription.take()
        while ((await sendDue()) === batchSize);
      } catch (error) {
        log('messages.failed', describeError(error))
        await sleep(1000, undefined, { signal: ended.signal }).catch(() => {})
      }
      await subscription.ready(pollEvery)
    }
  }

  const working = work()

  return {
    sendDue,
    async stop() {
      ended.abort()
      subscription.close()
      await working
    },
  }
}

const takeDue = `
  with due as materialized (
    select id from messages where state = 'waiting' and due_at <= now() order by due_at limit $2
       for update skip locked)
  update messages m set attempts = m.attempts + 1, due_at = now() + make_interval(secs => $1)
    from due join messages before using (id) left join push_subscriptions s on s.endpoint = before.endpoint
   where m.id = due.id
  returning m.id, m.channel, m.endpoint, m.phone, m.about, m.event, m.message, m.attempts, s.p256dh, s.auth,
            m.expires_at <= now() as "isExpired", before.attempts > before.answered as "isUnsure"`

/** Returns SQL that makes a message wait for its next attempt, at the latest until its expiry. */
function retry({ id, attempts }: Due, result: Result): SQL {
  const asked = (result.state === 'later' && result.after) || 0
  const pause = Math.max(asked, firstPauseSeconds * 4 ** (attempts - 1))
  return sql`update messages set answered = attempts, due_at = least(now() + make_interval(secs => ${pause}), expires_at)
              where id = ${id}`
}

/**
 * Returns SQL that records the end of a message. A message that was sent stays sent, even if a newer message has
 * replaced it meanwhile.
 */
function end(id: string, result: Result): SQL {
  const { state } = result
  const failure: MessageFailure | null =
    state === 'refused' ? result.failure : state === 'gone' ? 'not-reachable' : state === 'later' ? 'given-up' : null
  const stored = state === 'sent' || state === 'dropped' ? state : 'failed'
  const providerId = (state === 'sent' && 'id' in result && result.id) || null
  const isFree = state !== 'sent' && failure !== 'unknown'
  return sql`
    update messages
       set answered = attempts,
           state = case when state = 'waiting' or (state = 'dropped' and ${stored} = 'sent') then ${stored} else state end,
           failure = case when state = 'waiting' then ${failure} else failure end,
           provider_id = coalesce(provider_id, ${providerId}),
           sent_at = case when ${stored} = 'sent' then coalesce(sent_at, now()) else sent_at end,
           cost = case when ${isFree}::boolean then 0 else cost end
     where id = ${id}`
}
