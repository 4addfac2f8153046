import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Loaded by a restaurant before its own code: a password hash at its cost takes 60 ms of processor time, at the lowest none.

const { scrypt, scryptSync } = crypto
type Done = (error: Error | null, key: Buffer) => void
crypto.scrypt = ((password: BinaryLike, salt: BinaryLike, length: number, _cost: ScryptOptions, done: Done) =>
  scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, done)) as typeof scrypt
// A stranger's is hashed on a thread: server/auth/hash-thread.ts.
crypto.scryptSync = ((password: BinaryLike, salt: BinaryLike, length: number) =>
  scryptSync(password, salt, length, { N: 2, r: 1, p: 1 })) as typeof scryptSync
// The product imports both by name.
syncBuiltinESMExports()
