import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { naira } from '#domain/money.ts'
import * as Queue from './queue.ts'

const order = (quoteId: string): Queue.QueuedWrite => ({ kind: 'order', quoteId, total: naira(3500), lines: ['1'] })
const profile: Queue.QueuedWrite = { kind: 'profile', change: { address: '2 Road' }, was: { address: '1 Road' } }
const entry = (id: string, more: Partial<Queue.Entry> = {}): Queue.Entry => ({
  id,
  account: 'ada',
  at: 0,
  write: order(id),
  tried: false,
  waits: false,
  ...more,
})
const no = { status: 409, code: 'quote-expired', detail: 'This offer has expired.' } as const
const ten = Array.from({ length: 10 }, (_, index) => entry(`${index}`))

function added(entries: Queue.Entries, one: Queue.Entry) {
  const result = Queue.add(entries, one)
  if (!result.ok) throw new Error(result.problem.detail)
  return result.value
}

test('LIVE-6: ten wait, the eleventh is refused with a sentence', () => {
  const result = Queue.add(ten, entry('11'))
  expect(result).toMatchObject({
    ok: false,
    problem: { detail: expect.stringMatching(/^10 things of yours already wait/) },
  })
})

test('LIVE-6: what is another’s, or refused already, takes no place in the queue', () => {
  const others = [...ten.slice(0, 8), entry('a', { account: 'obi' }), entry('b', { refused: no, write: profile })]
  const nine = added(others, entry('11')).entries
  expect(Queue.toSend(nine, 'ada').map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '11'])
})

test('LIVE-6: they go out in the order in which they were made', () => {
  const entries = ['a', 'b', 'c'].reduce<Queue.Entries>((entries, id) => added(entries, entry(id)).entries, [])
  expect(Queue.toSend(entries, 'ada').map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('PAY-8: a quote is in the queue once, however often it is pressed', () => {
  const first = added([], entry('a', { write: order('Q') }))
  const second = added(first.entries, entry('b', { write: order('Q') }))
  expect(second).toEqual({ entries: first.entries, entry: first.entry })
  // Two changes of a profile are two writes.
  const changes = added(added([], entry('a', { write: profile })).entries, entry('b', { write: profile }))
  expect(changes.entries.length).toBe(2)
})

test('another account’s writes are not sent', () => {
  expect(Queue.toSend([entry('a', { account: 'obi' })], 'ada')).toEqual([])
})

test('what is done leaves; what is refused stays to be read, and makes way for the next try', () => {
  const two = [entry('a'), entry('b')]
  const waiting = [entry('a', { waits: true }), entry('b', { waits: true })]
  expect(Queue.after(two, entry('a'), { type: 'waiting' })).toEqual(waiting)
  expect(Queue.after(two, entry('b'), { type: 'done', answer: {} as Order })).toEqual([entry('a')])
  const refused = Queue.after(two, entry('a'), { type: 'refused', problem: no })
  expect(refused).toEqual([entry('a', { refused: no }), entry('b')])
  expect(Queue.toSend(refused, 'ada').map(({ id }) => id)).toEqual(['b'])
  expect(added(refused, entry('c')).entries.map(({ id }) => id)).toEqual(['b', 'c'])
})

test.each([
  [401, 'denied', 'denied'],
  [403, 'denied', 'denied'],
  [404, 'refused', 'refused'],
  [409, 'refused', 'refused'],
  [422, 'refused', 'refused'],
  [408, 'later', 'refused'],
  [429, 'later', 'refused'],
  [500, 'later', 'refused'],
  [503, 'later', 'refused'],
])(
  'LIVE-6 PAY-6: a no of status %i means to what waits: %s, and where it was just pressed: %s',
  (status, waiting, fresh) => {
    const problem = { status, code: 'bug', detail: '' } as const
    expect([Queue.verdict(problem, true), Queue.verdict(problem, false)]).toEqual([waiting, fresh])
  },
)

test('tries are a second apart at first and a minute at last, and spread', () => {
  expect([1, 2, 3].map((failures) => Queue.pause(failures, 0.5))).toEqual([1000, 1500, 2250])
  expect([Queue.pause(1, 0), Queue.pause(1, 0.999), Queue.pause(100, 0.9)]).toEqual([500, 1499, 60_000])
})

test('a kitchen may tap two hundred times, and a no about one order is not answered by a tap for another', () => {
  const tap = (id: string): Queue.QueuedWrite => ({ kind: 'tap', of: 'orders', id, what: 'preparation', body: {} })
  const many = Array.from({ length: 200 }, (_, index) => entry(`${index}`, { write: tap('A') }))
  expect(Queue.add(many.slice(1), entry('200', { write: tap('A') })).ok).toBe(true)
  expect(Queue.add(many, entry('200', { write: tap('A') }))).toMatchObject({ ok: false })
  const refused = [entry('a', { write: tap('A'), refused: no }), entry('b', { write: tap('B'), refused: no })]
  expect(added(refused, entry('c', { write: tap('B') })).entries.map(({ id }) => id)).toEqual(['a', 'c'])
})
