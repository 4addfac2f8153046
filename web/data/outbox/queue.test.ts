import { expect, test } from 'vitest'
import type { DeskOrder } from '#contract/order/orders.ts'
import { naira } from '#domain/money/money.ts'
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
const no = { status: 409, code: 'quote-expired', detail: 'This quote has expired.' } as const
const ten = Array.from({ length: 10 }, (_, index) => entry(`${index}`))

function added(entries: Queue.Entries, one: Queue.Entry) {
  const result = Queue.add(entries, one)
  if (!result.ok) throw new Error(result.problem.detail)
  return result.value
}

test('LIVE-6: the eleventh queued write is refused with a sentence', () => {
  const result = Queue.add(ten, entry('11'))
  expect(result).toMatchObject({
    ok: false,
    problem: { detail: expect.stringMatching(/^10 changes of yours already wait/) },
  })
})

test('LIVE-6: each kind of write has a limit of its own in the queue', () => {
  expect(added(ten, entry('p', { write: profile })).entry.id).toBe('p')
})

test('PAY-8: an order of the same cart by another account replaces the waiting order, so the cart is ordered only once', () => {
  const waiting = [entry('a', { write: order('Q1') })]
  const { entries } = added(waiting, entry('b', { account: 'guest', write: order('Q2') }))
  expect(entries.map(({ id }) => id)).toEqual(['b'])
  const ofAnotherCart = { ...order('Q3'), lines: ['2'] } as Queue.QueuedWrite
  expect(added(waiting, entry('c', { account: 'guest', write: ofAnotherCart })).entries).toHaveLength(2)
})

test('LIVE-6: refused writes and writes of other accounts do not count towards the limit of queued writes', () => {
  const others = [...ten.slice(0, 8), entry('a', { account: 'obi' }), entry('b', { refused: no, write: profile })]
  const nine = added(others, entry('11')).entries
  expect(Queue.toSend(nine, 'ada').map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '11'])
})

test('LIVE-6: writes are sent in the order in which they were added', () => {
  const entries = ['a', 'b', 'c'].reduce<Queue.Entries>((entries, id) => added(entries, entry(id)).entries, [])
  expect(Queue.toSend(entries, 'ada').map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('PAY-8: the order of a quote is queued once, however often it is submitted', () => {
  const first = added([], entry('a', { write: order('Q') }))
  const second = added(first.entries, entry('b', { write: order('Q') }))
  expect(second).toEqual({ entries: first.entries, entry: first.entry })
  // Two changes of a profile, in contrast to two orders of one quote, are two writes.
  const changes = added(added([], entry('a', { write: profile })).entries, entry('b', { write: profile }))
  expect(changes.entries.length).toBe(2)
})

test('writes of another account are not sent', () => {
  expect(Queue.toSend([entry('a', { account: 'obi' })], 'ada')).toEqual([])
})

test('a write that is done leaves the queue, and a refused write stays until the next write replaces it', () => {
  const two = [entry('a'), entry('b')]
  const waiting = [entry('a', { waits: true }), entry('b', { waits: true })]
  expect(Queue.after(two, entry('a'), { type: 'waiting' })).toEqual(waiting)
  expect(Queue.after(two, entry('b'), { type: 'done', answer: {} as DeskOrder })).toEqual([entry('a')])
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
  'LIVE-6 PAY-6: the status %i means %s for a write that has waited, and %s for a new write',
  (status, waiting, fresh) => {
    const problem = { status, code: 'bug', detail: '' } as const
    expect([Queue.verdict(problem, true), Queue.verdict(problem, false)]).toEqual([waiting, fresh])
  },
)

test('the pause between attempts to send the queue grows from a second to a minute, with jitter', () => {
  expect([1, 2, 3].map((failures) => Queue.pause(failures, 0.5))).toEqual([1000, 1500, 2250])
  expect([Queue.pause(1, 0), Queue.pause(1, 0.999), Queue.pause(100, 0.9)]).toEqual([500, 1499, 60_000])
})

test('200 actions can be queued, and an action replaces only a refused action on the same order', () => {
  const action = (id: string): Queue.QueuedWrite => ({
    kind: 'action',
    id,
    action: 'start',
    body: {},
  })
  const many = Array.from({ length: 200 }, (_, index) => entry(`${index}`, { write: action('A') }))
  expect(Queue.add(many.slice(1), entry('200', { write: action('A') })).ok).toBe(true)
  expect(Queue.add(many, entry('200', { write: action('A') }))).toMatchObject({ ok: false })
  const refused = [entry('a', { write: action('A'), refused: no }), entry('b', { write: action('B'), refused: no })]
  expect(added(refused, entry('c', { write: action('B') })).entries.map(({ id }) => id)).toEqual(['a', 'c'])
})
