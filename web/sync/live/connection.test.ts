import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes, LiveEvent } from '#contract/live.ts'
import type { Connection } from './connection.ts'
import { openTab } from './tab.ts'

/** Node has neither; the connection only listens to them. */
const page = new EventTarget()
const tab = Object.assign(new EventTarget(), { hidden: false })
const network = Object.assign(new EventTarget(), { type: 'wifi' })
vi.stubGlobal('window', page)
vi.stubGlobal('document', tab)
/** A browser without locks: every tab has a stream of its own. */
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

const heard = {
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
      heard.events.push(...events)
      heard.cursors.push(cursor)
    },
    onReset: (topics) => heard.resets.push(topics.join()),
    onStatus: (status) => heard.statuses.push(status),
    onRefused: () => heard.refused++,
  })
  return connection
}

beforeEach(() => {
  requests = []
  answer = stream
  Object.assign(heard, { events: [], cursors: [], resets: [], statuses: [], refused: 0 })
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
  type: 'delivery.changed',
  subject,
  version,
  data: { id: '₦' },
})

function message(cursor: string, events: LiveEvent[] = [], reset = false): string {
  return `id: ${cursor}\nevent: changes\ndata: ${JSON.stringify({ cursor, reset, events } satisfies Changes)}\n\n`
}

function head({ response }: Request): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.flushHeaders()
}

/** A stream that says where it stands: at its number. */
function stream(request: Request, index: number): void {
  head(request)
  request.response.write(message(`${index}`))
}

const asked = (index: number) => Object.fromEntries(requests[index]?.query ?? [])
const until = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 5 })
const at = (index: number): Request => {
  const request = requests[index]
  if (!request) throw new Error(`There was no request ${index}.`)
  return request
}

test('it goes on from where the page stands, and hands over what happens', async () => {
  open('7').follow(['menu', 'orders'], 'ada')
  await until(() => expect(heard.cursors).toEqual(['0']))
  expect(at(0).path).toBe('/api/stream')
  expect(asked(0)).toEqual({ topics: 'menu,orders', since: '7' })
  at(0).response.write(message('8', [event('a'), event('b')]))
  await until(() => expect(heard.events).toEqual([event('a'), event('b')]))
  expect(heard).toMatchObject({ cursors: ['0', '8'], resets: [], statuses: ['connecting', 'open'] })
})

test('a message that comes in pieces, and in the middle of a letter, is put together', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors.length).toBe(1))
  const bytes = Buffer.from(`: still here\n\n${message('8', [event('a')])}${message('9', [event('b')])}`)
  const naira = bytes.indexOf('₦')
  for (const piece of [bytes.subarray(0, 5), bytes.subarray(5, naira + 1), bytes.subarray(naira + 1)]) {
    at(0).response.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await until(() => expect(heard.events).toEqual([event('a'), event('b')]))
})

test('ORDER-5: a stream that is cut is opened again from the last cursor', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors.length).toBe(1))
  at(0).response.write(message('8', [event('a')]))
  await until(() => expect(heard.events.length).toBe(1))
  at(0).response.destroy()
  await until(() => expect(heard.cursors).toEqual(['0', '8', '1']))
  expect(asked(1)).toEqual({ topics: 'menu', since: '8' })
  expect(heard.statuses).toEqual(['connecting', 'open', 'connecting', 'open'])
})

test('a reset asks for everything anew, and so does a beginning without a cursor', async () => {
  answer = (request, index) => {
    head(request)
    request.response.write(message(`${index}`, [], index === 1))
  }
  open().follow(['menu', 'orders'], 'ada')
  await until(() => expect(heard.resets).toEqual(['menu,orders']))
  expect(asked(0)).toEqual({ topics: 'menu,orders' })
  at(0).response.write(`event: bye\ndata: {"comeBackAfter":10}\n\n`)
  await until(() => expect(heard.resets).toEqual(['menu,orders', 'menu,orders']))
  expect(asked(1)).toEqual({ topics: 'menu,orders', since: '0' })
})

test('what is followed only later is read anew once the stream has it; so is all that was another account’s', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['0']))
  connection.follow(['menu', 'orders'], 'ada')
  await until(() => expect(heard.resets).toEqual(['orders']))
  expect(asked(1)).toEqual({ topics: 'menu,orders', since: '0' })
  await until(() => expect(at(0).gone).toBe(true))
  connection.follow(['menu', 'orders'], 'ada')
  connection.follow(['menu', 'orders'], 'obi')
  await until(() => expect(heard.resets).toEqual(['orders', 'orders']))
  expect(requests.length).toBe(3)
  connection.follow([])
  await until(() => expect(at(2).gone).toBe(true))
  expect(heard.statuses.at(-1)).toBe('resting')
})

test('a refusal asks who is signed in, and what is left is followed', async () => {
  answer = (request, index) => {
    if (index > 0) return stream(request, index)
    request.response.writeHead(401, { 'Content-Type': 'application/problem+json' }).end('{}')
  }
  open('7').follow(['menu', 'orders'], 'ada')
  await until(() => expect(heard.refused).toBe(1))
  connection.follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['1']))
  expect(asked(1)).toEqual({ topics: 'menu', since: '7' })
})

