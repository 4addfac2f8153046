import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holdInTurn } from '../process/folder-lock.ts'

type MadeFiles = {
  read(file: string): Promise<Buffer | undefined>
  /** Like `read`, synchronously. A start reads hundreds of small files, which Node's threads would read more slowly. */
  readNow(file: string): Buffer | undefined
  has(file: string): Promise<boolean>
  keep(file: string, body: Buffer): Promise<void>
  /**
   * Runs `work` while no other process runs work in this folder, so that processes which share a folder find each
   * other's files. Runs `work` without waiting if the folder cannot be locked, or when `signal` aborts.
   */
  inTurn<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}

/**
 * Opens the folder of files made from pictures. Files that cannot be written are kept in memory, with one warning in
 * the log.
 */
export function openMadeFiles(folder: string, { warn }: { warn(message: string, cause?: unknown): void }): MadeFiles {
  const unwritten = new Map<string, Buffer>()
  return {
    read: async (file) => unwritten.get(file) ?? (await readFile(join(folder, file)).catch(() => undefined)),
    readNow(file) {
      try {
        return unwritten.get(file) ?? readFileSync(join(folder, file))
      } catch {
        return undefined
      }
    },
    has: async (file) =>
      unwritten.has(file) ||
      access(join(folder, file)).then(
        () => true,
        () => false,
      ),
    async keep(file, body) {
      const draft = join(folder, `${file}.${randomUUID()}.draft`)
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, body)
        await rename(draft, join(folder, file))
      } catch (cause) {
        if (unwritten.size === 0) warn(`Pictures cannot be kept in ${folder}; they are served from memory.`, cause)
        unwritten.set(file, body)
        await rm(draft, { force: true }).catch(() => {})
      }
    },
    async inTurn(work, signal) {
      const release = await mkdir(folder, { recursive: true })
        .then(() => holdInTurn(folder, signal))
        .catch(() => undefined)
      return work().finally(release)
    },
  }
}
