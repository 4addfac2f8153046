import { scryptSync } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Derivation } from './hashes.ts'

/*
 * The thread that hashes for strangers. On Linux its priority is its own: a page, an order and the database come first. By 5
 * steps it has a quarter of a processor that it shares with one of them; with more, a first sign-in would starve on a busy machine.
 */
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 5))

parentPort?.on('message', ({ password, salt, length, cost }: Derivation) => {
  parentPort?.postMessage(scryptSync(password, salt, length, cost))
})
