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
])('AUTH-4: the phone %s is parsed as %s', (typed, e164) => {
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
])('AUTH-4: the phone %o is refused', (typed) => {
  expect(Phone.parse(typed)).toBeUndefined()
})

const subscriber = fc.stringMatching(/^[789][0-9]{9}$/)
const gaps = fc.array(fc.constantFrom('', ' ', '-', '.', '(', ')'), { minLength: 14, maxLength: 14 })

test('AUTH-3: 0803… and +234803… are one phone, whatever the separators', () => {
  fc.assert(
    fc.property(subscriber, fc.constantFrom('0', '+234'), gaps, (number, prefix, gaps) => {
      const typed = [...(prefix + number)].map((figure, index) => figure + gaps[index]).join('')
      expect(Phone.parse(typed)).toBe(`+234${number}`)
    }),
  )
})

test('a stored phone is formatted as people write it, and parses back to itself', () => {
  expect(Phone.format('+2348031234567')).toBe('0803\u00a0123\u00a04567')
  // A line may break between two numbers, but not within a number.
  expect(Phone.format('0803 123 4567 or 0809 1')).toBe('0803\u00a0123\u00a04567 or 0809\u00a01')
  fc.assert(
    fc.property(subscriber, (number) => {
      expect(Phone.parse(Phone.format(`+234${number}`))).toBe(`+234${number}`)
    }),
  )
})

test('a text that is not a phone is formatted as itself', () => {
  expect(Phone.format('Not Provided')).toBe('Not Provided')
})

const ada = '+2348031234567'
const ben = '+2348029999999'

test.each<[string, string[]]>([
  ['08031234567', [ada]],
  ['0803 123 4567', [ada]],
  ['080 3123 4567', [ada]],
  ['2348031234567', [ada]],
  ['234 803 123 4567', [ada]],
  ['+2348031234567', [ada]],
  ['+234 (0) 803 123 4567', [ada]],
  ['+23408031234567', [ada]],
  ['(+234) 803-123-4567', [ada]],
  ['+0803 123 4567', [ada]],
  ['00234 803 123 4567', [ada]],
  ['009234 803 123 4567', [ada]],
  ['8031234567', [ada]],
  ['803 123 4567', [ada]],
  ['0803–123–4567', [ada]],
  ['\u202a+234 803 123 4567\u202c', [ada]],
  ['08031234567/08029999999', [ada, ben]],
  ['0803 123 4567 / 8029999999', [ada, ben]],
  ['+2348031234567, 234 802 999 9999', [ada, ben]],
  ['0803 123 4567 0802 999 9999', [ada, ben]],
  ['Ada 08031234567 or 08029999999', [ada, ben]],
  ['0803 123 4567 / +234 803 123 4567', [ada]],
  ['Flat 8, 0803 123 4567', [ada]],
  ['Flat 8 0803 12345 67', [ada]],
  ['+44 20 7946 0000', ['+442079460000']],
  ['+1 415 555 0123 08031234567', ['+14155550123', ada]],
  ['01 271 2345', ['+23412712345']],
  ['+234 (0) 1 271 2345', ['+23412712345']],
  ['02012712345', ['+2342012712345']],
  ['the blue gate', []],
  ['Not Provided', []],
  ['', []],
  ['0803 123 456', []],
  ['080312345678', []],
  ['+234 0803 123 45678', []],
  ['+234 803 123 456', []],
  ['+234 1 271 2345', ['+23412712345']],
  ['0803123', []],
  ['12', []],
])('PEOPLE-1: the text %j is understood as the phones %j', (text, numbers) => {
  expect(Phone.written(text)).toEqual(numbers)
})

test('PEOPLE-1: every number that AUTH-4 accepts is understood in any usual notation, also without its 0 and after 234', () => {
  fc.assert(
    fc.property(
      subscriber,
      fc.constantFrom('', '0', '234', '+234', '+234 (0) '),
      subscriber,
      (number, prefix, other) => {
        expect(Phone.written(`${prefix}${number}`)).toEqual([`+234${number}`])
        expect(Phone.written(`${prefix}${number}/${prefix}${other}`)).toEqual([
          ...new Set([`+234${number}`, `+234${other}`]),
        ])
      },
    ),
  )
  fc.assert(
    fc.property(subscriber, fc.constantFrom('0', '+234'), gaps, (number, prefix, gaps) => {
      const typed = [...(prefix + number)].map((figure, index) => figure + gaps[index]).join('')
      expect(Phone.sole(typed)).toBe(Phone.parse(typed))
    }),
  )
})

test.each([
  ['+234 (0) 803 123 4567', ada, ada],
  ['+44 20 7946 0000', '+442079460000', '+442079460000'],
  ['08031234567/08029999999', undefined, '08031234567/08029999999'],
  ['Ask for Ada, 08031234567', undefined, 'Ask for Ada, 08031234567'],
  ['the blue gate', undefined, undefined],
])('PEOPLE-1: the typed phone %j is the number %s, and is stored as %j', (text, sole, kept) => {
  expect(Phone.sole(text)).toBe(sole)
  expect(Phone.kept(text)).toBe(kept)
})

test.each<[string, string | null, string[], boolean]>([
  ['2348029999999', ada, [ben], false],
  ['+234 (0) 802 999 9999', ada, [ben], false],
  ['8029999999', ada, [ben], false],
  ['0802 999 9999 / 0803 123 4567', ada, [ben, ada], false],
  ['+14155550123', ada, ['+14155550123'], false],
  ['the blue gate', ada, [ada], true],
  ['', ada, [ada], true],
  ['the blue gate', 'Not Provided', [], true],
  ['the blue gate', null, [], true],
])(
  'PEOPLE-1: an order with the contact %j and the profile phone %s makes the rider call %j; the profile’s phone is called: %s',
  (contact, own, numbers, isOwn) => {
    expect(Phone.toCall(contact, own)).toEqual({ numbers, isOwn })
  },
)
