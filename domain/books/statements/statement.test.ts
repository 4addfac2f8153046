import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { naira } from '../../money/money.ts'
import { orderIdAlphabet } from '../../order/quote.ts'
import * as Statement from './statement.ts'

const session = '000014251120172648123456789012'
const plain = { line: 2, narration: 'TRF 7Q4MKX ada', amount: 12500, sender: 'ADA OBI', sessionId: session }

const order = (more: Partial<Statement.Payable> = {}): Statement.Payable => ({
  orderId: 'AAA7Q4MKX',
  status: 'pending',
  payment: 'claimed',
  totalAmount: naira(12500),
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
      'its code and the rest of a short payment',
      { narration: '7Q4MKX', amount: naira(2500) },
      { payment: 'short', received: naira(10000) },
      'certain',
    ],
    ['its code, ₦50 short', { narration: '7Q4MKX', amount: naira(12450) }, {}, 'likely'],
    ['amount and name', { sender: 'OBI ADA NGOZI' }, {}, 'likely'],
    ['the name without its accents', { sender: 'ADE OBI' }, { payerName: 'Adé Óbì' }, 'likely'],
    ['the code of a paid order', { narration: '7Q4MKX' }, { payment: 'found', received: naira(12500) }, 'extra'],
    ['the code of a cancelled order', { narration: '7Q4MKX' }, { status: 'cancelled' }, 'extra'],
    ['the amount alone', {}, {}, undefined],
    ['the name and another amount', { sender: 'ADA OBI', amount: naira(12499) }, {}, undefined],
    ['half the name', { sender: 'ADA EZE' }, {}, undefined],
    ['amount and name of a paid order', { sender: 'ADA OBI' }, { payment: 'found' }, undefined],
  ] as const)(
    'a transfer that fits an order by %s is matched with the expected certainty, or not at all',
    (_by, one, other, expected) => {
      expect(certainty(one, other)).toBe(expected)
    },
  )

  test('a transfer is not matched by amount and name if two orders or two transfers fit', () => {
    const named = transfer({ sender: 'ADA OBI' })
    expect(Statement.match([named], [order(), order({ orderId: 'AAA999999' })])).toEqual([])
    expect(Statement.match([named, { ...named, line: 3 }], [order()])).toEqual([])
  })

  test('a transfer is not matched by amount and name with an order whose code is on another transfer', () => {
    const rows = [transfer({ narration: '7Q4MKX' }), transfer({ line: 3, sender: 'ADA OBI' })]
    expect(Statement.match(rows, [order()])).toEqual([{ line: 2, orderId: 'AAA7Q4MKX', certainty: 'certain' }])
  })

  test('the second of two transfers that each pay one order in full is an extra payment', () => {
    const rows = [transfer({ narration: '7Q4MKX' }), transfer({ line: 3, narration: 'again 7Q4MKX' })]
    expect(Statement.match(rows, [order()]).map((each) => each.certainty)).toEqual(['certain', 'extra'])
  })

  test('a transfer is matched with an order by the whole order code, wherever the code stands in the narration', () => {
    const code = fc.string({ unit: fc.constantFrom(...orderIdAlphabet), minLength: 6, maxLength: 6 })
    const noise = fc.string({ unit: fc.constantFrom(...'/ -0125'), maxLength: 20 })
    fc.assert(
      fc.property(code, noise, noise, (written, before, after) => {
        const narration = `${before}${written.toLowerCase()}${after}`
        expect(certainty({ narration }, { orderId: `AAA${written}` })).toBe('certain')
        const otherCode = written.startsWith('A') ? `C${written.slice(1)}` : `A${written.slice(1)}`
        expect(certainty({ narration }, { orderId: `AAA${otherCode}` })).toBe(undefined)
      }),
    )
  })
})

describe('names as banks write them', () => {
  test.each([
    ["Pat O'Brien", 'PAT OBRIEN'],
    ["N'Golo Kante", 'NGOLO KANTE'],
    ['Bola Ade-Ojo', 'ADEOJO BOLA'],
    ['Bola Ade Ojo', 'ADEOJO BOLA'],
    ['Bola Adeojo', 'ADE OJO BOLA'],
    ['Ɗanladi Ɓello', 'DANLADI BELLO'],
  ])('MONEY-5: the payer’s name %s is recognised in the bank’s spelling %s', (payerName, sender) => {
    expect(certainty({ sender }, { payerName })).toBe('likely')
  })

  test('a sender with half of the payer’s double name, ADE BOLA for Bola Ade-Ojo, is not matched', () => {
    expect(certainty({ sender: 'ADE BOLA' }, { payerName: 'Bola Ade-Ojo' })).toBe(undefined)
  })
})

describe('MONEY-5: one transfer and several orders', () => {
  const other = order({ orderId: 'AAAYW47ND', totalAmount: naira(2500) })

  test('a transfer that pays several orders in full, and whose narration has their codes, is matched with each order', () => {
    const rows = [transfer({ narration: '7Q4MKX YW47ND', amount: 15_000 })]
    expect(Statement.match(rows, [order(), other])).toEqual([
      { line: 2, orderId: 'AAA7Q4MKX', certainty: 'certain', part: 12_500 },
      { line: 2, orderId: 'AAAYW47ND', certainty: 'certain', part: 2500 },
    ])
  })

  test('a transfer with the codes of two orders and the amount of only one is matched with that order', () => {
    const rows = [transfer({ narration: '7Q4MKX YW47ND', amount: 2500 })]
    expect(Statement.match(rows, [order(), other])).toEqual([{ line: 2, orderId: 'AAAYW47ND', certainty: 'certain' }])
  })

  test('kobo are ignored in a match, and a row whose balance does not follow from the row before is never a certain match', () => {
    expect(certainty({ narration: '7Q4MKX', amount: 12_499.5 })).toBe('certain')
    expect(certainty({ narration: '7Q4MKX', amount: 12_499 })).toBe('likely')
    expect(certainty({ narration: '7Q4MKX', isDoubtful: true })).toBe('likely')
  })

  test('a waiting order is matched before a finished order of the same payer', () => {
    const old = order({ status: 'completed', payment: 'found', received: naira(12_500) })
    const fresh = order({ orderId: 'AAAYW47ND' })
    expect(Statement.match([transfer({ narration: '7Q4MKX' })], [old, fresh])).toEqual([
      { line: 2, orderId: 'AAAYW47ND', certainty: 'likely', paidCode: '7Q4MKX' },
    ])
  })
})

describe('transfers that fit no order', () => {
  test('the possible lines for an order without a match are sorted: by part of its code, by name and by amount', () => {
    const rows = [
      transfer({ line: 2, amount: naira(4500), sender: 'CHIDI OKORO' }),
      transfer({ line: 3, sender: 'KUNLE ADE', narration: 'TRF/7Q4M' }),
      transfer({ line: 4, amount: naira(12000), sender: 'ADA OBI' }),
      transfer({ line: 5, amount: naira(900_000), sender: 'ADA BELLO' }),
      transfer({ line: 6, amount: naira(4500), sender: 'GRACE EFE' }),
    ]
    expect(Statement.nearest(rows, order()).map(({ line }) => line)).toEqual([4, 3, 5, 2, 6])
  })

  test('the possible lines for an order without a payer’s name are sorted by amount', () => {
    const rows = [transfer({ line: 2, amount: naira(1) }), transfer({ line: 3 })]
    expect(Statement.nearest(rows, order({ payerName: '' })).map(({ line }) => line)).toEqual([3, 2])
  })
})
