import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Statement from './statement-file.ts'
import { writtenDay } from './written-day.ts'

const session = '000014251120172648123456789012'
const plain = { line: 2, narration: 'TRF 7Q4MKX ada', amount: 12500, sender: 'ADA OBI', sessionId: session }

describe('reading a statement', () => {
  test.each([
    ['with commas', `Date,Narration,Credit,Session ID,Sender\n20/11/2026,TRF 7Q4MKX ada,12500,${session},ADA OBI`],
    ['with semicolons', `Date;Description;Credit;Session ID;Sender\n20/11;TRF 7Q4MKX ada;12.500,00;${session};ADA OBI`],
    ['with tabs', `Date\tRemarks\tAmount\tReference\tSender\n20/11\tTRF 7Q4MKX ada\t12500.00\t${session}\tADA OBI\n`],
    [
      'with a byte order mark, quotes, naira signs and Windows line ends',
      `\uFEFF"Trans. Date","Narration","Debit (₦)","Credit (₦)","Session ID","Sender"\r\n"20 Nov","TRF 7Q4MKX ada","","₦12,500.00","${session}","ADA OBI"\r\n`,
    ],
    ['with NGN', `NARRATION,CREDIT(NGN),SESSION-ID,SENDER NAME\nTRF 7Q4MKX ada,"NGN 12,500",${session},ADA OBI`],
    [
      'with a column for the type',
      `Narration,Amount,Type,Reference,Sender\nTRF 7Q4MKX ada,12500,Deposit,${session},ADA OBI`,
    ],
  ])('%s', (_how, text) => {
    expect(Statement.read(text)).toEqual({ transfers: [plain], unread: [] })
  })

  test('rows above the heading are skipped, and rows are numbered as in a spreadsheet', () => {
    const text = `Demo Bank of Lagos, Plc\nAccount,0000044621\n\nDate,Narration,Credit,Reference\n1/1,"two\nlines",700,FT000001\n1/1,a,800,FT000002`
    expect(Statement.read(text)).toMatchObject({
      transfers: [
        { line: 5, narration: 'two lines', amount: 700 },
        { line: 6, amount: 800 },
      ],
      unread: [],
    })
  })

  test('debits are left out', () => {
    const text =
      'Narration,Amount,Type,Reference\nfish,500,DEBIT,FT000001\nrent,-500,,FT000002\ngas,(500.00),,FT000003\nfee,0,,FT000004'
    expect(Statement.read(text)).toEqual({ transfers: [], unread: [] })
  })

  test('a session id of 30 digits is found in any column', () => {
    const text = `Narration,Credit,Reference\nNIP/${session}/ADA,500,FT000001\nx,500,FT000002`
    expect(Statement.read(text).transfers.map(({ sessionId }) => sessionId)).toEqual([session, 'FT000002'])
  })

  test.each([
    ['TRF FROM ADA OBI TO INA GRILL', 'ADA OBI'],
    ['NIP FRM: CHIDI O. EZE/GTB/7Q4MKX', 'CHIDI O. EZE'],
    ['7Q4MKX ada', '7Q4MKX ada'],
  ])('the sender of the narration %j is %j', (narration, sender) => {
    const text = `Narration,Credit,Reference\n${narration},500,FT000001`
    expect(Statement.read(text).transfers[0]?.sender).toBe(sender)
  })
})

test.each([
  ['', 'We find no heading with a narration and an amount. Choose the statement that the bank gives as CSV.'],
  [
    '%PDF-1.7 binary',
    'We find no heading with a narration and an amount. Choose the statement that the bank gives as CSV.',
  ],
  ['Narration,Credit,Reference\na,much,FT000001', 'Row 2: the amount “much” cannot be read.'],
  ['Narration,Credit,Reference\na,499.50,FT000001', 'Row 2: 499.50 is not in whole naira. Record it by hand.'],
  ['Narration,Credit,Reference\na,500,-', 'Row 2: it has neither a session id nor a reference. Record it by hand.'],
  [
    'Narration,Credit,Session ID\na,500,1.42511E+28',
    'Row 2: a spreadsheet has cut its session id. Choose the file as the bank gave it.',
  ],
  ['Narration,Credit\na,500', 'Row 2: it has neither a session id nor a reference. Record it by hand.'],
  [`Narration,Credit${'\na,1'.repeat(2000)}`, 'This file has 2001 rows. Choose a shorter time: at most 2000.'],
])('an unreadable file or row is reported in one sentence: %#', (text, sentence) => {
  expect(Statement.read(text)).toEqual({ transfers: [], unread: [sentence] })
})

