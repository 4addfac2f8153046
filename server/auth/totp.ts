import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The codes of RFC 6238 that every authenticator app generates: six digits of HMAC-SHA-1, new every 30 seconds. */
const codes = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Returns 160 random bits as text. The bytes of this text are the key, which apps show as 44 letters and digits. */
export function newKey(): string {
  return randomBytes(20).toString('base64url')
}

/** Returns the `otpauth:` address that apps read. */
export function addressOf(key: string, issuer: string, account: string): string {
  return new TOTP({ ...codes, secret: Secret.fromUTF8(key), issuer, label: account }).toString()
}

/**
 * Returns the step of a code, in units of 30 seconds since 1970: the current step or a neighbour, because clocks
 * differ. Returns undefined if the text is not a code of the key. The library throws on six characters that are not all
 * ASCII.
 */
export function stepOf(key: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...codes, secret: Secret.fromUTF8(key) })
  const stepsAway = totp.validate({ token: code, timestamp: now, window: 1 })
  return stepsAway === null ? undefined : totp.counter({ timestamp: now }) + stepsAway
}
