import { expect, test } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import { conditionOf, foremost, kitchenTime, minutesTo, nowOf, promiseOf, type Staged, stagesOf } from './stages.ts'
import { timeTo } from './time-to.ts'

const at = (time: string) => `2026-11-20T${time}:00Z`
const now = Date.parse(at('19:30'))
const claimed: Staged = {
  status: 'pending',
  payment: 'claimed',
  cashAtDoor: false,
  deliveryMethod: 'delivery',
  deliveryStatus: 'unassigned',
  awaitingSubstitution: false,
  foundAt: null,
  startedAt: null,
  readyAt: null,
  outAt: null,
}
const found: Staged = { ...claimed, payment: 'found', foundAt: at('19:58') }
const cooking: Staged = { ...found, status: 'preparing', startedAt: at('20:04') }
const ready: Staged = { ...cooking, status: 'ready', readyAt: at('20:20') }

test.each<[string, Staged, string]>([
  ['claimed', claimed, '*Finding transfer (looking) | On the fire | Ready | At your door'],
  [
    'not found',
    { ...claimed, payment: 'not-found' },
    '*Finding transfer (not seen yet) | On the fire | Ready | At your door',
  ],
  ['found', found, '+Transfer found (20:58) | On the fire | Ready | At your door'],
  ['in preparation', cooking, '+Transfer found (20:58) | *On the fire (since 21:04) | Ready | At your door'],
  [
    'waiting for a choice',
    { ...cooking, awaitingSubstitution: true },
    '+Transfer found (20:58) | *On the fire (waits for you) | Ready | At your door',
  ],
  [
    'started unpaid',
    { ...cooking, payment: 'claimed', foundAt: null },
    'Finding transfer (looking) | *On the fire (since 21:04) | Ready | At your door',
  ],
  [
    'paid in cash at the door',
    { ...cooking, payment: 'claimed', foundAt: null, cashAtDoor: true },
    'Pay the rider | *On the fire (since 21:04) | Ready | At your door',
  ],
  ['ready', ready, '+Transfer found (20:58) | +On the fire (21:04) | *Ready (21:20) | At your door'],
  [
    'out for delivery',
    { ...ready, deliveryStatus: 'out-for-delivery', outAt: at('20:22') },
    '+Transfer found (20:58) | +On the fire (21:04) | +Ready (21:20) | *At your door (on the way)',
  ],
  [
    'ready to pick up',
    { ...ready, deliveryMethod: 'pick-up', deliveryStatus: null },
    '+Transfer found (20:58) | +On the fire (21:04) | *Ready (21:20) | Picked up',
  ],
  [
    'for later',
    { ...found, slot: at('21:00'), startAt: at('20:45'), readyBy: at('21:00') },
    '+Transfer found (20:58) | On the fire (21:45) | Ready (22:00) | At your door (22:00)',
  ],
  [
    'asked for another time',
    { ...found, slot: at('21:00'), startAt: at('20:45'), slotQuestion: { reason: 'closed', since: at('20:30') } },
    '+Transfer found (20:58) | On the fire | Ready | At your door',
  ],
  [
    'from before the times were kept',
    { ...ready, foundAt: null, startedAt: null },
    '+Transfer found | +On the fire | *Ready (21:20) | At your door',
  ],
])('TRACK-1: the four stages are shown with state and time for an order that is %s', (_what, order, stages) => {
  const signs = { done: '+', now: '*', todo: '' }
  const shown = stagesOf(order).map(({ label, state, note }) => signs[state] + label + (note && ` (${note})`))
  expect(shown.join(' | ')).toBe(stages)
})

test.each([
  [claimed, 'once your transfer is found'],
  [{ ...claimed, payment: 'short' as const }, 'once the rest is found'],
  [found, ''],
  [{ ...cooking, awaitingSubstitution: true }, 'once you have chosen'],
])('TRACK-1: the text beside the ready-by time says what has to happen first, case %#', (order, condition) => {
  expect(conditionOf(order)).toBe(condition)
})

test('TRACK-1: the main time shown is first the promise, later the time at which the order became ready, and finally the time at which the rider left', () => {
  const more = {
    readyBy: at('20:26'),
    drivingMinutes: null,
    assignedRider: { id: 'r', name: 'Musa Bello', phone: '+2348051112233' },
  }
  expect(promiseOf({ ...cooking, ...more }, now)).toMatchObject({ label: 'Ready by', time: '21:26' })
  const out = { ...ready, ...more, deliveryStatus: 'out-for-delivery', outAt: at('20:22') } as const
  expect(promiseOf(out, now)).toMatchObject({ label: 'Musa left at', time: '21:22' })
  expect(promiseOf({ ...ready, ...more }, now)).toMatchObject({ label: 'Ready since', time: '21:20' })
})

