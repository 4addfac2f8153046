import { describe, expect, test } from 'vitest'
import * as Statement from '../books/statements/statement.ts'
import { dayReader } from '../books/statements/statement-days.ts'
import * as StatementFile from '../books/statements/statement-file.ts'
import { fields, folded } from '../menu/menu-csv.ts'
import * as MenuImport from '../menu/menu-import.ts'
import { writtenAmount } from '../money/amount.ts'
import * as Payment from '../order/payment.ts'
import * as Csv from './csv.ts'
import { fold, withoutLineBreaks, words } from './words.ts'

const columns = {
  day: 0,
  narration: 0,
  credit: 0,
  debit: 0,
  balance: 0,
  session: 0,
  reference: 0,
  sender: 0,
  status: 0,
}
const everyColumn = { head: ['x'], columns }
const statementRows = (text: string) => [rowOf(text), rowOf(`5000 from ${text}(`), rowOf(`1 ${text} 1 ${text}`)]
const menuColumns = Object.fromEntries(fields.map((field) => [field, 0]))
const newCategory = (id: string, title: string) => ({ id, title, listed: true, groups: [], items: [] })
const rowOf = (cell: string): Csv.Row => ({ row: 2, cells: [cell] })

/** Every function that parses a restaurant's file or a bank's text. */
const readers: Record<string, (text: string) => unknown> = {
  'rows of a file': Csv.read,
  'a statement': (text) => StatementFile.read(Csv.read(`Date,Narration,Credit\n2026-11-20,"${text}",5000\n${text}\n`)),
  'the lines of a statement': (text) =>
    StatementFile.read([{ row: 1, cells: ['x'] }, ...statementRows(text)], { mapping: everyColumn }),
  'a narration and its amount': (text) =>
    StatementFile.read([
      { row: 1, cells: ['Narration', 'Credit'] },
      { row: 2, cells: [`TRF from ${text}(`, '5000'] },
    ]),
  'the account of a statement': (text) => StatementFile.accountOf(text, [{ id: 'main', number: '0123456789' }]),
  'the codes in a narration': Statement.codesIn,
  'a menu': (text) => MenuImport.open(Csv.read(`Name,Price,Category\n"${text}",5000,Grills\n${text}\n`)),
  'the rows of a menu': (text) => {
    const table = { head: rowOf('Name'), rows: [rowOf(text), rowOf(`a${text}b`)] }
    return MenuImport.read(table, [], { columns: menuColumns, isWhole: false, newCategory })
  },
  'a row of a menu with a price': (text) => {
    const table = { head: { row: 1, cells: ['', ''] }, rows: [{ row: 2, cells: [`a${text}b`, '5000'] }] }
    return MenuImport.read(table, [], { columns: { ...menuColumns, price: 1 }, isWhole: false, newCategory })
  },
  'an amount, a day and a session id': (text) =>
    [writtenAmount, dayReader([text]), Payment.sessionKey].map((read) => read(text)),
  'a name': (text) => [words(text), folded(text), fold(text)],
  'a text of one line': (text) => withoutLineBreaks(`a${text}b`),
}

const fills = [' ', 'a', '"', ',', '\u00a0', '-', '1', ';', ' \n', '",', '""', 'from ']

/** Returns the duration of the fastest of three runs, in milliseconds: other load slows down single runs. */
function timeOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = performance.now()
    work()
    return performance.now() - before
  })
  return Math.min(...times)
}

describe('SAFE-14: the time to read a text grows at most linearly with its length', () => {
  const least = timeOf(() => Csv.read('a'.repeat(60_000)))

  test.each(Object.entries(readers))('reading takes linear time for %s', (_what, read) => {
    for (const fill of fills) {
      const text = (length: number) => fill.repeat(length / fill.length)
      const [short, long] = [text(900), text(57_600)]
      for (const length of [30_000, 60_000]) read(text(length))
      // Compares 64 short texts with one of the same total length. Quadratic time would make the long text 64 times
      // slower. Other load may slow down one measurement, but not all five.
      const isLinear = () => {
        const inParts = timeOf(() => Array.from({ length: 64 }, () => read(short)))
        return timeOf(() => read(long)) < 20 * Math.max(inParts, least)
      }
      expect(Array.from({ length: 5 }).some(isLinear), JSON.stringify(fill)).toBe(true)
    }
  })
})

test.each([30_000, 60_000])(
  'SAFE-14: a file with a cell of %d characters, or with as many cells, is refused with a sentence',
  (most) => {
    for (const fill of [' ', 'a', ',']) {
      const text = `Date,Narration,Credit\n2026-11-20,Rent${fill.repeat(most)},5000\n`
      const sentence =
        fill === ','
          ? /^Row 2 of this file has \d+ cells: 1000 at most\.$/
          : /^Row 2, column B of this file has \d+ characters: 10000 at most\.$/
      expect(Csv.faultOf(Csv.read(text))).toMatch(sentence)
    }
  },
)

test('a menu cell longer than 1,000 characters is reported with its length, and its row is left out', () => {
  const table = MenuImport.open(Csv.read(`Name,Price,Category,Marks\nSuya,5000,Grills,"${'vegan, '.repeat(200)}"\n`))
  if (!table.ok) throw new Error(table.problem.detail)
  expect(MenuImport.read(table.value, [], { columns: table.value.columns, isWhole: false, newCategory })).toMatchObject(
    {
      faults: [{ row: 2, field: 'marks', what: 'is 1399 characters long: 1000 at most.' }],
    },
  )
})
