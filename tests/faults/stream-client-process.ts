// The child process of `stream-clients.ts`: runs the clients and counts their events.
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '#contract/live.ts'
import type { OrderList } from '#contract/order/orders.ts'
import { randomOf } from './random.ts'
import { readStream } from './stream.ts'
import {
  type Command,
  type Findings,
  type Latencies,
  type Outcome,
  type StreamClient,
  wallClock,
} from './stream-clients.ts'

/** LIVE-3: the longest first pause before a reconnect, in milliseconds. */
const firstPause = 1000
const growth = 1.5

const connectTimeout = 60_000

type Connection = {
  readonly client: StreamClient
  readonly versions: Map<string, number>
  /** Wall-clock time of the last reread, whose list lacks documents that were finished before. */
  readAt: number
  connected: boolean
  disconnect(): void
}

const counts = { received: 0, skipped: 0, repeated: 0, resets: 0, reconnects: 0, bytes: 0 }
const unexpected = new Set<string>()
/** Wall-clock times of receipt, by 'subject version'. */
const receivedAt = new Map<string, number[]>()
let connections: Connection[] = []

function connect(client: StreamClient, random: () => number): Connection {
  const versions = new Map<string, number>()
  /** The newest version of each document that an event has brought since the last reset. */
  const received = new Map<string, number>()
  let isWhole = true
  let cursor: string | undefined
  let over = false
  let request: ReturnType<typeof get> | undefined
  const connection: Connection = {
    client,
    versions,
    readAt: 0,
    connected: false,
    disconnect() {
      over = true
      request?.destroy()
    },
  }

  const remember = (subject: string, version: number) => {
    versions.set(subject, Math.max(version, versions.get(subject) ?? 0))
  }

  const reread = async () => {
    for (; client.listPath !== undefined && !over; await sleep(500)) {
      const readAt = wallClock()
      const answer = await fetch(`${client.urls[0]}${client.listPath}`, { headers: { Cookie: client.cookie } })
        .then((response) => (response.ok ? (response.json() as Promise<OrderList>) : undefined))
        .catch(() => undefined)
      if (!answer) continue
      for (const { orderId: id, version } of answer.orders) remember(id, version)
      connection.readAt = readAt
      return
    }
  }

  const receive = ({ cursor: next, reset, events }: Changes) => {
    cursor = next
    connection.connected = true
    if (reset) {
      counts.resets++
      isWhole = false
      received.clear()
      void reread()
    }
    const now = wallClock()
    for (const { subject, version } of events) {
      counts.received++
      const before = received.get(subject) ?? (isWhole ? 0 : version - 1)
      if (version <= before) counts.repeated++
      else counts.skipped += version - before - 1
      received.set(subject, version)
      remember(subject, version)
      const key = `${subject} ${version}`
      const times = receivedAt.get(key)
      if (times) times.push(now)
      else receivedAt.set(key, [now])
    }
  }

  /** Resolves when the connection ends, with the server's reconnect delay in milliseconds, if any. */
  const connectOnce = () =>
    new Promise<number | undefined>((resolve) => {
      const url = client.urls[Math.floor(random() * client.urls.length)] ?? ''
      const since = cursor === undefined ? '' : `&since=${cursor}`
      const path =
        client.mode === 'poll'
          ? `/api/changes?topics=${client.topics}&wait=5${since}`
          : `/api/stream?topics=${client.topics}${since}`
      let comeBackAfter: number | undefined
      const headers = { Cookie: client.cookie, 'X-Forwarded-For': client.address }
      const asking = get(`${url}${path}`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) unexpected.add(`${client.topics}: status ${response.statusCode}`)
        if (client.mode === 'poll') {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('end', () => {
            if (over || response.statusCode !== 200) return
            receive(JSON.parse(text))
            comeBackAfter = 0
          })
        } else {
          readStream(response, {
            changes: (changes) => {
              if (!over) receive(changes)
            },
            bye: (bye) => {
              comeBackAfter = bye.comeBackAfter
            },
          })
        }
        response.on('error', () => {})
        if (client.mode === 'reconnect') dropLater(response)
      })
      request = asking
      asking.on('error', () => {})
      asking.on('close', () => {
        counts.bytes += asking.socket?.bytesRead ?? 0
        resolve(comeBackAfter)
      })
    })

  const dropLater = (response: IncomingMessage) => {
    const timer = setTimeout(() => response.destroy(), 50 + random() * 1000)
    response.once('close', () => clearTimeout(timer))
  }

  void (async () => {
    let pause = firstPause
    while (!over) {
      const comeBackAfter = await connectOnce()
      if (client.mode === 'poll' && comeBackAfter === 0) continue
      // The client disconnected on purpose and reconnects immediately.
      const dropped = client.mode === 'reconnect' && connection.connected
      if (connection.connected) {
        counts.reconnects++
        pause = firstPause
      }
      connection.connected = false
      await sleep(dropped ? random() * 50 : (comeBackAfter ?? pause * (0.5 + random())))
      pause *= growth
    }
  })()
  return connection
}

