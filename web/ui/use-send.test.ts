import { beforeEach, expect, test } from 'vitest'
import { ApiFailure, ConnectionFailure } from '#web/data/api/client.ts'
import { dismiss, shownToasts } from '#web/data/toast.ts'
import { createSend } from './use-send.ts'

beforeEach(() => {
  for (const { id } of shownToasts()) dismiss(id)
})

const shown = () => shownToasts().map(({ kind, text }) => [kind, text])

test('a second press is ignored until the first press has its answer', async () => {
  const states: unknown[] = []
  const send = createSend((what) => states.push(what))
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  const request = () => {
    sent += 1
    return promise
  }
  const first = send(request, { what: 'first' })
  await send(request, { what: 'second' })
  expect(sent).toBe(1)
  resolve()
  await first
  await send(request)
  expect(sent).toBe(2)
  expect(states).toEqual(['first', undefined, true, undefined])
})

test('a successful request shows its toast', async () => {
  const send = createSend(() => {})
  await send(async () => 'Musa', { done: (name) => `${name} is added.` })
  expect(shown()).toEqual([['good', 'Musa is added.']])
})

test('a failed request shows the server’s sentence, and a request without an answer shows `unanswered`', async () => {
  const send = createSend(() => {})
  const refusal = new ApiFailure({ status: 409, code: 'unavailable', detail: 'It is sold out.' })
  await send(() => Promise.reject(refusal), { unanswered: 'Look first.' })
  await send(() => Promise.reject(new ConnectionFailure('Connection failed.')), { unanswered: 'Look first.' })
  await send(() => Promise.reject(new ConnectionFailure('Connection failed.')))
  expect(shown()).toEqual([
    ['bad', 'It is sold out.'],
    ['bad', 'Look first.'],
    ['bad', 'Could not reach the restaurant. Please check the network and try again.'],
  ])
})

test('with `onFailure`, a failed request shows no toast, and the screen can send again', async () => {
  const send = createSend(() => {})
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  await send(() => Promise.reject(new Error('first')), { onFailure })
  await send(() => Promise.reject(new Error('second')), { onFailure })
  expect(failures).toEqual([new Error('first'), new Error('second')])
  expect(shown()).toEqual([])
})
