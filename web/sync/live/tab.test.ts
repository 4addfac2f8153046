import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes, LiveEvent, Topic } from '#contract/live.ts'
import type { Connection } from './connection.ts'
import { openTab } from './tab.ts'

/** The tabs of this test live in one process, whose locks and channels are real. Each has a page of its own to listen to. */
type Page = { window: EventTarget; document: EventTarget & { hidden: boolean } }

type Stream = { query: URLSearchParams; response: ServerResponse; gone: boolean }

/** A restaurant of which the cursor is the number of what has happened. */
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

function happen(subject: string, type = 'item.changed'): void {
  const event = { type, subject, version: 1, data: {} } as LiveEvent
  history.push(event)
  for (const { response, gone } of streams) if (!gone) response.write(message([event]))
}

const open = () => streams.filter(({ gone }) => !gone)
const until = (check: () => void, timeout = 1000) => vi.waitFor(check, { timeout, interval: 5 })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Tab = Page & {
  connection: Connection
  heard: string[]
  resets: Topic[]
  statuses: string[]
  refused: number
}
let tabs: Tab[] = []

function tab(since: string, { hidden = false } = {}): Tab {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden })
  const tab: Tab = { window, document, heard: [], resets: [], statuses: [], refused: 0 } as unknown as Tab
  as(tab, () => {
    tab.connection = openTab({
      since,
      origin,
      onEvents: (events) => tab.heard.push(...events.map(({ subject }) => subject)),
      onReset: (topics) => tab.resets.push(...topics),
      onStatus: (status) => tab.statuses.push(status),
      onRefused: () => tab.refused++,
    })
  })
  tabs.push(tab)
  return tab
}

/** `window` and `document` are one for all tabs here: each looks at its own while it opens, and these stay bound to it. */
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

test('three tabs share one stream, for all that any of them follows', async () => {
  const [first, second, third] = [tab('0'), tab('0'), tab('0')]
  as(first, () => first.connection.follow(['menu'], 'ada'))
  await until(() => expect(open().length).toBe(1))
  as(second, () => second.connection.follow(['menu', 'orders'], 'ada'))
  as(third, () => third.connection.follow(['menu', 'desk'], 'ada'))
  await until(() => expect(open().map(({ query }) => query.get('topics'))).toEqual(['menu,orders,desk']))
  await until(() => expect(third.statuses.at(-1)).toBe('open'))
  happen('asun')
  happen('7Q4M2KX9A', 'order.ready')
  await until(() => expect(second.heard).toEqual(['asun', '7Q4M2KX9A']))
  expect(third.heard).toEqual(['asun', '7Q4M2KX9A'])
  expect(first.heard).toEqual(['asun'])
  expect(polls).toEqual([])
})

test('when the leader goes another takes over within a second, and nothing is missed', async () => {
  const [first, second, third] = [tab('0'), tab('0'), tab('0')]
  for (const each of [first, second, third]) as(each, () => each.connection.follow(['menu']))
  await until(() => expect(third.statuses.at(-1)).toBe('open'))
  happen('one')
  await until(() => expect(third.heard).toEqual(['one']))
  leave(first)
  happen('two')
  await until(() => expect(third.heard).toEqual(['one', 'two']))
  await until(() => expect(second.heard).toEqual(['one', 'two']))
  expect(open().length).toBe(1)
  expect(streams.at(-1)?.query.get('since')).toBe('1')
  expect(first.heard).toEqual(['one'])

  as(first, () => first.window.dispatchEvent(new Event('pageshow')))
  await until(() => expect(first.heard).toEqual(['one', 'two']))
  expect(open().length).toBe(1)
})

test('a tab that comes with an older page fetches what lies between, and disturbs nobody', async () => {
  history = ['a', 'b', 'c'].map((subject) => ({ type: 'item.changed', subject, version: 1, data: {} }) as LiveEvent)
  const first = tab('3')
  as(first, () => first.connection.follow(['menu']))
  await until(() => expect(first.statuses.at(-1)).toBe('open'))
  const late = tab('1')
  as(late, () => late.connection.follow(['menu']))
  await until(() => expect(late.heard).toEqual(['b', 'c']))
  expect(polls.map((query) => Object.fromEntries(query))).toEqual([{ topics: 'menu', since: '1', wait: '0' }])
  happen('d')
  await until(() => expect(late.heard).toEqual(['b', 'c', 'd']))
  expect([first.heard, streams.length, polls.length]).toEqual([['d'], 1, 1])
})

test('a leader that nobody sees makes way for a tab that somebody does', async () => {
  const [first, second] = [tab('0'), tab('0')]
  for (const each of [first, second]) as(each, () => each.connection.follow(['menu']))
  await until(() => expect(second.statuses.at(-1)).toBe('open'))
  first.document.hidden = true
  as(first, () => first.document.dispatchEvent(new Event('visibilitychange')))
  // Whichever tab's page the rest is answered for, the second is seen.
  current = second
  await until(() => expect([streams.length, open().length]).toEqual([2, 1]))
  leave(first)
  current = second
  happen('one')
  await until(() => expect(second.heard).toEqual(['one']))
  expect(streams.length).toBe(2)
})

test('a tab that is seen takes the lead from one whose scripts stand still', async () => {
  // It holds the lock, and answers nothing.
  const ended = Promise.withResolvers<void>()
  const held = navigator.locks.request('buka-live', () => ended.promise).catch(() => {})
  await pause(10)
  const seen = tab('0')
  as(seen, () => seen.connection.follow(['menu']))
  await pause(500)
  expect(streams).toEqual([])
  await until(() => expect(seen.statuses.at(-1)).toBe('open'), 4000)
  ended.resolve()
  await held
})

test('signed out in one tab, the others ask who is signed in, and nobody hears of orders that are not theirs', async () => {
  const [first, second] = [tab('0'), tab('0')]
  for (const each of [first, second]) as(each, () => each.connection.follow(['menu', 'orders'], 'ada'))
  await until(() => expect(second.statuses.at(-1)).toBe('open'))
  as(second, () => second.connection.follow(['menu'], ''))
  await until(() => expect(first.refused).toBe(1))
  happen('7Q4M2KX9A', 'order.ready')
  await until(() => expect(first.heard).toEqual(['7Q4M2KX9A']))
  as(first, () => first.connection.follow(['menu'], ''))
  await until(() => expect(open().map(({ query }) => query.get('topics'))).toEqual(['menu']))
  happen('asun')
  await until(() => expect(second.heard).toEqual(['asun']))
})

test('a refusal goes to every tab', async () => {
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
