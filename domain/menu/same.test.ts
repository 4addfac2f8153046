import { expect, test } from 'vitest'
import { same } from './same.ts'

test('two values are equal whatever the sequence of their keys, and an undefined field equals a missing one', () => {
  const dish = { id: 'suya', groups: [{ id: 'size', max: 1 }], note: null }
  expect(same(dish, { note: null, groups: [{ max: 1, id: 'size' }], id: 'suya', heat: undefined })).toBe(true)
  expect(same({ ...dish, heat: undefined }, dish)).toBe(true)
  for (const other of [
    { ...dish, note: '' },
    { ...dish, heat: 2 },
    { ...dish, groups: {} },
    { id: 'suya' },
    null,
    [],
  ]) {
    expect([same(dish, other), same(other, dish)]).toEqual([false, false])
  }
  expect(same([1, 2], [1, 2, 3])).toBe(false)
  expect(same([1, 2], [2, 1])).toBe(false)
  expect(same([], {})).toBe(false)
})
