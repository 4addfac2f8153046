import { withTodaysNames } from '#contract/last-release.ts'
import type { Bye, Changes, Topic } from '#contract/live.ts'
import * as Machine from './machine.ts'
import { type Batch, scopesOf } from './reader.ts'

type Listeners = {
  readonly onBatch: (batch: Batch) => void
  readonly onStatus: (status: Machine.Status) => void
  /**
   * Called if the session does not allow the followed topics (401 or 403). The caller rereads the session, then calls
   * `follow` with the topics that the session allows.
   */
  readonly onRefused: () => void
}

export type Connection = {
  /**
   * Replaces the followed topics and the account: its id, or '' if signed out. Without topics the connection is closed.
   */
  follow(topics: readonly Topic[], account?: string): void
  close(): void
}

/** The error message of LIVE-8 if the connection is used after `close`. */
export const terminated = 'The client has already been terminated.'

/**
 * Milliseconds between two checks of the clock, which detect that the device has slept: the clock has then jumped by
 * more than three intervals.
 */
const sleepCheckEvery = 5000

/**
 * Reads the live stream from the cursor `since` on. `origin` is the server's origin, or '' for the page's. Uses `fetch`
 * instead of an EventSource, which would hide heartbeats and the status of a refusal.
 */
export function connect({
  since,
  origin,
  onBatch,
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

  const dispatch = (event: Machine.MachineEvent) => {
    const before = state
    state = Machine.reduce(before, event, Date.now(), Math.random())
    const sends = state.request !== before.request
    if (sends || state.phase === 'waiting' || state.phase === 'idle') request.abort()
    clearTimeout(timer)
    const due = Machine.due(state) - Date.now()
    if (due < Number.POSITIVE_INFINITY) timer = setTimeout(dispatch, Math.max(due, 0), { type: 'tick' })
    if (sends) {
      request = new AbortController()
      void send(request.signal)
    }
    if (Machine.status(state) !== Machine.status(before)) onStatus(Machine.status(state))
  }

  const send = async (signal: AbortSignal) => {
    const { transport, pollHold } = state
    const polls = transport === 'poll'
    const scopes = scopesOf(topics, account)
    const query = new URLSearchParams({ topics: topics.join() })
    if (cursor !== undefined) query.set('since', cursor)
    if (polls) query.set('wait', `${pollHold / 1000}`)

    const receive = (changes: Changes) => {
      const from = cursor
      cursor = changes.cursor
      onBatch({ from, scopes, changes })
    }

    try {
      const response = await fetch(`${origin}/api/${polls ? 'changes' : 'stream'}?${query}`, {
        signal,
        cache: 'no-store',
      })
      // A 4xx with an HTML page comes from a proxy that does not reach the server, and is not a refusal.
      const isProxys = response.headers.get('content-type')?.startsWith('text/html')
      if (response.status >= 400 && response.status < 500 && !isProxys) {
        dispatch({ type: 'refused' })
        if (response.status === 401 || response.status === 403) onRefused()
        return
      }
      // Check the content type, because the log-in page of a café's network also has the status 200.
      const type = polls ? 'application/json' : 'text/event-stream'
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith(type)) throw response
      dispatch({ type: 'answered' })
      if (polls) {
        const changes: Changes = withTodaysNames(await response.json())
        dispatch({ type: 'polled' })
        return receive(changes)
      }
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      let text = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) throw response
        if (signal.aborted) return
        dispatch({ type: 'received' })
        const messages = (text + decoder.decode(value, { stream: true })).split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) {
          const data = /^data: (.*)/m.exec(message)?.[1]
          if (!data) continue
          if (message.startsWith('event: bye'))
            return dispatch({ type: 'bye', after: (JSON.parse(data) as Bye).comeBackAfter })
          receive(withTodaysNames(JSON.parse(data)))
          if (signal.aborted) return
        }
      }
    } catch {
      if (!signal.aborted) dispatch({ type: 'lost' })
    }
  }

  const stopWatching = watchDevice((type) => dispatch({ type }))

  return {
    follow(nextTopics, nextAccount = '') {
      if (closed) throw new Error(terminated)
      if (nextTopics.join() === topics.join() && nextAccount === account) return
      topics = nextTopics
      account = nextAccount
      dispatch({ type: topics.length > 0 ? 'begin' : 'stop' })
    },
    close() {
      closed = true
      stopWatching()
      topics = []
      dispatch({ type: 'stop' })
    },
  }
}

type DeviceEvent = 'network-back' | 'network-gone' | 'network-changed' | 'woke'

/**
 * Reports changes of the network, and wake-ups of the device or the page. Returns a function that stops the reports.
 */
function watchDevice(report: (type: DeviceEvent) => void): () => void {
  const { connection: network } = navigator as { connection?: EventTarget & { type?: string } }
  let carrier = network?.type
  const notice = ({ type }: Event) => {
    if (type === 'online') report('network-back')
    else if (type === 'offline') report('network-gone')
    else if (type !== 'change') {
      if (!document.hidden) report('woke')
    } else if (network?.type !== carrier) {
      // The browser also fires 'change' for every new estimate of the network's speed, which is ignored.
      carrier = network?.type
      report('network-changed')
    }
  }
  const watched: readonly (readonly [EventTarget | undefined, readonly string[]])[] = [
    [window, ['online', 'offline', 'pageshow']],
    [document, ['visibilitychange', 'resume']],
    [network, ['change']],
  ]
  for (const [target, types] of watched) for (const type of types) target?.addEventListener(type, notice)

  let lastCheck = Date.now()
  const sleepCheck = setInterval(() => {
    if (Date.now() - lastCheck > 3 * sleepCheckEvery) report('woke')
    lastCheck = Date.now()
  }, sleepCheckEvery)

  return () => {
    clearInterval(sleepCheck)
    for (const [target, types] of watched) for (const type of types) target?.removeEventListener(type, notice)
  }
}
