import type { Bye, Topic } from '#contract/live.ts'
import type { User } from '#contract/session.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { networkOf } from '../http/client-address.ts'
import { notSignedIn, Refusal, refuse } from '../http/problems.ts'
import type { Handlers } from '../http/route.ts'
import type { Live } from './live.ts'
import type { Audience } from './publish.ts'
import type { Batch, Subscription } from './subscription.ts'

/** The interval of heartbeats on a silent stream: half of the shortest timeout of common proxies. */
const heartbeatMs = 15_000

/**
 * The interval at which a client without events gets a current cursor: short enough for a quick catch-up after a
 * reconnect, long enough to cost little on metered connections.
 */
const cursorIntervalMs = 120_000

/** The time for which streams stay open while the database connection is lost: longer than a database restart. */
const lostToleranceMs = 10_000

/** The interval at which a stream rechecks its session, in case it missed the event that ends the session. */
const recheckIntervalMs = 60_000

/** The most streams and polls of one account: a few devices with a few tabs each. */
const mostOfAccount = 30

/**
 * The most streams and polls of one address without an account. Mobile networks put hundreds of phones behind one
 * address.
 */
const mostOfAddress = 300

const utf8 = new TextEncoder()

/** Intervals in milliseconds, set by tests. */
type Times = {
  readonly heartbeat?: number
  readonly cursorEvery?: number
  readonly recheck?: number
  readonly patience?: number
}

type LiveRoutes = Times & {
  readonly live: Live
  readonly user: (headers: Headers) => Promise<User | undefined>
}

