import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { Worker } from 'node:worker_threads'
import { Encrypter } from 'age-encryption'
import { afterAll } from 'vitest'
import { programHooks } from './running-server.ts'

type Done = (error: Error | null, key: Buffer) => void

const least: ScryptOptions = { N: 2, r: 1, p: 1 }

/**
 * Records the requested cost of each password hash of this test file, and computes the hash at the lowest cost, because
 * a real hash is slow. A hash that would block the event loop throws. Call this at the top of the file.
 */
export function cheapHashes(): ScryptOptions[] {
  const requested: ScryptOptions[] = []
  const { scrypt, scryptSync } = crypto
  replace({
    scrypt: (password: BinaryLike, salt: BinaryLike, length: number, { N, r, p }: ScryptOptions, done: Done) => {
      requested.push({ N, r, p })
      scrypt(password, salt, length, least, done)
    },
    scryptSync: () => {
      throw new Error('A password hash must not block the event loop.')
    },
  })
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (message: { readonly cost?: ScryptOptions }) {
    const { N, r, p } = message.cost ?? {}
    if (message.cost) requested.push({ N, r, p })
    postMessage.call(this, message.cost ? { ...message, cost: least } : message)
  }
  afterAll(() => {
    replace({ scrypt, scryptSync })
    Worker.prototype.postMessage = postMessage
  })
  return requested
}

/**
 * Makes hashes cheap in the programs that this test file starts, because a start with demo accounts makes four hashes.
 * `npm start` and other checkouts keep real hashes. Call this at the top of the file.
 */
export function cheapHashesOfPrograms(): void {
  intoPrograms('cheap-hashes.mjs')
}

/**
 * Derives the keys of this test file's backups at the lowest cost, also in programs that run from sources; a built
 * server keeps the real cost. Call this at the top of the file.
 */
export function cheapKeys(): void {
  const { setPassphrase } = Encrypter.prototype
  Encrypter.prototype.setPassphrase = function (this: Encrypter, passphrase) {
    setPassphrase.call(this, passphrase)
    this.setScryptWorkFactor(1)
  }
  afterAll(() => {
    Encrypter.prototype.setPassphrase = setPassphrase
  })
  intoPrograms('cheap-keys.mjs')
}

/** Loads a file of this folder into the programs that this test file starts. */
function intoPrograms(file: string): void {
  programHooks.push('--import', new URL(file, import.meta.url).href)
  afterAll(() => {
    programHooks.length = 0
  })
}

/** Replaces named imports too, because the product imports scrypt by name. */
function replace(functions: object): void {
  Object.assign(crypto, functions)
  syncBuiltinESMExports()
}
