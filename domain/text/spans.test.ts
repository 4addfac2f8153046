import { expect, test } from 'vitest'
import * as Spans from './spans.ts'

const meals = [
  { from: '06:00', until: '11:00' },
  { from: '18:00', until: '02:00' },
]

test.each([
  ['06:00-11:00; 18:00-02:00', meals],
  [' 6:00 to 11:00, 18:00 – 02:00 ', meals],
  ['', []],
  ['breakfast', undefined],
  ['06:00-25:00', undefined],
  ['06:00-11:00; later', undefined],
  ['06:00-11:00; 10:00-12:00', undefined],
  ['01:00-02:00; 03:00-04:00; 05:00-06:00; 07:00-08:00', undefined],
])('TIME-3: the text “%s” is read as served hours, or refused', (text, expected) => {
  expect(Spans.parse(text)).toEqual(expected)
  if (expected) expect(Spans.parse(Spans.written(expected))).toEqual(expected)
})
