import { expect, test } from 'vitest'
import { invalidPhone } from '../text/phone.ts'
import * as Counter from './counter.ts'

const ada = { customerName: 'Ada', customerPhone: '0803 123 4567' }
const nobody = { customerName: '', customerPhone: '' }

test('ORDER-7: a walk-in guest needs no name and no phone', () => {
  expect(Counter.guest({ channel: 'walk-in', deliveryMethod: 'pick-up', ...nobody })).toEqual({
    ok: true,
    value: { username: 'Walk-in', phone: '', address: '', location: '', isGuest: true },
  })
})

test('TIME-4: staff must call the customer of an order without an account', () => {
  expect(Counter.mustBeCalled({ customerId: null })).toBe(true)
  expect(Counter.mustBeCalled({ customerId: 'ada' })).toBe(false)
})

test('the phone of a counter customer is stored as E.164', () => {
  for (const channel of ['walk-in', 'phone'] as const) {
    expect(Counter.guest({ channel, deliveryMethod: 'pick-up', ...ada })).toMatchObject({
      ok: true,
      value: { username: 'Ada', phone: '+2348031234567' },
    })
  }
})

test.each([
  ['2348031234567', '+2348031234567'],
  ['+234 (0) 803 123 4567', '+2348031234567'],
  ['8031234567', '+2348031234567'],
  ['+44 20 7946 0000', '+442079460000'],
  ['0803 123 4567/0802 999 9999', '0803 123 4567/0802 999 9999'],
])('PEOPLE-1: a phone typed at the counter as %j is stored as %j', (customerPhone, phone) => {
  expect(
    Counter.guest({ channel: 'phone', deliveryMethod: 'pick-up', customerName: 'Ada', customerPhone }),
  ).toMatchObject({
    ok: true,
    value: { phone },
  })
})

test.each([
  ['by phone without a name', { channel: 'phone', customerName: '' }, 'customerName', 'Who is it for?'],
  ['by phone without a phone', { channel: 'phone', customerPhone: '' }, 'customerPhone', 'An order by phone needs'],
  ['for delivery without a name', { deliveryMethod: 'delivery', customerName: '' }, 'customerName', 'Who is it for?'],
  [
    'for delivery without a phone',
    { deliveryMethod: 'delivery', customerPhone: '' },
    'customerPhone',
    'A delivery needs',
  ],
  ['with an invalid phone', { customerPhone: '12345' }, 'customerPhone', invalidPhone],
] as const)('a counter order %s is refused with its field', (_, change, field, detail) => {
  const caller = { channel: 'walk-in', deliveryMethod: 'pick-up', ...ada, ...change } as const
  const answer = Counter.guest(caller)
  expect(answer).toMatchObject({ ok: false, problem: { code: 'invalid', field } })
  expect(answer.ok || answer.problem.detail).toContain(detail)
})
