import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asCsv, banks, type Move, statementGrid } from '#tests/support/bank-statements.ts'
import * as Csv from '../../text/csv.ts'
import * as StatementFile from './statement-file.ts'

const session = '000014251120172648123456789012'

function read(text: string, mapping?: StatementFile.Mapping): StatementFile.Statement {
  const statement = StatementFile.read(Csv.read(text), { mapping, today: '2026-11-28' })
  if (typeof statement === 'string') throw new Error(statement)
  return statement
}

const naira = (text: string) => read(text).lines.map(({ amount }) => amount / 100)
const days = (text: string) => read(text).lines.map(({ day }) => day)

describe('reading a statement', () => {
  test.each([
    ['with commas', `Date,Narration,Credit,Session ID,Sender\n20/11/2026,TRF 7Q4MKX ada,12500,${session},ADA OBI`],
    [
      'with semicolons',
      `Date;Description;Credit;Session ID;Sender\n20/11/2026;TRF 7Q4MKX ada;12.500,00;${session};ADA OBI`,
    ],
    [
      'with tabs',
      `Date\tRemarks\tAmount\tReference\tSender\n20/11/2026\tTRF 7Q4MKX ada\t12500.00\t${session}\tADA OBI\n`,
    ],
    [
      'with a byte order mark, quotes, naira signs and Windows line ends',
      `\uFEFF"Trans. Date","Narration","Debit (₦)","Credit (₦)","Session ID","Sender"\r\n"20 Nov 2026","TRF 7Q4MKX ada","","₦12,500.00","${session}","ADA OBI"\r\n`,
    ],
    [
      'with a column for the type',
      `Date,Narration,Amount,Type,Reference,Sender\n20 Nov 2026,TRF 7Q4MKX ada,12500,Credit,${session},ADA OBI`,
    ],
  ])('a statement %s is read', (_how, text) => {
    expect(read(text)).toMatchObject({
      lines: [
        {
          line: 2,
          day: '2026-11-20',
          amount: 1_250_000,
          narration: 'TRF 7Q4MKX ada',
          sender: 'ADA OBI',
          sessionId: session,
        },
      ],
      unread: [],
    })
  })

  test('MONEY-1: a row that has only text continues the row above', () => {
    const { lines } = read(
      'Date,Narration,Credit,Balance\n20/11/2026,NIP/GTB/ADA OBI,"1,200.00","1,200.00"\n,7Q4MKX,,\n,Page 1 of 2,,\n',
    )
    expect(lines.map(({ narration }) => narration)).toEqual(['NIP/GTB/ADA OBI 7Q4MKX'])
  })

  test('MONEY-1: a heading in two rows, repeated on the next page, is read', () => {
    const text =
      'Trans,,,,\nDate,Narration,Withdrawals,Lodgements,Balance\n20/11/2026,a,,100,100\nTrans Date,Narration,Withdrawals,Lodgements,Balance\n21/11/2026,b,40,,60'
    expect(read(text)).toMatchObject({
      lines: [
        { line: 3, amount: 10_000 },
        { line: 5, amount: -4000 },
      ],
      unread: [],
      proof: { holds: true },
    })
  })

  test.each([
    ['₦-2,000.00', -2000],
    ['NGN -5,000', -5000],
    ['₦(2,500.00)', -2500],
    ['12,500.00CR', 12_500],
    ['500.00DR', -500],
    ['\u2212300', -300],
    ['3,699.50', 3699.5],
    ['1.250.000,50', 1_250_000.5],
    ["12'500.00", 12_500],
  ])('MONEY-1: the written amount %s is read as %d', (written, amount) => {
    expect(naira(`Date,Narration,Amount\n20/11/2026,a,"${written}"\n20/11/2026,b,-1`)[0]).toBe(amount)
  })

  test.each([
    ['Txn Date,Narrative,Pay In,Pay Out\n20/11/2026,a,100,\n20/11/2026,b,,40'],
    ['Date,Description/Payee/Memo,Withdrawal(DR),Deposit(CR)\n20/11/2026,a,,100\n20/11/2026,b,40.00DR,'],
    ['Entry Date,Particulars,Lodgement,Withdrawal\n20/11/2026,a,100,\n20/11/2026,b,,40'],
    ['Day,Memo,Paid out,Paid in\n20/11/2026,a,,100\n20/11/2026,b,40,'],
    ['When,What for,DR/CR,Amount\n20/11/2026,a,CR,100\n20/11/2026,b,DR,40\n'.replace('What for', 'Details')],
    ['Date,Remarks,Inflow (NGN),Outflow (NGN)\n20/11/2026,a,100,0.00\n20/11/2026,b,0.00,-40'],
    [
      'Posting Date,Transaction Remarks,Amount,Running Balance\n20/11/2026,a,100,300\n20/11/2026,b,40,260'.replace(
        '300',
        '300',
      ),
    ],
  ])('MONEY-1: columns are recognised by the words of their headings: %#', (text) => {
    expect(naira(text)).toEqual([100, -40])
  })

  test('MONEY-1: a heading in two rows names a column by both rows together', () => {
    const text =
      'Transaction,Value,Narration,Withdrawals,Lodgements,Running\nDate,Date,,(N),(N),Balance\n01/11/2026,01/11/2026,Balance B/F,,,"5,000.00"\n20/11/2026,20/11/2026,ADA,,"1,000.00","6,000.00"'
    expect(read(text)).toMatchObject({ lines: [{ day: '2026-11-20', amount: 100_000 }], unread: [] })
  })

  test('MONEY-1: a time in its own column, and charges that the total leaves out, are read', () => {
    const text =
      'Tran Date,Tran Time,Narration,Inflow,Outflow,Fee,Balance\n2026-11-01,09:00,ADA,2000,0,0,2000\n2026-11-01,10:00,GAS,0,500,10,1490\nTOTAL,,,2000,500,10,'
    expect(read(text)).toMatchObject({ lines: [{ time: '09:00:00' }, {}, {}], proof: { holds: true } })
  })

  test('MONEY-3: a card payment that the bank reverted moves no money', () => {
    const text =
      'Type,Completed Date,Description,Amount,Fee,State,Balance\nTOPUP,2026-11-01,Ada,100,0,COMPLETED,100\nCARD,2026-11-02,Tesco,-5,0,REVERTED,\nTOPUP,2026-11-03,B,1,0,COMPLETED,101'
    expect(read(text)).toMatchObject({ lines: [{}, { kind: 'failed', amount: 0 }, {}], proof: { holds: true } })
  })

  test('MONEY-1: charges that the amounts include are not counted again', () => {
    const text =
      'Date,Amount,Description,Running Balance,Total fees\n14-11-2026,-200.00,Gas,300.00,0.50\n03-11-2026,500.00,ADA,500.00,0.00'
    expect(read(text)).toMatchObject({ lines: [{ amount: -20_000 }, {}], proof: { holds: true } })
  })

  test('MONEY-1: a summary with its own heading below the lines is set aside', () => {
    const text =
      'Date,Narration,Withdrawal Amt.,Deposit Amt.,Closing Balance\n***,***,***,***,***\n03/11/26,ADA,,500.00,500.00\n14/11/26,GAS,200.00,,300.00\nOpening Balance,Debits,Credits,Debit Count,Closing Bal\n0.00,200.00,500.00,1,300.00'
    expect(read(text)).toMatchObject({ lines: [{}, {}], unread: [], proof: { holds: true } })
  })

  test('MONEY-1: a day that is written only beside its first line applies to the lines below', () => {
    expect(days('Date,Narration,Credit\n20/11/2026,a,5\n,b,6\n21/11/2026,c,7')).toEqual([
      '2026-11-20',
      '2026-11-20',
      '2026-11-21',
    ])
  })

  test('MONEY-3: a pending transfer moves no money', () => {
    const text =
      'Date,Narration,Status,Gross,Fee,Balance\n2026-11-03,ADA,Success,500,0,500\n2026-11-05,B,Pending,900,0,500'
    expect(read(text)).toMatchObject({ lines: [{}, { kind: 'failed', amount: 0 }], proof: { holds: true } })
  })

  test('MONEY-6: columns with unknown headings are recognised if each balance follows from the amounts', () => {
    const text =
      'My Bank,,\nWann,Was,Raus,Rein,Stand\n20.11.2026,7Q4MKX ada,,1200.00,2200\n21.11.2026,rent,100,,2100\n22.11.2026,gas,50,,2050\n23.11.2026,tips,,5,2055\n24.11.2026,ada,,10,2065'
    expect(read(text)).toMatchObject({
      proof: { holds: true, opening: 100_000, closing: 206_500 },
      lines: [{ narration: '7Q4MKX ada' }, {}, {}, {}, {}],
    })
  })

  test('MONEY-6: an unknown layout without balances is read by the columns that a person assigns', () => {
    const text = 'Wann,Was,Wieviel,Wohin\n20.11.2026,7Q4MKX ada,"1,200.00",ADA'
    expect(read(text)).toMatchObject({
      needsColumns: true,
      lines: [],
      head: { cells: ['Wann', 'Was', 'Wieviel', 'Wohin'] },
      columns: { day: 0, narration: 1, amount: 2 },
    })
    const mapping = {
      head: ['Wann', 'Was', 'Wieviel', 'Wohin'],
      columns: { day: 0, narration: 1, amount: 2, sender: 3 },
    }
    expect(read(text, mapping)).toMatchObject({
      needsColumns: false,
      lines: [{ day: '2026-11-20', amount: 120_000, sender: 'ADA' }],
    })
    expect(read('Date,Narration,Amount\n20/11/2026,a,5', mapping).lines).toHaveLength(1)
  })
})

