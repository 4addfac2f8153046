import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { freshDatabase } from '../support/database.ts'
import { openServerBehindPath } from './server-behind-path.ts'

const database = await freshDatabase()
const { path, server, customer, dish, stop } = await openServerBehindPath(database.url)
afterAll(stop)

const failures = () => server.stderr().match(/"request\.(failed|unstorable)".*/g) ?? []

async function ask(method: string, at: string, body?: string): Promise<{ status: number; body: ProblemBody }> {
  const response = await fetch(`${server.url}${at}`, {
    method,
    headers: { Cookie: customer.cookie, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: (await response.json().catch(() => ({}))) as ProblemBody }
}

const quoteOf = (more: string) => `{"items":[{"itemId":"${dish}","selection":{},"quantity":1${more}}]}`

test.each([
  ['a NUL', '\\u0000'],
  ['the first half of a surrogate pair', '\\ud83d'],
  ['the second half of a surrogate pair', '\\udc4d no'],
])('SAFE-15: text with %s is refused with the name of its field, and not logged as a bug', async (_, text) => {
  const asked = [
    ['POST', '/api/quotes', quoteOf(`,"chefComment":"${text}"`)],
    ['POST', '/api/quotes', quoteOf(`,"${text}":1`)],
    ['POST', '/api/session', `{"identifier":"${text}","password":"x"}`],
    ['POST', '/api/session', `{"identifier":"x","password":"${text}"}`],
    ['POST', '/api/customers', `{"username":"${text}","password":"one pot","phone":"0803","location":"","address":""}`],
    ['PATCH', '/api/profile', `{"address":"${text}"}`],
    ['POST', '/api/orders', `{"quoteId":"${text}"}`],
    ['POST', '/api/orders', `{"quoteId":"AAAAAAAAA","account":"${text}"}`],
  ] as const
  for (const [method, at, body] of asked) {
    const answer = await ask(method, at, body)
    expect([at, answer.status]).toEqual([at, expect.toBeOneOf([401, 404, 409, 422])])
  }
  expect(await ask('POST', '/api/quotes', quoteOf(`,"chefComment":"${text}"`))).toMatchObject({
    status: 422,
    body: { field: 'items.0.chefComment', detail: 'Please use plain text.' },
  })
  expect(failures()).toEqual([])
})

test.each([
  '/menu/%00',
  '/menu/%ED%A0%80',
  '/%00',
  '/%',
  '/media/%00',
  '/cards/%00.jpg',
  '/assets/%00',
  '/icons/%00',
  '/films/%00',
  '/api/menu/%00',
  '/api/orders/%00',
  '/api/stream?topics=%00',
  '/api/changes?topics=menu&since=%00',
  '/api/orders/AAAAAAAAA?%00=%00',
])('SAFE-15: the malformed request GET %s returns no 5xx', async (at) => {
  expect((await ask('GET', at)).status).toBeLessThan(500)
  expect(failures()).toEqual([])
})

test('SAFE-15: a number too large for its database column is refused', async () => {
  for (const large of ['2147483648', '9007199254740991', '1e308', '-2147483649']) {
    const body = `{"items":[{"itemId":"${dish}","selection":{},"quantity":${large}}]}`
    expect((await ask('POST', '/api/quotes', body)).status).toBe(422)
    expect(
      (await ask('POST', '/api/orders/AAAAAAAAA/choose-substitution', `{"line":0,"version":${large}}`)).status,
    ).toBeLessThan(500)
  }
  expect(failures()).toEqual([])
})

test('SAFE-15: a request body that ends early is not logged as a bug', async () => {
  const { hostname, port } = new URL(server.url)
  for (const framing of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const start = framing.startsWith('Content') ? '{"identifier"' : 'd\r\n{"identifier"\r\n'
    socket.write(
      `POST /api/session HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${start}`,
    )
    // Once the server has answered this later request, it has read the start of the other request.
    expect((await ask('GET', '/readyz')).status).toBe(200)
    socket.resetAndDestroy()
    await once(socket, 'close')
  }
  for (let count = 0; count < 5; count++) expect((await ask('GET', '/readyz')).status).toBe(200)
  expect(failures()).toEqual([])
})

test('SAFE-15: format characters and line breaks in a note cannot make it look like lines of a ticket', async () => {
  const note = 'No pepper\\n2 × Jollof \\u202eegap\\u200b\\u2028PAID\\u0009\\ud83d\\udc69\\u200d\\ud83c\\udf73'
  const { body } = await customer.send<Quote>('POST', '/api/quotes', JSON.parse(quoteOf(`,"chefComment":"${note}"`)))
  expect(body.items[0]?.chefComment).toBe('No pepper 2 × Jollof egap PAID 👩‍🍳')
  const { body: order } = await customer.send<Order>('POST', '/api/orders', { quoteId: body.id })
  expect(order.items[0]?.chefComment).toBe('No pepper 2 × Jollof egap PAID 👩‍🍳')
  const named = { ...JSON.parse(quoteOf('')), customerName: '\u202aAda\u200b Obi\u202c' }
  expect((await customer.send<Quote>('POST', '/api/quotes', named)).status).toBe(201)
  expect((await ask('POST', '/api/quotes', JSON.stringify({ ...named, customerName: 'Ada\u2028PAID' }))).status).toBe(
    422,
  )
})

test('SAFE-15: while the disk is full, changes return 503 with a sentence, reading works, and the server is not ready', async () => {
  await database.pool.query(`
    create function refuse_for_space() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger no_space before insert on quotes execute function refuse_for_space()`)
  const refused = {
    status: 503,
    body: { detail: 'We cannot take orders for the moment. Please try again later, or call us.' },
  }
  expect(await ask('POST', '/api/quotes', quoteOf(''))).toMatchObject(refused)
  expect(await ask('GET', '/readyz')).toMatchObject({ status: 503, body: { disk: 'full' } })
  expect(await ask('POST', '/api/session', '{"identifier":"x","password":"x"}')).toMatchObject(refused)
  expect((await ask('GET', '/api/menu/extra-sides')).status).toBe(200)
  await database.pool.query('drop trigger no_space on quotes')
  await expect.poll(async () => (await ask('GET', '/readyz')).status).toBe(200)
  expect((await ask('POST', '/api/quotes', quoteOf(''))).status).toBe(201)
  expect(failures()).toEqual([])
})

test('SAFE-15: while the database is unreachable, a request for a page gets an error page, and an API request a problem document', async () => {
  await path.refuse()
  for (const at of ['/menu/grills', '/menu/no-such', '/cart']) {
    const response = await fetch(`${server.url}${at}`, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    const text = await response.text()
    expect(text).toContain('<h1')
    expect(text).toContain('We cannot reach our records right now. Please try again in a moment.')
    expect(text).toMatch(/<link rel="stylesheet" href="\/assets\//)
  }
  const response = await fetch(`${server.url}/api/menu/extra-sides`, { headers: { Accept: 'text/html,*/*;q=0.8' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    503,
    'application/problem+json; charset=utf-8',
  ])
  await path.restore()
  await expect.poll(async () => (await fetch(`${server.url}/menu/grills`)).status).toBe(200)
  expect(failures()).toEqual([])
})

test('pages, API answers and refusals have a content security policy, HTML has further security headers, and a script has only nosniff', async () => {
  const page = await fetch(`${server.url}/menu/grills`)
  const script = /src="(\/assets\/[\w.-]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const forPages = ['referrer-policy', 'permissions-policy', 'cross-origin-opener-policy']
  const lookAt = async (at: string, more: readonly string[]) => {
    const { headers } = await fetch(`${server.url}${at}`)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(forPages.filter((name) => headers.has(name))).toEqual(more)
  }
  for (const at of ['/menu/grills', '/icons/icon.svg']) await lookAt(at, forPages)
  for (const at of ['/api/session', '/assets/no-such.js']) await lookAt(at, [])
  const { status, headers } = await fetch(`${server.url}${script}`)
  expect(status).toBe(200)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect([...headers.keys()]).not.toContain('content-security-policy')
})