test('any text can be read, and no row is both read and reported', () => {
  const sign = fc.constantFrom(...'aN₦"\',;\t\r\n0123456789.-() ')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 200 }), (rest) => {
      const { transfers, unread } = Statement.read(`Narration,Credit,Reference\n${rest}`)
      const lines = transfers.map(({ line }) => line)
      expect(new Set(lines).size).toBe(lines.length)
      for (const { amount } of transfers) expect(Number.isInteger(amount) && amount > 0).toBe(true)
      for (const sentence of unread) expect(lines.some((line) => sentence.startsWith(`Row ${line}:`))).toBe(false)
    }),
  )
})

test('quoted cells of a spreadsheet are read back', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'abc ,;"₦\n'), minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, fc.integer({ min: 1, max: 9_999_999 })), { maxLength: 9 }), (rows) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const lines = rows.map(([narration, amount], index) =>
        [quote(`x${narration}x`), quote(amount.toLocaleString('en-NG')), `FT00000${index}`].join(','),
      )
      const { transfers, unread } = Statement.read(`Narration,Credit,Reference\n${lines.join('\n')}`)
      expect(unread).toEqual([])
      expect(transfers.map(({ narration, amount }) => [narration, amount])).toEqual(
        rows.map(([narration, amount]) => [`x${narration}x`.replace(/\n+/g, ' '), amount]),
      )
    }),
  )
})

test.each([
  ['Account: 0000 0446-21\nNarration,Credit\n', 'one'],
  ['Narration,Credit\n', undefined],
  ['0000044621 to 0000044638\nNarration,Credit\n', undefined],
] as const)('the account of a statement is the one that its beginning names: %#', (text, expected) => {
  const accounts = [
    { id: 'one', number: '0000044621' },
    { id: 'two', number: '0000044638' },
  ]
  expect(Statement.accountOf(text, accounts)).toBe(expected)
})