test.each([
  ['NIP TRANSFER FROM ADA OBI XF7KEN REF:0000132', 'ADA OBI'],
  ['TRF FROM ADA OBI TO INA GRILL', 'ADA OBI'],
  ['TRF FRM ADA OBI/XF7KEN', 'ADA OBI'],
  ['TRANSFER TO KUNLE', 'TRANSFER TO KUNLE'],
])('MONEY-1: without a column for the sender, the sender of %s is %s', (narration, sender) => {
  expect(read(`Date,Narration,Credit\n20/11/2026,${narration},5`).lines).toMatchObject([{ sender }])
})

test('MONEY-1: amounts are naira, also in a file that has them in kobo', () => {
  const { lines, proof } = read('date,narration,type,amount_kobo,balance_kobo\n20/11/2026,a,credit,"500,050",1500050')
  expect(lines).toMatchObject([{ amount: 500_050, balance: 1_500_050 }])
  expect(proof.opening).toBe(1_000_000)
})

test('MONEY-1: a transfer whose status says that it was reversed is no money, unless a balance shows both its lines', () => {
  const head = 'Date,Narration,Amount,Status'
  expect(read(`${head}\n20/11/2026,a,5,Reversed`).lines).toMatchObject([{ amount: 0, kind: 'failed' }])
  expect(read(`${head},Balance\n20/11/2026,a,5,Reversed,5\n20/11/2026,a,-5,Reversed,0`).lines).toMatchObject([
    { amount: 500 },
    { amount: -500 },
  ])
})

