import { expect, test } from 'vitest'
import { fold, isFoundIn, isNamedIn, lettersAndFigures } from './words.ts'

test.each([
  ['Ɗan wake', 'dan wake'],
  ['Ẹ̀fọ́  Rírò', 'efo riro'],
  ['Ọládé', 'olade'],
  ['D’Souza', 'dsouza'],
  ["D'Souza", 'dsouza'],
  ['Sa´adatu', 'saadatu'],
  ['Saʼadatu', 'saadatu'],
  ['Abdul‑Rahman', 'abdul rahman'],
  ['ƘWARAI ƁERA', 'kwarai bera'],
  ['Ŋkechi Øre', 'nkechi ore'],
  ['Ada\u200b Obi\u00a0', 'ada obi'],
])('PEOPLE-3: the text %s is folded to %s for comparison', (name, folded) => {
  expect(fold(name)).toBe(folded)
  expect(fold(folded)).toBe(folded)
})

test('PEOPLE-3: each marked letter of a username is compared as its base letter', () => {
  expect(lettersAndFigures('Ọládé')).toBe('olade')
  expect(lettersAndFigures('Tóbi 2')).toBe('tobi2')
})

test.each([
  ['Abdul-Rahman Musa', 'NIP/ABDULRAHMAN MUSA/TRF'],
  ['Abdulrahman Musa', 'MUSA ABDUL RAHMAN'],
  ["Ada D'Souza", 'TRF FRM ADA D SOUZA'],
  ['Ada D Souza', 'TRF FRM ADA DSOUZA'],
  ['Ọládé Ɓúkar', 'BUKAR OLADE'],
])('PEOPLE-3: the name %s is found in the narration %s', (name, narration) => {
  expect(isNamedIn(name, narration)).toBe(true)
})

test('PEOPLE-3: a name is not found in a narration with a similar name of another person', () => {
  expect(isNamedIn('Abdul-Rahman Musa', 'ABDUL MUSA')).toBe(false)
  expect(isNamedIn('Al Bello', 'ALBERT BELLO')).toBe(false)
  expect(isNamedIn('', 'ADA')).toBe(false)
})

test.each([
  ['obi ad', 'Ada Obi'],
  ['abdulrah', 'Abdul-Rahman'],
  ['dan wake', 'Ɗan wake'],
  ['', 'Ada'],
])('PEOPLE-3: a search for %o finds %s', (typed, name) => {
  expect(isFoundIn(typed, name)).toBe(true)
  expect(isFoundIn(`${typed} zz`, name)).toBe(false)
})
