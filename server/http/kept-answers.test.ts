import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { openServer, stopListening } from '../listening.ts'
import { watchRequests } from '../watch/watch-routes.ts'
import { encodable, encode } from './compress.ts'
import { answerUnchanged } from './etag.ts'
import { endHeadBodies, guardHeaders, requestIds } from './guard.ts'
import { keepAnswer, openKeptAnswers } from './kept-answers.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

type Noted = { readonly request: string; readonly method: string; readonly route: string; readonly status: number }

/** Opens a server with the app's middleware and one public page, whose handler counts its calls. */
async function opened() {
  const noted: Noted[] = []
  const state = { keeps: true, handled: 0, cursor: 'c1', text: 'one ' }
  const note = ({ request, method, route, status }: Noted) => void noted.push({ request, method, route, status })
  const requestId = requestIds({ trusted: true })
  const kept = openKeptAnswers({ keeps: () => state.keeps, cursor: () => state.cursor, requestId, note })
  const app = new Hono()
  watchRequests(app, note)
  endHeadBodies(app)
  answerUnchanged(app)
  kept.keepFrom(app)
  guardHeaders(app, { https: true, development: false, requestId })
  app.use(async (context, next) => {
    await next()
    context.res.headers.set('Live-Cursor', state.cursor)
  })
  let page = encodable(Buffer.from(state.text.repeat(1000)))
  app.get('/menu/:category', async (context) => {
    state.handled += 1
    const encoded = await encode(page, context.req.header('accept-encoding'))
    keepAnswer(context, encoded)
    return new Response(encoded.body, {
      headers: { ETag: 'W/"tag"', 'Content-Type': 'text/html; charset=utf-8', ...encoded.headers },
    })
  })
  const server = openServer()
  servers.push(server)
  const answer = getRequestListener(app.fetch)
  server.on('request', (incoming, outgoing) => kept.send(incoming, outgoing) || void answer(incoming, outgoing))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** Sends one request. Returns the response's status, body and headers without the date. */
  const ask = async (headers: IncomingHttpHeaders = {}, { method = 'GET', path = '/menu/grills' } = {}) => {
    const sent = request({ port, path, method, headers: { host: 'grill.example', ...headers }, agent }).end()
    const [response] = await once(sent, 'response')
    const pairs = Object.entries(response.headers as IncomingHttpHeaders).filter(([name]) => name !== 'date')
    return { status: response.statusCode, headers: Object.fromEntries(pairs), body: await buffer(response) }
  }
  const change = (text: string) => {
    page = encodable(Buffer.from(text.repeat(1000)))
    kept.clear()
  }
  return { server, state, noted, ask, change, clear: kept.clear }
}

/** Repeats a request until its handler is no longer called, because the response is cached in its smallest encoding. */
async function untilKept({ state, ask }: Awaited<ReturnType<typeof opened>>, headers: IncomingHttpHeaders) {
  await expect
    .poll(async () => {
      const before = state.handled
      await ask(headers)
      return state.handled - before
    })
    .toBe(0)
}

const id = 'one-request-of-a-proxy'

const everyEncoding = [
  { 'accept-encoding': 'br' },
  { 'accept-encoding': 'gzip, deflate' },
  { 'accept-encoding': 'identity' },
  {},
]

test.each(everyEncoding)(
  'SPEED-4: a cached response to a request with %o has the status, headers and bytes that the app would send',
  async (accepts) => {
    const restaurant = await opened()
    const { state, ask, clear } = restaurant
    const headers = { ...accepts, 'x-request-id': id }
    const requests = [
      () => ask(headers),
      () => ask(headers, { method: 'HEAD' }),
      () => ask({ ...headers, 'if-none-match': '"other", "tag"' }),
      () => ask({ ...headers, 'if-none-match': '"other"' }),
      () => ask({ ...headers, cookie: 'session=1; hint=1' }),
    ]
    await untilKept(restaurant, accepts)
    for (const send of requests) {
      clear()
      const handled = state.handled
      const first = await send()
      await untilKept(restaurant, accepts)
      const handledOnce = state.handled
      expect(handledOnce).toBeGreaterThan(handled)
      expect(await send()).toEqual(first)
      expect(state.handled).toBe(handledOnce)
    }
    const { status, headers: unchanged, body } = await ask({ ...headers, 'if-none-match': 'W/"tag"' })
    expect([status, body.length, unchanged['content-type'], unchanged.etag]).toEqual([304, 0, undefined, 'W/"tag"'])
    expect(unchanged['content-security-policy']).toContain("default-src 'none'")
  },
)

test("RUN-3: each request for a cached response is counted with its route, and gets a new request id or the proxy's request id", async () => {
  const restaurant = await opened()
  const { noted, ask } = restaurant
  await untilKept(restaurant, {})
  noted.length = 0
  const ids = [await ask(), await ask({}, { method: 'HEAD' }), await ask({ 'if-none-match': '"tag"' })].map(
    ({ headers }) => headers['x-request-id'],
  )
  await ask({ 'x-request-id': id })
  expect(noted.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/menu/:category', 200],
    ['HEAD', '/menu/:category', 200],
    ['GET', '/menu/:category', 304],
    ['GET', '/menu/:category', 200],
  ])
  expect(noted.map(({ request }) => request)).toEqual([...ids, id])
  expect(new Set([...ids, id]).size).toBe(4)
})

test('SPEED-3: a cached response carries the current event cursor, and a change drops the response', async () => {
  const restaurant = await opened()
  const { state, ask, change } = restaurant
  await untilKept(restaurant, { 'accept-encoding': 'br' })
  state.cursor = 'c2'
  expect((await ask({ 'accept-encoding': 'br' })).headers['live-cursor']).toBe('c2')
  change('two ')
  const { body } = await ask({ 'accept-encoding': 'br' })
  expect(brotliDecompressSync(body).toString()).toBe('two '.repeat(1000))
})

test('SAFE-14: a response is cached for its host only, and never for an address with a query or while caching is off', async () => {
  const restaurant = await opened()
  const { state, ask } = restaurant
  const handled = async (...words: Parameters<typeof ask>) => {
    const before = state.handled
    await ask(...words)
    return state.handled - before
  }
  await untilKept(restaurant, {})
  expect(await handled({ host: 'other.example' })).toBe(1)
  for (let turn = 0; turn < 2; turn++) expect(await handled({}, { path: '/menu/grills?from=here' })).toBe(1)
  for (let turn = 0; turn < 2; turn++) expect(await handled({}, { method: 'POST' })).toBe(0)
  state.keeps = false
  restaurant.clear()
  for (let turn = 0; turn < 2; turn++) expect(await handled()).toBe(1)
})

test('RUN-1: a server that has stopped listening closes the connection after a cached response', async () => {
  const restaurant = await opened()
  await untilKept(restaurant, {})
  expect((await restaurant.ask()).headers.connection).toBe('keep-alive')
  stopListening(restaurant.server)
  expect((await restaurant.ask()).headers.connection).toBe('close')
})
