import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '#contract/live.ts'
import type { Database } from '../db/database.ts'
import type { Live } from '../live/live.ts'
import { describeError, type Log } from '../process/log.ts'
import type { ServerKeys } from './encryption.ts'
import { type News, newsOf } from './messages.ts'
import { send } from './service.ts'

/** Tries of one message; with the pauses between them about half an hour. */
const mostTries = 5
/** Seconds before the second try; then four times as long each. */
const firstPause = 15
/** Seconds that whoever took a message has to send it. */
const lease = 60
const atOnce = 20

export type Push = {
  /** Sends what is due now, and tells how many were taken. */
  sendDue(): Promise<number>
  stop(): Promise<void>
}

type Due = {
  endpoint: string
  p256dh: string
  auth: string
  order_id: string
  event: string
  message: News
  attempts: number
}

/**
 * Tells those who asked for it: customers what becomes of their orders, owners what nobody takes. It hears of that as any client does, after the commit;
 * every process does, and the first to write a message down is the one. `lookEvery`: milliseconds between looks for what
 * another process left, or what is to be tried again. `onOutcome` hears of every try, whether it was the one that did it.
 */
export async function openPush({
  database: { pool },
  live,
  keys,
  contact,
  log,
  lookEvery = 15_000,
  onOutcome = async () => {},
}: {
  database: Pick<Database, 'pool'>
  live: Live
  keys: ServerKeys
  /** 'https:' or 'mailto:': whom a push service may write to about us. */
  contact: string
  log: Log
  lookEvery?: number
  onOutcome?: (outcome: { order: string; event: string; sent: boolean }) => Promise<void>
}): Promise<Push> {
  const heard = await live.subscribe({ audiences: ['desk'] })
  const ended = new AbortController()

  async function note(event: LiveEvent): Promise<void> {
    const news = newsOf(event)
    if (!news || !('customerId' in event.data)) return
    await pool.query(
      `with older as (update push_messages set done = true where order_id = $2 and version < $5 and not done)
       insert into push_messages (endpoint, order_id, event, message, version)
       select endpoint, $2, $3, $4, $5 from push_subscriptions
        where user_id = $1 and not exists (select from push_messages where order_id = $2 and version > $5)
       on conflict do nothing`,
      [event.data.customerId, event.subject, event.type, news, event.version],
    )
  }

  async function sendDue(): Promise<number> {
    const { rows } = await pool.query<Due>(
      `update push_messages m set attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
         from push_subscriptions s
        where s.endpoint = m.endpoint and (m.endpoint, m.order_id, m.event) in (
              select endpoint, order_id, event from push_messages
               where not done and due_at <= now() order by created_at limit $2 for update skip locked)
       returning m.*, s.p256dh, s.auth`,
      [lease, atOnce],
    )
    await Promise.all(rows.map(deliver))
    return rows.length
  }

  async function deliver({ endpoint, p256dh, auth, order_id, event, message, attempts }: Due): Promise<void> {
    const text = JSON.stringify(message.message)
    const outcome = await send({ endpoint, keys: { p256dh, auth }, text }, message.wish, { keys, contact })
    await onOutcome({ order: order_id, event, sent: outcome.state === 'sent' })
    if (outcome.state === 'gone') {
      await pool.query('delete from push_subscriptions where endpoint = $1', [endpoint])
      return
    }
    const again = outcome.state === 'later' && attempts < mostTries
    // No longer than the message is worth reading.
    const pause = Math.min(
      Math.max((outcome.state === 'later' && outcome.after) || 0, firstPause * 4 ** (attempts - 1)),
      message.wish.ttl,
    )
    await pool.query(
      `update push_messages set done = $4, due_at = now() + make_interval(secs => $5)
        where endpoint = $1 and order_id = $2 and event = $3`,
      [endpoint, order_id, event, !again, pause],
    )
    if (outcome.state === 'refused') log('push.refused', { order: order_id, status: outcome.status })
    else if (outcome.state === 'later' && !again) log('push.given-up', { order: order_id })
  }

  async function work(): Promise<void> {
    while (!ended.signal.aborted && heard.comeBackAfter === undefined) {
      try {
        for (const json of heard.take().events) await note(JSON.parse(json))
        while ((await sendDue()) === atOnce);
      } catch (error) {
        log('push.failed', describeError(error))
        await sleep(1000, undefined, { signal: ended.signal }).catch(() => {})
      }
      await heard.ready(lookEvery)
    }
  }

  const sweeping = setInterval(() => {
    pool
      .query(`delete from push_messages where created_at < now() - interval '1 day'`)
      .catch((error: unknown) => log('push.failed', describeError(error)))
  }, 60 * 60_000)
  const working = work()

  return {
    sendDue,
    async stop() {
      clearInterval(sweeping)
      ended.abort()
      heard.close()
      await working
    },
  }
}
