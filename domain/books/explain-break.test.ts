import { expect, test } from 'vitest'
import { explainBreak } from './explain-break.ts'
import type { Break } from './statements/statement-proof.ts'

const lines = [
  { line: 2, amount: 1000, balance: 1000 },
  { line: 3, amount: 12_000, balance: 18_000 },
  { line: 4, amount: -1200.5, balance: 11_799.5 },
]
const missing: Break = { line: 3, problem: 'missing', difference: 5000 }
const gone: Break = { line: 4, problem: 'missing', difference: -5000 }
const breaks = [missing, gone]

test('MONEY-2: a statement row whose balance does not follow from the row before is explained by its sums', () => {
  expect(explainBreak(missing, { lines, breaks })).toEqual({
    title: 'The balance does not add up: ₦5,000 is missing before this row',
    detail: 'Row 2 leaves ₦1,000, and +\u2009₦12,000 is ₦13,000. The bank says ₦18,000.',
  })
  expect(explainBreak(missing, { lines: lines.toReversed(), breaks }).detail).toMatch(/^Row 2 leaves ₦1,000/)
  expect(explainBreak(gone, { lines, breaks })).toEqual({
    title: 'The same ₦5,000 is gone again',
    detail: 'Most likely a transfer and its reversal were both left out between rows 3 and 4.',
  })
  expect(explainBreak(gone, { lines, breaks: [gone] }).title).toBe(
    'The balance does not add up: ₦5,000 too much before this row',
  )
})

test.each([
  [9, 0, 'The amount cannot be read', /not among the lines/],
  [9, 500, /₦500 is missing before this row/, /but no amount/],
  [5, -700, 'No balance checks this row', /no balance beside it/],
])(
  'MONEY-2: row %d, which no balance checks, is explained with its difference of %d',
  (line, difference, title, detail) => {
    const found: Break = { line, problem: 'missing', difference }
    const all = [...lines, { line: 5, amount: 700, balance: null }]
    const explained = explainBreak(found, { lines: all, breaks: [found] })
    expect(explained.title).toEqual(typeof title === 'string' ? title : expect.stringMatching(title))
    expect(explained.detail).toMatch(detail)
  },
)

test.each([
  ['sign', -2400, 'The amount is on the wrong side'],
  ['total-as-line', -12_000, 'This is a total, not a transfer'],
  ['total', 50.25, 'The totals of the statement differ by ₦50.25'],
] as const)('MONEY-2: the explanation of a break in a statement names its cause: %s', (problem, difference, title) => {
  const found = { line: 3, problem, difference }
  expect(explainBreak(found, { lines, breaks: [found] }).title).toBe(title)
})