test('TRACK-1: an unpaid order does not show a promise that has passed', () => {
  const unpaid = { ...claimed, readyBy: at('20:10'), drivingMinutes: 25, assignedRider: null }
  expect(promiseOf(unpaid, Date.parse(at('20:09')))).toEqual({ label: 'At your door about', time: '21:35' })
  expect(promiseOf(unpaid, Date.parse(at('20:10')))).toMatchObject({ label: 'Your time comes', time: undefined })
})

test('TRACK-1: the promise is shown as the minutes left, or as late', () => {
  const order = { readyBy: at('20:26'), drivingMinutes: null }
  expect(minutesTo(order, Date.parse(at('20:08')))).toEqual({ text: 'in 18 min', isLate: false })
  expect(minutesTo({ ...order, drivingMinutes: 25 }, Date.parse(at('20:08'))).text).toBe('in 43 min')
  expect(minutesTo(order, Date.parse(at('20:26')))).toEqual({ text: 'a little late', isLate: true })
})

test('TIME-4: an order for later shows its day and slot first, and the planned time of each stage', () => {
  const forLater = {
    ...found,
    slot: '2026-11-21T11:30:00Z',
    startAt: '2026-11-21T10:50:00Z',
    readyBy: '2026-11-21T11:05:00Z',
    drivingMinutes: 25,
    assignedRider: null,
  }
  expect(promiseOf(forLater, now)).toMatchObject({ label: 'Tomorrow at your door', time: '12:30' })
  const collected = { ...forLater, deliveryMethod: 'pick-up', deliveryStatus: null } as const
  expect(promiseOf(collected, Date.parse('2026-11-21T08:00:00Z')).label).toBe('Today ready for you')
  expect(stagesOf(forLater).map(({ note }) => note)).toEqual(['20:58', '11:50', '12:05', '12:30'])
  expect(nowOf({ ...forLater, slotQuestion: { reason: 'closed', since: at('19:00') } })).toEqual({
    text: 'Choose another time',
    isTrouble: true,
  })
})

test('TRACK-1: a delivery with a known driving time shows the time at the door, counted from the kitchen’s time and, once the rider has left, from the departure', () => {
  const more = { readyBy: at('20:26'), assignedRider: null, drivingMinutes: 25 }
  const door = (time: string) => ({ label: 'At your door about', time })
  expect(promiseOf({ ...cooking, ...more }, now)).toEqual(door('21:51'))
  expect(kitchenTime({ ...cooking, ...more }, now)).toEqual({ label: 'Ready by', time: '21:26' })
  const out = { ...ready, ...more, deliveryStatus: 'out-for-delivery', outAt: at('20:30') } as const
  expect(promiseOf(out, now)).toEqual(door('21:55'))
  expect(kitchenTime(out, now)).toEqual({ label: 'Your rider left at', time: '21:30' })
  expect(promiseOf({ ...ready, ...more, deliveryStatus: 'failed' }, now).label).toBe('Ready since')
})

test.each([
  [20, 'in 20 min'],
  [120, 'in 2 h'],
  [918, 'in 15 h 18 min'],
  [60 * 30, 'in a day'],
  [60 * 80, 'in 3 days'],
])('TIME-4: the slot of an order that is %i minutes away reads %s', (minutes, words) => {
  expect(timeTo(new Date(now + minutes * 60_000).toISOString(), now)).toBe(words)
})

test('TRACK-2: the strip shows an order that needs its customer, or else the open order with the earliest promise', () => {
  const order = (orderId: string, readyBy: string, more: Partial<Order> = {}) =>
    ({ ...claimed, orderId, readyBy, ...more }) as Order
  const [late, early] = [order('late', at('21:00')), order('early', at('20:00'))]
  const done = order('done', at('19:00'), { status: 'completed' })
  expect(foremost([done, late, early])?.orderId).toBe('early')
  expect(foremost([early, { ...late, awaitingSubstitution: true }])?.orderId).toBe('late')
  expect(foremost([early, { ...late, payment: 'short' }])?.orderId).toBe('late')
  expect(foremost([done])).toBeUndefined()
})

test.each<[string, Staged, string]>([
  ['claimed', claimed, 'Finding transfer'],
  ['found', found, 'Transfer found'],
  ['in preparation', cooking, 'On the fire'],
  ['waiting for a choice', { ...cooking, awaitingSubstitution: true }, 'A dish sold out!'],
  ['not found', { ...claimed, payment: 'not-found' }, 'Transfer not seen yet!'],
  ['ready', ready, 'Ready, waiting for its rider'],
  ['out for delivery', { ...ready, deliveryStatus: 'out-for-delivery' }, 'On its way to you'],
  ['ready to pick up', { ...ready, deliveryMethod: 'pick-up', deliveryStatus: null }, 'Ready to pick up'],
])('TRACK-2: the strip says what happens now with an order that is %s', (_what, order, words) => {
  const { text, isTrouble } = nowOf(order)
  expect(text + (isTrouble ? '!' : '')).toBe(words)
})

test('TRACK-1: an order whose delivery was returned is not shown as ready', () => {
  expect(nowOf({ ...ready, deliveryStatus: 'failed' }).text).toBe('Not delivered yet. We will call you')
})
