import { withTodaysNames } from '#contract/last-release.ts'
import type { Changes, LiveEvent, Topic } from '#contract/live.ts'
import { openChannel } from '#web/data/storage/channel.ts'
import { type Connection, connect, terminated } from './connection.ts'
import { type Candidacy, seekLock } from './leader-lock.ts'
import type { Status } from './machine.ts'
import { watchPresence } from './presence.ts'
import { type Batch, type Position, read, type Scope, scopesOf, topicOf } from './reader.ts'

type Listeners = {
  /** Events and the cursor after them. Also called without events when only the cursor moves. */
  readonly onEvents: (events: readonly LiveEvent[], cursor: string | undefined) => void
  /** Topics to reread, after a reset or a new subscription. Events continue meanwhile. */
  readonly onReset: (topics: readonly Topic[]) => void
  readonly onStatus: (status: Status) => void
  /** The session may have changed: read it, then `follow` what it allows. */
  readonly onRefused: () => void
}

type Subscription = { readonly topics: readonly Topic[]; readonly account: string; readonly mayLead: boolean }

/** Messages between the tabs of a browser. */
type Message =
  /**
   * Sent by every active tab when it opens, changes its subscription or closes (no topics). `before`: its last account.
   */
  | {
      readonly type: 'subscription'
      readonly tab: string
      readonly subscription: Subscription
      readonly before: string
    }
  /** Sent by the leader. A new leader requests the subscriptions of all tabs. */
  | { readonly type: 'status'; readonly status: Status; readonly requestSubscriptions: boolean }
  | { readonly type: 'batch'; readonly batch: Batch }
  | { readonly type: 'refused' }

/** The name of the leader's lock and of the channel. Changed whenever `Message` does: tabs of two versions share nothing. */
const name = 'buka-live-2'

/** A leader counts as suspended after this silence, in milliseconds: phones stop the scripts of hidden pages. */
const leaderTimeout = 3000
const catchUpTimeout = 10_000
const retryCatchUpAfter = 3000

const allTopics = Object.keys({ menu: 0, orders: 0, deliveries: 0, desk: 0 } satisfies Record<Topic, 0>) as Topic[]

/**
 * This tab's part in the shared stream of the browser. The tab with the lock leads: it connects for the topics of all
 * tabs, and passes every batch on. The browser gives the lock to the next tab when the leader closes or crashes. The
 * new leader continues from its cursor, and a tab at another cursor fetches the events between. Without locks or
 * channels every tab has a connection. `since` is the cursor of the page's data; without it, every topic is reported
 * for rereading.
 */
