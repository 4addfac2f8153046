import { afterEach, expect, test } from 'vitest'
import { ApiFailure, ConnectionFailure, post, sendThrough } from './api.ts'

afterEach(() => sendThrough((path, init) => fetch(path, init)))

/** An answer of which only the beginning comes through. */
function cut(begin: string, init: ResponseInit): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(begin)),
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
  return new Response(body, init)
}

test.each([
  ['an answer that was cut', () => cut('{"id":"7Q4M', { status: 201 })],
  [
    'a refusal that was cut',
    () => cut('{"status":', { status: 409, headers: { 'content-type': 'application/problem+json' } }),
  ],
  ["a page of the café's network", () => new Response('<h1>Pay here</h1>', { status: 511 })],
])('LIVE-8: %s is a lost connection, which is tried again', async (_, answer) => {
  sendThrough(async () => answer())
  const failure = await post('/api/orders').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConnectionFailure)
  expect(failure).toMatchObject({ message: 'Connection failed.' })
})

test('a refusal that came whole is a refusal', async () => {
  const problem = { status: 409, code: 'quote-expired', detail: 'This offer has expired.', request: '' }
  sendThrough(async () =>
    Response.json(problem, { status: 409, headers: { 'content-type': 'application/problem+json' } }),
  )
  await expect(post('/api/orders')).rejects.toThrow(ApiFailure)
})
