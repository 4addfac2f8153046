import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCsv, banks, type Move, statementGrid } from '#tests/support/bank-statements.ts'
import * as Csv from '../../text/csv.ts'
import * as StatementFile from './statement-file.ts'
import type { StatementLine } from './statement-line.ts'

const withBalances = banks.filter(({ name }) => name !== 'PalmPay')

/** Lines a day: enough for amounts and balances to repeat, so that a count has to tell equal lines apart. */
const perDay = 5

const history = fc
  .array(
    fc.integer({ min: -3, max: 4 }).filter((amount) => amount !== 0),
    { minLength: 8, maxLength: 40 },
  )
  .map((amounts) =>
    amounts.map(
      (amount, at): Move => ({
        day: `2026-11-${13 + Math.floor(at / perDay)}`,
        time: `10:00:${String(at).padStart(2, '0')}`,
        amount: amount * 100_000,
        narration: 'TRF ADA OBI',
        sender: 'ADA OBI',
        reference: `260807010201496141065${1000 + at}`,
      }),
    ),
  )

function linesOf(grid: readonly (readonly string[])[]): readonly StatementLine[] {
  const statement = StatementFile.read(Csv.read(asCsv(grid)))
  if (typeof statement === 'string') throw new Error(statement)
  return statement.lines
}

const sumOf = (lines: Iterable<StatementLine>) => [...lines].reduce((sum, { amount }) => sum + amount, 0)

test('MONEY-4: overlapping, shuffled or repeated files of whole days count every transfer once', () => {
  fc.assert(
    fc.property(
      history,
      fc.constantFrom(...withBalances),
      fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 6 }),
      (moves, bank, cuts) => {
        const grid = statementGrid({ ...bank, below: () => [] }, moves)
        const above = grid.length - moves.length
        const ordered = bank.newestFirst ? moves.toReversed() : moves
        const days = [...new Set(ordered.map(({ day }) => day))]
        const part = (from: number, to: number) => [
          ...grid.slice(0, above),
          ...grid.slice(above).filter((_, at) => days.slice(from, to).includes(ordered[at]?.day ?? '')),
        ]
        const middle = Math.floor(days.length / 2)
        // Two halves contain every line; further parts overlap them.
        const files = [
          part(0, middle + 1),
          part(middle, days.length),
          ...cuts.map(([a, b]) => part(Math.min(a, b), Math.max(a, b) + 1)),
        ]
        const whole = linesOf(grid)
        const brought = new Map(
          files.flatMap((file) => (file.length > above ? linesOf(file) : [])).map((line) => [line.identity, line]),
        )
        expect([...brought.keys()].toSorted()).toEqual(whole.map(({ identity }) => identity).toSorted())
        expect(sumOf(brought.values())).toBe(sumOf(whole))
      },
    ),
    { numRuns: 60 },
  )
})