export function openTab({
  since,
  origin = '',
  onEvents,
  onReset,
  onStatus,
  onRefused,
}: Listeners & { since?: string | undefined; origin?: string }): Connection {
  const id = `${Math.random()}`
  let alone = navigator.locks === undefined
  let topics: readonly Topic[] = []
  let account = ''
  let accountBefore = ''
  let closed = false
  let position: Position = { cursor: since, followed: undefined }
  let status: Status = 'idle'
  let channel: BroadcastChannel | undefined
  let active = false
  let candidacy: Candidacy | undefined
  let leading: { readonly connection: Connection; readonly subscriptions: Map<string, Subscription> } | undefined
  let leaderTimer: ReturnType<typeof setTimeout> | undefined
  let lastBatch: Batch | undefined
  let catchingUp = false

  const presence = watchPresence(() => topics.includes('desk'), update)

  function subscription(): Subscription {
    return { topics: active ? topics : [], account, mayLead: !presence.hidden || topics.includes('desk') }
  }

  function send(message: Message): void {
    channel?.postMessage(message)
  }

  /** Opens or closes this tab's part by its topics and its presence, and sends its subscription to the other tabs. */
  function update(): void {
    const before = active
    active = !closed && presence.active && topics.length > 0
    if (!active && !before) return
    if (active && !alone && !channel) {
      channel = openChannel(name)
      if (channel) channel.onmessage = ({ data }) => onMessage(data)
      else alone = true
    }
    send({ type: 'subscription', tab: id, subscription: subscription(), before: accountBefore })
    accountBefore = account
    if (leading) {
      leading.subscriptions.set(id, subscription())
      followAll()
    }
    if (active) {
      seekLeadership()
      return
    }
    stepDown()
    clearTimeout(leaderTimer)
    channel?.close()
    channel = undefined
    setStatus('idle')
  }

  function seekLeadership(): void {
    if (alone) {
      if (!leading) lead()
      return
    }
    if (leading || !subscription().mayLead) return
    if (!candidacy) requestLock()
    clearTimeout(leaderTimer)
    leaderTimer = setTimeout(() => {
      candidacy?.withdraw()
      requestLock({ steal: true })
    }, leaderTimeout)
    if (status === 'idle') setStatus('connecting')
  }

  function requestLock({ steal = false } = {}): void {
    candidacy = seekLock({
      name,
      steal,
      onHeld: lead,
      onLost() {
        stepDown()
        update()
      },
      onForbidden() {
        alone = true
      },
    })
  }

  function lead(): void {
    clearTimeout(leaderTimer)
    const connection = connect({
      since: position.cursor,
      origin,
      onBatch(batch) {
        send({ type: 'batch', batch })
        receive(batch)
      },
      onStatus(status) {
        send({ type: 'status', status, requestSubscriptions: false })
        setStatus(status)
      },
      onRefused() {
        // Drop subscriptions of tabs that crashed, and those before a change of account.
        leading?.subscriptions.clear()
        leading?.subscriptions.set(id, subscription())
        send({ type: 'refused' })
        onRefused()
      },
    })
    leading = { connection, subscriptions: new Map([[id, subscription()]]) }
    send({ type: 'status', status: 'connecting', requestSubscriptions: true })
    followAll()
  }

  /** Follows the topics of all tabs. A hidden leader steps down for a tab that is shown. */
  function followAll(): void {
    if (!leading) return
    const subscriptions = [...leading.subscriptions.values()].filter(({ topics }) => topics.length > 0)
    if (!subscription().mayLead && subscriptions.some(({ mayLead }) => mayLead)) {
      stepDown()
      return
    }
    const { topics, account } = wantedBy(subscriptions)
    leading.connection.follow(topics, account)
  }

  function stepDown(): void {
    leading?.connection.close()
    leading = undefined
    candidacy?.withdraw()
    candidacy = undefined
  }

  function onMessage(message: Message): void {
    if (message.type === 'subscription') {
      const { tab, subscription, before } = message
      if (before !== '' && before === account && subscription.account !== before) onRefused()
      if (!leading) return
      leading.subscriptions.delete(tab)
      if (subscription.topics.length > 0) leading.subscriptions.set(tab, subscription)
      followAll()
      sendPosition()
      return
    }
    // Two tabs may lead for a moment: the loser's lock request tells it.
    if (leading) return
    clearTimeout(leaderTimer)
    if (message.type === 'batch') receive(message.batch)
    else if (message.type === 'refused') onRefused()
    else setStatus(message.status)
    if (message.type === 'refused' || (message.type === 'status' && message.requestSubscriptions)) {
      send({ type: 'subscription', tab: id, subscription: subscription(), before: accountBefore })
    }
  }

  /** Sends the status and cursor of the stream, so a tab with another cursor catches up. */
  function sendPosition(): void {
    if (!leading) return
    send({ type: 'status', status, requestSubscriptions: false })
    if (!lastBatch) return
    const { scopes, changes } = lastBatch
    const { cursor } = changes
    send({ type: 'batch', batch: { from: cursor, scopes, changes: { cursor, reset: false, events: [] } } })
  }

  function receive(batch: Batch): void {
    lastBatch = batch
    const { position: next, events, reread, gap } = read(position, scopesOf(topics, account), batch)
    position = next
    onEvents(events, next.cursor)
    if (reread.length > 0) onReset(reread)
    if (gap) void catchUp()
  }

  /** Fetches the events between this tab's cursor and the stream's; batches that arrive meanwhile are applied. */
  async function catchUp(): Promise<void> {
    const { cursor: from, followed = [] } = position
    if (catchingUp || !active || from === lastBatch?.changes.cursor) return
    catchingUp = true
    try {
      const changes = await fetchChanges(origin, followed, from)
      if (changes === 'refused') return onRefused()
      // The answer was read after the stream had reached its cursor, so it covers the events up to there.
      if (position.cursor === from && lastBatch) {
        const cursor = lastBatch.changes.cursor
        receive({ from, scopes: position.followed ?? followed, changes: { ...changes, cursor } })
      }
    } catch {
      setTimeout(() => void catchUp(), retryCatchUpAfter)
    } finally {
      catchingUp = false
    }
  }

  function setStatus(next: Status): void {
    // A new try leaves 'offline' in place; an answer ends it.
    if (next === status || (status === 'offline' && next === 'connecting')) return
    status = next
    onStatus(next)
  }

  return {
    follow(nextTopics, nextAccount = '') {
      if (closed) throw new Error(terminated)
      if (nextTopics.join() === topics.join() && nextAccount === account) return
      topics = nextTopics
      account = nextAccount
      update()
    },
    close() {
      closed = true
      presence.close()
      update()
    },
  }
}

/** The topics of all tabs. The browser has one session: the last of two accounts is current. */
function wantedBy(subscriptions: readonly Subscription[]): Pick<Subscription, 'topics' | 'account'> {
  const current = subscriptions.findLast(({ account }) => account !== '')?.account ?? ''
  const topics = allTopics.filter((topic) =>
    subscriptions.some(({ topics, account }) => topics.includes(topic) && (topic === 'menu' || account === current)),
  )
  return { topics, account: current }
}

/** Returns the events of these scopes since a cursor. Throws where no answer came. */
async function fetchChanges(
  origin: string,
  followed: readonly Scope[],
  since: string | undefined,
): Promise<Changes | 'refused'> {
  const query = new URLSearchParams({ topics: followed.map(topicOf).join(), since: since ?? '', wait: '0' })
  const response = await fetch(`${origin}/api/changes?${query}`, {
    signal: AbortSignal.timeout(catchUpTimeout),
    cache: 'no-store',
  })
  if (response.status === 401 || response.status === 403) return 'refused'
  if (!response.ok) throw response
  return withTodaysNames(await response.json())
}
