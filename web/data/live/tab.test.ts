import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes, LiveEvent, Topic } from '#contract/live.ts'
import type { Connection } from './connection.ts'
import { openTab } from './tab.ts'

/** The window and document of one tab. All tabs run in this process and use Node's locks and channels. */
type Page = { window: EventTarget; document: EventTarget & { hidden: boolean } }

type Stream = { query: URLSearchParams; response: ServerResponse; gone: boolean }

/** The published events. The number of events is the server's cursor. */
let history: LiveEvent[] = []
let streams: Stream[] = []
let polls: URLSearchParams[] = []

const server = createServer((request, response) => {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://restaurant')
  const missed = () => history.slice(Number(query.get('since')))
  if (pathname === '/api/changes') {
    polls.push(query)
    response.setHeader('Content-Type', 'application/json')
    return void response.end(JSON.stringify(changes(missed())))
  }
  const stream: Stream = { query, response, gone: false }
  response.on('close', () => {
    stream.gone = true
  })
  streams.push(stream)
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(message(missed()))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const changes = (events: LiveEvent[], reset = false): Changes => ({ cursor: `${history.length}`, reset, events })
const message = (events: LiveEvent[]) => `event: changes\ndata: ${JSON.stringify(changes(events))}\n\n`

function publish(subject: string, type = 'item.changed'): void {
  const event = { type, subject, version: 1, data: {} } as LiveEvent
  history.push(event)
  for (const { response, gone } of streams) if (!gone) response.write(message([event]))
}

const open = () => streams.filter(({ gone }) => !gone)
const until = (check: () => void, timeout = 1000) => vi.waitFor(check, { timeout, interval: 5 })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Tab = Page & {
  connection: Connection
  received: string[]
  resets: Topic[]
  statuses: string[]
  refused: number
}
let tabs: Tab[] = []

function tab(since: string, { hidden = false } = {}): Tab {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden })
  const tab: Tab = { window, document, received: [], resets: [], statuses: [], refused: 0 } as unknown as Tab
  as(tab, () => {
    tab.connection = openTab({
      since,
      origin,
      onEvents: (events) => tab.received.push(...events.map(({ subject }) => subject)),
      onReset: (topics) => tab.resets.push(...topics),
      onStatus: (status) => tab.statuses.push(status),
      onRefused: () => tab.refused++,
    })
  })
  tabs.push(tab)
  return tab
}

/** Runs `work` with the globals `window` and `document` of `tab`, so that listeners are added to that tab. */
function as(tab: Page, work: () => void): void {
  current = tab
  work()
}
let current: Page
vi.stubGlobal('window', forTab('window'))
vi.stubGlobal('document', forTab('document'))

function forTab(name: keyof Page) {
  const owners = new Map<unknown, EventTarget>()
  return {
    addEventListener(type: string, listener: () => void) {
      owners.set(listener, current[name])
      current[name].addEventListener(type, listener)
    },
    removeEventListener(type: string, listener: () => void) {
      owners.get(listener)?.removeEventListener(type, listener)
    },
    get hidden() {
      return current.document.hidden
    },
  }
}

function leave(tab: Tab): void {
  as(tab, () => tab.window.dispatchEvent(new Event('pagehide')))
}

beforeEach(() => {
  history = []
  streams = []
  polls = []
})

