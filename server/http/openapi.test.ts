import { Validator } from '@seriousme/openapi-schema-validator'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { openApi } from './openapi.ts'
import { problemResponse, Refusal } from './problems.ts'
import type { Handlers } from './route.ts'
import { serve } from './serve.ts'

type Operation = { readonly responses: Readonly<Record<string, unknown>>; readonly requestBody?: unknown }
const document = openApi() as unknown as { paths: Record<string, Record<string, Operation>> }

test('the OpenAPI document is valid', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test("the OpenAPI document has exactly the contract's endpoints, with their success and problem responses", () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.sort()).toEqual(Object.keys(endpoints).sort())
  for (const [name, { body, takes, by }] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const statuses = Object.keys(operation?.responses ?? {})
    expect(
      statuses.some((status) => status.startsWith('2')),
      name,
    ).toBe(true)
    expect(statuses, name).toContain('default')
    expect(statuses.includes('403'), name).toBe(by !== 'anyone')
    expect(operation?.requestBody !== undefined, name).toBe(body !== undefined || takes !== undefined)
  }
})

/** Serves every endpoint, with the caller's role in the header `X-Role`. */
function serveAll() {
  const app = new Hono()
  app.onError((error) => {
    if (error instanceof Refusal) return problemResponse(error, 'test')
    throw error
  })
  const handlers = Object.fromEntries(Object.keys(endpoints).map((name) => [name, async () => new Response('done')]))
  const caller = { id: 'ada', username: 'Ada', phone: '', address: '', location: '' }
  const roleOf = (headers: Headers) => headers.get('x-role') as 'owner'
  serve(app, handlers as unknown as Handlers, {
    user: async (headers) => ({ ...caller, role: roleOf(headers) }),
    address: () => '192.0.2.1',
  })
  return app
}

/** Values that cover each way in which a schema can refuse a field. */
const nonsense: readonly unknown[] = [undefined, null, 1.5, -1, 1e12, '', 'x'.repeat(2000), true, [], {}]

test('a request refused by a schema gets one of our sentences instead of a sentence of the validation library', async () => {
  const app = serveAll()
  const sentences = new Set<string>()
  for (const [name, { body, by }] of Object.entries<Endpoint>(endpoints)) {
    if (!body) continue
    const [method = '', path = ''] = name.split(' ')
    const fields = Object.keys(shapeOf(body))
    const bodies = nonsense.flatMap((wrong) => [wrong, Object.fromEntries(fields.map((field) => [field, wrong]))])
    for (const each of bodies) {
      const response = await app.request(path.replace(/:\w+/g, '3467ACDEF'), {
        method,
        headers: { 'content-type': 'application/json', 'x-role': by === 'anyone' ? 'customer' : (by[0] ?? '') },
        body: JSON.stringify(each) ?? 'null',
      })
      if (response.ok) continue
      expect(response.status, name).toBe(422)
      const { detail, errors = [] } = (await response.json()) as ProblemBody
      for (const sentence of [detail, ...errors.map((error) => error.detail)]) sentences.add(sentence)
    }
  }
  expect(sentences.size).toBeGreaterThan(10)
  expect(
    [...sentences].filter((each) => /invalid (input|option|string|iso)|expected|too (small|big)|received/i.test(each)),
  ).toEqual([])
})

test('a request with a method that its path lacks returns 405 with the allowed methods', async () => {
  const app = serveAll()
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const allowed = Map.groupBy(
    Object.keys(endpoints).map((name) => name.split(' ') as [string, string]),
    ([, path]) => path,
  )
  for (const [path, each] of allowed) {
    const known = each.map(([method]) => method)
    const other = methods.find((method) => !known.includes(method))
    if (other === undefined) continue
    const response = await app.request(path.replace(/:\w+/g, '3467ACDEF'), { method: other })
    const allow = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, allow])
    expect(((await response.json()) as ProblemBody).detail).toBe(`This address answers ${allow} only.`)
  }
})

/** Returns the fields of an object schema, or of the first alternative of a schema with alternatives. */
function shapeOf(schema: unknown): object {
  const { shape, def } = schema as { shape?: object; def?: { options?: unknown[]; innerType?: unknown; in?: unknown } }
  return shape ?? shapeOf(def?.options?.[0] ?? def?.innerType ?? def?.in ?? { shape: {} })
}

test('a response that violates the contract throws in tests, and is sent anyway in production', async () => {
  const wrong = {
    'GET /api/promise': async () => ({ readyBy: 'soon', minutes: 5, more: 1 }),
  } satisfies Partial<Handlers>
  const callers = { user: async () => undefined, address: () => '192.0.2.1' }
  const strict = new Hono()
  const failures: unknown[] = []
  strict.onError((error) => {
    failures.push(error)
    return new Response(null, { status: 500 })
  })
  serve(strict, wrong, callers, { verify: true })
  expect((await strict.request('/api/promise')).status).toBe(500)
  expect(String(failures[0])).toMatch(/GET \/api\/promise.*readyBy/s)
  expect(failures[0]).not.toBeInstanceOf(Refusal)
  const free = new Hono()
  serve(free, wrong, callers)
  expect(await (await free.request('/api/promise')).json()).toEqual({ readyBy: 'soon', minutes: 5, more: 1 })
})
