import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newest } from './newest.ts'

const rice = (version: number, price = version * 100) => ({ id: 'rice', price, version })

test('LIVE-5: merging two cached answers keeps the newer version of each document, whichever answer is later', () => {
  const early = { data: { items: [rice(7)], sources: { sides: [rice(2)] } }, at: 1000 }
  const late = { data: { items: [rice(5), { id: 'soup', version: 1 }], sources: { sides: [rice(3)] } }, at: 2000 }
  const both = { data: { items: [rice(7), { id: 'soup', version: 1 }], sources: { sides: [rice(3)] } }, at: 2000 }
  expect(newest(early, late)).toEqual(both)
  expect(newest(late, early)).toEqual(both)
})

test('a dish that is missing in the later of two cached answers is not taken from the earlier answer', () => {
  const early = { data: { items: [rice(7), { id: 'soup', version: 9 }] }, at: 1000 }
  const late = { data: { items: [rice(7)] }, at: 2000 }
  expect(newest(late, early)).toEqual(late)
})

test('documents without a version are taken from the later of two cached answers', () => {
  const early = { data: { name: 'Old name', socials: [{ name: 'a' }] }, at: 1000 }
  const late = { data: { name: 'New name', socials: [] }, at: 2000 }
  expect(newest(early, late)).toEqual(late)
})

const answer = fc.record({
  at: fc.nat(1000),
  data: fc.record({
    orders: fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c'), version: fc.nat(9) }), {
      selector: ({ id }) => id,
    }),
  }),
})

test('merging two cached answers never lowers a version, and gives the same result in either order', () => {
  fc.assert(
    fc.property(answer, answer, (one, other) => {
      const both = newest(one, other)
      if (one.at !== other.at) expect(newest(other, one)).toEqual(both)
      const { orders } = both.data as (typeof one)['data']
      for (const { id, version } of orders) {
        const versions = [one, other].flatMap(({ data }) => data.orders.filter((order) => order.id === id))
        expect(version).toBe(Math.max(...versions.map(({ version }) => version)))
      }
    }),
  )
})
