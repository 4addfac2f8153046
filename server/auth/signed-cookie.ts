import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'

/**
 * Returns the value of a cookie that `serializeSigned` wrote with this secret; undefined if the cookie is missing or
 * its signature is invalid. Hono's `parseSigned` would wait for another thread twice in every request.
 */
export function signedCookie(headers: Headers | undefined, name: string, secret: string): string | undefined {
  const sent = headers?.get('cookie')
  const cookie = sent ? parse(sent, name)[name] : undefined
  const end = cookie?.lastIndexOf('.') ?? -1
  if (cookie === undefined || end < 1) return undefined
  const value = cookie.slice(0, end)
  const signature = Buffer.from(cookie.slice(end + 1))
  const expected = Buffer.from(createHmac('sha256', secret).update(value).digest('base64'))
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? value : undefined
}
