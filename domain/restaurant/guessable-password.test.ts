import { expect, test } from 'vitest'
import { checkGuessable } from './account.ts'

const names = ['Ada Obi', '8035550001', 'Iná Grill', 'Iná']
const common = new Set(['password', 'iloveyou', 'trustno1'])
const detailOf = (password: string) => {
  const checked = checkGuessable(password, { names, isCommon: (text) => common.has(text) })
  return checked.ok ? undefined : checked.problem.detail
}

test.each([
  ['password', 'lists of common'],
  ['PassWord', 'lists of common'],
  ['pass-word', 'lists of common'],
  ['Trustno1', 'lists of common'],
  ['adaobi2026', 'your name'],
  ['Ada Obi!', 'your name'],
  ['2348035550001', 'your phone'],
  ['08035550001', 'your phone'],
  ['+234 803 555 0001', 'your phone'],
  ['Ina grill 24', 'restaurant’s name'],
  ['Ina Grill Ada Obi', 'restaurant’s name'],
  ['aaaaaaaa', 'repeats itself'],
  ['abc-abc-abc-abc-', 'repeats itself'],
  ['jollofjollofjollof', 'repeats itself'],
  ['11112222333', 'repeats itself'],
  ['12345678', 'follows the keyboard'],
  ['abcdefghijklmnop', 'follows the keyboard'],
  ['poiuytrewq', 'follows the keyboard'],
  ['QWERTYUIOPASDFG', 'follows the keyboard'],
])('SAFE-9: the password %s is refused: %s', (password, why) => {
  expect(detailOf(password)).toContain(why)
})

test.each([
  'jollof at midnight',
  'eight888',
  'ada obi eats suya',
  'grilled fish at nine',
  'one pot of egusi',
  'ọ̀rẹ́ mi àtàtà ni',
])('SAFE-9: the password %s is accepted', (password) => {
  expect(detailOf(password)).toBeUndefined()
})
