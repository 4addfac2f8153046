import { expect, test } from 'vitest'
import { beginning } from './days.ts'
import { averageMinutes, csvRows, figuresOf } from './figures.ts'
import type { Counted } from './lines.ts'
import { usualDays } from './sold-out.ts'

const range = { from: '2026-11-16', to: '2026-11-22' }
const now = beginning('2026-11-23')
const hour = 60 * 60_000

function counted(dimension: string, key: string, day: string, [count, amount]: [number, number]): Counted {
  const period = day >= range.from ? 'now' : day >= '2026-11-09' ? 'before' : 'earlier'
  return { period, dimension, key, day, count, amount }
}

const dishes = [{ id: 'suya', name: 'Suya', category: 'Grills' }]
const of = (rows: readonly Counted[], spans: Parameters<typeof figuresOf>[2]['spans'] = []) =>
  figuresOf(range, rows, { dishes, spans, now })

test('BOOKS-5: each day is compared with the same day of the previous range, and summed by weekday and in total', () => {
  const figures = of([
    counted('sales', '', '2026-11-16', [2, 9000]),
    counted('sales', '', '2026-11-09', [1, 4000]),
    counted('sales', '', '2026-11-22', [1, 1000]),
  ])
  expect(figures.before).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(figures.sales).toEqual({ count: 3, amount: 10_000, countBefore: 1, amountBefore: 4000 })
  expect(figures.tables.day).toHaveLength(7)
  expect(figures.tables.day[0]).toMatchObject({ title: 'Mon 16 Nov', amount: 9000, amountBefore: 4000 })
  expect(figures.tables.weekday[6]).toMatchObject({ title: 'Sunday', count: 1, amount: 1000 })
})

test('BOOKS-5: a sold dish counts in its current category, and a dish removed from the menu counts in no category', () => {
  const { tables } = of([
    counted('dish', 'suya', '2026-11-16', [2, 9000]),
    counted('dish', 'gone', '2026-11-10', [1, 500]),
  ])
  expect(tables.category.map(({ title, amount, amountBefore }) => [title, amount, amountBefore])).toEqual([
    ['Grills', 9000, 0],
    ['Not on the menu', 0, 500],
  ])
  expect(tables.dish.map(({ title }) => title)).toEqual(['Suya', 'gone'])
})

test('TIME-4: the table of orders for later counts each order once, and a moved order also as moved', () => {
  expect(of([]).tables.later).toEqual([])
  const { later } = of([
    counted('later', 'kept', '2026-11-16', [4, 0]),
    counted('later', 'open', '2026-11-17', [2, 0]),
    counted('later', 'moved', '2026-11-16', [1, 0]),
    counted('later', 'lost', '2026-11-10', [1, 0]),
  ]).tables
  expect(later.map(({ title, count, countBefore }) => [title, count, countBefore])).toEqual([
    ['Ordered for later', 6, 1],
    ['Ready by their slot', 4, 0],
    ['Moved to another slot', 1, 0],
    ['Cancelled: the slot could not be kept', 0, 1],
  ])
})

test('BOOKS-5: an average time is the mean over all orders, not over the groups of times', () => {
  const { waiting } = of([
    counted('waiting', '0', '2026-11-16', [3, 360]),
    counted('waiting', '4', '2026-11-16', [1, 1320]),
  ]).tables
  expect(waiting.map(({ count }) => count)).toEqual([3, 0, 0, 0, 1, 0, 0, 0, 0])
  expect(averageMinutes(waiting)).toBe(7)
  expect(averageMinutes(waiting, 'before')).toBeUndefined()
})

test('BOOKS-5: the cost of being sold out is the usual sales of the hours in which the dish was unavailable', () => {
  // Half of a day's sales are at noon, half at 18:00. The dish sells ₦6,000 on each of seven days.
  const rows = Array.from({ length: 7 }, (_, place) => `2026-11-${16 + place}`).flatMap((day) => [
    counted('hour', '12', day, [1, 5000]),
    counted('hour', '18', day, [1, 5000]),
    counted('dish', 'suya', day, [2, 6000]),
  ])
  const at = (day: string, hours: number) => beginning(day) + hours * hour
  const night = of(rows, [{ itemId: 'suya', began: at('2026-11-20', 0), ended: at('2026-11-20', 12) }])
  expect(night.tables.soldOut[0]).toMatchObject({ title: 'Suya', count: 720, amount: 0 })
  const evening = of(rows, [{ itemId: 'suya', began: at('2026-11-20', 18), ended: at('2026-11-20', 18.5) }])
  // The dish was sold out for half an hour that has a quarter of a day's sales, so its ₦42,000 come from 6.75 of 7
  // days.
  expect(evening.tables.soldOut[0]).toMatchObject({ count: 30, amount: Math.round((42_000 / 6.75) * 0.25) })
  const unknown = of(rows, [{ itemId: 'new', began: at('2026-11-01', 0), ended: null }])
  expect(unknown.tables.soldOut[0]).toMatchObject({ amount: 0, title: 'new (too new to estimate)' })
})

test('usual sales of a period include a day that lies partly in the period in proportion to that part', () => {
  const flat = Array.from({ length: 24 }, () => 1 / 24)
  const from = beginning('2026-11-16') + 90 * 60_000
  expect(usualDays(from, from + 50 * hour, flat)).toBeCloseTo(50 / 24)
  expect(usualDays(from, from, flat)).toBe(0)
})

test('BOOKS-5: a CSV heading names the currency of a sum, and a CSV row names a day by its date', () => {
  const figures = of([counted('sales', '', '2026-11-16', [2, 9000])])
  expect(csvRows('day', figures).slice(0, 2)).toEqual([
    ['Day', 'Orders', 'Orders before', 'Sales (NGN)', 'Sales before (NGN)'],
    ['2026-11-16', 2, 0, 9000, 0],
  ])
  expect(csvRows('waiting', figures)[0]).toEqual(['Time', 'Orders', 'Orders before'])
})
