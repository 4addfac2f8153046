import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** One client of the live feed. */
export type StreamClient = {
  /** The processes it may go to. */
  readonly urls: readonly string[]
  /** As the query has them: 'menu,orders'. */
  readonly topics: string
  /** Whose events these are: 'menu', 'desk', 'customer:…'. */
  readonly audiences: readonly string[]
  readonly cookie: string
  readonly address: string
  /** `hop`: leaves at random moments and comes back with its last id, to any process. `poll`: never streams. */
  readonly mode: 'stream' | 'reconnect' | 'poll'
  /** What to read anew when received to: a path that answers an OrderList. */
  readonly listPath?: string
}

/** A document that changed, as it is at the end. */
export type Outcome = {
  readonly subject: string
  readonly version: number
  readonly audiences: readonly string[]
  /** On the wall clock; what was read anew later needs not be received. */
  readonly changedAt?: number
}

export type Findings = {
  readonly clients: number
  /** Events of all clients. */
  readonly received: number
  /** Seats that do not know every document of theirs as it is. */
  readonly behind: number
  /** Versions that a client did not hear of, though it received a later one. */
  readonly skipped: number
  /** Versions that a client received again, or after a later one. */
  readonly repeated: number
  /** Events of others. */
  readonly foreign: number
  /** Latencies a client was received to read anew. */
  readonly resets: number
  /** Latencies a client came back after its connection was cut, or left it. */
  readonly reconnects: number
  /** Bytes that came down the sockets, framing of HTTP included. */
  readonly bytes: number
  /** What had no business to happen, such as a refusal. */
  readonly unexpected: readonly string[]
}

/** Milliseconds. */
export type Latencies = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number }

export type Command =
  | { readonly type: 'connect'; readonly clients: readonly StreamClient[]; readonly seed: number }
  /** Waits until all clients know these, at max `ms` milliseconds. */
  | { readonly type: 'converge'; readonly outcomes: readonly Outcome[]; readonly ms: number }
  /** Waits until all clients are connected. */
  | { readonly type: 'waitConnected' }
  /** How long the changes took to the clients; by 'subject version', the moment on the wall clock. */
  | { readonly type: 'measure'; readonly changed: ReadonlyMap<string, number> }
  | { readonly type: 'disconnect' }

/** What a moment on the wall clock is called in every process: milliseconds, with fractions. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now()
}

/** Clients in a process of their own, so that what they cost is not the restaurant's. */
export type StreamClients = {
  connect(clients: readonly StreamClient[], seed: number): Promise<void>
  converge(outcomes: readonly Outcome[], ms: number): Promise<Findings>
  /** Resolves when all clients are connected: the milliseconds that took. */
  waitConnected(): Promise<number>
  measure(changed: ReadonlyMap<string, number>): Promise<Latencies>
  /** All clients are given up, and what they know is forgotten. */
  disconnect(): Promise<void>
  close(): void
}

export function startStreamClients(): StreamClients {
  const child = fork(fileURLToPath(new URL('./stream-client-process.ts', import.meta.url)), {
    serialization: 'advanced',
  })
  const ask = <Answer>(command: Command) => answerOf<Answer>(child, command)
  return {
    connect: (clients, seed) => ask({ type: 'connect', clients, seed }),
    converge: (outcomes, ms) => ask({ type: 'converge', outcomes, ms }),
    waitConnected: () => ask({ type: 'waitConnected' }),
    measure: (changed) => ask({ type: 'measure', changed }),
    disconnect: () => ask({ type: 'disconnect' }),
    close: () => child.kill('SIGKILL'),
  }
}

/** One command at a time. */
function answerOf<Answer>(child: ChildProcess, command: Command): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The streamClients' process ended (${code}).`))
    child.once('exit', fail)
    child.once('message', (answer) => {
      child.off('exit', fail)
      resolve(answer as Answer)
    })
    child.send(command)
  })
}
