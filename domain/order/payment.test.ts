import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Money from '../money/money.ts'
import * as Payment from './payment.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_000 }).map(Money.naira)

test.each([
  { due: 5000, received: 5000, state: 'found' },
  { due: 5000, received: 4999, state: 'short' },
  { due: 5000, received: 5001, state: 'over' },
  { due: 0, received: 0, state: 'found' },
])('a payment of $received for $due due is $state', ({ due, received, state }) => {
  expect(Payment.assess(Money.naira(due), Money.naira(received))).toBe(state)
})

test('a payment covers its order exactly when all of the amount due is received', () => {
  fc.assert(
    fc.property(amount, amount, (due, received) => {
      expect(Payment.covers(Payment.assess(due, received))).toBe(received >= due)
    }),
  )
})

test.each(['claimed', 'not-found', 'rejected', 'late', 'refunded', 'short'] as const)(
  'the payment state %s does not cover the order',
  (state) => {
    expect(Payment.covers(state)).toBe(false)
  },
)

test.each([
  ['cancelled', 'claimed', false, true],
  ['cancelled', 'found', false, true],
  ['pending', 'claimed', true, true],
  ['pending', 'rejected', true, true],
  ['pending', 'claimed', false, false],
  ['pending', 'found', true, false],
  ['preparing', 'claimed', true, false],
  ['completed', 'found', true, false],
] as const)(
  'SAFE-6: money for an order that is %s, with its payment %s and its quote expired: %s, counts as late: %s',
  (status, payment, quoteExpired, late) => {
    expect(Payment.isLate({ status, payment, quoteExpired })).toBe(late)
  },
)

test('SAFE-6: a late payment stays late when more money comes and when less is due', () => {
  const [due, received] = [Money.naira(5000), Money.naira(6000)]
  expect(Payment.withTransfer('late', due, received)).toBe('late')
  expect(Payment.whenLessIsDue('late', due, received)).toBe('late')
  expect(Payment.withTransfer('rejected', due, due)).toBe('found')
})

test.each([
  ['000014 251120 1726 4812 3456 7890 12', '000014251120172648123456789012'],
  ['ft-2511/abc9', 'FT2511ABC9'],
  ['ＦＴ２５１１', 'FT2511'],
  ['FT\u200b25\u00a011', 'FT2511'],
  [' - / ', ''],
  ['ft\u0660\u0661\u0669', 'FT019'],
  ['\u{1d7d8}\u{1d7ff}', '09'],
  ['\u0415FT1', '\u0415FT1'],
])('the bank’s session id %j is compared as %j', (typed, key) => {
  expect(Payment.sessionKey(typed)).toBe(key)
})

test('the key of a bank’s session id ignores spaces, dashes and case', () => {
  const sign = fc.constantFrom(...'ABCDEFGHJ0123456789')
  const gap = fc.constantFrom('', ' ', '  ', '-', '\u00a0')
  fc.assert(
    fc.property(fc.array(fc.tuple(sign, gap), { minLength: 6, maxLength: 30 }), (parts) => {
      const plain = parts.map(([one]) => one).join('')
      const typed = parts.map(([one, space]) => one.toLowerCase() + space).join('')
      expect(Payment.sessionKey(typed)).toBe(plain)
    }),
  )
})
