import { describe, expect, test } from 'vitest'
import * as Csv from '../../text/csv.ts'
import * as StatementFile from './statement-file.ts'

function read(text: string) {
  const statement = StatementFile.read(Csv.read(text), { today: '2026-11-28' })
  if (typeof statement === 'string') throw new Error(statement)
  return statement
}

const naira = (text: string) => read(text).lines.map(({ amount }) => amount / 100)

describe('MONEY-1: columns', () => {
  test.each([
    ['several columns for debits', 'Transfers Out,POS Debit,Deposits,Balance', '40,,,60', ',5,,55', [-40, -5]],
    ['a charge and its tax', 'Debit,Credit,Commission,VAT,Balance', '40,,2,0.5,57.5', ',5,,,62.5', [-40, -2.5, 5]],
    ["'Cr' and 'Dr' below no heading", 'Amount,,Balance,', '40,Dr,60,Cr', '5,Cr,65,Cr', [-40, 5]],
    ["'C' and 'D' below an unknown heading", 'Part Tran,Amount,Balance', 'D,40,60', 'C,5,65', [-40, 5]],
    ["'Dr' beside an overdrawn balance", 'Debit,Credit,Balance,Dr/Cr', '40,,60,DR', ',5,55,DR', [-40, 5]],
    ['headings with accents', 'Débit,Crédit,Solde', '40,,60', ',5,65', [-40, 5]],
  ])('amounts are read from a file with %s', (_what, headings, first, second, amounts) => {
    const text = `Date,Libellé,${headings}\n13/11/2026,a,${first}\n14/11/2026,b,${second}`
    expect(naira(text)).toEqual(amounts)
    expect(read(text).proof.holds).toBe(true)
  })

  test('if two columns of credits repeat the same amounts, each amount counts once', () => {
    expect(naira('Date,Narration,Credit,Credit (NGN)\n13/11/2026,a,5,5\n14/11/2026,b,6,6')).toEqual([5, 6])
  })

  test('if the columns named by the headings do not make the balances add up, columns that do are used instead', () => {
    const rows = ['a,100,,300', 'b,,40,260', 'c,50,,310', 'd,,20,290', 'e,5,,295']
    const text = `Date,Narration,Debit,Credit,Balance\n${rows.map((row) => `13/11/2026,${row}`).join('\n')}`
    expect(read(text)).toMatchObject({
      proof: { holds: true },
      lines: [{ amount: 10_000 }, { amount: -4000 }, {}, {}, {}],
    })
  })

  test('a charge without a sign on the first row counts as money out', () => {
    const text = 'Date,Narration,Amount,Balance\n13/11/2026,SMS CHARGE,4,96\n14/11/2026,a,5,101'
    expect(read(text).lines).toMatchObject([{ amount: -400, kind: 'charge' }, { amount: 500 }])
  })

  test('in a file without a heading, a first line that appears twice is read as two lines', () => {
    const line = '13/11/2026,ada,,100,300\n'
    const others = [305, 310, 315, 320, 325, 330].map((balance) => `14/11/2026,b,,5,${balance}\n`).join('')
    expect(read(`${line}${line}${others}`)).toMatchObject({ lines: { length: 8 }, proof: { holds: false } })
    expect(read(`${line}${others}`)).toMatchObject({ lines: { length: 7 }, proof: { holds: true } })
  })
})

describe('MONEY-1: rows', () => {
  test.each([
    ['a text above its amount', '13/11/2026,TRF FROM ADA,,,\n,OBI,,5,5', 'TRF FROM ADA OBI', 'ADA OBI'],
    ['a day above its lines', '"Friday, 13 November 2026",,,,\n,ADA,,5,5', 'ADA', 'ADA'],
  ])('in a statement, %s is read as part of the line below', (_what, rows, narration, sender) => {
    const { lines, setAside } = read(`Date,Narration,Debit,Credit,Balance\n${rows}\n14/11/2026,b,,1,6`)
    expect(lines).toMatchObject([{ day: '2026-11-13', narration, sender, amount: 500 }, {}])
    expect(lines).toHaveLength(2)
    expect(setAside).toEqual([])
  })

  test.each([
    ['a page number in place of an amount', ',,,Page 1 of 2,'],
    ['a sentence of the bank', ',Your deposits are insured,,,'],
    ['a row below an empty row', ',,,,\n,Lagos Head Office 12,,,'],
  ])('%s belongs to no line of the statement', (_what, foot) => {
    const text = `Date,Narration,Debit,Credit,Balance\n13/11/2026,ada,,5,5\n${foot}`
    expect(read(text)).toMatchObject({ lines: [{ narration: 'ada' }], unread: [], proof: { holds: true } })
  })

  test('a customer’s narration that begins like a total or a balance is a line', () => {
    const text = 'Date,Narration,Credit\n13/11/2026,Total for two plates,5\n14/11/2026,BF ADEYEMI,6\n,TOTAL,11'
    expect(read(text)).toMatchObject({
      lines: [{ amount: 500 }, { amount: 600 }],
      setAside: [{ row: 4, reason: 'total' }],
    })
  })
})

test.each([
  ['GHS 1,200.00', 1200],
  ['1 200,50 FCFA', 1200.5],
  ['€5', 5],
])('MONEY-1: the written amount %s is read as %d', (written, amount) => {
  expect(naira(`Date;Narration;Amount\n13/11/2026;a;${written}\n13/11/2026;b;-1`)[0]).toBe(amount)
})

test.each([
  ['20261101232205', '2026-11-01', '23:22:05'],
  ['1793575325000', '2026-11-02', '00:22:05'],
  ['Sun Nov 01 2026 23:22:05 GMT+0100 (West Africa Standard Time)', '2026-11-01', '23:22:05'],
  ['2026/11/01 14:22:05.123', '2026-11-01', '14:22:05'],
])('MONEY-1: the written moment %s is read', (written, day, time) => {
  expect(read(`Date,Narration,Credit\n${written},a,5`).lines).toMatchObject([{ day, time }])
})
