import type { Bye, Changes, LiveEvent, Topic } from '#contract/live.ts'
import * as Machine from './machine.ts'

export type Listeners = {
  /** What happened, and where the reader stands after it. Also called with no events, when only the cursor moves on. */
  readonly onEvents: (events: readonly LiveEvent[], cursor: string) => void
  /**
   * What belongs to these topics must be read anew: we were away too long, or follow them only now. What happens while
   * that is being read comes as events.
   */
  readonly onReset: (topics: readonly Topic[]) => void
  readonly onStatus: (status: Machine.Status) => void
  /** The session no longer holds for these topics (401 or 403): ask who is signed in, then `follow` what is left. */
  readonly onRefused: () => void
}

export type Connection = {
  /**
   * What to follow from now on, and for whom (the account's id; '' signed out). Nothing, and the connection is let go.
   */
  follow(topics: readonly Topic[], account?: string): void
  close(): void
}

/**
 * Keeps one connection to the server from the first `follow` on. `since` is the cursor of what the page shows already;
 * without one, everything is reported as to be read anew. `origin` is where the server is, if not where the page is from.
 *
 * It reads the stream by `fetch`, because an EventSource hides what is needed here: the status of a refusal, heartbeats, a
 * cursor of one's own to begin with, and when to try again.
 */
export function connect({
  since,
  origin = '',
  onEvents,
  onReset,
  onStatus,
  onRefused,
}: Listeners & { since?: string | undefined; origin?: string }): Connection {
  let state = Machine.start
  let topics: readonly Topic[] = []
  let account = ''
  let cursor = since
  /** What the cursor holds for: all that the page begins with. */
  let followed: readonly string[] | undefined
  let request = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = (happening: Machine.Happening) => {
    const before = state
    state = Machine.step(before, happening, Date.now(), Math.random())
    const asks = state.request !== before.request
    if (asks || state.does === 'wait' || state.does === 'rest') request.abort()
    clearTimeout(timer)
    const due = Machine.due(state) - Date.now()
    if (due < Number.POSITIVE_INFINITY) timer = setTimeout(tell, Math.max(due, 0), { type: 'tick' })
    if (asks) {
      request = new AbortController()
      void send(request.signal)
    }
    if (Machine.status(state) !== Machine.status(before)) onStatus(Machine.status(state))
  }

  const send = async (signal: AbortSignal) => {
    const { how, hold } = state
    const asked = topics
    const scope = asked.map((topic) => (topic === 'menu' ? topic : `${topic} ${account}`))
    const query = new URLSearchParams({ topics: asked.join() })
    if (cursor !== undefined) query.set('since', cursor)
    if (how === 'poll') query.set('wait', `${hold / 1000}`)

    const receive = (changes: Changes) => {
      const unread = changes.reset || cursor === undefined
      const anew = asked.filter((_, index) => unread || !(followed ?? scope).includes(scope[index] ?? ''))
      cursor = changes.cursor
      followed = scope
      onEvents(changes.events, cursor)
      if (anew.length > 0) onReset(anew)
    }

    try {
      const response = await fetch(`${origin}/api/${how === 'poll' ? 'changes' : 'stream'}?${query}`, {
        signal,
        cache: 'no-store',
      })
      if (response.status >= 400 && response.status < 500) {
        tell({ type: 'refused' })
        if (response.status === 401 || response.status === 403) onRefused()
        return
      }
      // A login page of the café's network answers 200 as well.
      const type = how === 'poll' ? 'application/json' : 'text/event-stream'
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith(type)) throw response
      tell({ type: 'answered' })
      if (how === 'poll') {
        const changes: Changes = await response.json()
        tell({ type: 'polled' })
        return receive(changes)
      }
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      let text = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) throw response
        if (signal.aborted) return
        tell({ type: 'heard' })
        const messages = (text + decoder.decode(value, { stream: true })).split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) {
          const data = /^data: (.*)/m.exec(message)?.[1]
          if (!data) continue
          if (message.startsWith('event: bye'))
            return tell({ type: 'bye', after: (JSON.parse(data) as Bye).comeBackAfter })
          receive(JSON.parse(data))
          if (signal.aborted) return
        }
      }
    } catch {
      if (!signal.aborted) tell({ type: 'lost' })
    }
  }

  // A tab that nobody sees may let go, but not the desk's: it rings.
  const look = () => tell({ type: document.hidden && !topics.includes('desk') ? 'hidden' : 'seen' })
  const notice = ({ type }: Event) => {
    if (topics.length === 0) return
    if (type === 'online') tell({ type: 'network-back' })
    else if (type === 'offline') tell({ type: 'network-gone' })
    // A page with a request under way would not be kept for the way back.
    else if (type === 'pagehide') tell({ type: 'rest' })
    else look()
  }
  const watched = [
    [window, ['online', 'offline', 'pagehide', 'pageshow']],
    [document, ['visibilitychange']],
  ] as const
  for (const [target, types] of watched) for (const type of types) target.addEventListener(type, notice)

  return {
    follow(next, whose = '') {
      if (next.join() === topics.join() && whose === account) return
      topics = next
      account = whose
      tell({ type: topics.length > 0 ? 'begin' : 'rest' })
      if (topics.length > 0 && document.hidden) look()
    },
    close() {
      for (const [target, types] of watched) for (const type of types) target.removeEventListener(type, notice)
      topics = []
      tell({ type: 'rest' })
    },
  }
}
