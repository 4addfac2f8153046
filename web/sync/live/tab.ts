import type { Changes, LiveEvent, Topic } from '#contract/live.ts'
import { type Connection, connect, terminated } from './connection.ts'
import type { Status } from './machine.ts'
import { watchPresence } from './presence.ts'
import { type News, type Position, read, scopesOf, topicOf } from './reader.ts'

export type Listeners = {
  /** What happened, and how far the tab is with it. Also called with no events, when only the cursor moves on. */
  readonly onEvents: (events: readonly LiveEvent[], cursor: string | undefined) => void
  /**
   * What belongs to these topics must be read anew: we were away too long, or follow them only now. What happens while
   * that is being read comes as events.
   */
  readonly onReset: (topics: readonly Topic[]) => void
  readonly onStatus: (status: Status) => void
  /** Somebody else may be signed in by now, or nobody: ask, then `follow` what is left. */
  readonly onRefused: () => void
}

/** What a tab follows, and for whom. */
type Wish = { readonly topics: readonly Topic[]; readonly account: string; readonly mayLead: boolean }

/** What the tabs of a browser tell each other. */
type Message =
  /** From every tab that takes part, when it comes, changes its wish or goes (with no topics). `was`: the account before. */
  | { readonly type: 'wish'; readonly tab: string; readonly wish: Wish; readonly was: string }
  /** From the leader; a new one asks for everybody's wishes. */
  | { readonly type: 'status'; readonly status: Status; readonly awaitingSubstitution: boolean }
  | { readonly type: 'news'; readonly news: News }
  | { readonly type: 'refused' }

/** The name of the lock that the leader holds, and of the channel. */
const name = 'buka-live'

/** Milliseconds. A leader that does not answer for so long is no leader: a phone stops the scripts of what it hides. */
const leaderAnswersWithin = 3000
const catchUpWithin = 10_000
const catchUpAgainAfter = 3000

const allTopics: readonly Topic[] = ['menu', 'orders', 'deliveries', 'desk']

/**
 * This tab's part in the one stream of the browser. The tab that holds the lock leads: it keeps the connection, for all
 * that any tab follows, and passes on what comes. The browser gives the lock to the next when the leader closes or
 * crashes; that one goes on from the cursor it had come to itself, and whoever had come to another fetches what lies
 * between. Where there are no locks or channels, every tab leads for itself.
 *
 * `since` is the cursor of what the page shows already; without one, everything is reported as to be read anew.
 */
