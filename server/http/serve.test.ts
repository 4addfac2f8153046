import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { User } from '#contract/session.ts'
import { answerFailures } from './guard.ts'
import { refuse } from './problems.ts'
import { openPromiseCache } from './promise-cache.ts'
import type { Handlers } from './route.ts'
import { type SharedAnswer, serve } from './serve.ts'

test('SPEED-4: after a settings change each public response is computed once, for any number of concurrent clients', async () => {
  const reads: string[] = []
  const read = (name: string) => async () => {
    reads.push(name)
    return { name }
  }
  const paths = ['/api/site', '/api/home', '/api/farm', '/api/locations', '/api/menu']
  const handlers = Object.fromEntries(paths.map((path) => [`GET ${path}`, read(path)])) as unknown as Handlers
  const shared = openPromiseCache<SharedAnswer>({ most: 100, longestAge: 60_000 })
  const app = new Hono()
  serve(app, handlers, { user: async () => undefined, address: () => '192.0.2.1' }, { shared })
  const rereadAll = async () => {
    const clients = Array.from({ length: 200 }, () => paths.map(async (path) => (await app.request(path)).json()))
    for (const answers of clients) expect(await Promise.all(answers)).toEqual(paths.map((name) => ({ name })))
  }
  await rereadAll()
  expect(reads.toSorted()).toEqual(paths.toSorted())
  // The event of a settings change clears the cache.
  shared.clear()
  await rereadAll()
  expect(reads).toHaveLength(2 * paths.length)
})

test('SPEED-4: a change that pages show drops the cached responses; a refused change, or a request that changes no page, does not', async () => {
  let reads = 0
  let refuses = true
  const handlers = {
    'GET /api/site': async () => ({ reads: ++reads }),
    'POST /api/office/opening': async () => {
      if (refuses) throw refuse('not-allowed', 'Not yet.')
      return {}
    },
    'PUT /api/desk/presence': async () => undefined,
  } as unknown as Handlers
  const shared = openPromiseCache<SharedAnswer>({ most: 100, longestAge: 60_000 })
  const app = new Hono()
  answerFailures(app, () => {})
  const owner = { id: 'owner', role: 'owner' } as User
  serve(app, handlers, { user: async () => owner, address: () => '192.0.2.1' }, { shared })
  const readSite = async () => (await app.request('/api/site')).json()
  await readSite()
  expect((await app.request('/api/office/opening', { method: 'POST' })).status).toBe(403)
  expect((await app.request('/api/desk/presence', { method: 'PUT' })).status).toBe(204)
  expect((await app.request('/api/nothing-here', { method: 'PUT' })).status).toBe(404)
  expect(await readSite()).toEqual({ reads: 1 })
  refuses = false
  expect((await app.request('/api/office/opening', { method: 'POST' })).status).toBe(200)
  expect(await readSite()).toEqual({ reads: 2 })
})

test('SPEED-4: a page is rendered from the data of a public response without parsing JSON', async () => {
  const site = { name: 'Iná Grill' }
  const handlers = { 'GET /api/site': async () => site } as unknown as Handlers
  const shared = openPromiseCache<SharedAnswer>({ most: 100, longestAge: 60_000 })
  const app = new Hono()
  serve(app, handlers, { user: async () => undefined, address: () => '192.0.2.1' }, { shared })
  // Creating a listener replaces the global Response, as in main.ts.
  getRequestListener(app.fetch)
  const response = await app.request('/api/site')
  expect(await response.clone().text()).toBe(JSON.stringify(site))
  expect(await response.json()).toBe(site)
})

test('a request is refused if its session ends while its body arrives; without a session it is refused before the body arrives', async () => {
  const app = new Hono()
  answerFailures(app, () => {})
  let isSignedIn = true
  const rider = { id: 'rider', role: 'rider' } as User
  const handlers = { 'POST /api/orders/:id/fail-delivery': async () => ({}) } as unknown as Handlers
  serve(app, handlers, { user: async () => (isSignedIn ? rider : undefined), address: () => '192.0.2.1' })
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  const send = (body: ReadableStream) =>
    app.request('/api/deliveries/ABCDEFGH2/failure', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)
  const answer = send(body.readable)
  await sleep(1100)
  isSignedIn = false
  await writer.write(Buffer.from(JSON.stringify({ reason: 'Nobody opened' })))
  await writer.close()
  expect((await answer).status).toBe(401)
  expect((await send(new ReadableStream())).status).toBe(401)
})

async function refused(endpoint: EndpointName, body: string): Promise<{ status: number; problem: ProblemBody }> {
  const app = new Hono()
  answerFailures(app, () => {})
  const handlers = { [endpoint]: async () => ({}) } as unknown as Handlers
  const [method = '', path = ''] = endpoint.split(' ')
  const owner = { id: 'owner', role: 'owner' } as User
  serve(app, handlers, { user: async () => owner, address: () => '192.0.2.1' })
  const response = await app.request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, problem: (await response.json()) as ProblemBody }
}

test('SAFE-14: a problem document lists at most 200 invalid fields, however many a body has', async () => {
  const wrong = Array.from({ length: 100_000 }, (_, index) => `"${index}":1`).join()
  const { status, problem } = await refused('PUT /api/office/menu-draft', `{${wrong}}`)
  expect(status).toBe(422)
  expect(problem.errors).toHaveLength(200)
})

test.each([101, 5000, 100_000])('SAFE-15: a body nested %s deep is refused with a sentence', async (deep) => {
  const categories = `[${'['.repeat(deep)}${']'.repeat(deep)}]`
  const draft = `{"basedOn":1,"revision":0,"categories":${categories}}`
  const { status, problem } = await refused('PUT /api/office/menu-draft', draft)
  expect({ status, detail: problem.detail }).toEqual({ status: 422, detail: 'This is nested too deeply.' })
})

test.each([['PATCH /api/office/settings', '{"logo":{"photo":"no photo"}}', 'logo.photo']] as const)(
  'SAFE-15: a refusal of %s is a whole sentence, although the schema’s message for restaurant files is only half a sentence',
  async (endpoint, body, field) => {
    const { problem } = await refused(endpoint, body)
    expect(problem).toMatchObject({ field, detail: 'This is not in the right form.' })
  },
)
