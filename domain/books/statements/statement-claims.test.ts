import { describe, expect, test } from 'vitest'
import * as Csv from '../../text/csv.ts'
import * as StatementFile from './statement-file.ts'

function proofOf(text: string) {
  const statement = StatementFile.read(Csv.read(text))
  if (typeof statement === 'string') throw new Error(statement)
  return statement.proof
}

const head = 'Date,Narration,Debit,Credit,Balance'
const lines = '13/11/2026,ada,,100,300\n14/11/2026,gas,40,,260\n15/11/2026,b,,50,310'
const whole = `${head}\n${lines}`

describe('MONEY-2: sums and balances beside the lines', () => {
  test.each([
    ['in the cells beside their labels', `Total Debit:,₦40.00,Total Credit:,₦150.00\n${whole}`, '150.00', '151.00'],
    [
      'in one cell with their labels',
      `Total Credits: 150.00 (2)  Total Debits: 40.00 (1)\n${whole}`,
      '150.00',
      '151.00',
    ],
    [
      'below their labels',
      `Opening Balance,Total Credit,Total Debit,Closing Balance\n200.00,150.00,40.00,310.00\n${whole}`,
      '310.00',
      '311.00',
    ],
    ['below the lines', `${whole}\nTotal Credit,150.00\nClosing Balance,310.00`, 'Balance,310.00', 'Balance,311.00'],
    ['in French', `Solde initial,200.00\n${whole}\n,Total des mouvements,40,150,`, 'initial,200', 'initial,201'],
    ['on a row with a total', `${whole}\n,TOTAL,40,150,310`, '150,310', '150,311'],
  ])(
    'sums that a statement states %s are compared with its lines, and a wrong sum is reported',
    (_where, text, right, wrong) => {
      expect(proofOf(text)).toMatchObject({ opening: 20_000, closing: 31_000, holds: true })
      expect(proofOf(text.replace(right, wrong)).holds).toBe(false)
    },
  )

  test.each([
    ['another balance below the lines', `${whole}\n,Available Balance,,,290`],
    ['the difference of the sums', `${whole}\n,Net Movement,,110,`],
    ['a count of lines', `Total Credits,2,Total Debits,1\n${whole}`],
    ['a day in the label of a balance', `Opening Balance as at 01/11/2026,200.00\n${whole}`],
    [
      'the sum of each page',
      `${head}\n13/11/2026,ada,,100,300\n,Page Total,0,100,\n14/11/2026,gas,40,,260\n,Page Total,40,0,`,
    ],
  ])('a statement with %s is accepted, because the lines agree', (_what, text) => {
    expect(proofOf(text)).toMatchObject({ opening: 20_000, holds: true })
  })

  test('the sum of a page is checked against the lines of this page', () => {
    const pages = (first: string) =>
      `${head}\n13/11/2026,ada,,100,300\n,Page Total,0,${first},\n14/11/2026,gas,40,,260\n,Page Total,40,0,`
    expect(proofOf(pages('99')).breaks).toEqual([{ line: 3, problem: 'total', difference: -100 }])
  })

  test('a balance that is carried to the next page has to follow from the lines', () => {
    const carried = (balance: string) => whole.replace('\n15', `\n,Balance C/F,,,${balance}\n15`)
    expect(proofOf(carried('260')).holds).toBe(true)
    expect(proofOf(carried('265')).breaks[0]).toMatchObject({ line: 4, difference: 500 })
  })
})

describe('MONEY-2: rows without a balance that checks them', () => {
  test.each([
    ['a last row without a balance', `${whole}\n16/11/2026,all in,,150,`, { line: 5, problem: 'total-as-line' }],
    ['a row with a balance that moved, but without an amount', whole.replace('b,,50', 'b,,'), { line: 4 }],
    ['a row with an unreadable amount', `${whole}\n16/11/2026,c,,1x,310`, { line: 5 }],
    [
      'a first row that requires a negative balance before it, although all stated balances are positive',
      whole.replace(',100,300', ',400,300'),
      { line: 2 },
    ],
  ])('the balances of a statement with %s do not add up', (_what, text, found) => {
    expect(proofOf(text)).toMatchObject({ holds: false, breaks: [found] })
  })

  test('the balances of a file that states a balance only at the end of each day add up', () => {
    const text = `${head}\n,Balance brought forward,,,200\n13/11/2026,ada,,100,\n13/11/2026,b,,20,320\n14/11/2026,gas,40,,280`
    expect(proofOf(text)).toMatchObject({ opening: 20_000, closing: 28_000, holds: true })
  })

  test.each([
    ['an outgoing amount without its minus', '14/11/2026,gas,40,Debit,260'],
    ['a negative amount marked as incoming', '14/11/2026,gas,-40,Credit,260'],
  ])('in a file with directions and negative outgoing amounts, the balances do not add up with %s', (_what, wrong) => {
    const text = `Date,Narration,Amount,Type,Balance\n13/11/2026,a,100,Credit,300\n14/11/2026,gas,-40,Debit,260\n15/11/2026,b,-10,Debit,250`
    expect(proofOf(text).holds).toBe(true)
    expect(proofOf(text.replace('14/11/2026,gas,-40,Debit,260', wrong)).holds).toBe(false)
  })
})
