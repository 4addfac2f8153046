import { createHmac } from 'node:crypto'
import type { AppKey } from '#contract/second-factor.ts'

/**
 * A key that an earlier release with Better Auth made and sealed with the secret of test restaurants, and the code of
 * the key at one time step.
 */
export const formerKey = {
  secret: 'a secret of the tests, long enough for all of them',
  key: 'sGpUjNPvEr5ezB2UI1NWZWaKO6A',
  base32: 'ONDXAVLKJZIHMRLSGVSXUQRSKVETCTSXLJLWCS2PGZAQ',
  step: 59_000_000,
  code: '180264',
  sealed:
    '45e8fbc782fb71677873baa1e8182a2c0816c75e4372c10c7fbda7b9dfc403a85453f3ea1d8721f085c22bc93393caf6e30b5098386cf4486f263bec4dd7509799faec',
}

/**
 * Returns the code that an authenticator app shows for a key in base32 (RFC 6238), this many steps of 30 seconds from
 * now. The server also accepts the steps before and after, so a code of the next step stays valid for a minute at
 * least.
 */
export function codeOf(key: string, stepsAhead: 0 | 1): string {
  const bits = [...key].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead))
  const mac = createHmac('sha1', Buffer.from(bytes.map((each) => Number.parseInt(each, 2))))
    .update(counter)
    .digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * Adds an authenticator app, as at an account's first sign-in if a second factor is required. `post` sends a request
 * with the session of the account.
 */
export async function addApp(post: (path: string, body: object) => Promise<unknown>, password: string): Promise<void> {
  const { key } = (await post('/api/account/second-factor/app', { password })) as AppKey
  await post('/api/account/second-factor/app-confirmation', { code: codeOf(key, 0) })
}