export function liveRoutes(deps: LiveRoutes): Pick<Handlers, 'GET /api/stream' | 'GET /api/changes'> {
  const open = new Map<string, number>()
  const streams = openStreams(deps, () => deps.live.lostFor())

  /** Opens a subscription within the limits. A subscription counts towards its limit until it is closed. */
  const subscribe = async (who: string, most: number, audiences: readonly Audience[], since: string | undefined) => {
    const count = open.get(who) ?? 0
    if (count >= most) {
      const detail = 'Too many of our pages are open at once. Please close some.'
      throw new Refusal({ code: 'too-many-tries', detail }, { retryAfter: 30 })
    }
    open.set(who, count + 1)
    let counted = true
    const leave = () => {
      if (!counted) return
      counted = false
      const left = (open.get(who) ?? 1) - 1
      if (left > 0) open.set(who, left)
      else open.delete(who)
    }
    try {
      const subscription = await deps.live.subscribe({ audiences, since })
      return {
        subscription,
        close: () => {
          subscription.close()
          leave()
        },
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  const join = (user: User | undefined, address: string, audiences: readonly Audience[], since: string | undefined) =>
    user
      ? subscribe(`account ${user.id}`, mostOfAccount, audiences, since)
      : subscribe(`address ${networkOf(address)}`, mostOfAddress, audiences, since)

  return {
    'GET /api/stream': async ({ query, user, address, headers }) => {
      const audiences = audiencesOf(query.topics, user)
      const since = headers.get('Last-Event-ID') ?? query.since
      const { subscription, close } = await join(user, address, audiences, since)
      const mayStay = async () => await isStill(audiences, query.topics, () => deps.user(headers))
      return new Response(streams.open(subscription, { mayStay, close }), {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-cache, no-transform',
          'X-Accel-Buffering': 'no',
        },
      })
    },
    'GET /api/changes': async ({ query, user, address, headers, context }) => {
      const audiences = audiencesOf(query.topics, user)
      const { subscription, close } = await join(user, address, audiences, query.since)
      const { signal } = context.req.raw
      signal.addEventListener('abort', close)
      try {
        if (query.since !== undefined && !signal.aborted) await subscription.ready(query.wait * 1000)
        if (subscription.mustCheckSession() && !(await isStill(audiences, query.topics, () => deps.user(headers)))) {
          throw notSignedIn()
        }
        const taken = subscription.take()
        if (!deps.live.isCurrent() && !taken.reset && taken.events.length === 0) throw unheard
        return new Response(changesJson(taken), {
          headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
        })
      } finally {
        signal.removeEventListener('abort', close)
        close()
      }
    },
  }
}

const unheard = refuse('unavailable', 'We are back in a moment. Please try again.')

const by = { orders: policy.everyone, deliveries: policy.riders, desk: policy.desk } as const

/** Returns the audiences of these topics for this person. Throws a Refusal for topics that the person may not read. */
function audiencesOf(topics: readonly Topic[], user: User | undefined): Audience[] {
  const heard = topics.flatMap((topic): Audience[] => {
    if (topic === 'menu') return ['menu']
    if (!user) throw notSignedIn()
    if (!isOneOf(user.role, by[topic])) throw refuse('not-allowed', 'Your account cannot open this.')
    if (topic === 'desk') return ['desk', isOneOf(user.role, policy.till) ? 'till' : 'kitchen']
    return [topic === 'orders' ? `customer:${user.id}` : `rider:${user.id}`]
  })
  const isOfAccount = user && topics.some((topic) => topic !== 'menu')
  return isOfAccount ? [...heard, `account:${user.id}`] : heard
}

/**
 * Returns true if the session still allows these audiences. Returns true as well if the check itself fails, because a
 * fault of the database must close no streams.
 */
async function isStill(
  audiences: readonly Audience[],
  topics: readonly Topic[],
  user: () => Promise<User | undefined>,
): Promise<boolean> {
  if (topics.every((topic) => topic === 'menu')) return true
  try {
    return audiencesOf(topics, await user()).join() === audiences.join()
  } catch (error) {
    return !(error instanceof Refusal)
  }
}

/**
 * Sends events as server-sent events. The next message is built only when the connection has taken the previous
 * message, so no messages for a slow connection wait in memory. One timer serves all streams, and streams with the same
 * events share the bytes of a message.
 */
function openStreams(
  times: Times,
  lostFor: Live['lostFor'],
): {
  open(subscription: Subscription, deps: { mayStay: () => Promise<boolean>; close: () => void }): ReadableStream
} {
  const silent = times.heartbeat ?? heartbeatMs
  const tick = Math.min(1000, silent / 4)
  const messageOf = shared()
  const sends = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  const add = (send: () => void) => {
    sends.add(send)
    timer ??= setInterval(() => {
      for (const each of sends) each()
    }, tick)
  }
  const remove = (send: () => void) => {
    sends.delete(send)
    if (sends.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const open = (
    subscription: Subscription,
    { mayStay, close }: { mayStay: () => Promise<boolean>; close: () => void },
  ): ReadableStream => {
    let sentCursor: string | undefined
    let cursorSentAt = 0
    let sentAt = 0
    let checkedAt = performance.now()
    let checking = false
    let send = () => {}
    const leave = () => {
      remove(send)
      close()
    }
    return new ReadableStream<Uint8Array>({
      start(controller) {
        const end = (comeBackAfter: number) => {
          leave()
          controller.enqueue(utf8.encode(bye({ comeBackAfter })))
          controller.close()
        }
        const check = async (now: number) => {
          checking = true
          checkedAt = now
          const stays = await mayStay()
          checking = false
          if (!sends.has(send)) return
          if (stays) send()
          else end(subscription.comeBackAfter ?? 0)
        }
        send = () => {
          if (checking || !sends.has(send) || (controller.desiredSize ?? 0) <= 0) return
          const now = performance.now()
          if (subscription.mustCheckSession() || now - checkedAt >= (times.recheck ?? recheckIntervalMs))
            return void check(now)
          if (subscription.comeBackAfter !== undefined) return end(subscription.comeBackAfter)
          // Ends the stream while the database connection is lost. The screen then reconnects, is refused, and shows
          // the fault.
          if (lostFor() >= (times.patience ?? lostToleranceMs)) return end(1000 + Math.random() * 4000)
          const isDue = sentCursor === undefined || now - sentAt >= silent - tick
          if (!isDue && !subscription.hasNews()) return
          const taken = subscription.take()
          const isOld =
            sentCursor === undefined ||
            (taken.cursor !== sentCursor && now - cursorSentAt >= (times.cursorEvery ?? cursorIntervalMs))
          const hasChanges = isOld || taken.reset || taken.events.length > 0
          sentAt = now
          if (hasChanges) {
            sentCursor = taken.cursor
            cursorSentAt = now
          }
          controller.enqueue(hasChanges ? messageOf(taken) : stillHere)
        }
        add(send)
        subscription.listen(() => send())
      },
      pull: () => (sentCursor === undefined || subscription.hasNews() ? send() : undefined),
      cancel: leave,
    })
  }
  return { open }
}

const stillHere = utf8.encode(': still here\n\n')

/** Returns a function that builds a message's bytes, and reuses them as long as the events are the same. */
function shared(): (batch: Batch) => Uint8Array {
  let last: Batch = { cursor: '', reset: false, events: [] }
  let bytes = utf8.encode(changes(last))
  const isLast = ({ cursor, reset, events }: Batch) =>
    cursor === last.cursor &&
    reset === last.reset &&
    events.length === last.events.length &&
    events.every((event, index) => event === last.events[index])
  return (batch) => {
    if (isLast(batch)) return bytes
    last = batch
    bytes = utf8.encode(changes(batch))
    return bytes
  }
}

function changes(taken: Batch): string {
  return `id: ${taken.cursor}\nevent: changes\ndata: ${changesJson(taken)}\n\n`
}

function bye(data: Bye): string {
  return `event: bye\ndata: ${JSON.stringify(data)}\n\n`
}

function changesJson({ cursor, reset, events }: Batch): string {
  return `{"cursor":${JSON.stringify(cursor)},"reset":${reset},"events":[${events.join()}]}`
}
