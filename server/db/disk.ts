import { statfs } from 'node:fs/promises'
import { findCluster } from './postgres-place.ts'

/**
 * Bytes. PostgreSQL ends, and does not start again, where it cannot write its log, whose files have 16 MB each; so nothing
 * new is recorded while there is room for fewer than three.
 */
const threeFiles = 48 * 1024 * 1024

/** Milliseconds. */
const lookEvery = 2000

/** Looks from time to time whether the disk of the embedded PostgreSQL has room, until `stop`. */
export function watchDisk(
  dataDir: string,
  { leastFree = threeFiles } = {},
): { isFull(): boolean; readonly looked: Promise<void>; stop(): void } {
  let full = false
  const look = async () => {
    try {
      const { bavail, bsize, blocks } = await statfs(await findCluster(dataDir))
      // Some file systems do not know how large they are.
      full = blocks > 0 && bavail * bsize < leastFree
    } catch {
      // The folder is away for a moment, as while a database is made. Queries say by themselves where it stays away.
    }
  }
  const timer = setInterval(look, lookEvery)
  timer.unref()
  return { isFull: () => full, looked: look(), stop: () => clearInterval(timer) }
}
