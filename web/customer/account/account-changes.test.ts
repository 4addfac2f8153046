import { expect, test } from 'vitest'
import { accountChanges, accountErrors } from './account-changes.ts'

const user = {
  id: 'u1',
  role: 'customer',
  username: 'Ada',
  phone: '+2348031234567',
  address: '5 Road',
  location: 'ikoyi',
} as const

test('AUTH-10: only changed fields of the account are sent, and a phone number in another notation counts as unchanged', () => {
  expect(accountChanges(user, { ...user, phone: '0803 123 4567', address: ' 5 Road ' })).toEqual({})
  expect(accountChanges(user, { ...user, phone: '0803 123 4568', location: 'lekki' })).toEqual({
    phone: '0803 123 4568',
    location: 'lekki',
  })
})

test('AUTH-10: invalid changes to the account are reported by field', () => {
  expect(Object.keys(accountErrors({ username: '', phone: '12', address: '' }))).toEqual([
    'username',
    'phone',
    'address',
  ])
  expect(accountErrors({ location: 'lekki' })).toEqual({})
})
