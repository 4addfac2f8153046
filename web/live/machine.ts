/** All times are milliseconds. */
const offlineAfter = 10_000
const deadAfter = 60_000
const letGoAfter = 60_000
const firstPause = 1000
const longestPause = 60_000
/** For a first answer; over 2G a connection alone takes several seconds. */
const answerWithin = 10_000
/** A stream that ends sooner than this was cut by something on the way. */
const shortLived = 5000
/** How long polling goes on before streaming gets another chance. */
const pollFor = 5 * 60_000
const shortestPoll = 5000
const longestPoll = 30_000

/**
 * The connection to the server, as a value. `does`: `rest` where nobody looks, `wait` for the next try, `ask` until the
 * first message, `read` what comes down an open stream.
 */
export type State = {
  readonly does: 'rest' | 'wait' | 'ask' | 'read'
  readonly how: 'stream' | 'poll'
  /** Rises with every request that is to be made, in place of the one before. */
  readonly request: number
  /** When what it does has taken too long, or the wait is over. */
  readonly until: number
  /** When to show 'offline' unless an answer comes first; never while the server answers. */
  readonly offlineAt: number
  readonly offline: boolean
  /** When a tab that nobody sees lets go. */
  readonly restAt: number
  /** The next wait, before jitter. */
  readonly pause: number
  /** Streams in a row that opened and gave nothing, or were cut at once. Two, and streaming counts as blocked. */
  readonly duds: number
  /** When the stream began to give, or polling began. */
  readonly since: number
  /** How long the server may hold a poll. */
  readonly hold: number
}

export type Happening =
  /** Begin, or begin anew because what is asked for has changed. */
  | { readonly type: 'begin' }
  /** Nothing is to be followed, or the page is being left. */
  | { readonly type: 'rest' }
  /** The server answered with its headers. */
  | { readonly type: 'answered' }
  /** Something came down the stream: the first message, another, or a heartbeat. */
  | { readonly type: 'heard' }
  /** A poll came back whole. */
  | { readonly type: 'polled' }
  /** The server closes the stream and says when to come back. */
  | { readonly type: 'bye'; readonly after: number }
  /** The request failed or was cut. */
  | { readonly type: 'lost' }
  | { readonly type: 'network-gone' | 'network-back' | 'hidden' | 'seen' | 'tick' }

export type Status = 'resting' | 'connecting' | 'open' | 'polling' | 'offline'

const never = Number.POSITIVE_INFINITY

export const start: State = {
  does: 'rest',
  how: 'stream',
  request: 0,
  until: never,
  offlineAt: never,
  offline: false,
  restAt: never,
  pause: firstPause,
  duds: 0,
  since: 0,
  hold: shortestPoll,
}

/** `chance` is a number from 0 up to 1, which spreads the tries of many clients. */
export function step(state: State, happening: Happening, now: number, chance: number): State {
  // Timers sleep with the phone: what time alone has changed comes first.
  const next = pass(state, now, chance)
  switch (happening.type) {
    case 'begin':
      return ask(next, now)
    case 'rest':
      return rest(next)
    case 'answered':
      return { ...online(next), until: now + answerWithin + (next.how === 'poll' ? next.hold : 0) }
    case 'heard':
      return { ...online(next), does: 'read', until: now + deadAfter, since: next.does === 'ask' ? now : next.since }
    case 'polled':
      return polled(next, now)
    case 'bye':
      return wait(next, now, happening.after)
    case 'lost':
      return lost(next, now, chance)
    case 'network-gone':
      return next.does === 'rest' ? next : wait(next, now, backoff(next, chance))
    case 'network-back':
      return next.does === 'wait' ? ask({ ...next, how: 'stream', duds: 0, pause: firstPause }, now) : next
    case 'hidden':
      return { ...next, restAt: now + letGoAfter }
    case 'seen':
      return next.does === 'rest' ? ask({ ...next, restAt: never }, now) : { ...next, restAt: never }
    case 'tick':
      return next
  }
}