/** The columns are those of published samples; the rows are made up. */
describe('BOOKS-3: statements of banks in Nigeria', () => {
  const linesOf = (text: string) => {
    const sheet = Statement.open(text)
    return typeof sheet === 'string' ? sheet : Statement.lines(sheet, sheet.columns)
  }
  const at = (line: number, day: string, amount: number, sessionId: string, narration: string, sender = narration) => ({
    line,
    day,
    narration,
    amount,
    sender,
    sessionId,
  })

  test('GTBank: debits and credits in two columns, a reference behind an apostrophe, the branch, the remarks', () => {
    const text = `Account Number,0000044621
Opening Balance,"387.40"
Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks
16-Aug-2026,16-Aug-2026,',100.00,,287.40,635 AKIN ADESOLA,Stamp Duties STAMP DUTY CHARGE
17-Aug-2026,17-Aug-2026,'${session},,"12,500.00","12,787.40",635 AKIN ADESOLA,NIBSS Instant Payment Inward 7Q4MKX FROM ADA OBI TO INA GRILL`
    expect(linesOf(text)).toEqual({
      lines: [
        at(4, '2026-08-16', -100, '', 'Stamp Duties STAMP DUTY CHARGE'),
        at(5, '2026-08-17', 12500, session, 'NIBSS Instant Payment Inward 7Q4MKX FROM ADA OBI TO INA GRILL', 'ADA OBI'),
      ],
      unread: [],
    })
  })

  test('OPay: a time, two dashes where no money moved, the channel, a reference of 24 figures', () => {
    const text = `Trans. Time,Value Date,Description,Debit(₦),Credit(₦),Balance After(₦),Channel,Transaction Reference
07 Aug 2026 01:25:48,07 Aug 2026,Transfer from ADA OBI,--,"27,000.00","27,000.00",Mobile,260807010201496141065410
07 Aug 2026 01:25:49,07 Aug 2026,Stamp Duty,50.00,--,"26,950.00",Mobile,260807550101496166618264`
    expect(linesOf(text)).toEqual({
      lines: [
        at(2, '2026-08-07', 27000, '260807010201496141065410', 'Transfer from ADA OBI', 'ADA OBI'),
        at(3, '2026-08-07', -50, '260807550101496166618264', 'Stamp Duty'),
      ],
      unread: [],
    })
  })

  test('UBA: no reference but a cheque number', () => {
    const text = `TRANS DATE,VALUE DATE,NARRATION,CHQ. NO,DEBIT,CREDIT,BALANCE
20-Nov-2026,20-Nov-2026,TRF/7Q4MKX/FRM ADA OBI,,,"6,500.00","6,500.00"
20-Nov-2026,20-Nov-2026,NIP CHARGE AND VAT,,26.88,,"6,473.12"`
    expect(linesOf(text)).toEqual({
      lines: [
        at(2, '2026-11-20', 6500, '', 'TRF/7Q4MKX/FRM ADA OBI', 'ADA OBI'),
        at(3, '2026-11-20', -26.88, '', 'NIP CHARGE AND VAT'),
      ],
      unread: [],
    })
  })

  test('Moniepoint: the time as ISO 8601, zeros where no money moved', () => {
    const text = `Account Number,0000044621
Date,Narration,Reference,Debit,Credit,Balance
2026-11-20T06:22:57,Transfer from CHIDI EZE,AP_TRSF|200001,0.00,"4,200.00","4,200.00"
2026-11-20T06:23:10,Electronic Money Transfer Levy,EMTL|200002,50.00,0.00,"4,150.00"`
    expect(linesOf(text)).toEqual({
      lines: [
        at(3, '2026-11-20', 4200, 'AP_TRSF|200001', 'Transfer from CHIDI EZE', 'CHIDI EZE'),
        at(4, '2026-11-20', -50, 'EMTL|200002', 'Electronic Money Transfer Levy'),
      ],
      unread: [],
    })
  })

  test('Zenith: amounts in DR and CR columns, the remarks last', () => {
    const text = `TRANS DATE,VALUE DATE,TRANS ID,DR AMOUNT,CR AMOUNT,BALANCE,REMARKS
20/11/2026,20/11/2026,ZEN-20261120-01,,"9,000.00","9,000.00",NIP/GTB/ADA OBI/7Q4MKX
21/11/2026,21/11/2026,ZEN-20261121-02,"9,000.00",,0.00,RVSL NIP/GTB/ADA OBI/7Q4MKX`
    expect(linesOf(text)).toMatchObject({
      lines: [
        { day: '2026-11-20', amount: 9000, sessionId: 'ZEN-20261120-01' },
        { day: '2026-11-21', amount: -9000, sessionId: 'ZEN-20261121-02' },
      ],
      unread: [],
    })
  })

  test('of any other bank a person says which column is which', () => {
    const sheet = Statement.open(`My Bank,,\nWann,Was,Wieviel,Wohin\n20.11.2026,7Q4MKX ada,"1,200.00",ADA`)
    if (typeof sheet === 'string') throw new Error(sheet)
    expect(sheet.head.cells).toEqual(['Wann', 'Was', 'Wieviel', 'Wohin'])
    expect(Statement.isHeading(sheet.columns)).toBe(false)
    expect(Statement.lines(sheet, { day: 0, narration: 1, amount: 2, sender: 3 }).lines).toEqual([
      at(3, '2026-11-20', 1200, '', '7Q4MKX ada', 'ADA'),
    ])
  })
})

test.each([
  ['03-Jul-2026', '2026-07-03'],
  ['07 Aug 2026 01:25:48', '2026-08-07'],
  ['2026 Aug 07 01:25:48', '2026-08-07'],
  ['20/11/26', '2026-11-20'],
  ['11/20/2026', '2026-11-20'],
  ['2026-11-20T06:22:57', '2026-11-20'],
  ['31/02/2026', undefined],
  ['soon', undefined],
])('a bank writes the day %s', (written, day) => {
  expect(writtenDay(written)).toBe(day)
})
