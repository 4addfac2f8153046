/** All times are milliseconds. */
const offlineAfter = 10_000
const deadAfter = 60_000
/** Of a phone that just woke: heartbeats come every 15 s, and the next one may take its time. */
const beatWithin = 20_000
const firstPause = 1000
const longestPause = 60_000
/** For the headers, and again for the first message. Over 2G the connection alone takes several seconds. */
const answerWithin = 10_000
/** A stream that ends sooner was cut by something on the way. */
const shortLived = 5000
/** After so long on polls, streaming gets another chance. */
const pollFor = 5 * 60_000
const shortestHold = 5000
const longestHold = 30_000
/** Between polls, so that a busy restaurant does not turn them into a storm. */
const betweenPolls = 300

const never = Number.POSITIVE_INFINITY

/** The connection to the server, as a value. */
export type State = {
  /** Rests where nothing is followed, waits for the next try, asks until something comes, reads what comes down a stream. */
  readonly does: 'rest' | 'wait' | 'ask' | 'read'
  readonly how: 'stream' | 'poll'
  /** Rises with every request to be made; it takes the place of the one before. */
  readonly request: number
  /** When a wait is over, or a request has given nothing for too long. */
  readonly until: number
  /** When to show 'offline' unless an answer comes first; `never` once it came. */
  readonly offlineAt: number
  readonly offline: boolean
  /** When something came down the stream last. */
  readonly heard: number
  /** The next wait, before jitter. */
  readonly pause: number
  /** Streams in a row that opened and gave nothing, or were cut at once. At two, streaming counts as blocked. */
  readonly duds: number
  /** When the stream began to give, or the polling began. */
  readonly since: number
  /** How long the server may hold a poll. */
  readonly hold: number
}

export type Happening =
  /** Begin, or begin anew because something else is asked for. */
  | { readonly type: 'begin' }
  /** There is nothing to follow. */
  | { readonly type: 'rest' }
  /** The headers of a good answer came. */
  | { readonly type: 'answered' }
  /** Something came down the stream; heartbeats count. */
  | { readonly type: 'heard' }
  /** A poll came back. */
  | { readonly type: 'polled' }
  /** The server closes the stream, and asks to be called again after so long. */
  | { readonly type: 'bye'; readonly after: number }
  /** The server is there, and does not let us in. */
  | { readonly type: 'refused' }
  /** The request failed or was cut. */
  | { readonly type: 'lost' }
  /** The person, or the machine, is back from somewhere: what seems open may long be dead. */
  | { readonly type: 'woke' }
  /** `moved`: from one network to another; what is open hangs on the old one. */
  | { readonly type: 'network-gone' | 'network-back' | 'moved' | 'tick' }

export type Status = 'resting' | 'connecting' | 'open' | 'polling' | 'offline'

export const start: State = {
  does: 'rest',
  how: 'stream',
  request: 0,
  until: never,
  offlineAt: never,
  offline: false,
  heard: 0,
  pause: firstPause,
  duds: 0,
  since: 0,
  hold: shortestHold,
}

/** `chance`, from 0 up to 1, spreads the tries of many clients. */
export function step(before: State, event: Happening, now: number, chance: number): State {
  const state = ofRequest.has(event.type) ? before : pass(before, now, chance)
  switch (event.type) {
    case 'begin':
      return ask(state, now)
    case 'rest':
      return rest(state)
    case 'answered':
      return { ...online(state), until: now + answerWithin }
    case 'heard':
      return {
        ...online(state),
        does: 'read',
        until: now + deadAfter,
        heard: now,
        since: state.does === 'read' ? state.since : now,
      }
    case 'polled':
      return wait(
        { ...online(state), hold: Math.min(state.hold * 2, longestHold), pause: firstPause },
        now + betweenPolls,
      )
    case 'bye':
      return wait({ ...online(state), pause: firstPause }, now + event.after)
    case 'refused':
      return retreat(online(state), now, chance)
    case 'lost':
      return lost(state, now, chance)
    case 'network-gone':
      return state.does === 'rest' ? state : retreat(doubt(state, now), now, chance)
    case 'network-back':
      return state.does === 'wait' ? ask({ ...state, how: 'stream', duds: 0, pause: firstPause }, now) : state
    case 'moved':
      return state.does === 'rest' ? state : ask({ ...state, pause: firstPause }, now)
    case 'woke':
      if (state.does === 'wait') return ask(state, now)
      if (state.does !== 'read') return state
      return pass({ ...state, until: Math.min(state.until, state.heard + beatWithin) }, now, chance)
    case 'tick':
      return state
  }
}

/** These tell of the request under way, however late. Before any other, what time has changed comes first: timers sleep with the phone. */
const ofRequest: ReadonlySet<Happening['type']> = new Set(['answered', 'heard', 'polled', 'bye', 'refused', 'lost'])

/** When the next `tick` is due. */
export function due({ until, offlineAt, offline }: State): number {
  return Math.min(until, offline ? never : offlineAt)
}

export function status({ does, how, offline }: State): Status {
  if (does === 'rest') return 'resting'
  if (offline) return 'offline'
  if (how === 'poll') return 'polling'
  return does === 'read' ? 'open' : 'connecting'
}

function pass(before: State, now: number, chance: number): State {
  const state = now >= before.offlineAt ? { ...before, offline: true } : before
  if (now < state.until) return state
  if (state.does === 'ask') return lost(state, now, chance, true)
  return ask(state, now)
}

function ask(state: State, now: number): State {
  const again = state.how === 'poll' && now - state.since >= pollFor
  // One dud more, and it is polls again.
  const next: State = again ? { ...state, how: 'stream', duds: 1 } : state
  const held = next.how === 'poll' ? next.hold : 0
  return {
    ...next,
    does: 'ask',
    request: next.request + 1,
    until: now + answerWithin + held,
    offlineAt: Math.min(next.offlineAt, now + offlineAfter + held),
  }
}

function lost(state: State, now: number, chance: number, slow = false): State {
  const lasted = state.does === 'read' && now - state.since >= shortLived
  // Asked and answered, so the network is there: it is the stream that does not come through.
  const dud = state.how === 'stream' && !lasted && (slow || state.does === 'read' || state.offlineAt === never)
  const duds = lasted ? 0 : state.duds + (dud ? 1 : 0)
  const next = doubt({ ...state, duds, hold: shortestHold, pause: lasted ? firstPause : state.pause }, now)
  if (dud && duds >= 2) return ask({ ...next, how: 'poll', since: now }, now)
  return retreat(next, now, chance)
}

function retreat(state: State, now: number, chance: number): State {
  const next = { ...state, pause: Math.min(state.pause * 1.5, longestPause) }
  return wait(next, now + Math.min(state.pause * (0.5 + chance), longestPause))
}

function wait(state: State, until: number): State {
  return { ...state, does: 'wait', until }
}

function rest(state: State): State {
  return { ...state, does: 'rest', until: never, offlineAt: never }
}

function online(state: State): State {
  return { ...state, offline: false, offlineAt: never }
}

function doubt(state: State, now: number): State {
  return { ...state, offlineAt: Math.min(state.offlineAt, now + offlineAfter) }
}
