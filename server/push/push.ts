import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import type { Live } from '../live/live.ts'
import { describeError, type Log } from '../process/log.ts'
import { phoneMessageDays } from '../process/retention.ts'
import { noteOutcome } from './devices.ts'
import type { Notification } from './notifications.ts'
import { type PushSender, send } from './service.ts'

/** Attempts to send one message. With the pauses between them they take about half an hour. */
const mostAttempts = 5
/** The pause before the second attempt. Each further pause is four times as long. */
const firstPauseSeconds = 15
/** How long a message is reserved for the process that sends it. */
const leaseSeconds = 60
const batchSize = 20

export type Push = {
  /** Sends a batch of due messages. Returns its size. */
  sendDue(): Promise<number>
  stop(): Promise<void>
}

/** Deletes messages older than a day, which senders have given up. */
export const sweepPushMessages: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from push_messages where (endpoint, order_id, event) in (
          select endpoint, order_id, event from push_messages
           where created_at < now() - make_interval(days => ${phoneMessageDays}) order by created_at limit ${most})`,
  )

/** Deletes devices whose session has ended, once they have no pending message. */
export const sweepDetachedDevices: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from push_subscriptions where endpoint in (
          select endpoint from push_subscriptions told
           where session_id is null
             and not exists (select from push_messages where endpoint = told.endpoint and not done) limit ${most})`,
  )

type Due = {
  endpoint: string
  p256dh: string
  auth: string
  order_id: string
  event: string
  message: Notification
  attempts: number
}

/**
 * Sends notifications to subscribed browsers: to customers about their orders, to owners about unacknowledged orders.
 * The messages are written in the transactions of their changes; an event only signals that one may be due, and the
 * first process that takes a message sends it. `pollEvery`: milliseconds between polls for retries and for messages
 * that another process left. `onOutcome` is called after every attempt.
 */
export async function openPush({
  database: { pool },
  live,
  sender,
  log,
  pollEvery = 15_000,
  onOutcome = async () => {},
}: {
  database: Pick<Database, 'pool'>
  live: Live
  sender: PushSender
  log: Log
  pollEvery?: number
  onOutcome?: (outcome: { order: string; event: string; sent: boolean }) => Promise<void>
}): Promise<Push> {
  const subscription = await live.subscribe({ audiences: ['till'] })
  const ended = new AbortController()

  async function sendDue(): Promise<number> {
    const { rows } = await pool.query<Due>(
      `update push_messages m set attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
         from push_subscriptions s
        where s.endpoint = m.endpoint and (m.endpoint, m.order_id, m.event) in (
              select endpoint, order_id, event from push_messages
               where not done and due_at <= now() order by created_at limit $2 for update skip locked)
       returning m.*, s.p256dh, s.auth`,
      [leaseSeconds, batchSize],
    )
    await Promise.all(rows.map(deliver))
    return rows.length
  }

  async function deliver({ endpoint, p256dh, auth, order_id, event, message, attempts }: Due): Promise<void> {
    const text = JSON.stringify(message.message)
    const outcome = await send({ endpoint, keys: { p256dh, auth }, text }, message.options, sender)
    await onOutcome({ order: order_id, event, sent: outcome.state === 'sent' })
    if ('status' in outcome) log('push.refused', { order: order_id, status: outcome.status })
    await noteOutcome(pool, { endpoint, p256dh }, outcome)
    if (outcome.state === 'gone') return
    const again = outcome.state === 'later' && attempts < mostAttempts
    // At most as long as the message is worth reading.
    const pause = Math.min(
      Math.max((outcome.state === 'later' && outcome.after) || 0, firstPauseSeconds * 4 ** (attempts - 1)),
      message.options.ttl,
    )
    // A newer message may have replaced this one while it was being sent.
    await pool.query(
      `update push_messages set done = done or $4, due_at = now() + make_interval(secs => $5)
        where endpoint = $1 and order_id = $2 and event = $3`,
      [endpoint, order_id, event, !again, pause],
    )
    if (outcome.state === 'later' && !again) log('push.given-up', { order: order_id })
  }

  async function work(): Promise<void> {
    while (!ended.signal.aborted && subscription.comeBackAfter === undefined) {
      try {
        subscription.take()
        while ((await sendDue()) === batchSize);
      } catch (error) {
        log('push.failed', describeError(error))
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