describe('days', () => {
  test.each([
    ['03-Jul-2026', '2026-07-03'],
    ['07 Aug 2026 01:25:48', '2026-08-07'],
    ['2026 Aug 07 01:25:48', '2026-08-07'],
    ['20/11/26', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    ['2026-11-20T06:22:57', '2026-11-20'],
    ['2026-11-20T06:22:57+01:00', '2026-11-20'],
    ['2026-11-20 06:22:57 +0100', '2026-11-20'],
    ['2026-11-20T23:30:00.000Z', '2026-11-21'],
    ['2026-02-31T23:30:00Z', null],
    ['24Feb 2025', '2025-02-24'],
    ['"01Jan,2025"', '2025-01-01'],
    ['20251120', '2025-11-20'],
    ['"Nov 20, 2025"', '2025-11-20'],
    ['"Jul 13, 2026 7:05 AM"', '2026-07-13'],
    ['46346', '2026-11-20'],
    ['46346.2951388', '2026-11-20'],
    ['"Friday, 20th November 2026"', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['31/02/2026', null],
    ['soon', null],
  ])('MONEY-1: the written day %s is read as %s', (written, day) => {
    expect(days(`Date,Narration,Credit\n${written},a,5`)).toEqual([day])
  })

  test('MONEY-1: whether the day or the month comes first is decided once for the whole file', () => {
    const text = (...all: string[]) => `Date,Narration,Credit\n${all.map((day) => `${day},a,5`).join('\n')}`
    expect(days(text('09/11/2026', '09/12/2026', '09/14/2026'))).toEqual(['2026-09-11', '2026-09-12', '2026-09-14'])
    expect(days(text('09/11/2026', '10/11/2026', '14/11/2026'))).toEqual(['2026-11-09', '2026-11-10', '2026-11-14'])
    expect(days(text('09/10/2026', '09/11/2026', '09/12/2026'))).toEqual(['2026-09-10', '2026-09-11', '2026-09-12'])
    expect(days(text('09/10/2026'))).toEqual(['2026-10-09'])
  })
})

describe('days without a year', () => {
  const dated = (above: string, ...written: string[]) =>
    days(`${above}Date,Narration,Credit\n${written.map((day) => `${day},a,5`).join('\n')}`)

  test.each([
    ['24 Feb', '2026-02-24'],
    ['Tue 24th Feb', '2026-02-24'],
    ['"Nov 20, 10:22"', '2026-11-20'],
    ['20/11', '2026-11-20'],
    ['30 Nov', '2025-11-30'],
    ['05/12', '2025-12-05'],
    ['29 Feb', '2024-02-29'],
    ['31 Feb', null],
  ])('MONEY-1: the day %s without a year is the last such day before today', (written, day) => {
    expect(dated('', written)).toEqual([day])
  })

  test('MONEY-1: the period above the heading sets the year of the lines; the day on which the account was opened does not', () => {
    const period = 'Statement Period,25 Dec 2024 to 04 Jan 2025\nAccount opened,02/03/2019\n'
    expect(dated(period, '30 Dec', '02 Jan')).toEqual(['2024-12-30', '2025-01-02'])
    expect(dated('Generated on 03/01/2025\n', '30/12', '02/01')).toEqual(['2024-12-30', '2025-01-02'])
    expect(dated('Account opened,02/03/2019\n', '02/01')).toEqual(['2026-01-02'])
    expect(dated('01 Oct 2026 - 30 Nov 2026\n', '01 Nov')).toEqual(['2026-11-01'])
  })

  test('MONEY-1: days with a year set the year of the days without one', () => {
    const text = 'Date,Value Date,Narration,Credit\n30 Dec,31/12/2024,a,5\n02 Jan,02/01/2025,b,5'
    expect(days(text)).toEqual(['2024-12-30', '2025-01-02'])
  })

  test('MONEY-1: the year or the time of a day may be written below the day', () => {
    const text = 'Date,Narration,Credit\n24 Feb,TRF ADA,5\n2025,7Q4MKX,\n"25 Feb 2025",TRF B,6\n10:22:05,,'
    expect(read(text).lines).toMatchObject([
      { day: '2025-02-24', narration: 'TRF ADA 7Q4MKX' },
      { day: '2025-02-25', time: '10:22:05' },
    ])
  })
})

describe('MONEY-3: money that is not a customer’s', () => {
  test('Moniepoint statement: a settlement counts as a transfer, and a failed row moves no money', () => {
    const bank = banks.find(({ name }) => name === 'Moniepoint')
    const cells = (status: string, amount: string, debit: string, credit: string, charge: string) =>
      bank?.head.map(
        (name) =>
          ({
            Date: '2026-11-20T06:22:57',
            'Transaction Status': status,
            'Transaction Amount (NGN)': amount,
            'Settlement Debit (NGN)': debit,
            'Settlement Credit (NGN)': credit,
            'Charge (NGN)': charge,
            Narration: 'a',
          })[name] ?? '',
      ) ?? []
    const text = asCsv([
      [...(bank?.head ?? [])],
      cells('SUCCESSFUL', '1200', '0', '1200', '0'),
      cells('SUCCESSFUL', '5000', '5020', '0', '20'),
      cells('FAILED', '8000', '0', '0', '0'),
    ])
    expect(naira(text)).toEqual([1200, -5020, 0])
    expect(read(text).lines.map(({ kind }) => kind)).toEqual(['customer', 'customer', 'failed'])
  })

  test('OPay statement: sweeps to the account’s own pocket are recognised', () => {
    const text =
      'Trans. Time,Value Date,Description,Debit/Credit(₦),Balance(₦),Channel,Transaction Reference,Counterparty\n07 Nov 2026 01:25:48,07 Nov 2026,Transfer from ADA OBI,"+4,500.00","4,500.00",Mobile,2608070102,ADA OBI\n07 Nov 2026 01:25:49,07 Nov 2026,Auto-save to OWealth Balance,"-4,500.00",0.00,Mobile,2608075501,--\n07 Nov 2026 01:26:49,07 Nov 2026,OWealth Withdrawal,"+4,500.00","4,500.00",Mobile,2608075502,--'
    expect(read(text)).toMatchObject({
      layout: 'OPay',
      lines: [{ kind: 'customer' }, { kind: 'sweep' }, { kind: 'sweep' }],
      proof: { holds: true },
    })
  })

  test.each([
    ['STAMP DUTY', -50, 'levy'],
    ['Electronic Money Transfer Levy', -50, 'levy'],
    ['NIP CHARGE AND VAT', -26.88, 'charge'],
    ['RVSL NIP/GTB/ADA OBI', -500, 'reversal'],
    ['Reversal of transfer', 500, 'reversal'],
    ['TRF FROM REV JOHN ADE', 500, 'customer'],
    ['TRF stamp duty 7Q4MKX', 500, 'customer'],
  ])('a line with the narration %s and the amount %d is of the kind %s', (narration, amount, kind) => {
    expect(read(`Date,Narration,Amount\n20/11/2026,${narration},${amount}`).lines[0]?.kind).toBe(kind)
  })

  test('a total and an opening balance are not read as transfers', () => {
    const { lines, setAside, proof } = read(
      'Date,Reference,Narration,Debit,Credit,Balance\n20/11/2026,,Opening Balance,,"10,000.00","10,000.00"\n20/11/2026,a,NIP ADA,,"1,200.00","11,200.00"\n20/11/2026,b,gas,"2,000.00",,"9,200.00"\n,,TOTAL,"2,000.00","1,200.00","9,200.00"',
    )
    expect(lines.map(({ line }) => line)).toEqual([3, 4])
    expect(setAside.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'opening'],
      [5, 'total'],
    ])
    expect(proof).toMatchObject({ opening: 1_000_000, closing: 920_000, holds: true })
  })
})

