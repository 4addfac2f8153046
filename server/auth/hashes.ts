import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { networkOf } from '../http/client-address.ts'
import { unavailable } from '../http/problems.ts'
import { limitInRounds } from '../process/concurrency-limiter.ts'
import { openThread } from '../process/thread.ts'

/** The caller of a hash: an account with a known session or device, or a network address. */
export type Asker = { readonly account: string } | { readonly address: string }

const program = new URL('./hash-thread.ts', import.meta.url)

/** The cost of a hash: 32 MB of memory and about 50 ms of processor time, as in Better Auth. */
const cost: ScryptOptions = { N: 16384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const length = 64

export type Derivation = {
  readonly password: string
  readonly salt: string
  readonly length: number
  readonly cost: ScryptOptions
}

type Derive = (derivation: Derivation) => Promise<Uint8Array>

/**
 * Opens the hashing of passwords and codes; a hash is 'salt:key'. Hashes for unknown callers are computed one by one on
 * a thread with low priority, so guesses by strangers only delay each other.
 */
export function openHashes() {
  const known = limitInRounds()
  const strangers = limitInRounds()
  const deriveYielding: Derive = openThread(program, { event: 'hashes.failed', refusal: () => unavailable(cannotHash) })

  function keyOf(password: string, salt: string, by: Asker): Promise<Uint8Array> {
    const derivation = { password: password.normalize('NFKC'), salt, length, cost }
    return 'account' in by
      ? known(by.account, () => derive(derivation))
      : strangers(networkOf(by.address), () => deriveYielding(derivation))
  }

  return {
    async hash(password: string, by: Asker): Promise<string> {
      const salt = randomBytes(16).toString('hex')
      return `${salt}:${Buffer.from(await keyOf(password, salt, by)).toString('hex')}`
    },
    async matches(password: string, hash: string, by: Asker): Promise<boolean> {
      const [salt = '', key = ''] = hash.split(':')
      const made = await keyOf(password, salt, by)
      return key.length === 2 * made.length && timingSafeEqual(made, Buffer.from(key, 'hex'))
    },
  }
}

const derive: Derive = ({ password, salt, length, cost }) =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, length, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })

const cannotHash = 'We cannot check passwords and codes right now. Please try again in a moment.'