async function waitConnected(): Promise<number> {
  const since = performance.now()
  // Clients that drop their connections are only briefly connected.
  while (!connections.every(({ connected, client }) => connected || client.mode === 'reconnect')) {
    if (performance.now() - since > connectTimeout) {
      unexpected.add('not all clients were connected within a minute')
      break
    }
    await sleep(10)
  }
  return performance.now() - since
}

async function converge(outcomes: readonly Outcome[], ms: number): Promise<Findings> {
  const deadline = performance.now() + ms
  const due = new Map<string, Map<string, Outcome>>()
  for (const { client } of connections) {
    const key = client.audiences.join()
    if (due.has(key)) continue
    const own = outcomes.filter(({ audiences }) => audiences.some((audience) => client.audiences.includes(audience)))
    due.set(key, new Map(own.map((outcome) => [outcome.subject, outcome])))
  }
  const dueTo = ({ client }: Connection) => due.get(client.audiences.join()) ?? new Map<string, Outcome>()
  const isBehind = (connection: Connection) =>
    [...dueTo(connection).values()].some(
      ({ subject, version, changedAt = Number.POSITIVE_INFINITY }) =>
        (connection.versions.get(subject) ?? 0) < version && changedAt > connection.readAt,
    )
  while (performance.now() < deadline && connections.some(isBehind)) await sleep(50)
  // Wait, because repeated events may come after the final versions.
  await sleep(500)
  return {
    clients: connections.length,
    ...counts,
    behind: connections.filter(isBehind).length,
    foreign: connections.reduce(
      (sum, connection) =>
        sum + [...connection.versions.keys()].filter((subject) => !dueTo(connection).has(subject)).length,
      0,
    ),
    unexpected: [...unexpected],
  }
}

function measure(changed: ReadonlyMap<string, number>): Latencies {
  const times = [...changed]
    .flatMap(([key, at]) => (receivedAt.get(key) ?? []).map((arrival) => arrival - at))
    .sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

async function disconnect(): Promise<void> {
  for (const connection of connections) connection.disconnect()
  connections = []
  receivedAt.clear()
  unexpected.clear()
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] = 0
  await sleep(100)
}

async function execute(command: Command): Promise<unknown> {
  switch (command.type) {
    case 'connect': {
      const random = randomOf(command.seed)
      for (const client of command.clients) {
        connections.push(connect(client, random))
        // Pause, because the server's queue of new connections is limited.
        if (connections.length % 20 === 0) await sleep(5)
      }
      await waitConnected()
      return true
    }
    case 'waitConnected':
      return waitConnected()
    case 'converge':
      return converge(command.outcomes, command.ms)
    case 'measure':
      return measure(command.changed)
    case 'disconnect':
      return disconnect().then(() => true)
  }
}

process.on('message', (command: Command) => void execute(command).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit())