export function openTab({
  since,
  origin = '',
  onEvents,
  onReset,
  onStatus,
  onRefused,
}: Listeners & { since?: string | undefined; origin?: string }): Connection {
  const me = `${Math.random()}`
  const alone = navigator.locks === undefined || typeof BroadcastChannel === 'undefined'
  let topics: readonly Topic[] = []
  let account = ''
  let was = ''
  let closed = false
  let position: Position = { cursor: since, followed: undefined }
  let status: Status = 'resting'
  let channel: BroadcastChannel | undefined
  let takesPart = false
  let candidacy: { leave(): void } | undefined
  let leading: { readonly connection: Connection; readonly wishes: Map<string, Wish> } | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  /** The last that was heard of the stream. */
  let heard: News | undefined
  let catchingUp = false

  const presence = watchPresence(() => topics.includes('desk'), attend)

  function wish(): Wish {
    return { topics: takesPart ? topics : [], account, mayLead: !presence.hidden || topics.includes('desk') }
  }

  function say(message: Message): void {
    channel?.postMessage(message)
  }

  /** Joins or leaves by what this tab follows and by whether anybody looks; tells the others what it wishes now. */
  function attend(): void {
    const before = takesPart
    takesPart = !closed && presence.takesPart && topics.length > 0
    if (!takesPart && !before) return
    if (takesPart && !alone && !channel) {
      channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }) => listen(data)
    }
    say({ type: 'wish', tab: me, wish: wish(), was })
    was = account
    if (leading) {
      leading.wishes.set(me, wish())
      serve()
    }
    if (takesPart) {
      apply()
      return
    }
    stepDown()
    clearTimeout(silence)
    channel?.close()
    channel = undefined
    show('resting')
  }

  /** Stands in line to lead, where this tab may. */
  function apply(): void {
    if (alone) {
      if (!leading) lead()
      return
    }
    if (leading || !wish().mayLead) return
    if (!candidacy) stand()
    clearTimeout(silence)
    silence = setTimeout(() => {
      candidacy?.leave()
      stand({ steal: true })
    }, leaderAnswersWithin)
    if (status === 'resting') show('connecting')
  }

  function stand({ steal = false } = {}): void {
    const queue = new AbortController()
    let release = () => {}
    const turn = new Promise<void>((resolve) => {
      release = resolve
    })
    const mine = {
      leave() {
        release()
        queue.abort()
      },
    }
    candidacy = mine
    const led = navigator.locks.request(name, steal ? { steal } : { signal: queue.signal }, () => {
      if (candidacy !== mine) return
      lead()
      return turn
    })
    // Over without having left: another tab took us for dead.
    const superseded = () => {
      if (candidacy !== mine) return
      stepDown()
      attend()
    }
    led.then(superseded, superseded)
  }

  function lead(): void {
    clearTimeout(silence)
    const connection = connect({
      since: position.cursor,
      origin,
      onNews(news) {
        say({ type: 'news', news })
        take(news)
      },
      onStatus(status) {
        say({ type: 'status', status, awaitingSubstitution: false })
        show(status)
      },
      onRefused() {
        // Of a tab that crashed, or does not know yet.
        leading?.wishes.clear()
        leading?.wishes.set(me, wish())
        say({ type: 'refused' })
        onRefused()
      },
    })
    leading = { connection, wishes: new Map([[me, wish()]]) }
    say({ type: 'status', status: 'connecting', awaitingSubstitution: true })
    serve()
  }

  /** Follows what any tab wishes. A leader that nobody sees makes way for a tab that somebody does. */
  function serve(): void {
    if (!leading) return
    const wishes = [...leading.wishes.values()].filter(({ topics }) => topics.length > 0)
    if (!wish().mayLead && wishes.some(({ mayLead }) => mayLead)) {
      stepDown()
      return
    }
    // There is one session: of two accounts the one that was told of last.
    const whose = wishes.findLast(({ account }) => account !== '')?.account ?? ''
    const wanted = allTopics.filter((topic) =>
      wishes.some(({ topics, account }) => topics.includes(topic) && (topic === 'menu' || account === whose)),
    )
    leading.connection.follow(wanted, whose)
  }

  function stepDown(): void {
    leading?.connection.close()
    leading = undefined
    candidacy?.leave()
    candidacy = undefined
  }

  function listen(message: Message): void {
    if (message.type === 'wish') {
      const { tab, wish, was } = message
      if (was !== '' && was === account && wish.account !== was) onRefused()
      if (!leading) return
      leading.wishes.delete(tab)
      if (wish.topics.length > 0) leading.wishes.set(tab, wish)
      serve()
      answer()
      return
    }
    // Of two that lead for a moment, the one that was superseded learns it from its lock.
    if (leading) return
    clearTimeout(silence)
    if (message.type === 'news') take(message.news)
    else if (message.type === 'refused') onRefused()
    else show(message.status)
    if (message.type !== 'news' && (message.type === 'refused' || message.awaitingSubstitution)) {
      say({ type: 'wish', tab: me, wish: wish(), was })
    }
  }

  /** Where the stream is: whoever has come elsewhere catches up. */
  function answer(): void {
    if (!leading) return
    say({ type: 'status', status, awaitingSubstitution: false })
    if (!heard) return
    const { scopes, changes } = heard
    const { cursor } = changes
    say({ type: 'news', news: { from: cursor, scopes, changes: { cursor, reset: false, events: [] } } })
  }

  function take(news: News): void {
    heard = news
    const { position: next, events, anew, gap } = read(position, scopesOf(topics, account), news)
    position = next
    onEvents(events, next.cursor)
    if (anew.length > 0) onReset(anew)
    if (gap) void catchUp()
  }

  /** Fetches what happened between this tab's cursor and the stream's; what comes down the stream meanwhile is taken. */
  async function catchUp(): Promise<void> {
    const { cursor: from, followed = [] } = position
    if (catchingUp || !takesPart || from === heard?.changes.cursor) return
    catchingUp = true
    try {
      const query = new URLSearchParams({ topics: followed.map(topicOf).join(), since: from ?? '', wait: '0' })
      const response = await fetch(`${origin}/api/changes?${query}`, {
        signal: AbortSignal.timeout(catchUpWithin),
        cache: 'no-store',
      })
      if (response.status === 401 || response.status === 403) return onRefused()
      if (!response.ok) throw response
      const changes: Changes = await response.json()
      // Read from the records after the stream had come to where it is, so it covers that too.
      if (position.cursor === from && heard) {
        take({ from, scopes: position.followed ?? followed, changes: { ...changes, cursor: heard.changes.cursor } })
      }
    } catch {
      setTimeout(() => void catchUp(), catchUpAgainAfter)
    } finally {
      catchingUp = false
    }
  }

  function show(next: Status): void {
    // Another tab that tries is not yet an answer.
    if (next === status || (status === 'offline' && next === 'connecting')) return
    status = next
    onStatus(next)
  }

  return {
    follow(next, whose = '') {
      if (closed) throw new Error(terminated)
      if (next.join() === topics.join() && whose === account) return
      topics = next
      account = whose
      attend()
    },
    close() {
      closed = true
      presence.close()
      attend()
    },
  }
}
