import { expect, test } from 'vitest'
import { firstFree, slug } from './slug.ts'

test('the id of a dish consists of the letters and figures of its name', () => {
  expect(slug('Crème & Fish!', 'dish')).toBe('creme-fish')
  expect(slug('  Jollof -- rice ', 'dish')).toBe('jollof-rice')
  expect(slug('牛肉', 'dish')).toBe('dish')
  expect(slug('Constructor', 'dish')).toBe('dish')
  expect(slug(`${'a'.repeat(49)} b`, 'dish')).toBe('a'.repeat(49))
})

test('the first free number is appended to an id that is taken', () => {
  expect(firstFree('suya', new Set())).toBe('suya')
  expect(firstFree('suya', new Set(['suya', 'suya-2']))).toBe('suya-3')
})
