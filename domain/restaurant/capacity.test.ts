import { expect, test } from 'vitest'
import { at, dish, dishes, testTable, usual } from '#tests/support/calendar.ts'
import * as Capacity from './capacity.ts'

const quarter = (time: string, booked: number, counter = 0, closed = false) => ({
  [at(time)]: { booked, counter, closed },
})
/** Returns `count` consecutive quarter-hours, each with the same booked work. */
const booked = (from: string, count: number, work: number) => ({
  quarters: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [at(from) + index * 900_000, { booked: work, counter: 0 }]),
  ),
})

testTable([
  {
    title: 'TIME-2: an order is promised for the first quarter-hour with room',
    given: booked('2026-11-23T12:00', 3, 50),
    rows: [
      ['11:00', 'soonest', '11:10 from 11:00'],
      ['11:49', 'soonest', '12:45 from 11:49'],
      ['12:00', 'soonest', '12:45 from 12:00'],
      ['12:40', 'soonest', '12:50 from 12:40'],
      ['11:00', '12:00', 'full'],
      ['11:00', '12:30', 'full'],
      ['11:00', '12:45', '12:45 from 12:35'],
    ],
  },
  {
    title: 'TIME-2: an order as soon as possible is refused if the kitchen has room only after closing or hours later',
    given: booked('2026-11-23T10:00', 48, 60),
    rows: [
      ['20:00', 'soonest', 'full'],
      ['10:00', 'soonest', 'full'],
      ['20:00', '21:30', 'full'],
      ['20:00', '2026-11-24T12:00', '12:00+1 from 11:50+1'],
    ],
  },
  {
    title: 'TIME-2: three dishes fit into a quarter-hour with room for three',
    given: { quarters: quarter('2026-11-23T13:00', 35) },
    cart: dishes(3),
    rows: [['12:00', '13:00', '13:00 from 12:50']],
  },
  {
    title: 'TIME-2: four dishes do not fit into a quarter-hour with room for three',
    given: { quarters: quarter('2026-11-23T13:00', 35) },
    cart: dishes(4),
    rows: [
      ['12:00', '13:00', 'full'],
      ['12:00', '13:15', '13:15 from 13:05'],
      ['12:50', 'soonest', '13:15 from 12:50'],
    ],
  },
  {
    title: 'TIME-2: online orders cannot use the counter’s reserve, and counter orders use the reserve first',
    given: { quarters: { ...quarter('2026-11-23T13:00', 50), ...quarter('2026-11-23T13:15', 50, 10) } },
    rows: [
      ['12:00', '13:00', 'full'],
      ['12:00', '13:15', '13:15 from 13:05'],
    ],
  },
  {
    title: 'TIME-2: an order at the counter may use the whole capacity of a quarter-hour, and no more',
    given: { quarters: { ...quarter('2026-11-23T13:00', 55), ...quarter('2026-11-23T13:15', 60) } },
    cart: { atCounter: true },
    rows: [
      ['12:30', '13:00', '13:00 from 12:50'],
      ['12:30', '13:15', 'full'],
      ['12:52', 'soonest', '13:05 from 12:52'],
      ['13:05', 'soonest', '13:30 from 13:05'],
    ],
  },
  {
    title: 'TIME-2: a quarter-hour that the desk has closed is refused, and promises are made for later quarter-hours',
    given: { quarters: quarter('2026-11-23T13:00', 0, 0, true) },
    rows: [
      ['12:00', '13:00', 'quarter-closed'],
      ['12:00', '13:15', '13:15 from 13:05'],
      ['12:50', 'soonest', '13:15 from 12:50'],
    ],
  },
  {
    title: 'TIME-2: a large order fills several quarter-hours, and takes longer by the added quarter-hours',
    given: { quarters: quarter('2026-11-23T13:00', 20) },
    cart: dishes(15),
    rows: [
      ['12:00', '13:00', '13:00 from 12:35'],
      ['12:00', '13:15', '13:15 from 12:50'],
      ['12:00', 'soonest', '12:25 from 12:00'],
    ],
  },
  {
    title: 'TIME-2: an order that takes more than two hours of the kitchen is refused as too large',
    cart: dishes(81),
    rows: [
      ['12:00', 'soonest', 'too-large'],
      ['12:00', '2026-11-24T12:00', 'too-large'],
    ],
  },
  {
    title: 'TIME-2: drinks take no work, and fit into a full quarter-hour',
    given: booked('2026-11-23T12:00', 8, 60),
    cart: { lines: [dish({ work: 0 }, 6)] },
    rows: [
      ['12:00', 'soonest', '12:10 from 12:00'],
      ['11:00', '12:30', '12:30 from 12:20'],
    ],
  },
  {
    title: 'TIME-2: without a capacity every quarter-hour has room, unless it is closed',
    given: {
      capacity: null,
      quarters: { ...quarter('2026-11-23T13:00', 900), ...quarter('2026-11-23T13:15', 0, 0, true) },
    },
    cart: dishes(200),
    rows: [
      ['12:00', '13:00', '13:00 from 12:50'],
      ['12:00', '13:15', 'quarter-closed'],
    ],
  },
])

test('TIME-2: a dish always takes kitchen minutes, and a side only if the owner has set minutes for it', () => {
  const times = { jollof: { served: [], work: 3 }, masa: { served: [] }, croaker: { served: [], work: 12 } }
  const group = { id: 'side', label: 'Side', role: 'extra', min: 0, max: 2, limit: 2, pricing: 'free' } as const
  const item = { groups: [{ ...group, source: { category: 'sides' } }] }
  const line = (itemId: string, sides: readonly string[]) => ({
    itemId,
    quantity: 2,
    extras: sides.map((id) => ({ group: 'side', id, quantity: 1 })),
  })
  const work = (itemId: string, ...sides: string[]) =>
    Capacity.workOf(Capacity.portionsOf(item, line(itemId, sides), (id) => times[id as keyof typeof times]))
  expect(work('masa')).toBe(10)
  expect(work('croaker')).toBe(24)
  expect(work('croaker', 'masa')).toBe(24)
  expect(work('croaker', 'jollof')).toBe(30)
})

test('TIME-2: the desk sees the next quarter-hours with their promised work and free capacity', () => {
  const kitchen = {
    ...usual,
    quarters: { ...quarter('12:00', 60), ...quarter('12:15', 43), ...quarter('12:30', 20, 0, true) },
  }
  expect(Capacity.nextQuarters(kitchen, at('12:07'), 4)).toEqual([
    { quarter: at('12:00'), work: 60, isClosed: false, free: 0 },
    { quarter: at('12:15'), work: 43, isClosed: false, free: 3 },
    { quarter: at('12:30'), work: 20, isClosed: true, free: 0 },
    { quarter: at('12:45'), work: 0, isClosed: false, free: 12 },
  ])
})

test('TIME-2: a large order’s work fills the quarter-hour of its promise, and the rest of the work the quarter-hours before', () => {
  const kitchen = { ...usual, quarters: quarter('12:15', 20) }
  const order = { work: Capacity.workOf(dish({}, 15)), last: at('12:15'), count: 2, atCounter: false }
  expect(Capacity.book(kitchen, order)).toEqual([
    { quarter: at('12:15'), work: 30 },
    { quarter: at('12:00'), work: 45 },
  ])
  expect(
    Capacity.book({ ...kitchen, quarters: { ...kitchen.quarters, ...quarter('12:00', 6) } }, order),
  ).toBeUndefined()
})
