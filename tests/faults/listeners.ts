import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** One client of the live feed. */
export type Seat = {
  /** The processes it may go to. */
  readonly urls: readonly string[]
  /** As the query has them: 'menu,orders'. */
  readonly topics: string
  /** Whose events these are: 'menu', 'desk', 'customer:…'. */
  readonly audiences: readonly string[]
  readonly cookie: string
  readonly address: string
  /** `hop`: leaves at random moments and comes back with its last id, to any process. `poll`: never streams. */
  readonly manner: 'stay' | 'hop' | 'poll'
  /** What to read anew when told to: a path that answers an OrderList. */
  readonly reads?: string
}

/** A document that changed, as it is at the end. */
export type Outcome = {
  readonly subject: string
  readonly version: number
  readonly audiences: readonly string[]
  /** On the wall clock; what was read anew later needs not be told. */
  readonly changedAt?: number
}

export type Findings = {
  readonly seats: number
  /** Events of all seats. */
  readonly heard: number
  /** Seats that do not know every document of theirs as it is. */
  readonly behind: number
  /** Versions that a seat did not hear of, though it heard a later one. */
  readonly skipped: number
  /** Versions that a seat heard again, or after a later one. */
  readonly repeated: number
  /** Events of others. */
  readonly foreign: number
  /** Times a seat was told to read anew. */
  readonly resets: number
  /** Times a seat came back after its connection was cut, or left it. */
  readonly returns: number
  /** Bytes that came down the sockets, framing of HTTP included. */
  readonly bytes: number
  /** What had no business to happen, such as a refusal. */
  readonly surprises: readonly string[]
}

/** Milliseconds. */
export type Times = { readonly count: number; readonly p50: number; readonly p99: number; readonly most: number }

export type Order =
  | { readonly say: 'sit'; readonly seats: readonly Seat[]; readonly seed: number }
  /** Waits until all seats know these, at most `ms` milliseconds. */
  | { readonly say: 'settle'; readonly outcomes: readonly Outcome[]; readonly ms: number }
  /** Waits until all seats are connected. */
  | { readonly say: 'gather' }
  /** How long the changes took to the seats; by 'subject version', the moment on the wall clock. */
  | { readonly say: 'measure'; readonly changed: ReadonlyMap<string, number> }
  | { readonly say: 'leave' }

/** What a moment on the wall clock is called in every process: milliseconds, with fractions. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now()
}

/** Clients in a process of their own, so that what they cost is not the restaurant's. */
export type Listeners = {
  sit(seats: readonly Seat[], seed: number): Promise<void>
  settle(outcomes: readonly Outcome[], ms: number): Promise<Findings>
  /** Resolves when all seats are connected: the milliseconds that took. */
  gather(): Promise<number>
  measure(changed: ReadonlyMap<string, number>): Promise<Times>
  /** All seats are given up, and what they know is forgotten. */
  leave(): Promise<void>
  close(): void
}

export function openListeners(): Listeners {
  const child = fork(fileURLToPath(new URL('./listening.ts', import.meta.url)), { serialization: 'advanced' })
  const ask = <Answer>(order: Order) => answerOf<Answer>(child, order)
  return {
    sit: (seats, seed) => ask({ say: 'sit', seats, seed }),
    settle: (outcomes, ms) => ask({ say: 'settle', outcomes, ms }),
    gather: () => ask({ say: 'gather' }),
    measure: (changed) => ask({ say: 'measure', changed }),
    leave: () => ask({ say: 'leave' }),
    close: () => child.kill('SIGKILL'),
  }
}

/** One order at a time. */
function answerOf<Answer>(child: ChildProcess, order: Order): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The listeners' process ended (${code}).`))
    child.once('exit', fail)
    child.once('message', (answer) => {
      child.off('exit', fail)
      resolve(answer as Answer)
    })
    child.send(order)
  })
}
