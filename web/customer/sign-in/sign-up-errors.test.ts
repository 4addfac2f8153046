import { expect, test } from 'vitest'
import { phoneError, signUpErrors } from './sign-up-errors.ts'

const good = { username: 'Ada', password: 'secret-pass', phone: '08031234567', location: 'ikoyi', address: '5 Road' }
const invalidPhone = 'Invalid Nigerian phone number. Please ensure it starts with 0 or +234 followed by 10 digits.'

test('AUTH-2: every empty field of a sign-up is reported', () => {
  const nothing = { username: '', password: '', phone: '', location: '', address: '' }
  expect(Object.keys(signUpErrors(nothing))).toEqual(['username', 'password', 'phone', 'location', 'address'])
  expect(signUpErrors(good)).toEqual({})
})

test('AUTH-2: a short phone, and a password that is short or repeats itself, are reported together', () => {
  for (const password of ['secret', 'abcabcabc', 'Ada 2026']) {
    expect(Object.keys(signUpErrors({ ...good, password, phone: '123' })), password).toEqual(['password', 'phone'])
  }
})

test('OWNER-6: a sign-up needs neither location nor address if the restaurant does not deliver', () => {
  expect(signUpErrors({ ...good, location: '', address: '' }, { delivers: false })).toEqual({})
})

test('AUTH-4: an invalid phone blocks the sign-up with its sentence', () => {
  expect(signUpErrors({ ...good, phone: '0603 123 4567' })).toEqual({ phone: invalidPhone })
})

test('AUTH-4: leaving the phone field shows a sentence if the number is invalid, and none if the field is empty', () => {
  expect(phoneError('0603')).toBe(invalidPhone)
  expect(phoneError('')).toBeUndefined()
  expect(phoneError('+234 803 123 4567')).toBeUndefined()
})
