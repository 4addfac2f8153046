import { timingSafeEqual } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import { generateRandomString } from 'better-auth/crypto'

/** RFC 6238, as every authenticator app has it: six figures of HMAC-SHA-1, a new code every 30 seconds. */
const period = 30
const digits = 6

/** A key of 162 random bits. It is typed as 44 letters and figures. */
export function newKey(): string {
  return generateRandomString(27)
}

/** The `otpauth:` address that apps read. */
export function addressOf(key: string, issuer: string, account: string): string {
  return createOTP(key, { digits, period }).url(issuer, account)
}

/** The step, in units of 30 seconds since 1970, whose code this is: the present one or a neighbour, as clocks differ. */
export async function stepOf(key: string, code: string, now: number): Promise<number | undefined> {
  const present = Math.floor(now / 1000 / period)
  const otp = createOTP(key, { digits, period })
  let found: number | undefined
  for (const step of [present + 1, present, present - 1]) {
    const expected = Buffer.from(await otp.hotp(step))
    const given = Buffer.from(code)
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}
