import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Phone from './phone.ts'

test.each([
  ['08031234567', '+2348031234567'],
  ['+2348031234567', '+2348031234567'],
  ['0803 123 4567', '+2348031234567'],
  ['+234 803-123-4567', '+2348031234567'],
  ['+234 (803) 123.4567', '+2348031234567'],
  ['  07012345678  ', '+2347012345678'],
  ['09112345678', '+2349112345678'],
  ['\u202a+234 803 123 4567\u202c', '+2348031234567'],
])('AUTH-4: %s is parsed as %s', (typed, e164) => {
  expect(Phone.parse(typed)).toBe(e164)
})

test.each([
  [''],
  ['0803123456'],
  ['080312345678'],
  ['06031234567'],
  ['8031234567'],
  ['2348031234567'],
  ['+23408031234567'],
  ['+2358031234567'],
  ['00803123456'],
  ['0803123456a'],
  ['0803/1234567'],
  ['+234+8031234567'],
  ['08031234567 or 08031234568'],
  ['０８０３１２３４５６７'],
])('AUTH-4: %o is refused', (typed) => {
  expect(Phone.parse(typed)).toBeUndefined()
})

const subscriber = fc.stringMatching(/^[789][0-9]{9}$/)
const gaps = fc.array(fc.constantFrom('', ' ', '-', '.', '(', ')'), { minLength: 14, maxLength: 14 })

test('AUTH-3: 0803… and +234803… are one phone, with any separators', () => {
  fc.assert(
    fc.property(subscriber, fc.constantFrom('0', '+234'), gaps, (number, prefix, gaps) => {
      const typed = [...(prefix + number)].map((figure, index) => figure + gaps[index]).join('')
      expect(Phone.parse(typed)).toBe(`+234${number}`)
    }),
  )
})

test('a stored phone is formatted as people write it, and parses back to itself', () => {
  expect(Phone.format('+2348031234567')).toBe('0803 123 4567')
  fc.assert(
    fc.property(subscriber, (number) => {
      expect(Phone.parse(Phone.format(`+234${number}`))).toBe(`+234${number}`)
    }),
  )
})

test('a text that is no phone is formatted unchanged', () => {
  expect(Phone.format('Not Provided')).toBe('Not Provided')
})

test.each([
  ['0809 000 1111', '+2348031234567', '+2348090001111'],
  ['+14155550123', '+2348031234567', '+14155550123'],
  ['the blue gate', '+2348031234567', '+2348031234567'],
  ['', '+2348031234567', '+2348031234567'],
  ['the blue gate', 'Not Provided', undefined],
])('SAFE-7: about an order with the contact %j of %s the rider calls %s', (contact, own, called) => {
  expect(Phone.toCall(contact, own)).toBe(called)
})
