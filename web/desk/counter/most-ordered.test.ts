import { expect, test } from 'vitest'
import { mostOrderedFirst, withOrdered } from './most-ordered.ts'

const dishes = [{ id: 'soup' }, { id: 'suya', bestseller: true }, { id: 'coke' }, { id: 'jollof' }]

test('the counter lists its most ordered dishes first, then bestsellers, then the others in menu order', () => {
  const counts = withOrdered({ jollof: 1 }, [
    { itemId: 'jollof', quantity: 2 },
    { itemId: 'coke', quantity: 1 },
  ])
  expect(mostOrderedFirst(dishes, counts).map(({ id }) => id)).toEqual(['jollof', 'coke', 'suya', 'soup'])
  expect(mostOrderedFirst(dishes, {}).map(({ id }) => id)).toEqual(['suya', 'soup', 'coke', 'jollof'])
})

test('the counter halves its counts of ordered dishes after 400 portions, so a new favourite overtakes an old one', () => {
  let counts = withOrdered({}, [{ itemId: 'soup', quantity: 300 }])
  for (let of = 0; of < 400; of++) counts = withOrdered(counts, [{ itemId: 'suya', quantity: 1 }])
  expect(counts.suya).toBeGreaterThan(counts.soup ?? 0)
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(400)
})
