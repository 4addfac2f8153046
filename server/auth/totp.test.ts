import { expect, test } from 'vitest'
import { addressOf, newKey, stepOf } from './totp.ts'

/** The key of RFC 4226, appendix D, and of the rows for SHA-1 in RFC 6238, appendix B. */
const key = '12345678901234567890'

test.each([
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [3, '969429'],
  [4, '338314'],
  [5, '254676'],
  [6, '287922'],
  [7, '162583'],
  [8, '399871'],
  [9, '520489'],
])('SAFE-9: the one-time code for counter %i equals that of RFC 4226', (step, code) => {
  expect(stepOf(key, code, step * 30_000)).toBe(step)
})

/** RFC 6238 prints eight digits, which end with the six digits of a code. */
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('SAFE-9: the one-time code at second %i equals that of RFC 6238', (seconds, code) => {
  expect(stepOf(key, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('SAFE-9: a one-time code is accepted at most one step early or late', () => {
  const step = 37_037_036
  const at = (steps: number) => stepOf(key, '081804', (step + steps) * 30_000)
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined])
})

test.each(['', '08180', '0818040', '0818O4', '₦81804'])('SAFE-9: the one-time code %j is refused', (code) => {
  expect(stepOf(key, code, 1_111_111_109_000)).toBeUndefined()
})

test('SAFE-9: every second-factor key is new, and its address contains the restaurant and the account', () => {
  expect(newKey()).toMatch(/^[\w-]{27}$/)
  expect(newKey()).not.toBe(newKey())
  expect(addressOf(key, 'Iná Grill', 'ada')).toBe(
    'otpauth://totp/In%C3%A1%20Grill:ada?issuer=In%C3%A1%20Grill&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  )
})
