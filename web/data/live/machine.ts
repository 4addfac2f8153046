/**
 * All times in this file are in milliseconds. After `offlineAfter` without any answer, the page shows 'offline'. A
 * stream that has been silent for `deadAfter` is reopened.
 */
const offlineAfter = 10_000
const deadAfter = 60_000
/**
 * When the device wakes, a stream without bytes for this long is reopened. The server sends a heartbeat every 15 s, and
 * a phone that just woke may read the heartbeat a few seconds late.
 */
const heartbeatWithin = 20_000
const firstPause = 1000
const longestPause = 60_000
/** The timeout for the headers, and again for the first message. A 2G connection alone takes several seconds. */
const answerWithin = 10_000
/** A stream that ends within this time after it opened was probably cut by a proxy. */
const shortLived = 5000
/** After so many milliseconds of polling, the client tries a stream again. */
const pollFor = 5 * 60_000
const shortestHold = 5000
const longestHold = 30_000
/**
 * The pause between two polls. Events may be frequent, and each event ends a poll; the pause limits the requests of a
 * client.
 */
const betweenPolls = 300

const never = Number.POSITIVE_INFINITY

export type State = {
  readonly phase: 'idle' | 'waiting' | 'requesting' | 'reading'
  readonly transport: 'stream' | 'poll'
  /** The number of the request. A new request has a higher number and replaces the previous request. */
  readonly request: number
  /** The time at which the wait, or the request's timeout, ends. */
  readonly until: number
  /** The time at which the state becomes offline unless an answer comes first; `never` while answers come. */
  readonly offlineAt: number
  readonly offline: boolean
  readonly receivedAt: number
  /** The next wait between attempts, before a random factor spreads the attempts of many clients. */
  readonly pause: number
  /**
   * The number of streams in a row that sent nothing or were cut soon after they opened. After two of them, the client
   * polls.
   */
  readonly failedStreams: number
  /** The time of the stream's first bytes, or the time at which polling began. */
  readonly since: number
  /** How long the server may delay the answer to a poll, to wait for an event. */
  readonly pollHold: number
}

export type MachineEvent =
  /** The topics or the account have changed. */
  | { readonly type: 'begin' }
  | { readonly type: 'stop' }
  /** The headers of an answer other than a refusal arrived. */
  | { readonly type: 'answered' }
  /** The stream sent bytes, possibly a heartbeat. */
  | { readonly type: 'received' }
  | { readonly type: 'polled' }
  /** The server closes the stream and names the delay of the next request. */
  | { readonly type: 'bye'; readonly after: number }
  /** The server answered with a status from 400 to 499. */
  | { readonly type: 'refused' }
  | { readonly type: 'lost' }
  /** The tab or the device was resumed: an open stream may be dead. */
  | { readonly type: 'woke' }
  /** `network-changed`: the device is on another network, but an open stream still uses the old network. */
  | { readonly type: 'network-gone' | 'network-back' | 'network-changed' | 'tick' }

export type Status = 'idle' | 'connecting' | 'open' | 'polling' | 'offline'

export const start: State = {
  phase: 'idle',
  transport: 'stream',
  request: 0,
  until: never,
  offlineAt: never,
  offline: false,
  receivedAt: 0,
  pause: firstPause,
  failedStreams: 0,
  since: 0,
  pollHold: shortestHold,
}

