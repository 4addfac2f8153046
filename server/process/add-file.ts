import type { Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

const buffer = Buffer.allocUnsafeSlow(64 * 1024)

/**
 * Adds a file's content to a hash. All files share one buffer, because a long-running process keeps its peak memory.
 * Reads synchronously, because a start reads hundreds of files, which Node's threads would read more slowly. Throws
 * like `node:fs`.
 */
export function addFile(hash: Hash, file: string): void {
  const opened = openSync(file, 'r')
  for (let length = readSync(opened, buffer); length > 0; length = readSync(opened, buffer)) {
    hash.update(buffer.subarray(0, length))
  }
  closeSync(opened)
}