describe('MONEY-4: one identity for each transfer', () => {
  const identities = (text: string) => read(text).lines.map(({ identity }) => identity)

  test('every notation of a bank reference gives one identity', () => {
    const id = '2045529935434317824'
    const text = `Date,Narration,Credit,Reference\n20/11/2026,a,5,TRF|2MPTfr482|${id}\n20/11/2026,a,5,TRF2MPTfr482${id}\n20/11/2026,a,5,TRF|2MPTfr482|${id}_CBA_CREDIT_0\n20/11/2026,a,5,trf-2mptfr482-${id}_RVSL`
    expect(new Set(identities(text))).toEqual(new Set([`TRF2MPTFR482${id}`]))
  })

  test('a line without a reference has the same identity in every file, made of its day, amount, balance and place among equal lines', () => {
    const one = identities('Date,Narration,Credit,Balance\n20/11/2026,a,5,10\n20/11/2026,b,5,15\n')
    const other = identities('Value Date,Details,Withdrawal,Deposit,Ledger Balance\n20-Nov-2026,second b,,5.00,15.00\n')
    expect(new Set(one).size).toBe(2)
    expect(other[0]).toBe(one[1])
    expect(new Set(identities('Date,Narration,Credit\n20/11/2026,a,5\n20/11/2026,a,5')).size).toBe(2)
  })

  test('a reference truncated by a spreadsheet does not identify a line', () => {
    expect(read('Date,Narration,Credit,Session ID\n20/11/2026,a,500,1.42511E+28').lines[0]?.sessionId).toBe('')
  })
})

