import { expect, test } from 'vitest'
import { allPoints, blocking, missing, type Point } from './checklist.ts'

const all = (isDone: boolean) => Object.fromEntries(allPoints.map((point) => [point, isDone])) as Record<Point, boolean>

test('OWNER-6: a restaurant can open once the required points are done, and the advised points stay on the list', () => {
  expect(blocking(all(false))).toEqual(['name', 'contact', 'accounts', 'hours', 'menu'])
  expect(blocking({ ...all(true), menu: false })).toEqual(['menu'])
  const advised = { ...all(true), places: false, backup: false }
  expect(blocking(advised)).toEqual([])
  expect(missing(advised)).toEqual(['places', 'backup'])
})
