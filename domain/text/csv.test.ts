import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Csv from './csv.ts'

test('the rows of a CSV are numbered like those of a spreadsheet, with empty rows and line breaks in quotes', () => {
  expect(Csv.read('\uFEFFa,b\r\n\r\n"one\ntwo",c\rd,"say ""hi"" "\n')).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 3, cells: ['one\ntwo', 'c'] },
    { row: 4, cells: ['d', 'say "hi" '] },
  ])
})

test('an unclosed quote in a CSV ends with its line, and the rows below are read', () => {
  expect(Csv.read('a,"b,c\nd,"e, f"\n"g,h\n')).toEqual([
    { row: 1, cells: ['a', '"b', 'c'], unclosed: 1 },
    { row: 2, cells: ['d', 'e, f'] },
    { row: 3, cells: ['"g', 'h'], unclosed: 0 },
  ])
})

test.each([
  [
    'a text that keeps its zero',
    '="0123",="1,200.00"\n"=""0123""",5',
    [
      ['0123', '1,200.00'],
      ['0123', '5'],
    ],
  ],
  [
    'lines that are quoted as one cell',
    '"a,""b, c"",d"\n"1,2,3"\n',
    [
      ['a', 'b, c', 'd'],
      ['1', '2', '3'],
    ],
  ],
])('a CSV file with %s is read', (_what, text, cells) => {
  expect(Csv.read(text).map((row) => row.cells)).toEqual(cells)
})

test('a CSV that was written is read back unchanged, and no cell begins a formula', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('=1', "'=1", '@a', '\t=', '"', "'"),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      // More commas than semicolons or tabs, so that the reader takes the comma as separator.
      const table = rows.map((row) => ['a', 'b', 'c', 'd', ...row])
      const text = Csv.write(table)
      const read = Csv.read(text)
      expect(read.map(({ cells }) => cells.map(Csv.unguarded))).toEqual(table)
      for (const { cells } of read) for (const each of cells) expect(each).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
