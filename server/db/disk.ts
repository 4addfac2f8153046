import { statfs } from 'node:fs/promises'
import { findCluster } from './postgres-place.ts'

/**
 * The least free space, in bytes: room for three files of PostgreSQL's log, which have 16 MB each. PostgreSQL stops and
 * cannot restart when it cannot write its log, so the server refuses writes before that.
 */
const threeFiles = 48 * 1024 * 1024

const checkIntervalMs = 2000

/** Checks the free disk space of the embedded PostgreSQL regularly, until `stop`. */
export function watchDisk(
  dataDir: string,
  { leastFree = threeFiles } = {},
): { isFull(): boolean; readonly looked: Promise<void>; stop(): void } {
  let full = false
  const look = async () => {
    try {
      const { bavail, bsize, blocks } = await statfs(await findCluster(dataDir))
      // Some file systems report a size of 0.
      full = blocks > 0 && bavail * bsize < leastFree
    } catch {
      // The folder may be missing briefly, while a database is created. If it stays missing, queries fail, so this
      // check need not report it.
    }
  }
  const timer = setInterval(look, checkIntervalMs)
  timer.unref()
  return { isFull: () => full, looked: look(), stop: () => clearInterval(timer) }
}
