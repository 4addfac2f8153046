import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { naira } from './money.ts'
import { orderIdAlphabet } from './quote.ts'
import * as Statement from './statement.ts'

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

const order = (more: Partial<Statement.Payable> = {}): Statement.Payable => ({
  id: 'AAA7Q4MKX',
  status: 'pending',
  payment: 'claimed',
  total: naira(12500),
  received: naira(0),
  payerName: 'Ada Obi',
  ...more,
})
const transfer = (more: Partial<Statement.Transfer> = {}): Statement.Transfer => ({
  ...plain,
  narration: 'rent',
  amount: naira(12500),
  sender: 'SOMEBODY',
  ...more,
})
const certainty = (one: Partial<Statement.Transfer>, other: Partial<Statement.Payable> = {}) =>
  Statement.match([transfer(one)], [order(other)])[0]?.certainty

describe('matching a transfer', () => {
  test.each([
    ['its code and the amount due', { narration: 'TRF 7q4mkx ada' }, {}, 'certain'],
    ['its code without separators', { narration: 'NIP/GTB/7Q4MKXADA/00001' }, {}, 'certain'],
    [
      'the rest of a short one',
      { narration: '7Q4MKX', amount: naira(2500) },
      { payment: 'short', received: naira(10000) },
      'certain',
    ],
    ['its code, ₦50 short', { narration: '7Q4MKX', amount: naira(12450) }, {}, 'likely'],
    ['amount and name', { sender: 'OBI ADA NGOZI' }, {}, 'likely'],
    ['the name without its accents', { sender: 'ADE OBI' }, { payerName: 'Adé Óbì' }, 'likely'],
    ['its code, and it is paid', { narration: '7Q4MKX' }, { payment: 'found', received: naira(12500) }, 'extra'],
    ['its code, and it is cancelled', { narration: '7Q4MKX' }, { status: 'cancelled' }, 'extra'],
    ['the amount alone', {}, {}, undefined],
    ['the name and another amount', { sender: 'ADA OBI', amount: naira(12499) }, {}, undefined],
    ['half the name', { sender: 'ADA EZE' }, {}, undefined],
    ['amount and name of what is paid', { sender: 'ADA OBI' }, { payment: 'found' }, undefined],
  ] as const)('a transfer with %s', (_by, one, other, expected) => {
    expect(certainty(one, other)).toBe(expected)
  })

  test('amount and name match nothing where two orders or two transfers fit', () => {
    const named = transfer({ sender: 'ADA OBI' })
    expect(Statement.match([named], [order(), order({ id: 'AAA999999' })])).toEqual([])
    expect(Statement.match([named, { ...named, line: 3 }], [order()])).toEqual([])
  })

  test('amount and name match no order whose code is on another transfer', () => {
    const rows = [transfer({ narration: '7Q4MKX' }), transfer({ line: 3, sender: 'ADA OBI' })]
    expect(Statement.match(rows, [order()])).toEqual([{ line: 2, orderId: 'AAA7Q4MKX', certainty: 'certain' }])
  })

  test('of two transfers that pay one order in full the second is extra', () => {
    const rows = [transfer({ narration: '7Q4MKX' }), transfer({ line: 3, narration: 'again 7Q4MKX' })]
    expect(Statement.match(rows, [order()]).map((each) => each.certainty)).toEqual(['certain', 'extra'])
  })

  test('a code is matched at any position of a narration, and another code never', () => {
    const code = fc.string({ unit: fc.constantFrom(...orderIdAlphabet), minLength: 6, maxLength: 6 })
    const noise = fc.string({ unit: fc.constantFrom(...'/ -0125'), maxLength: 20 })
    fc.assert(
      fc.property(code, noise, noise, (written, before, after) => {
        const narration = `${before}${written.toLowerCase()}${after}`
        expect(certainty({ narration }, { id: `AAA${written}` })).toBe('certain')
        const otherCode = written.startsWith('A') ? `C${written.slice(1)}` : `A${written.slice(1)}`
        expect(certainty({ narration }, { id: `AAA${otherCode}` })).toBe(undefined)
      }),
    )
  })
})

describe('transfers that fit no order', () => {
  test('the nearest comes first: by part of the code, the name and the amount', () => {
    const rows = [
      transfer({ line: 2, amount: naira(4500), sender: 'CHIDI OKORO' }),
      transfer({ line: 3, sender: 'KUNLE ADE', narration: 'TRF/7Q4M' }),
      transfer({ line: 4, amount: naira(12000), sender: 'ADA OBI' }),
      transfer({ line: 5, amount: naira(900_000), sender: 'ADA BELLO' }),
      transfer({ line: 6, amount: naira(4500), sender: 'GRACE EFE' }),
    ]
    expect(Statement.nearest(rows, order()).map(({ line }) => line)).toEqual([4, 3, 5, 2, 6])
  })

  test('an order of which nothing is known but its amount still has an order of lines', () => {
    const rows = [transfer({ line: 2, amount: naira(1) }), transfer({ line: 3 })]
    expect(Statement.nearest(rows, order({ payerName: '' })).map(({ line }) => line)).toEqual([3, 2])
  })
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
