import { createHash, type Hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addFile } from '../process/add-file.ts'
import type { Focus, PictureFormat } from './encode.ts'

/** Increase this number when cropping or encoding changes a picture's look: file names change, and caches expire. */
const encoderVersion = 3

/** Returns sixteen characters that identify a picture's content and its focus. */
export const pictureName = (hash: string, focus: Focus | undefined) =>
  shortened(createHash('sha256').update(JSON.stringify([encoderVersion, hash, focus])))

type FileName = { readonly name: string; readonly width: number; readonly format: PictureFormat }

export const pictureFile = (name: string, width: number, format: PictureFormat) => `${name}-${width}.${format}`

/** The extension of a file that stores a picture's colour. Such a file is not served. */
export const colourEnding = '.colour'

export const filesOf = (name: string, widths: readonly number[]): string[] => [
  ...widths.flatMap((width) => [pictureFile(name, width, 'avif'), pictureFile(name, width, 'webp')]),
  name + colourEnding,
]

export function readName(file: string): FileName | undefined {
  const [, name, width, format] = /^([0-9a-f]{16})-(\d{2,4})\.(avif|webp)$/.exec(file) ?? []
  if (!name || !width) return undefined
  return { name, width: Number(width), format: format === 'avif' ? 'avif' : 'webp' }
}

/** Returns the content hashes of a folder's files by name. A missing folder has no files. */
export async function hashFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const hashes = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const hash = createHash('sha256')
    addFile(hash, join(folder, entry.name))
    hashes.set(entry.name, shortened(hash))
  }
  return hashes
}

const shortened = (hash: Hash) => hash.digest('hex').slice(0, 16)
