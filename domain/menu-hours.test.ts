import { expect, test } from 'vitest'
import { leading } from './menu-hours.ts'

const categories = [
  { id: 'drinks' },
  { id: 'breakfast', hours: { from: '05:00', until: '11:00' } },
  { id: 'grills', hours: { from: '16:00', until: '22:00' } },
  { id: 'suya', hours: { from: '22:00', until: '02:00' } },
]

test.each([
  ['05:00', 'breakfast'],
  ['10:59', 'breakfast'],
  ['11:00', 'drinks'],
  ['21:00', 'grills'],
  ['22:00', 'suya'],
  ['23:59', 'suya'],
  ['00:00', 'suya'],
  ['02:00', 'drinks'],
])('the category of the hour leads the menu: at %s it is %s', (time, id) => {
  expect(leading(categories, time)?.id).toBe(id)
})

test('the category of the hour: without categories there is none', () => {
  expect(leading([], '12:00')).toBeUndefined()
})
