import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asCsv, banks, type Move, statementGrid, written } from '#tests/support/bank-statements.ts'
import * as Csv from '../../text/csv.ts'
import * as StatementFile from './statement-file.ts'

function read(grid: readonly (readonly string[])[]): StatementFile.Statement {
  const statement = StatementFile.read(Csv.read(asCsv(grid)))
  if (typeof statement === 'string') throw new Error(statement)
  return statement
}

const zenith = banks.find(({ name }) => name === 'Zenith')
const kuda = banks.find(({ name }) => name === 'Kuda')
if (!zenith || !kuda) throw new Error('The fixtures have no such bank.')

const moveOf = (amount: number, at: number): Move => ({
  day: `2026-11-${String(13 + Math.floor(at / 6)).padStart(2, '0')}`,
  time: `10:00:${String(at).padStart(2, '0')}`,
  amount,
  narration: `TRF ${at} ADA`,
  sender: 'ADA',
  reference: '',
})

const histories = fc
  .array(
    fc.integer({ min: -500_000, max: 900_000 }).filter((amount) => amount !== 0),
    { minLength: 6, maxLength: 40 },
  )
  .map((amounts) => amounts.map(moveOf))

describe('MONEY-2: a statement is checked by its own balances and sums', () => {
  test('a statement’s sums add up in any sort order of its rows', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(zenith, kuda), (moves, bank) => {
        const { proof } = read(statementGrid(bank, moves, 100_000))
        const closing = 100_000 + moves.reduce((sum, { amount }) => sum + amount, 0)
        expect(proof).toMatchObject({ opening: 100_000, closing, holds: true })
        expect(proof.opening === null ? 0 : proof.opening + proof.in - proof.out).toBe(closing)
      }),
    )
  })

  test.each(['sign', 'row', 'amount', 'balance', 'total'] as const)(
    'a statement file with one changed or missing %s never passes the check of its balances',
    (what) => {
      fc.assert(
        fc.property(histories, fc.nat(), fc.integer({ min: 1, max: 5000 }), (moves, pick, by) => {
          const grid = statementGrid(zenith, moves, 100_000)
          const at = 2 + (pick % (moves.length - 2))
          const row = [...(grid[at] ?? [])]
          if (what === 'row') grid.splice(at, 1)
          else if (what === 'sign') [row[2], row[3]] = [row[3] ?? '', row[2] ?? '']
          else if (what === 'amount') {
            const column = row[2] === '0.00' ? 2 : 3
            row[column === 2 ? 3 : 2] = written(
              Number((row[column === 2 ? 3 : 2] ?? '').replaceAll(',', '')) * 100 + by,
            )
          } else if (what === 'balance')
            row[5] = written(Math.round(Number((row[5] ?? '').replaceAll(',', '')) * 100) + by)
          else {
            const total = grid.at(-1)
            if (total) total[3] = written(Math.round(Number((total[3] ?? '').replaceAll(',', '')) * 100) + by)
          }
          if (what !== 'row' && what !== 'total') grid[at] = row
          const { proof, lines } = read(grid)
          expect(proof.holds).toBe(false)
          expect(proof.breaks.length).toBeGreaterThan(0)
          if (what === 'sign') {
            expect(proof.breaks[0]).toMatchObject({ line: at + 1, problem: 'sign' })
            expect(proof.unproven.has(at + 1)).toBe(true)
            expect(lines.length).toBe(moves.length)
          }
        }),
      )
    },
  )

  test('rows from a difference in the balance up to the difference that cancels it are left for a person to confirm', () => {
    const moves = [1000, 2000, 500_000, 1200, 800, -500_000, 300, 400].map(moveOf)
    const grid = statementGrid(zenith, moves).filter((_, row) => row !== 3 && row !== 6)
    const { proof, lines } = read(grid.slice(0, -1))
    expect(proof.breaks).toEqual([
      { line: 4, problem: 'missing', difference: 500_000 },
      { line: 6, problem: 'missing', difference: -500_000 },
    ])
    expect(lines.filter(({ line }) => proof.unproven.has(line)).map(({ amount }) => amount)).toEqual([1200, 800])
  })

  test('a total that was read as a line is reported as a total', () => {
    const moves = [1000, 2000, 500].map(moveOf)
    const grid = [
      ...statementGrid(zenith, moves).slice(0, -1),
      ['13/11/2026', 'All in', '0.00', written(3500), '', written(3500)],
    ]
    expect(read(grid).proof.breaks).toEqual([{ line: 5, problem: 'total-as-line', difference: -3500 }])
  })

  test('the first row is reported if the opening balance above the heading does not fit', () => {
    const grid = [['Opening Balance', '90.00'], ...statementGrid(zenith, [1000, 2000].map(moveOf), 10_000)]
    expect(read(grid).proof).toMatchObject({ opening: 9000, holds: false, breaks: [{ line: 3, difference: 1000 }] })
  })

  test('the balances of a statement with page totals and balances carried to the next page add up', () => {
    const text =
      'Date,Narration,Debit,Credit,Balance\n20/11/2026,a,,100,100\n,Page Total,0.00,100,\n,Balance C/F,,,100\n,Balance B/F,,,100\n20/11/2026,b,,50,150\n,Page Total,0.00,50,\n,Balance C/F,,,150\n'
    const statement = StatementFile.read(Csv.read(text))
    expect(statement).toMatchObject({ lines: [{}, {}], proof: { closing: 15_000, holds: true } })
  })

  test('a charge in a separate column becomes a line of its own', () => {
    const text =
      'Date,Narration,Debit,Credit,Charge,Balance\n20/11/2026,ada,,100,2,98\n20/11/2026,gas,40,,10,48\n20/11/2026,b,,2,0,50'
    const statement = StatementFile.read(Csv.read(text))
    if (typeof statement === 'string') throw new Error(statement)
    expect(statement.lines.map(({ line, amount, kind }) => [line, amount, kind])).toEqual([
      [2, 10_000, 'customer'],
      [2, -200, 'charge'],
      [3, -4000, 'customer'],
      [3, -1000, 'charge'],
      [4, 200, 'customer'],
    ])
    expect(statement.proof).toMatchObject({ opening: 0, closing: 5000, in: 10_200, out: 5200, holds: true })
  })
})
