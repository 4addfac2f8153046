// The process of `listeners.ts`: holds the seats, and counts what they hear.
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '#contract/live.ts'
import type { OrderList } from '#contract/orders.ts'
import { type Findings, type Order, type Outcome, type Seat, type Times, wallClock } from './listeners.ts'
import { randomOf } from './random.ts'
import { readStream } from './stream.ts'

/** LIVE-3. */
const firstPause = 1000
const growth = 1.5

const gatherWithin = 60_000

type Sitting = {
  readonly seat: Seat
  /** Of each document, the latest. */
  readonly versions: Map<string, number>
  /** When it last read everything anew, on the wall clock: what it does not know by then was over. */
  readAt: number
  connected: boolean
  leave(): void
}

const counts = { heard: 0, skipped: 0, repeated: 0, resets: 0, returns: 0, bytes: 0 }
const surprises = new Set<string>()
/** By 'subject version', when seats heard of it. */
const arrivals = new Map<string, number[]>()
let sittings: Sitting[] = []

function sit(seat: Seat, random: () => number): Sitting {
  const versions = new Map<string, number>()
  /** As `versions`, of what was told since the last reset. */
  const told = new Map<string, number>()
  let isWhole = true
  let cursor: string | undefined
  let over = false
  let request: ReturnType<typeof get> | undefined
  const sitting: Sitting = {
    seat,
    versions,
    readAt: 0,
    connected: false,
    leave() {
      over = true
      request?.destroy()
    },
  }

  const learn = (subject: string, version: number) => {
    versions.set(subject, Math.max(version, versions.get(subject) ?? 0))
  }

  const readAnew = async () => {
    for (; seat.reads !== undefined && !over; await sleep(500)) {
      const readAt = wallClock()
      const answer = await fetch(`${seat.urls[0]}${seat.reads}`, { headers: { Cookie: seat.cookie } })
        .then((response) => (response.ok ? (response.json() as Promise<OrderList>) : undefined))
        .catch(() => undefined)
      if (!answer) continue
      for (const { id, version } of answer.orders) learn(id, version)
      sitting.readAt = readAt
      return
    }
  }

  const receive = ({ cursor: next, reset, events }: Changes) => {
    cursor = next
    sitting.connected = true
    if (reset) {
      counts.resets++
      isWhole = false
      told.clear()
      void readAnew()
    }
    const now = wallClock()
    for (const { subject, version } of events) {
      counts.heard++
      const before = told.get(subject) ?? (isWhole ? 0 : version - 1)
      if (version <= before) counts.repeated++
      else counts.skipped += version - before - 1
      told.set(subject, version)
      learn(subject, version)
      const key = `${subject} ${version}`
      const times = arrivals.get(key)
      if (times) times.push(now)
      else arrivals.set(key, [now])
    }
  }

  /** Resolves when the connection is over: the milliseconds after which to come back, where the server said so. */
  const connectOnce = () =>
    new Promise<number | undefined>((resolve) => {
      const url = seat.urls[Math.floor(random() * seat.urls.length)] ?? ''
      const since = cursor === undefined ? '' : `&since=${cursor}`
      const path =
        seat.manner === 'poll'
          ? `/api/changes?topics=${seat.topics}&wait=5${since}`
          : `/api/stream?topics=${seat.topics}${since}`
      let comeBackAfter: number | undefined
      const headers = { Cookie: seat.cookie, 'X-Forwarded-For': seat.address }
      const asking = get(`${url}${path}`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) surprises.add(`${seat.topics}: status ${response.statusCode}`)
        if (seat.manner === 'poll') {
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
        if (seat.manner === 'hop') hopOff(response)
      })
      request = asking
      asking.on('error', () => {})
      asking.on('close', () => {
        counts.bytes += asking.socket?.bytesRead ?? 0
        resolve(comeBackAfter)
      })
    })

  const hopOff = (response: IncomingMessage) => {
    const timer = setTimeout(() => response.destroy(), 50 + random() * 1000)
    response.once('close', () => clearTimeout(timer))
  }

  void (async () => {
    let pause = firstPause
    while (!over) {
      const comeBackAfter = await connectOnce()
      if (seat.manner === 'poll' && comeBackAfter === 0) continue
      // A hop is no failure: it comes back at once.
      const hops = seat.manner === 'hop' && sitting.connected
      if (sitting.connected) {
        counts.returns++
        pause = firstPause
      }
      sitting.connected = false
      await sleep(hops ? random() * 50 : (comeBackAfter ?? pause * (0.5 + random())))
      pause *= growth
    }
  })()
  return sitting
}

/** Resolves with the milliseconds until every seat was connected. */
async function gather(): Promise<number> {
  const since = performance.now()
  // One that hops is never there for long.
  while (!sittings.every(({ connected, seat }) => connected || seat.manner === 'hop')) {
    if (performance.now() - since > gatherWithin) {
      surprises.add('not all seats were connected within a minute')
      break
    }
    await sleep(10)
  }
  return performance.now() - since
}

async function settle(outcomes: readonly Outcome[], ms: number): Promise<Findings> {
  const deadline = performance.now() + ms
  const due = new Map<string, Map<string, Outcome>>()
  for (const { seat } of sittings) {
    const key = seat.audiences.join()
    if (due.has(key)) continue
    const own = outcomes.filter(({ audiences }) => audiences.some((audience) => seat.audiences.includes(audience)))
    due.set(key, new Map(own.map((outcome) => [outcome.subject, outcome])))
  }
  const dueTo = ({ seat }: Sitting) => due.get(seat.audiences.join()) ?? new Map<string, Outcome>()
  const isBehind = (sitting: Sitting) =>
    [...dueTo(sitting).values()].some(
      ({ subject, version, changedAt = Number.POSITIVE_INFINITY }) =>
        (sitting.versions.get(subject) ?? 0) < version && changedAt > sitting.readAt,
    )
  while (performance.now() < deadline && sittings.some(isBehind)) await sleep(50)
  // What comes too often comes late.
  await sleep(500)
  return {
    seats: sittings.length,
    ...counts,
    behind: sittings.filter(isBehind).length,
    foreign: sittings.reduce(
      (sum, sitting) => sum + [...sitting.versions.keys()].filter((subject) => !dueTo(sitting).has(subject)).length,
      0,
    ),
    surprises: [...surprises],
  }
}

function measure(changed: ReadonlyMap<string, number>): Times {
  const times = [...changed]
    .flatMap(([key, at]) => (arrivals.get(key) ?? []).map((arrival) => arrival - at))
    .sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { count: times.length, p50: at(0.5), p99: at(0.99), most: at(1) }
}

async function leave(): Promise<void> {
  for (const sitting of sittings) sitting.leave()
  sittings = []
  arrivals.clear()
  surprises.clear()
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] = 0
  await sleep(100)
}

async function obey(order: Order): Promise<unknown> {
  switch (order.say) {
    case 'sit': {
      const random = randomOf(order.seed)
      for (const seat of order.seats) {
        sittings.push(sit(seat, random))
        // Loopback has a backlog as well.
        if (sittings.length % 20 === 0) await sleep(5)
      }
      await gather()
      return true
    }
    case 'gather':
      return gather()
    case 'settle':
      return settle(order.outcomes, order.ms)
    case 'measure':
      return measure(order.changed)
    case 'leave':
      return leave().then(() => true)
  }
}

process.on('message', (order: Order) => void obey(order).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit())
