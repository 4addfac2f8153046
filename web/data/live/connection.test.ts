import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes, LiveEvent } from '#contract/live.ts'
import type { Connection } from './connection.ts'
import { openTab } from './tab.ts'

/** Replaces the window, which Node lacks. The connection uses only the window's events. */
const page = new EventTarget()
const tab = Object.assign(new EventTarget(), { hidden: false })
const network = Object.assign(new EventTarget(), { type: 'wifi' })
vi.stubGlobal('window', page)
vi.stubGlobal('document', tab)
/** A browser without locks, in which every tab has its own stream. */
vi.stubGlobal('navigator', { connection: network })

type Request = { path: string; query: URLSearchParams; response: ServerResponse; gone: boolean }

let requests: Request[] = []
let answer: (request: Request, index: number) => void = () => {}
const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
  const url = new URL(incoming.url ?? '', 'http://restaurant')
  const request: Request = { path: url.pathname, query: url.searchParams, response, gone: false }
  response.on('close', () => {
    request.gone = true
  })
  requests.push(request)
  answer(request, requests.length - 1)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const received = {
  events: [] as LiveEvent[],
  cursors: [] as (string | undefined)[],
  resets: [] as string[],
  statuses: [] as string[],
  refused: 0,
}
let connection: Connection

function open(since?: string): Connection {
  connection = openTab({
    since,
    origin,
    onEvents: (events, cursor) => {
      received.events.push(...events)
      received.cursors.push(cursor)
    },
    onReset: (topics) => received.resets.push(topics.join()),
    onStatus: (status) => received.statuses.push(status),
    onRefused: () => received.refused++,
  })
  return connection
}

beforeEach(() => {
  requests = []
  answer = stream
  Object.assign(received, { events: [], cursors: [], resets: [], statuses: [], refused: 0 })
})

afterEach(() => {
  connection.close()
  vi.useRealTimers()
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const event = (subject: string, version = 1): LiveEvent => ({
  type: 'kitchen-load.changed',
  subject,
  version,
  data: { rushMinutes: 0, paused: '₦' },
})

function message(cursor: string, events: LiveEvent[] = [], reset = false): string {
  return `id: ${cursor}\nevent: changes\ndata: ${JSON.stringify({ cursor, reset, events } satisfies Changes)}\n\n`
}

function head({ response }: Request): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.flushHeaders()
}

/** Answers a request with a stream whose first cursor is the number of the request. */
function stream(request: Request, index: number): void {
  head(request)
  request.response.write(message(`${index}`))
}

const queryOf = (index: number) => Object.fromEntries(requests[index]?.query ?? [])
const until = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 5 })
const at = (index: number): Request => {
  const request = requests[index]
  if (!request) throw new Error(`There was no request ${index}.`)
  return request
}

test('a live connection requests the stream from the page’s cursor on, and passes each event to its listener', async () => {
  open('7').follow(['menu', 'orders'], 'ada')
  await until(() => expect(received.cursors).toEqual(['0']))
  expect(at(0).path).toBe('/api/stream')
  expect(queryOf(0)).toEqual({ topics: 'menu,orders', since: '7' })
  at(0).response.write(message('8', [event('a'), event('b')]))
  await until(() => expect(received.events).toEqual([event('a'), event('b')]))
  expect(received).toMatchObject({ cursors: ['0', '8'], resets: [], statuses: ['connecting', 'open'] })
})

test('a stream message whose bytes arrive split within a character is read whole', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors.length).toBe(1))
  const bytes = Buffer.from(`: still here\n\n${message('8', [event('a')])}${message('9', [event('b')])}`)
  const naira = bytes.indexOf('₦')
  for (const piece of [bytes.subarray(0, 5), bytes.subarray(5, naira + 1), bytes.subarray(naira + 1)]) {
    at(0).response.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await until(() => expect(received.events).toEqual([event('a'), event('b')]))
})

test('ORDER-5: a stream that was cut is reopened from the last cursor', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors.length).toBe(1))
  at(0).response.write(message('8', [event('a')]))
  await until(() => expect(received.events.length).toBe(1))
  at(0).response.destroy()
  await until(() => expect(received.cursors).toEqual(['0', '8', '1']))
  expect(queryOf(1)).toEqual({ topics: 'menu', since: '8' })
  expect(received.statuses).toEqual(['connecting', 'open', 'connecting', 'open'])
})

test('the data of every followed topic is requested again after a reset, and after a start without a cursor', async () => {
  answer = (request, index) => {
    head(request)
    request.response.write(message(`${index}`, [], index === 1))
  }
  open().follow(['menu', 'orders'], 'ada')
  await until(() => expect(received.resets).toEqual(['menu,orders']))
  expect(queryOf(0)).toEqual({ topics: 'menu,orders' })
  at(0).response.write(`event: bye\ndata: {"comeBackAfter":10}\n\n`)
  await until(() => expect(received.resets).toEqual(['menu,orders', 'menu,orders']))
  expect(queryOf(1)).toEqual({ topics: 'menu,orders', since: '0' })
})

test('after a page follows another topic, or follows for another account, the topic’s data is requested again as soon as the stream contains the topic', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['0']))
  connection.follow(['menu', 'orders'], 'ada')
  await until(() => expect(received.resets).toEqual(['orders']))
  expect(queryOf(1)).toEqual({ topics: 'menu,orders', since: '0' })
  await until(() => expect(at(0).gone).toBe(true))
  connection.follow(['menu', 'orders'], 'ada')
  connection.follow(['menu', 'orders'], 'obi')
  await until(() => expect(received.resets).toEqual(['orders', 'orders']))
  expect(requests.length).toBe(3)
  connection.follow([])
  await until(() => expect(at(2).gone).toBe(true))
  expect(received.statuses.at(-1)).toBe('idle')
})

