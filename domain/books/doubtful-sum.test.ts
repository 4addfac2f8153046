import { expect, test } from 'vitest'
import { ask, askCaller, askCash, askCorrection, askOut, askPrice } from './doubtful-sum.ts'

test.each([
  [45_000, 45_000, ''],
  [0, 45_000, ''],
  // Three times what is due may pay for several orders, or include a tip.
  [135_000, 45_000, ''],
  [450_000, 45_000, '₦450,000 is 10 times what is due. Record it?'],
  [400_000, 45_000, '₦400,000 is more than 8 times what is due. Record it?'],
  // Nothing is due, so the typed sum has no sum to be compared with.
  [450_000, 0, ''],
  [450_000, -200, ''],
])('a person who types %i where %i is due is asked “%s”', (amount, due, question) => {
  expect(ask(amount, due, 'what is due')).toBe(question)
})

test('a person who takes more cash out than the till should hold is asked to confirm the sum', () => {
  expect(askOut(4000, 4000)).toBe('')
  expect(askOut(4000, null)).toBe('')
  expect(askOut(400_000, null)).toBe('₦400,000 in cash? Record it?')
  expect(askOut(4000, 3900)).toBe('₦4,000 is more than the ₦3,900 that the till should hold. Record it?')
  expect(askOut(4000, -100)).toBe('₦4,000 is more than the ₦0 that the till should hold. Record it?')
})

test('a person who types cash that needs an implausible amount of change is asked to confirm the sum', () => {
  expect(askCash(1000, 150)).toBe('')
  expect(askCash(20_000, 12_300)).toBe('')
  expect(askCash(45_000, 4500)).toBe('₦45,000 is 10 times what is due, and ₦40,500 goes back. Record it?')
})

test('a person who corrects a closed day is asked to confirm the place, the sum and its direction', () => {
  expect(askCorrection(500, 'Till')).toBe('Till: ₦500 more than was signed. Record it?')
  expect(askCorrection(-500, 'Card terminal')).toBe('Card terminal: ₦500 less than was signed. Record it?')
})

test('a person who records cash for a phone order is asked whether the cash is in the till, or comes later', () => {
  expect(askCaller(3200, { isDelivery: true, isAtDoor: true })).toBe(
    'Is ₦3,200 in the till already? If the rider brings it, choose Cash at the door.',
  )
  const later = 'choose Transfer. The kitchen starts once the money is recorded.'
  expect(askCaller(3200, { isDelivery: false, isAtDoor: false })).toBe(
    `Is ₦3,200 in the till already? If the customer brings it, ${later}`,
  )
  expect(askCaller(3200, { isDelivery: true, isAtDoor: false })).toBe(
    `Is ₦3,200 in the till already? If the rider brings it, ${later} The owner can allow cash at the door in the settings.`,
  )
})

test.each([
  [9000, 9500, ''],
  [2000, 9500, ''],
  [95_000, 9500, '₦95,000 instead of ₦9,500. Record it?'],
  [950, 9500, '₦950 instead of ₦9,500. Record it?'],
  [0, 9500, '₦0 instead of ₦9,500. Record it?'],
  // A dish that was free has no price to compare with.
  [1500, 0, ''],
])('a person who sets a price of %i for a dish that cost %i is asked “%s”', (price, before, question) => {
  expect(askPrice(price, before)).toBe(question)
})
