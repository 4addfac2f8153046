import { expect, test } from 'vitest'
import { taxChanges, typedRate } from './taxes.ts'

test.each([
  ['7.5', 750],
  [' 7,5 % ', 750],
  ['5', 500],
  ['0.01', 1],
  ['12.25%', 1225],
  ['100', 10_000],
])('BOOKS-5: the typed rate "%s" is %d basis points', (typed, rate) => {
  expect(typedRate(typed)).toBe(rate)
})

test.each(['', '%', '7.555', '-5', '1e3', '5 per cent', '1000', '.5', '7.5.1'])(
  'BOOKS-5: "%s" is refused as a rate',
  (typed) => {
    expect(typedRate(typed)).toBeUndefined()
  },
)

test('BOOKS-5: each change of a tax is described', () => {
  const vat = { name: 'VAT', rate: 750, included: true, onDelivery: false }
  const levy = { name: 'Levy', rate: 500, included: false, onDelivery: true }
  expect(taxChanges([], [vat])).toEqual(['VAT none → 7.5\u00a0% in the prices'])
  expect(taxChanges([vat, levy], [{ ...vat, rate: 800 }])).toEqual([
    'VAT 7.5\u00a0% in the prices → 8\u00a0% in the prices',
    'Levy 5\u00a0% on top, with delivery → none',
  ])
  expect(taxChanges([vat, levy], [levy, vat])).toEqual([])
})
