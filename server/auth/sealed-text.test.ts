import { expect, test } from 'vitest'
import { formerKey } from '#tests/support/totp.ts'
import { sealedTexts } from './sealed-text.ts'
import { addressOf, stepOf } from './totp.ts'

const texts = sealedTexts('a secret of 32 random bytes or more')

test('SAFE-9: a sealed text is readable only with its secret, and each sealing differs', () => {
  const sealed = texts.seal('jollof ₦3,500')
  expect(sealed).toMatch(/^v1\.[\w-]+$/)
  expect(texts.unseal(sealed)).toBe('jollof ₦3,500')
  expect(texts.seal('jollof ₦3,500')).not.toBe(sealed)
  expect(sealedTexts('another secret').unseal(sealed)).toBeUndefined()
  expect(texts.reseal(sealed)).toBe(sealed)
})

test('SAFE-9: a text sealed by the last release is readable, and is resealed in the current format', () => {
  const { secret, key, sealed } = formerKey
  const own = sealedTexts(secret)
  expect(own.unseal(sealed)).toBe(key)
  expect(own.reseal(sealed)).toMatch(/^v1\./)
  expect(own.unseal(own.reseal(sealed))).toBe(key)
  expect(texts.unseal(sealed)).toBeUndefined()
  expect(texts.reseal(sealed)).toBe(sealed)
})

test('SAFE-9: a second-factor key created by the last release has the same codes and the same address', () => {
  const { key, step, code, base32 } = formerKey
  expect(stepOf(key, code, step * 30_000)).toBe(step)
  expect(addressOf(key, 'Iná Grill', 'ada')).toContain(`secret=${base32}`)
})

test.each([
  ['', 'empty'],
  ['v1.', 'a version mark alone'],
  ['v1.AAAA', 'shorter than nonce and tag'],
  ['v1.AAAAAAAAAAAAAAAA', 'a nonce alone'],
  ['00'.repeat(20), 'shorter than the former nonce'],
  ['00'.repeat(80), 'zeroes'],
  ['no hexadecimal', 'not hexadecimal'],
])('SAFE-9: the stored sealed text %j, which is %s, is refused', (sealed) => {
  expect(texts.unseal(sealed)).toBeUndefined()
})

test('SAFE-9: a sealed text with any changed byte is refused', () => {
  const sealed = texts.seal('jollof')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (const [index, byte] of bytes.entries()) {
    const changed = Buffer.from(bytes)
    changed[index] = byte ^ 1
    expect(texts.unseal(`v1.${changed.toString('base64url')}`)).toBeUndefined()
  }
})
