import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import { expect, test } from 'vitest'
import { signedCookie } from './signed-cookie.ts'

const secret = 'a secret of thirty-two characters'
const name = 'buka.session_token'
const value = 'Vb3Zq-token_of.a.session'
const whole = (await serializeSigned(name, value, secret)).slice(name.length + 1)
const plain = decodeURIComponent(whole)
const elsewhere = (await serializeSigned(name, value, `another ${secret}`)).slice(name.length + 1)
const withLast = (text: string, last: string) => text.slice(0, -last.length) + last

test.each([
  ['as it was written', `${name}=${whole}`, value],
  ['not encoded', `${name}=${plain}`, value],
  ['in quotes', `${name}="${plain}"`, value],
  ['among others', `theme=dark; ${name}=${whole}; x=${elsewhere}`, value],
  ['before another of its name', `${name}=${whole}; ${name}=${elsewhere}`, value],
  ['behind another of its name', `${name}=${elsewhere}; ${name}=${whole}`, undefined],
  ['encoded twice', `${name}=${encodeURIComponent(whole)}`, undefined],
  ['signed with another secret', `${name}=${elsewhere}`, undefined],
  ['with another value', `${name}=${whole.replace('Vb3', 'Vb4')}`, undefined],
  ['with a value in other letters', `${name}=${whole.replace('token', 'TOKEN')}`, undefined],
  ['with a signature cut short', `${name}=${plain.slice(0, -4)}`, undefined],
  ['with a longer signature', `${name}=${plain}A`, undefined],
  ['with a signature of the same length', `${name}=${withLast(plain, 'AAAAAAAA=')}`, undefined],
  ['with a signature beyond ASCII', `${name}=${encodeURIComponent(withLast(plain, '…='))}`, undefined],
  ['with an empty signature', `${name}=${value}.`, undefined],
  ['without a signature', `${name}=${value}`, undefined],
  ['without a value', `${name}=${(await serializeSigned(name, '', secret)).slice(name.length + 1)}`, undefined],
  ['empty', `${name}=`, undefined],
  ['under another name', `x${name}=${whole}`, undefined],
])('a signed cookie %s has the same value for `signedCookie` and for Hono', async (_, sent, expected) => {
  expect(signedCookie(new Headers({ cookie: sent }), name, secret)).toBe(expected)
  expect((await parseSigned(sent, secret, name))[name] || undefined).toBe(expected)
})

test('a missing cookie has no signed value', () => {
  expect(signedCookie(undefined, name, secret)).toBeUndefined()
  expect(signedCookie(new Headers(), name, secret)).toBeUndefined()
})
