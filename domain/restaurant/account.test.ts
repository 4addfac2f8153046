import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invalidPhone } from '../text/phone.ts'
import * as Account from './account.ts'

function detail(result: ReturnType<typeof Account.checkUsername>) {
  return result.ok ? undefined : result.problem.detail
}

test.each([
  ['Ada', 'ada'],
  ['Ada Obi', 'adaobi'],
  ['ada.b_99!', 'adab99'],
  ['  ', ''],
])('AUTH-5: the e-mail derived from the username %o begins with "%s"', (name, local) => {
  expect(Account.emailName(name)).toBe(local)
})

test('AUTH-5: the derived e-mail has the configured domain', () => {
  expect(Account.emailOf('Ada Obi', 'grill.example')).toBe('adaobi@grill.example')
})

test.each([
  ['ada@home', 'email'],
  ['@', 'email'],
  ['08031234567', 'phone'],
  ['+2348031234567', 'phone'],
  ['0803 123 4567', 'phone'],
  ['(0803) 123-4567', 'phone'],
  ['2348031234567', 'phone'],
  ['0803–123–4567', 'phone'],
  ['08031234567 / 08029999999', 'phone'],
  ['Ada 08031234567', 'username'],
  ['12', 'phone'],
  ['Ada', 'username'],
  ['ada 0803', 'username'],
  ['', 'username'],
])('AUTH-6: the sign-in name %o is read as %s', (identifier, kind) => {
  expect(Account.identifierKind(identifier)).toBe(kind)
})

test('AUTH-6: an accepted username is not taken for a phone or an e-mail, is accepted again unchanged, and has an e-mail', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+\d .()@a-]{1,12}$/)), (text) => {
      const checked = Account.checkUsername(text)
      if (!checked.ok) return
      expect(Account.identifierKind(checked.value)).toBe('username')
      expect(Account.checkUsername(checked.value)).toEqual(checked)
      expect(Account.emailName(checked.value).length).toBeGreaterThanOrEqual(Account.username.least)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['', 'Please enter a username.'],
  [' \t ', 'Please enter a username.'],
  ['ab', 'Please use at least 3 letters or digits (a to z, 0 to 9).'],
  ['!!!!', 'Please use at least 3 letters or digits (a to z, 0 to 9).'],
  ['a'.repeat(41), 'Please keep the username under 41 characters.'],
  ['ada@home', 'A username must have a letter and no @.'],
  ['12345', 'A username must have a letter and no @.'],
  ['0803 123-45', 'A username must have a letter and no @.'],
])('AUTH-2: the username %o is refused: %s', (name, sentence) => {
  expect(detail(Account.checkUsername(name))).toBe(sentence)
})

test('AUTH-3: the spaces and the encoding of accents in a username are normalised', () => {
  expect(Account.checkUsername('  Ade\u0300   Obi ')).toEqual({ ok: true, value: 'Ad\u00e8 Obi' })
})

test.each([
  ['', 'Please enter a password.'],
  ['seven77', 'Please use a password of at least 8 characters.'],
  ['x'.repeat(129), 'Please keep the password under 129 characters.'],
])('AUTH-2: the password %o is refused: %s', (text, sentence) => {
  expect(detail(Account.checkPassword(text))).toBe(sentence)
})

test('AUTH-2: a password of 8 to 128 characters is accepted unchanged, with its spaces', () => {
  for (const text of ['eight888', ' with spaces ', 'x'.repeat(128)]) {
    expect(Account.checkPassword(text)).toEqual({ ok: true, value: text })
  }
})

test('a password of staff needs 15 characters', () => {
  for (const role of ['rider', 'kitchen', 'cashier', 'owner'] as const) {
    expect(detail(Account.checkPassword('fourteen chars', role))).toBe(
      'Please use a password of at least 15 characters.',
    )
    expect(Account.checkPassword('fifteen letters', role)).toEqual({ ok: true, value: 'fifteen letters' })
  }
})

test('AUTH-4: a phone is stored as E.164, and an invalid phone is refused in the specified words', () => {
  expect(Account.checkPhone(' 0803 123 4567 ')).toEqual({ ok: true, value: '+2348031234567' })
  expect(detail(Account.checkPhone('0123'))).toBe(invalidPhone)
  expect(detail(Account.checkPhone(' '))).toBe('Please enter your phone number.')
  expect(detail(Account.checkPhone(' ', 'rider'))).toBe('A rider needs a phone number: customers call it.')
})

test('AUTH-2: an address is required for an account', () => {
  expect(Account.checkAddress(' 3 Test Close ')).toEqual({ ok: true, value: '3 Test Close' })
  expect(detail(Account.checkAddress('  '))).toBe('Please enter your address.')
})

test.each([
  ['  Ada   Obi ', 'Ada Obi'],
  ['Ọ̀ṣun', 'Ọ̀ṣun'.normalize('NFC')],
])('GUEST-1: the guest name %o is accepted', (typed, name) => {
  expect(Account.checkGuestName(typed)).toEqual({ ok: true, value: name })
})

test.each([
  ['', 'Please enter your name.'],
  ['0803 123', 'Please enter your name.'],
  ['A'.repeat(41), 'Please keep the name under 41 characters.'],
])('GUEST-1: the guest name %o is refused', (typed, sentence) => {
  expect(detail(Account.checkGuestName(typed))).toBe(sentence)
})

test.each([
  ['Ada Obi', ['Ada Obi', 'Ada Obi 4567']],
  // These names are too short, have no letter for an e-mail, look like an e-mail, or have the highest length.
  ['Bo', ['Bo 4567']],
  ['Ọ̀ṣẹ́', ['Ọ̀ṣẹ́', 'Ọ̀ṣẹ́ 4567']],
  ['ada@obi', ['adaobi 4567']],
  ['A'.repeat(40), ['A'.repeat(40), `${'A'.repeat(35)} 4567`]],
])('GUEST-3: the usernames suggested for a guest named %o are similar to that name', (name, names) => {
  expect(Account.usernamesFor(name, ['4567'])).toEqual(names)
})