test('a goodbye is kept to: back after the time that the server asked for', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors.length).toBe(1))
  const began = performance.now()
  at(0).response.end(`event: bye\ndata: {"comeBackAfter":200}\n\n`)
  await until(() => expect(heard.cursors.length).toBe(2))
  expect(performance.now() - began).toBeGreaterThanOrEqual(195)
  expect(performance.now() - began).toBeLessThan(600)
})

test('the login page of a café’s network is not taken for an answer', async () => {
  answer = (request) => request.response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Welcome! Sign in.</p>')
  open('7').follow(['menu'])
  await until(() => expect(requests.length).toBe(2))
  expect(heard).toMatchObject({ cursors: [], statuses: ['connecting'] })
})

test('LIVE-4: where streams are held back, polls bring the same', async () => {
  const streams: Request[] = []
  answer = (request, index) => {
    if (request.path === '/api/stream') {
      // Headers come, and then nothing: somebody on the way waits for the end.
      streams.push(request)
      head(request)
      return void setTimeout(() => request.response.destroy(), 20)
    }
    const changes: Changes = { cursor: `${index}`, reset: false, events: index === 2 ? [event('a')] : [] }
    request.response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(changes))
  }
  open('7').follow(['menu'])
  await until(() => expect(heard.events).toEqual([event('a')]))
  expect(streams.length).toBe(2)
  expect(asked(2)).toEqual({ topics: 'menu', since: '7', wait: '5' })
  await until(() => expect(requests.length).toBe(4))
  expect(asked(3)).toEqual({ topics: 'menu', since: '2', wait: '10' })
  expect(heard.statuses).toEqual(['connecting', 'polling'])
})

test('LIVE-1: without an answer for 10 s it is offline, and no longer when one comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  answer = () => {}
  open('7').follow(['menu'])
  vi.advanceTimersByTime(9999)
  expect(heard.statuses).toEqual(['connecting'])
  vi.advanceTimersByTime(1)
  expect(heard.statuses.at(-1)).toBe('offline')
  answer = stream
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
  await until(() => expect(heard.statuses.at(-1)).toBe('open'))
})

test('LIVE-2: a stream that is silent for 60 s is opened again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['0']))
  vi.advanceTimersByTime(55_000)
  expect(requests.length).toBe(1)
  vi.advanceTimersByTime(5000)
  await until(() => expect(heard.cursors).toEqual(['0', '1']))
  expect(asked(1)).toEqual({ topics: 'menu', since: '0' })
  await until(() => expect(at(0).gone).toBe(true))
})

test('LIVE-3: when the network is back it tries at once', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['0']))
  page.dispatchEvent(new Event('offline'))
  await until(() => expect(at(0).gone).toBe(true))
  expect(requests.length).toBe(1)
  page.dispatchEvent(new Event('online'))
  await until(() => expect(heard.cursors).toEqual(['0', '1']))
})

test('LIVE-3: from one network to another it asks anew at once; a new guess at its speed is no move', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['0']))
  network.dispatchEvent(new Event('change'))
  expect(requests.length).toBe(1)
  network.type = 'cellular'
  network.dispatchEvent(new Event('change'))
  await until(() => expect(heard.cursors).toEqual(['0', '1']))
  expect(asked(1)).toEqual({ topics: 'menu', since: '0' })
})

test('LIVE-8: a connection that is closed says so to who would use it', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['0']))
  connection.close()
  expect(() => connection.follow(['menu', 'orders'], 'ada')).toThrow('The client has already been terminated.')
})

test('a page that is left lets go, and one that is come back to catches up', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['0']))
  page.dispatchEvent(new Event('pagehide'))
  await until(() => expect(at(0).gone).toBe(true))
  page.dispatchEvent(new Event('pageshow'))
  await until(() => expect(heard.cursors).toEqual(['0', '1']))
  expect(asked(1)).toEqual({ topics: 'menu', since: '0' })
})

test('a hidden tab lets go after a minute, and catches up when it is seen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['0']))
  tab.hidden = true
  tab.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(59_000)
  expect(heard.statuses.at(-1)).toBe('open')
  vi.advanceTimersByTime(1000)
  expect(heard.statuses.at(-1)).toBe('resting')
  await until(() => expect(at(0).gone).toBe(true))
  vi.advanceTimersByTime(3_600_000)
  expect(requests.length).toBe(1)
  tab.hidden = false
  tab.dispatchEvent(new Event('visibilitychange'))
  await until(() => expect(heard.cursors).toEqual(['0', '1']))
  expect(asked(1)).toEqual({ topics: 'menu', since: '0' })
})

test('a connection that is closed stays closed', async () => {
  open('7').follow(['menu'])
  await until(() => expect(heard.cursors).toEqual(['0']))
  connection.close()
  await until(() => expect(at(0).gone).toBe(true))
  page.dispatchEvent(new Event('online'))
  tab.dispatchEvent(new Event('visibilitychange'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(requests.length).toBe(1)
  expect(heard.statuses.at(-1)).toBe('resting')
})
