import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { claimsOf } from '#tests/support/fake-push-service.ts'
import { keysOf, serverKeys } from './encryption.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the encryption keys of a push message match the example of RFC 8291', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const receiver = bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4')
  const { key, nonce } = keysOf(
    sender.computeSecret(receiver),
    bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    receiver,
    sender.getPublicKey(),
  )
  expect(key.toString('base64url')).toBe('oIhVW04MRdy2XN9CiKLxTg')
  expect(nonce.toString('base64url')).toBe('4h_95klXJ5E_qnoN')
})

test('processes with the same secret have the same public push key, and processes with another secret have another key', () => {
  const { publicKey } = serverKeys('a secret')
  expect(serverKeys('a secret').publicKey).toBe(publicKey)
  expect(serverKeys('another').publicKey).not.toBe(publicKey)
  expect(bytes(publicKey)).toHaveLength(65)
})

test('the signature of a push message contains the sender, the push service and the expiry', () => {
  const keys = serverKeys('a secret')
  const header = keys.authorization('https://push.example', 1_000_000_000_000, 'mailto:owner@example.com')
  expect(header.endsWith(`k=${keys.publicKey}`)).toBe(true)
  expect(claimsOf(header)).toEqual({
    aud: 'https://push.example',
    exp: 1_000_000_000 + 12 * 3600,
    sub: 'mailto:owner@example.com',
  })
})
