import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so the duration does not reveal how much of a guess is right. */
export function isSame(one: string | Buffer, other: string | Buffer): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Returns true if a signature in hexadecimal digits is the right one. Compares in constant time. */
export function isSignature(given: string | null | undefined, right: Buffer): boolean {
  const digits = given ?? ''
  return isSame(Buffer.from(/^(?:[0-9a-f]{2})+$/i.test(digits) ? digits : '', 'hex'), right)
}

/** Returns the content of a JSON body; undefined for anything else. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
