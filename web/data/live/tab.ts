import type { LiveEvent, Topic } from '#contract/live.ts'
import { openChannel } from '#web/data/storage/channel.ts'
import { type Connection, terminated } from './connection.ts'
import { type Leader, openLeader, type Subscription } from './leader.ts'
import { type Candidacy, seekLock } from './leader-lock.ts'
import type { Status } from './machine.ts'
import { watchPresence } from './presence.ts'
import { type Batch, scopesOf } from './reader.ts'
import { openPosition } from './stream-position.ts'

export type Listeners = {
  /** Called with the events of each batch and the new cursor, even if the batch contains no event. */
  readonly onEvents: (events: readonly LiveEvent[], cursor: string | undefined) => void
  /**
   * Called after a new subscription, or if the server cannot send the events since the cursor (a reset), with the topics
   * whose data must be requested again. Further events may arrive before that data, so the caller keeps the document
   * with the higher version.
   */
  readonly onReset: (topics: readonly Topic[]) => void
  readonly onStatus: (status: Status) => void
  /**
   * Called when the session may have changed. The caller rereads the session, then calls `follow` with the topics that
   * the session allows.
   */
  readonly onRefused: () => void
}

type Message =
  /**
   * A tab sends its subscription when it becomes active, changes its topics or account, or closes (then without
   * topics). `before` is the tab's previous account.
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

/**
 * The name of the leader's lock and of the channel. Rename it whenever `Message` changes, so that tabs of two versions
 * never exchange messages.
 */
const name = 'buka-live-2'

/**
 * After so many milliseconds without a message from the leader, another tab takes over: phones stop the scripts of
 * hidden pages, so the leader may be suspended.
 */
const leaderTimeout = 3000

/**
 * Connects this tab to the stream that the browser's tabs share. The tab with the lock leads: it connects for the
 * topics of all tabs and sends every batch to them. When the leader closes or crashes, the next tab with the lock
 * continues from its own cursor. Without locks or channels every tab has a connection. `since` is the cursor of the
 * page's data; without `since`, the tab asks to reread every topic.
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
  let status: Status = 'idle'
  let channel: BroadcastChannel | undefined
  let active = false
  let candidacy: Candidacy | undefined
  let leading: Leader | undefined
  let leaderTimer: ReturnType<typeof setTimeout> | undefined

  const position = openPosition({
    since,
    origin,
    scopes: () => scopesOf(topics, account),
    isActive: () => active,
    onEvents,
    onReset,
    onRefused,
  })
  const presence = watchPresence(() => topics.includes('desk'), update)

  function subscription(): Subscription {
    return { topics: active ? topics : [], account, mayLead: !presence.hidden || topics.includes('desk') }
  }

  function send(message: Message): void {
    channel?.postMessage(message)
  }

  /**
   * Joins or leaves the shared stream, depending on this tab's topics and on whether the tab is active. Sends this
   * tab's subscription to the other tabs.
   */
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
      leading.followAll()
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
    leading = openLeader({
      id,
      since: position.cursor(),
      origin,
      own: subscription,
      onBatch(batch) {
        send({ type: 'batch', batch })
        position.receive(batch)
      },
      onStatus(status) {
        send({ type: 'status', status, requestSubscriptions: false })
        setStatus(status)
      },
      onRefused() {
        send({ type: 'refused' })
        onRefused()
      },
      onYield: stepDown,
    })
    send({ type: 'status', status: 'connecting', requestSubscriptions: true })
    leading.followAll()
  }

  function stepDown(): void {
    leading?.close()
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
      leading.followAll()
      sendPosition()
      return
    }
    // If another tab has stolen the lock, two tabs lead until this tab's `onLost` runs. Ignore the other leader's
    // messages until then.
    if (leading) return
    clearTimeout(leaderTimer)
    if (message.type === 'batch') position.receive(message.batch)
    else if (message.type === 'refused') onRefused()
    else setStatus(message.status)
    if (message.type === 'refused' || (message.type === 'status' && message.requestSubscriptions)) {
      send({ type: 'subscription', tab: id, subscription: subscription(), before: accountBefore })
    }
  }

  /**
   * Sends the status and the cursor of the stream to the other tabs. A tab at another cursor then fetches the events
   * that it lacks.
   */
  function sendPosition(): void {
    if (!leading) return
    send({ type: 'status', status, requestSubscriptions: false })
    const batch = position.empty()
    if (batch) send({ type: 'batch', batch })
  }

  function setStatus(next: Status): void {
    // Ignore a change from 'offline' to 'connecting': the status stays 'offline' until an answer comes.
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