/** Returns the state after an event. `chance`, from 0 up to 1, spreads the retries of many clients. */
export function reduce(before: State, event: MachineEvent, now: number, chance: number): State {
  const state = ofRequest.has(event.type) ? before : advance(before, now, chance)
  switch (event.type) {
    case 'begin':
      return send(state, now)
    case 'stop':
      return { ...state, phase: 'idle', until: never, offlineAt: never }
    case 'answered':
      return { ...online(state), until: now + answerWithin }
    case 'received':
      return {
        ...online(state),
        phase: 'reading',
        until: now + deadAfter,
        receivedAt: now,
        since: state.phase === 'reading' ? state.since : now,
      }
    case 'polled':
      return wait(
        { ...online(state), pollHold: Math.min(state.pollHold * 2, longestHold), pause: firstPause },
        now + betweenPolls,
      )
    case 'bye':
      return wait({ ...online(state), pause: firstPause }, now + event.after)
    case 'refused':
      return backOff(online(state), now, chance)
    case 'lost':
      return lost(state, now, chance)
    case 'network-gone':
      return state.phase === 'idle' ? state : backOff(doubt(state, now), now, chance)
    case 'network-back':
      return state.phase === 'waiting'
        ? send({ ...state, transport: 'stream', failedStreams: 0, pause: firstPause }, now)
        : state
    case 'network-changed':
      return state.phase === 'idle' ? state : send({ ...state, pause: firstPause }, now)
    case 'woke':
      if (state.phase === 'waiting') return send(state, now)
      if (state.phase !== 'reading') return state
      return advance({ ...state, until: Math.min(state.until, state.receivedAt + heartbeatWithin) }, now, chance)
    case 'tick':
      return state
  }
}

/**
 * The events that report on the pending request. `reduce` applies these events even after the request's timeout,
 * because an answer proves that the server was reached. Before any other event, `reduce` applies the timeouts that have
 * passed, because a sleeping phone runs no timers.
 */
const ofRequest: ReadonlySet<MachineEvent['type']> = new Set([
  'answered',
  'received',
  'polled',
  'bye',
  'refused',
  'lost',
])

export function due({ until, offlineAt, offline }: State): number {
  return Math.min(until, offline ? never : offlineAt)
}

export function status({ phase, transport, offline }: State): Status {
  if (phase === 'idle') return 'idle'
  if (offline) return 'offline'
  if (transport === 'poll') return 'polling'
  return phase === 'reading' ? 'open' : 'connecting'
}

function advance(before: State, now: number, chance: number): State {
  const state = now >= before.offlineAt ? { ...before, offline: true } : before
  if (now < state.until) return state
  if (state.phase === 'requesting') return lost(state, now, chance, true)
  return send(state, now)
}

function send(state: State, now: number): State {
  const retryStream = state.transport === 'poll' && now - state.since >= pollFor
  // Count one failure in advance: after a second failed stream the client polls, so one failure of this stream
  // suffices.
  const next: State = retryStream ? { ...state, transport: 'stream', failedStreams: 1 } : state
  const held = next.transport === 'poll' ? next.pollHold : 0
  return {
    ...next,
    phase: 'requesting',
    request: next.request + 1,
    until: now + answerWithin + held,
    offlineAt: Math.min(next.offlineAt, now + offlineAfter + held),
  }
}

function lost(state: State, now: number, chance: number, timedOut = false): State {
  const lasted = state.phase === 'reading' && now - state.since >= shortLived
  // A stream counts as blocked if its request timed out, if it was cut soon after it opened, or if it failed although
  // the server could be reached before.
  const blocked =
    state.transport === 'stream' && !lasted && (timedOut || state.phase === 'reading' || state.offlineAt === never)
  const failedStreams = lasted ? 0 : state.failedStreams + (blocked ? 1 : 0)
  const next = doubt({ ...state, failedStreams, pollHold: shortestHold, pause: lasted ? firstPause : state.pause }, now)
  if (blocked && failedStreams >= 2) return send({ ...next, transport: 'poll', since: now }, now)
  return backOff(next, now, chance)
}

function backOff(state: State, now: number, chance: number): State {
  const next = { ...state, pause: Math.min(state.pause * 1.5, longestPause) }
  return wait(next, now + Math.min(state.pause * (0.5 + chance), longestPause))
}

function wait(state: State, until: number): State {
  return { ...state, phase: 'waiting', until }
}

function online(state: State): State {
  return { ...state, offline: false, offlineAt: never }
}

function doubt(state: State, now: number): State {
  return { ...state, offlineAt: Math.min(state.offlineAt, now + offlineAfter) }
}
