import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Changes } from '#contract/live.ts'
import type { User } from '#contract/session.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { guardHeaders } from '../http/guard.ts'
import { problemResponse, Refusal } from '../http/problems.ts'
import { serve } from '../http/serve.ts'
import { openLive } from './live.ts'
import { liveRoutes } from './live-routes.ts'
import { type Audience, publish } from './publish.ts'
import type { BacklogLimit } from './subscription.ts'

const database = await freshDatabase()

/** Users by session cookie. The cookie's value is the user's name. */
const people = new Map<string, User>()
for (const [name, role] of Object.entries({
  ada: 'customer',
  obi: 'customer',
  rider: 'rider',
  chef: 'kitchen',
  cashier: 'cashier',
  owner: 'owner',
})) {
  people.set(name, { id: name, role: role as Role, username: name, phone: '', address: '', location: 'lekki' })
}
const user = async (headers: Headers) => people.get(headers.get('Cookie') ?? '')

/** Starts a server process as the app does, with separate live updates. */
async function startProcess({
  most,
  ...times
}: {
  heartbeat?: number
  cursorEvery?: number
  recheck?: number
  patience?: number
  most?: BacklogLimit
} = {}) {
  const live = await openLive({ database, log: () => {}, ...(most && { most }) })
  const app = new Hono()
  guardHeaders(app, { https: true, development: false })
  serve(app, liveRoutes({ live, user, ...times }), {
    user,
    address: (context) => context.req.header('Address') ?? '::1',
  })
  app.onError((error) => {
    if (error instanceof Refusal) return problemResponse(error, 'test')
    throw error
  })
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= live.stop().then(() => void server.close())
    return stopped
  }
  afterAll(stop)
  return { live, port, url: `http://127.0.0.1:${port}`, stop }
}

const restaurant = await startProcess()

async function publishEvent(audience: Audience[], subject: string): Promise<void> {
  await database.transaction((tx) => publish(tx, { audience, type: 'account.changed', subject, version: 1, data: {} }))
}

type Message = { id: string; event: string; data: string; comment: string }