test('a refused stream calls `onRefused`, after which a stream with fewer topics can be opened', async () => {
  answer = (request, index) => {
    if (index > 0) return stream(request, index)
    request.response.writeHead(401, { 'Content-Type': 'application/problem+json' }).end('{}')
  }
  open('7').follow(['menu', 'orders'], 'ada')
  await until(() => expect(received.refused).toBe(1))
  connection.follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['1']))
  expect(queryOf(1)).toEqual({ topics: 'menu', since: '7' })
})

test('after a bye message, the stream is reopened no sooner than the message asks', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors.length).toBe(1))
  const began = performance.now()
  at(0).response.end(`event: bye\ndata: {"comeBackAfter":200}\n\n`)
  await until(() => expect(received.cursors.length).toBe(2))
  expect(performance.now() - began).toBeGreaterThanOrEqual(195)
})

test('an HTML page with status 200 does not count as an answer to the request for a stream', async () => {
  answer = (request) => request.response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Welcome! Sign in.</p>')
  open('7').follow(['menu'])
  await until(() => expect(requests.length).toBe(2))
  expect(received).toMatchObject({ cursors: [], statuses: ['connecting'] })
})

test('LIVE-4: if streams are blocked, events arrive by polls', async () => {
  const streams: Request[] = []
  answer = (request, index) => {
    if (request.path === '/api/stream') {
      // The server sends headers only, like a proxy that buffers whole answers.
      streams.push(request)
      head(request)
      return void setTimeout(() => request.response.destroy(), 20)
    }
    const changes: Changes = { cursor: `${index}`, reset: false, events: index === 2 ? [event('a')] : [] }
    request.response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(changes))
  }
  open('7').follow(['menu'])
  await until(() => expect(received.events).toEqual([event('a')]))
  expect(streams.length).toBe(2)
  expect(queryOf(2)).toEqual({ topics: 'menu', since: '7', wait: '5' })
  await until(() => expect(requests.length).toBe(4))
  expect(queryOf(3)).toEqual({ topics: 'menu', since: '2', wait: '10' })
  expect(received.statuses).toEqual(['connecting', 'polling'])
})

test('LIVE-1: the connection is offline after 10 s without an answer, until an answer arrives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  answer = () => {}
  open('7').follow(['menu'])
  vi.advanceTimersByTime(9999)
  expect(received.statuses).toEqual(['connecting'])
  vi.advanceTimersByTime(1)
  expect(received.statuses.at(-1)).toBe('offline')
  answer = stream
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
  await until(() => expect(received.statuses.at(-1)).toBe('open'))
})

test('LIVE-2: a stream that is silent for 60 s is reopened', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  open('7').follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['0']))
  vi.advanceTimersByTime(55_000)
  expect(requests.length).toBe(1)
  vi.advanceTimersByTime(5000)
  await until(() => expect(received.cursors).toEqual(['0', '1']))
  expect(queryOf(1)).toEqual({ topics: 'menu', since: '0' })
  await until(() => expect(at(0).gone).toBe(true))
})

test('LIVE-3: the stream is reopened immediately when the network returns', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['0']))
  page.dispatchEvent(new Event('offline'))
  await until(() => expect(at(0).gone).toBe(true))
  expect(requests.length).toBe(1)
  page.dispatchEvent(new Event('online'))
  await until(() => expect(received.cursors).toEqual(['0', '1']))
})

test('LIVE-3: a change of network reopens the stream immediately, but a new estimate of the network’s speed does not', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['0']))
  network.dispatchEvent(new Event('change'))
  expect(requests.length).toBe(1)
  network.type = 'cellular'
  network.dispatchEvent(new Event('change'))
  await until(() => expect(received.cursors).toEqual(['0', '1']))
  expect(queryOf(1)).toEqual({ topics: 'menu', since: '0' })
})

test('LIVE-8: following a topic on a closed connection throws', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['0']))
  connection.close()
  expect(() => connection.follow(['menu', 'orders'], 'ada')).toThrow('The client has already been terminated.')
})

test('leaving a page closes its stream, and returning to the page reopens the stream from the last cursor', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['0']))
  page.dispatchEvent(new Event('pagehide'))
  await until(() => expect(at(0).gone).toBe(true))
  page.dispatchEvent(new Event('pageshow'))
  await until(() => expect(received.cursors).toEqual(['0', '1']))
  expect(queryOf(1)).toEqual({ topics: 'menu', since: '0' })
})

test('a hidden tab closes its stream after a minute and reopens it when shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  open('7').follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['0']))
  tab.hidden = true
  tab.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(59_000)
  expect(received.statuses.at(-1)).toBe('open')
  vi.advanceTimersByTime(1000)
  expect(received.statuses.at(-1)).toBe('idle')
  await until(() => expect(at(0).gone).toBe(true))
  vi.advanceTimersByTime(3_600_000)
  expect(requests.length).toBe(1)
  tab.hidden = false
  tab.dispatchEvent(new Event('visibilitychange'))
  await until(() => expect(received.cursors).toEqual(['0', '1']))
  expect(queryOf(1)).toEqual({ topics: 'menu', since: '0' })
})

test('a closed connection sends no request when the network returns', async () => {
  open('7').follow(['menu'])
  await until(() => expect(received.cursors).toEqual(['0']))
  connection.close()
  await until(() => expect(at(0).gone).toBe(true))
  page.dispatchEvent(new Event('online'))
  tab.dispatchEvent(new Event('visibilitychange'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(requests.length).toBe(1)
  expect(received.statuses.at(-1)).toBe('idle')
})