/** The days lie in the second half of one month, so days above 12 reveal whether the month is written first. */
const moves = fc
  .array(
    fc.record({
      amount: fc.integer({ min: -2_000_000, max: 9_000_000 }).filter((amount) => amount !== 0),
      narration: fc.stringMatching(/^(?:TRF|NIP) [A-Z]{3,8} [0-9A-HJ-NP-Z]{6}$/),
      sender: fc.constantFrom('ADA OBI', 'CHIDI EZE', "PAT O'BRIEN"),
    }),
    { minLength: 3, maxLength: 25 },
  )
  .map((all) =>
    all.map(
      (each, at): Move => ({
        ...each,
        day: `2026-11-${String(13 + Math.floor(at / 3)).padStart(2, '0')}`,
        time: `10:00:${String(at).padStart(2, '0')}`,
        reference: `26080701020149614106${String(1000 + at)}`,
      }),
    ),
  )

describe.each(banks)('$name', (bank) => {
  test('MONEY-1, MONEY-2: generated statement lines are read as they were generated, and their balances add up', () => {
    fc.assert(
      fc.property(moves, fc.integer({ min: 0, max: 10_000_000 }), (all, opening) => {
        const { lines, unread, proof, layout } = read(asCsv(statementGrid(bank, all, opening)))
        const ordered = bank.newestFirst ? lines.toReversed() : lines
        expect(unread).toEqual([])
        expect(ordered.map(({ day, amount, narration }) => ({ day, amount, narration }))).toEqual(
          all.map(({ day, amount, narration }) => ({ day, amount, narration })),
        )
        expect(layout).toBe(bank.name)
        if (bank.name === 'PalmPay')
          expect(proof).toMatchObject({ opening: null, closing: null, holds: false, breaks: [] })
        else
          expect(proof).toMatchObject({
            opening,
            holds: true,
            breaks: [],
            closing: opening + all.reduce((sum, { amount }) => sum + amount, 0),
          })
      }),
      { numRuns: 40 },
    )
  })
})

test('any text is accepted as a statement, and no row is both read and reported as unreadable', () => {
  const sign = fc.constantFrom(...'aN₦"\',;\t\r\n0123456789.-() ')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 200 }), (rest) => {
      const statement = StatementFile.read(Csv.read(`Narration,Credit,Reference\n${rest}`))
      if (typeof statement === 'string') return
      const rows = new Set(statement.lines.map(({ line }) => line))
      for (const { amount } of statement.lines) expect(Number.isInteger(amount)).toBe(true)
      for (const sentence of statement.unread) expect(rows.has(Number(/\d+/.exec(sentence)?.[0]))).toBe(false)
    }),
  )
})

test.each([
  ['Account: 0000 0446-21', 'one'],
  ['', undefined],
  ['0000044621 to 0000044638', undefined],
] as const)('the account of a statement is the account number above its heading: %#', (above, expected) => {
  const accounts = [
    { id: 'one', number: '0000044621' },
    { id: 'two', number: '0000044638' },
  ]
  expect(StatementFile.accountOf(above, accounts)).toBe(expected)
})