/** Opens a stream. `next` returns the stream's next message, or undefined at its end. */
async function openStream(path: string, { url = restaurant.url, ...headers }: Record<string, string> = {}) {
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/stream?${path}`, { headers, signal: leaving.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  const next = async (): Promise<Message | undefined> => {
    while (!buffer.includes('\n\n')) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return undefined
      buffer += chunk.value
    }
    const end = buffer.indexOf('\n\n')
    const lines = buffer.slice(0, end).split('\n')
    buffer = buffer.slice(end + 2)
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
    return { id: field('id'), event: field('event'), data: field('data'), comment: field('') }
  }
  const changes = async (): Promise<Changes> => {
    for (;;) {
      const message = await next()
      if (!message) throw new Error('The stream ended.')
      if (message.event === 'changes') return JSON.parse(message.data)
    }
  }
  const subjects = async (count: number) => {
    const found: string[] = []
    while (found.length < count) found.push(...(await changes()).events.map(({ subject }) => subject))
    return found
  }
  return { response, next, changes, subjects, leave: () => leaving.abort() }
}

test.each([
  ['menu', '', 200],
  ['orders', '', 401],
  ['menu,orders', '', 401],
  ['desk', '', 401],
  ['orders', 'ada', 200],
  ['menu,orders', 'owner', 200],
  ['desk', 'ada', 403],
  ['menu,desk', 'rider', 403],
  ['desk', 'chef', 200],
  ['desk', 'cashier', 200],
  ['menu,orders,desk', 'owner', 200],
  ['', 'owner', 422],
  ['kitchen', 'owner', 422],
])('a request for the topics "%s" by "%s" is answered %s, by stream and by poll', async (topics, name, status) => {
  const stream = await openStream(`topics=${topics}`, { Cookie: name })
  stream.leave()
  const poll = await fetch(`${restaurant.url}/api/changes?topics=${topics}`, { headers: { Cookie: name } })
  expect([stream.response.status, poll.status]).toEqual([status, status])
  const type = status === 200 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8'
  expect(poll.headers.get('Content-Type')).toBe(type)
})

test('a stream begins with its cursor and forbids buffering and transformation by proxies', async () => {
  const { response, next, leave } = await openStream('topics=menu')
  const first = await next()
  expect(first?.event).toBe('changes')
  expect(JSON.parse(first?.data ?? '')).toEqual({ cursor: first?.id, reset: false, events: [] })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  leave()
})

test("ORDER-5: a customer's stream contains only their own orders' events", async () => {
  const ada = await openStream('topics=orders', { Cookie: 'ada' })
  const obi = await openStream('topics=menu,orders', { Cookie: 'obi' })
  const desk = await openStream('topics=orders,desk', { Cookie: 'chef' })
  await Promise.all([ada, obi, desk].map(({ changes }) => changes()))
  await publishEvent(['desk', 'customer:ada'], 'adas')
  await publishEvent(['desk', 'customer:obi'], 'obis')
  expect(await ada.subjects(1)).toEqual(['adas'])
  expect(await obi.subjects(1)).toEqual(['obis'])
  expect(await desk.subjects(2)).toEqual(['adas', 'obis'])
  for (const { leave } of [ada, obi, desk]) leave()
})

test('ORDER-5: a reconnect with the last event id gets the missed events, from any process', async () => {
  const other = await startProcess()
  const before = await openStream('topics=desk', { Cookie: 'chef' })
  const { cursor } = await before.changes()
  before.leave()
  await publishEvent(['desk'], 'missed')
  for (const url of [restaurant.url, other.url]) {
    const byHeader = await openStream('topics=desk&since=1:1:', { Cookie: 'chef', 'Last-Event-ID': cursor, url })
    const byQuery = await openStream(`topics=desk&since=${cursor}`, { Cookie: 'chef', url })
    expect([await byHeader.subjects(1), await byQuery.subjects(1)]).toEqual([['missed'], ['missed']])
    byHeader.leave()
    byQuery.leave()
  }
})

test('a request with an unknown cursor gets a reset and a new cursor', async () => {
  const { changes, leave } = await openStream('topics=menu', { 'Last-Event-ID': 'yesterday' })
  expect(await changes()).toMatchObject({ reset: true, events: [] })
  leave()
  const response = await fetch(`${restaurant.url}/api/changes?topics=menu&since=4000000000:4000000000:`)
  expect(await response.json()).toMatchObject({ reset: true, cursor: expect.stringMatching(/^[\da-f-]{13}\.\d+:\d+:/) })
})

test('LIVE-2: an idle stream sends heartbeats', async () => {
  const { url } = await startProcess({ heartbeat: 20 })
  const { next, leave } = await openStream('topics=menu', { url })
  const messages = [await next(), await next(), await next(), await next()]
  expect(messages.some((message) => message?.comment === 'still here')).toBe(true)
  leave()
})

test('LIVE-1: streams end and polls are refused while the database connection is lost, so that screens can show the loss', async () => {
  const { url, live } = await startProcess({ heartbeat: 20, patience: 100 })
  const { next, leave } = await openStream('topics=menu', { url })
  expect((await next())?.event).toBe('changes')
  vi.spyOn(live, 'isCurrent').mockReturnValue(false)
  const lostFor = vi.spyOn(live, 'lostFor').mockReturnValue(50)
  const { status } = await fetch(`${url}/api/changes?topics=menu`)
  expect(status).toBe(503)
  // A loss shorter than `patience` ends no stream.
  for (const _ of [1, 2, 3]) expect((await next())?.comment).toBeDefined()
  lostFor.mockReturnValue(101)
  let last = await next()
  while (last?.comment) last = await next()
  expect(last?.event).toBe('bye')
  leave()
})

test('LIVE-4: a long poll waits for an event and returns the next cursor', async () => {
  const poll = async (path: string): Promise<Changes> =>
    (await fetch(`${restaurant.url}/api/changes?topics=desk${path}`, { headers: { Cookie: 'chef' } })).json()
  const { cursor } = await poll('')
  const subscribed = vi.spyOn(restaurant.live, 'subscribe')
  const waiting = poll(`&since=${cursor}&wait=30`)
  await expect.poll(() => subscribed.mock.settledResults[0]?.type).toBe('fulfilled')
  subscribed.mockRestore()
  await publishEvent(['desk'], 'polled')
  const changes = await waiting
  expect(changes.events.map(({ subject }) => subject)).toEqual(['polled'])
  // Without an event the poll returns at the end of its wait.
  const began = performance.now()
  expect((await poll(`&since=${changes.cursor}&wait=1`)).events).toEqual([])
  expect(performance.now() - began).toBeGreaterThan(900)
})

test('a stream is closed when its session ends, and a public stream continues', async () => {
  const { url } = await startProcess({ heartbeat: 20, recheck: 20 })
  people.set('leaver', { id: 'leaver', role: 'kitchen', username: '', phone: '', address: '', location: '' })
  const orders = await openStream('topics=orders', { Cookie: 'leaver', url })
  const desk = await openStream('topics=desk', { Cookie: 'leaver', url })
  const menu = await openStream('topics=menu', { Cookie: 'leaver', url })
  people.set('leaver', { id: 'leaver', role: 'rider', username: '', phone: '', address: '', location: '' })
  let last: Message | undefined
  for (let message = await desk.next(); message; message = await desk.next()) last = message
  expect(last).toMatchObject({ event: 'bye', data: '{"comeBackAfter":0}' })
  expect(await orders.next()).toBeDefined()
  people.delete('leaver')
  for (let message = await orders.next(); message; message = await orders.next()) last = message
  expect(last?.event).toBe('bye')
  await publishEvent(['menu'], 'still-here')
  expect(await menu.subjects(1)).toEqual(['still-here'])
  orders.leave()
  menu.leave()
})

test('a stream and a poll whose session is ended by another process are closed immediately without further events', async () => {
  people.set('sacked', { id: 'sacked', role: 'kitchen', username: '', phone: '', address: '', location: '' })
  const stream = await openStream('topics=desk', { Cookie: 'sacked' })
  const colleague = await openStream('topics=desk', { Cookie: 'chef' })
  const { cursor } = JSON.parse((await stream.next())?.data ?? '') as Changes
  const poll = fetch(`${restaurant.url}/api/changes?topics=desk&wait=20&since=${encodeURIComponent(cursor)}`, {
    headers: { Cookie: 'sacked' },
  })
  people.delete('sacked')
  await publishEvent(['account:sacked'], 'sacked')
  await publishEvent(['desk'], 'after-the-end')
  const received: (Message | undefined)[] = []
  for (let message = await stream.next(); message; message = await stream.next()) received.push(message)
  expect(received).toEqual([expect.objectContaining({ event: 'bye' })])
  expect((await poll).status).toBe(401)
  expect(await colleague.subjects(1)).toEqual(['after-the-end'])
  colleague.leave()
})

test('a stream continues after another session of its account has ended', async () => {
  const stream = await openStream('topics=orders', { Cookie: 'ada' })
  await publishEvent(['account:ada'], 'ada')
  await publishEvent(['customer:ada'], 'one-more')
  // The stream gets the event about its account, because the remaining session may have another role.
  expect(await stream.subjects(2)).toEqual(['ada', 'one-more'])
  stream.leave()
})

test('an account can open 30 streams, and closing a stream makes room for another stream', async () => {
  const streams = await Promise.all(
    Array.from({ length: 30 }, () => openStream('topics=menu,orders', { Cookie: 'obi' })),
  )
  expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200))
  const refused = await openStream('topics=menu', { Cookie: 'obi' })
  expect(refused.response.status).toBe(429)
  expect(refused.response.headers.get('Retry-After')).toBe('30')
  const other = await openStream('topics=menu')
  expect(other.response.status).toBe(200)
  other.leave()
  for (const { leave } of streams) leave()
  await expect
    .poll(async () => {
      const again = await openStream('topics=menu', { Cookie: 'obi' })
      again.leave()
      return again.response.status
    })
    .toBe(200)
})

test('a stream whose client reads nothing is reset and holds no events in memory', async () => {
  const { port, live } = await startProcess({ most: { events: 50, characters: 10_000_000 } })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /api/stream?topics=desk HTTP/1.1\r\nHost: restaurant\r\nCookie: owner\r\n\r\n')
  socket.setEncoding('utf8')
  await once(socket, 'readable')
  let text = ''
  // 12 times 20 events of 100 kB are more than the buffers of the sockets hold (about 10 MB).
  const note = 'x'.repeat(100_000)
  for (let batch = 0; batch < 12; batch++) {
    await database.pool.query(
      `insert into events (topics, type, subject, version, data)
       select '{desk}', 'order.ready', 'big', n, jsonb_build_object('note', $1::text) from generate_series(1, 20) n`,
      [note],
    )
  }
  await publishEvent(['desk'], 'last')
  // The client starts to read only after the server has read all events from the database.
  const isRead = `select pg_visible_in_snapshot(xid, $1::pg_snapshot) as read from events where subject = 'last'`
  await expect
    .poll(async () => (await database.pool.query(isRead, [live.cursor().split('.')[1]])).rows[0].read)
    .toBe(true)
  socket.on('data', (chunk) => {
    text += chunk
  })
  await expect.poll(() => text.includes('"reset":true')).toBe(true)
  await publishEvent(['desk'], 'after')
  await expect.poll(() => text.includes('"subject":"after"')).toBe(true)
  socket.destroy()
})

test('an idle menu page transfers less than 20 kB in ten minutes, even while other customers order', async () => {
  let text = ''
  // Ten minutes are 40 heartbeats. The routes' clock advances by 15 s with each received message.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => text.split('\n\n').length * 15_000)
  onTestFinished(() => clock.mockRestore())
  const { port } = await startProcess({ heartbeat: 15 })
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let packets = 0
  socket.on('data', (chunk) => {
    text += chunk
    packets++
  })
  // A browser sends about 700 bytes of headers.
  socket.write(`GET /api/stream?topics=menu HTTP/1.1\r\nHost: restaurant\r\nCookie: ${'x'.repeat(600)}\r\n\r\n`)
  while (text.split('\n\n').length < 42) {
    await publishEvent(['desk', 'customer:ada'], 'busy')
    await sleep(5)
  }
  socket.destroy()
  expect(text).not.toContain('busy')
  expect(text.match(/^id: /gm)?.length).toBeLessThanOrEqual(8)
  // The headers of TCP, IP and TLS in both directions, and the handshake.
  const overhead = packets * (62 + 40) + 5000
  console.log(`An idle stream: ${text.length} bytes of content and ${overhead} of network overhead in ten minutes`)
  expect(700 + text.length + overhead).toBeLessThan(20_000)
})

test('a server that stops sends its streams a reconnect delay and answers its polls', async () => {
  const { url, live, stop } = await startProcess()
  const stream = await openStream('topics=menu', { url })
  await stream.next()
  const subscribed = vi.spyOn(live, 'subscribe')
  const poll = fetch(`${url}/api/changes?topics=menu&since=${live.cursor()}&wait=30`)
  await expect.poll(() => subscribed.mock.settledResults[0]?.type).toBe('fulfilled')
  const began = performance.now()
  const stopping = stop()
  const bye = await stream.next()
  expect(bye?.event).toBe('bye')
  expect(JSON.parse(bye?.data ?? '').comeBackAfter).toBeGreaterThanOrEqual(500)
  expect(await stream.next()).toBeUndefined()
  expect((await (await poll).json()).events).toEqual([])
  await stopping
  // The poll did not wait for its 30 s.
  expect(performance.now() - began).toBeLessThan(30_000)
})
