import type { Bye, Changes, Topic } from '#contract/live.ts'
import * as Machine from './machine.ts'
import { type News, scopesOf } from './reader.ts'

type Listeners = {
  readonly onNews: (news: News) => void
  readonly onStatus: (status: Machine.Status) => void
  /** The session no longer holds for these topics (401 or 403): ask who is signed in, then `follow` what is left. */
  readonly onRefused: () => void
}

/** One connection to the server, from the first `follow` on. */
export type Connection = {
  /**
   * What to follow from now on, and for whom (the account's id; '' signed out). Nothing, and the connection is let go.
   */
  follow(topics: readonly Topic[], account?: string): void
  close(): void
}

/** LIVE-8. */
export const terminated = 'The client has already been terminated.'

/** Milliseconds. A clock that jumped further between two looks has slept. */
const lookEvery = 5000

/**
 * Goes on from the cursor `since`. `origin` is where the server is, if not where the page is from.
 *
 * It reads the stream by `fetch`, because an EventSource hides what is needed here: the status of a refusal, heartbeats, a
 * cursor of one's own to begin with, and when to try again.
 */
export function connect({
  since,
  origin,
  onNews,
  onStatus,
  onRefused,
}: Listeners & { since: string | undefined; origin: string }): Connection {
  let state = Machine.start
  let topics: readonly Topic[] = []
  let account = ''
  let cursor = since
  let request = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const tell = (event: Machine.Happening) => {
    const before = state
    state = Machine.step(before, event, Date.now(), Math.random())
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
    const scopes = scopesOf(topics, account)
    const query = new URLSearchParams({ topics: topics.join() })
    if (cursor !== undefined) query.set('since', cursor)
    if (how === 'poll') query.set('wait', `${hold / 1000}`)

    const receive = (changes: Changes) => {
      const from = cursor
      cursor = changes.cursor
      onNews({ from, scopes, changes })
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

  const { connection: network } = navigator as { connection?: EventTarget & { type?: string } }
  let carrier = network?.type
  const notice = ({ type }: Event) => {
    if (type === 'online') tell({ type: 'network-back' })
    else if (type === 'offline') tell({ type: 'network-gone' })
    else if (type !== 'change') {
      if (!document.hidden) tell({ type: 'woke' })
    } else if (network?.type !== carrier) {
      // It also speaks of every guess at the network's speed.
      carrier = network?.type
      tell({ type: 'moved' })
    }
  }
  const watched: readonly (readonly [EventTarget | undefined, readonly string[]])[] = [
    [window, ['online', 'offline', 'pageshow']],
    [document, ['visibilitychange', 'resume']],
    [network, ['change']],
  ]
  for (const [target, types] of watched) for (const type of types) target?.addEventListener(type, notice)

  let looked = Date.now()
  const looking = setInterval(() => {
    if (Date.now() - looked > 3 * lookEvery) tell({ type: 'woke' })
    looked = Date.now()
  }, lookEvery)

  return {
    follow(next, whose = '') {
      if (closed) throw new Error(terminated)
      if (next.join() === topics.join() && whose === account) return
      topics = next
      account = whose
      tell({ type: topics.length > 0 ? 'begin' : 'rest' })
    },
    close() {
      closed = true
      clearInterval(looking)
      for (const [target, types] of watched) for (const type of types) target?.removeEventListener(type, notice)
      topics = []
      tell({ type: 'rest' })
    },
  }
}
