import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Money from './money.ts'
import * as Payment from './payment.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_000 }).map(Money.naira)

test.each([
  { due: 5000, received: 5000, state: 'found' },
  { due: 5000, received: 4999, state: 'short' },
  { due: 5000, received: 5001, state: 'over' },
  { due: 0, received: 0, state: 'found' },
])('$received received of $due due is $state', ({ due, received, state }) => {
  expect(Payment.assess(Money.naira(due), Money.naira(received))).toBe(state)
})

test('the kitchen can rely on a payment exactly when all of it is there', () => {
  fc.assert(
    fc.property(amount, amount, (due, received) => {
      expect(Payment.covers(Payment.assess(due, received))).toBe(received >= due)
    }),
  )
})

test.each(['claimed', 'not-found', 'refunded', 'short'] as const)('%s is not paid', (state) => {
  expect(Payment.covers(state)).toBe(false)
})

test.each([
  ['000014 251120 1726 4812 3456 7890 12', '000014251120172648123456789012'],
  ['ft-2511/abc9', 'FT2511ABC9'],
  ['ＦＴ２５１１', 'FT2511'],
  ['FT\u200b25\u00a011', 'FT2511'],
  [' - / ', ''],
])('the session id %j is compared as %j', (typed, key) => {
  expect(Payment.sessionKey(typed)).toBe(key)
})

test('a session id is the same however it is spaced and in whatever case', () => {
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
