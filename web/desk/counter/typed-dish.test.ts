import { expect, test } from 'vitest'
import { typedDish } from './typed-dish.ts'

test.each([
  ['suya', undefined, 'suya'],
  ['3 suya', 3, 'suya'],
  ['12 beef suya ', 12, 'beef suya'],
  ['2x zobo', 2, 'zobo'],
  ['2 x zobo', 2, 'zobo'],
  ['3', 3, ''],
  ['7up', undefined, '7up'],
  ['0 suya', undefined, '0 suya'],
  ['100 suya', undefined, '100 suya'],
  ['', undefined, ''],
] as const)('DESK-3: the text “%s” typed at the counter is read as portions and words', (typed, portions, words) => {
  expect(typedDish(typed)).toEqual({ portions, words })
})
