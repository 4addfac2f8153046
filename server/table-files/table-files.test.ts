import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { asCsv, asWorkbook, banks, type Move, statementGrid } from '#tests/support/bank-statements.ts'
import { asPdf } from '#tests/support/statement-pdf.ts'
import { readStatement, tableRows } from './table-files.ts'

const moves = [120_000, -4000, 369_950, -250_000, 80_000].map(
  (amount, at): Move => ({
    day: `2026-11-${13 + at}`,
    time: '10:00:00',
    amount,
    narration: `NIP/GTB/ADA OBI/${at}Ọ`,
    sender: 'ADA OBI',
    reference: `26080701020149614106541${at}`,
  }),
)

async function read(bytes: Uint8Array) {
  const statement = await readStatement(bytes)
  if (!statement.ok) throw new Error(statement.problem.detail)
  return statement.value
}

const sentenceOf = async (bytes: Uint8Array) => {
  const rows = await tableRows(bytes, 10_000)
  return rows.ok ? rows.value.length : rows.problem.detail
}

describe.each(banks)('$name', (bank) => {
  const grid = statementGrid(bank, moves, 50_000)

  test('MONEY-1: a statement is read the same from CSV, tab-separated text, UTF-16, a workbook and HTML', async () => {
    const facts = async (bytes: Uint8Array) => {
      const { lines, unread, proof, layout } = await read(bytes)
      return { layout, unread, proof, lines: lines.map(({ line: _, ...each }) => each) }
    }
    const csv = await facts(strToU8(asCsv(grid)))
    expect(csv).toMatchObject({ unread: [], lines: { length: moves.length } })
    const tabs = asCsv(grid, '\t')
    expect(await facts(strToU8(tabs))).toEqual(csv)
    expect(await facts(new Uint8Array(Buffer.from(`\ufeff${tabs}`, 'utf16le')))).toEqual(csv)
    expect(await facts(new Uint8Array(Buffer.from(tabs, 'utf16le')))).toEqual(csv)
    expect(await facts(asWorkbook(grid))).toEqual(csv)
    const cell = (text: string) => `<TD align=right>${text.replaceAll('&', '&amp;')}</TD>`
    const html = grid.map((cells) => `<tr>${cells.map(cell).join('')}`).join('\n')
    expect(await facts(strToU8(`<html><meta charset=utf-8><table border=1>${html}</table>`))).toEqual(csv)
  })
})

test('MONEY-1: an XML spreadsheet of Excel 2003 is read', async () => {
  const cell = (text: string) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`
  const row = (cells: string) => `<Row>${cells}</Row>`
  const head = row(['Date', 'Narration', 'Debit', 'Credit', 'Balance'].map(cell).join(''))
  const line = row(
    `${cell('2026-11-13T00:00:00.000')}${cell('ADA')}<Cell ss:Index="4"><Data>5</Data></Cell>${cell('15')}`,
  )
  const title = row('<Cell ss:MergeAcross="4"><Data ss:Type="String">Fidelity Bank</Data></Cell>')
  const book = `<?xml version="1.0"?><Workbook><Worksheet><Table>${title}${head}${line}</Table></Worksheet></Workbook>`
  expect(await read(strToU8(book))).toMatchObject({
    layout: 'Fidelity',
    lines: [{ line: 3, day: '2026-11-13', narration: 'ADA', amount: 500, balance: 1500 }],
  })
})

test('MONEY-1: a PDF with text is read by the positions of its texts, over several pages, with a narration in two lines', async () => {
  const bank = banks.find(({ name }) => name === 'UBA')
  if (!bank) throw new Error('The fixtures have no such bank.')
  const many = Array.from(
    { length: 40 },
    (_, at): Move => ({ ...(moves[at % 2] as Move), narration: `NIP/ADA OBI/${at}` }),
  )
  const [head = [], first = [], ...rest] = statementGrid(bank, many, 50_000)
  const second = head.map((name) => (name === 'NARRATION' ? '7Q4MKX' : ''))
  const { lines, proof, unread } = await read(asPdf([head, first, second, ...rest]))
  expect(unread).toEqual([])
  expect(lines).toHaveLength(40)
  expect(lines[0]).toMatchObject({ narration: 'NIP/ADA OBI/0 7Q4MKX', amount: 120_000 })
  expect(proof).toMatchObject({ opening: 50_000, holds: true })
})

test('MONEY-1: a PDF row whose amounts stand beside the middle of its narration is one row', async () => {
  const bank = banks.find(({ name }) => name === 'UBA')
  if (!bank) throw new Error('The fixtures have no such bank.')
  const [head = [], ...rest] = statementGrid(bank, moves, 50_000)
  const only = (text: string) => head.map((name) => (name === 'NARRATION' ? text : ''))
  const rows = rest.map((row, at) => [
    only(`TRF ADA ${at}`),
    row.map((cell) => (cell.startsWith('NIP') ? 'NIP' : cell)),
    only('7Q4MKX'),
  ])
  const { lines, proof, unread } = await read(
    asPdf([head, ...rows.flat()], (row) => (row === 0 ? 0 : 14 + Math.floor((row - 1) / 3) * 36 + ((row - 1) % 3) * 9)),
  )
  expect(unread).toEqual([])
  expect(lines.map(({ narration }) => narration)).toEqual(moves.map((_, at) => `TRF ADA ${at} NIP 7Q4MKX`))
  expect(proof).toMatchObject({ opening: 50_000, holds: true })
})

describe('a file that is not a table', () => {
  test('MONEY-1: a ZIP bomb, a damaged workbook, an old workbook and an empty file are refused with a sentence', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(200_000_000) }, { level: 9 })
    expect(await sentenceOf(bomb)).toMatch(/too large/)
    expect(await sentenceOf(asWorkbook([['a']]).subarray(0, 300))).toMatch(/damaged|no sheet/)
    expect(await sentenceOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toMatch(/old Excel.*Save as.*xlsx/)
    expect(await sentenceOf(strToU8('%PDF-1.7 nothing'))).toMatch(/damaged/)
    expect(await sentenceOf(new Uint8Array())).toBe(0)
    const png = new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452000005a0000003840802', 'hex'))
    expect(await sentenceOf(png)).toMatch(/a picture/)
  })

  test('MONEY-1: a file with too many rows, or with a cell of 30,000 blanks, is refused with a sentence', async () => {
    expect(await sentenceOf(strToU8(`Date,Narration,Credit\n${'20/11/2026,a,5\n'.repeat(100_000)}`))).toMatch(
      /more than 10000 rows/,
    )
    expect(await sentenceOf(strToU8(`Date,Narration,Credit\n20/11/2026,a${' '.repeat(30_000)},5\n`))).toMatch(
      /30001 characters/,
    )
    const wide = Array.from({ length: 20_000 }, () => ['20/11/2026', '=HYPERLINK("x")', '5'])
    expect(await sentenceOf(asWorkbook(wide))).toMatch(/more than 10000 rows/)
  })

  test('MONEY-1: a file in Windows-1252 is read', async () => {
    const rows = await tableRows(new Uint8Array(Buffer.from('Narration,Credit\nJosé,5', 'latin1')), 10)
    expect(rows).toMatchObject({ ok: true, value: [{}, { cells: ['José', '5'] }] })
  })
})
