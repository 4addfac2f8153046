import { expect, test } from 'vitest'
import { naira, zero } from '../money/money.ts'
import * as DoorCash from './door-cash.ts'

test.each([
  [5000, null, 'Cash at the door is off. The owner can switch it on.'],
  [5000, 4999, '₦5,000 is due. Riders collect up to ₦4,999.'],
  [5000, 5000, undefined],
  [1, 5000, undefined],
])('collecting ₦%d at the door, if the owner allows up to %j, is answered with %j', (due, upTo, detail) => {
  expect(DoorCash.allow(naira(due), upTo === null ? null : naira(upTo))).toMatchObject(
    detail === undefined ? { ok: true, value: due } : { ok: false, problem: { code: 'not-allowed', detail } },
  )
})

test.each([
  [false, 0, null],
  [false, 5000, null],
  [true, 0, 5000],
  [true, 1200, 3800],
  [true, 5000, 0],
  [true, 5600, 0],
] as const)(
  'for an order whose cash at the door is %j, with ₦%d already received, the rider collects %j',
  (cashAtDoor, received, due) => {
    expect(DoorCash.toCollect({ cashAtDoor, totalAmount: naira(5000), received: naira(received) })).toBe(due)
  },
)

test.each([
  [5000, 5000, ''],
  [5000, 4500, '₦500 short'],
  [5000, 0, '₦5,000 short'],
  [5000, 5001, '₦1 too much'],
  [0, 0, ''],
])('the difference between ₦%d due and ₦%d given reads %j', (due, given, words) => {
  expect(DoorCash.compare(naira(due), due === 0 ? zero : naira(given))).toBe(words)
})
