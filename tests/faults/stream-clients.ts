import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type StreamClient = {
  /** The addresses of the processes to which the client may connect. */
  readonly urls: readonly string[]
  /** Topics as in the query: 'menu,orders'. */
  readonly topics: string
  /** Audiences of these topics: 'menu', 'desk', 'customer:…'. */
  readonly audiences: readonly string[]
  readonly cookie: string
  readonly address: string
  /** `reconnect`: disconnects at random and resumes from its cursor at any process. `poll`: long polling. */
  readonly mode: 'stream' | 'reconnect' | 'poll'
  /** The path of the OrderList to reread after a reset. */
  readonly listPath?: string
}

/** The final version of a document. */
export type Outcome = {
  readonly subject: string
  readonly version: number
  readonly audiences: readonly string[]
  /** The time of the change by `wallClock`. A client that rereads later needs no event of this change. */
  readonly changedAt?: number
}

export type Findings = {
  readonly clients: number
  readonly received: number
  /** Clients without the final version of one of their documents. */
  readonly behind: number
  /** Versions that a client skipped before a later one. */
  readonly skipped: number
  /** Versions that a client received again, or after a later one. */
  readonly repeated: number
  /** Documents of other audiences that clients got. */
  readonly foreign: number
  readonly resets: number
  readonly reconnects: number
  /** Bytes received on the sockets, HTTP framing included. */
  readonly bytes: number
  readonly unexpected: readonly string[]
}

/** Latencies in milliseconds. */
export type Latencies = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number }

export type Command =
  | { readonly type: 'connect'; readonly clients: readonly StreamClient[]; readonly seed: number }
  /** Waits until all clients have these versions, at most `ms` milliseconds. */
  | { readonly type: 'converge'; readonly outcomes: readonly Outcome[]; readonly ms: number }
  | { readonly type: 'waitConnected' }
  /** Measures the latency from change to client. `changed` has wall-clock times by 'subject version'. */
  | { readonly type: 'measure'; readonly changed: ReadonlyMap<string, number> }
  | { readonly type: 'disconnect' }

/** The wall clock in milliseconds with fractions, comparable between processes. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now()
}

/** Clients in a separate process, so they do not slow the server down. */
export type StreamClients = {
  connect(clients: readonly StreamClient[], seed: number): Promise<void>
  converge(outcomes: readonly Outcome[], ms: number): Promise<Findings>
  /** Waits until all clients are connected. Resolves with the milliseconds of the wait. */
  waitConnected(): Promise<number>
  measure(changed: ReadonlyMap<string, number>): Promise<Latencies>
  /** Disconnects all clients and clears their state. */
  disconnect(): Promise<void>
  close(): void
}

export function startStreamClients(): StreamClients {
  const child = fork(fileURLToPath(new URL('./stream-client-process.ts', import.meta.url)), {
    serialization: 'advanced',
  })
  const ask = <Answer>(command: Command) => answerFrom<Answer>(child, command)
  return {
    connect: (clients, seed) => ask({ type: 'connect', clients, seed }),
    converge: (outcomes, ms) => ask({ type: 'converge', outcomes, ms }),
    waitConnected: () => ask({ type: 'waitConnected' }),
    measure: (changed) => ask({ type: 'measure', changed }),
    disconnect: () => ask({ type: 'disconnect' }),
    close: () => child.kill('SIGKILL'),
  }
}

/** Sends a command to a child process and returns its answer. Only one command at a time may wait for an answer. */
export function answerFrom<Answer>(child: ChildProcess, command: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`A child process ended (${code}).`))
    child.once('exit', fail)
    child.once('message', (answer) => {
      child.off('exit', fail)
      resolve(answer as Answer)
    })
    child.send(command)
  })
}