afterEach(async () => {
  for (const tab of tabs) as(tab, () => tab.connection.close())
  tabs = []
  await until(() => expect(open()).toEqual([]))
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test('three tabs share one stream with the topics of all three', async () => {
  const [first, second, third] = [tab('0'), tab('0'), tab('0')]
  as(first, () => first.connection.follow(['menu'], 'ada'))
  await until(() => expect(open().length).toBe(1))
  as(second, () => second.connection.follow(['menu', 'orders'], 'ada'))
  as(third, () => third.connection.follow(['menu', 'desk'], 'ada'))
  await until(() => expect(open().map(({ query }) => query.get('topics'))).toEqual(['menu,orders,desk']))
  await until(() => expect(third.statuses.at(-1)).toBe('open'))
  publish('asun')
  publish('7Q4M2KX9A', 'order.ready')
  await until(() => expect(second.received).toEqual(['asun', '7Q4M2KX9A']))
  expect(third.received).toEqual(['asun', '7Q4M2KX9A'])
  expect(first.received).toEqual(['asun'])
  expect(polls).toEqual([])
})

test('another tab leads after the leading tab is left, and no event is missed', async () => {
  const [first, second, third] = [tab('0'), tab('0'), tab('0')]
  for (const each of [first, second, third]) as(each, () => each.connection.follow(['menu']))
  await until(() => expect(third.statuses.at(-1)).toBe('open'))
  publish('one')
  await until(() => expect(third.received).toEqual(['one']))
  leave(first)
  publish('two')
  await until(() => expect(third.received).toEqual(['one', 'two']))
  await until(() => expect(second.received).toEqual(['one', 'two']))
  expect(open().length).toBe(1)
  expect(streams.at(-1)?.query.get('since')).toBe('1')
  expect(first.received).toEqual(['one'])

  as(first, () => first.window.dispatchEvent(new Event('pageshow')))
  await until(() => expect(first.received).toEqual(['one', 'two']))
  expect(open().length).toBe(1)
})

test('a tab with an older cursor fetches the events it missed without a new stream', async () => {
  history = ['a', 'b', 'c'].map((subject) => ({ type: 'item.changed', subject, version: 1, data: {} }) as LiveEvent)
  const first = tab('3')
  as(first, () => first.connection.follow(['menu']))
  await until(() => expect(first.statuses.at(-1)).toBe('open'))
  const late = tab('1')
  as(late, () => late.connection.follow(['menu']))
  await until(() => expect(late.received).toEqual(['b', 'c']))
  expect(polls.map((query) => Object.fromEntries(query))).toEqual([{ topics: 'menu', since: '1', wait: '0' }])
  publish('d')
  await until(() => expect(late.received).toEqual(['b', 'c', 'd']))
  expect([first.received, streams.length, polls.length]).toEqual([['d'], 1, 1])
})

test('if the leading tab is hidden, it releases the leader’s lock to a visible tab', async () => {
  const [first, second] = [tab('0'), tab('0')]
  for (const each of [first, second]) as(each, () => each.connection.follow(['menu']))
  await until(() => expect(second.statuses.at(-1)).toBe('open'))
  first.document.hidden = true
  as(first, () => first.document.dispatchEvent(new Event('visibilitychange')))
  // From this line on, `window` and `document` are those of the second tab, which is visible.
  current = second
  await until(() => expect([streams.length, open().length]).toEqual([2, 1]))
  leave(first)
  current = second
  publish('one')
  await until(() => expect(second.received).toEqual(['one']))
  expect(streams.length).toBe(2)
})

test('if the leading tab sends nothing, a visible tab takes the leader’s lock from it', async () => {
  const ended = Promise.withResolvers<void>()
  const held = navigator.locks.request('buka-live-2', () => ended.promise).catch(() => {})
  await pause(10)
  const seen = tab('0')
  as(seen, () => seen.connection.follow(['menu']))
  await pause(500)
  expect(streams).toEqual([])
  await until(() => expect(seen.statuses.at(-1)).toBe('open'), 4000)
  ended.resolve()
  await held
})

test('signing out in one tab calls `onRefused` in the other tabs, and the signed-out tab receives no more orders', async () => {
  const [first, second] = [tab('0'), tab('0')]
  for (const each of [first, second]) as(each, () => each.connection.follow(['menu', 'orders'], 'ada'))
  await until(() => expect(second.statuses.at(-1)).toBe('open'))
  as(second, () => second.connection.follow(['menu'], ''))
  await until(() => expect(first.refused).toBe(1))
  publish('7Q4M2KX9A', 'order.ready')
  await until(() => expect(first.received).toEqual(['7Q4M2KX9A']))
  as(first, () => first.connection.follow(['menu'], ''))
  await until(() => expect(open().map(({ query }) => query.get('topics'))).toEqual(['menu']))
  publish('asun')
  await until(() => expect(second.received).toEqual(['asun']))
})

test('if the server refuses the stream, `onRefused` is called in every tab', async () => {
  const [first, second] = [tab('0'), tab('0')]
  for (const each of [first, second]) as(each, () => each.connection.follow(['menu', 'orders'], 'ada'))
  await until(() => expect(second.statuses.at(-1)).toBe('open'))
  const refuse = (_: unknown, response: ServerResponse) => void response.writeHead(401).end()
  const [serve] = server.listeners('request') as (() => void)[]
  server.removeAllListeners('request').on('request', refuse)
  for (const { response } of open()) response.destroy()
  await until(() => expect([first.refused, second.refused]).toEqual([1, 1]), 3000)
  if (serve) server.removeAllListeners('request').on('request', serve)
})

test.each([
  ['locks', () => vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('no', 'SecurityError'))],
  ['channels', () => vi.spyOn(globalThis, 'BroadcastChannel').mockImplementation(refuse)],
])('every tab opens a stream of its own if the browser refuses %s', async (_, fault) => {
  const spy = fault()
  const [first, second] = [tab('0'), tab('0')]
  for (const each of [first, second]) as(each, () => each.connection.follow(['menu']))
  await until(() => expect(open().length).toBe(2))
  publish('asun')
  await until(() => expect([first.received, second.received]).toEqual([['asun'], ['asun']]))
  spy.mockRestore()
})

function refuse(): never {
  throw new DOMException('no', 'SecurityError')
}
