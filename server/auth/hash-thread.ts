import { scryptSync } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Derivation } from './hashes.ts'

// This thread hashes for unknown callers. On Linux a thread has its own priority, so the thread lets pages, orders and
// the database run first. With a nice value five above the server's, the thread gets about a quarter of a processor
// that both use. With a higher value, a first sign-in on a new device would starve on a busy machine.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 5))

parentPort?.on('message', ({ password, salt, length, cost }: Derivation) => {
  parentPort?.postMessage(scryptSync(password, salt, length, cost))
})
