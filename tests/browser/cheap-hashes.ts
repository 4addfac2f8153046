import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Loaded by a restaurant before its own code: a password hash at its cost takes 60 ms of processor time, at the lowest none.

const { scrypt } = crypto
type Done = (error: Error | null, key: Buffer) => void
crypto.scrypt = ((password: BinaryLike, salt: BinaryLike, length: number, _cost: ScryptOptions, done: Done) =>
  scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, done)) as typeof scrypt
// Better Auth imports it by name.
syncBuiltinESMExports()
