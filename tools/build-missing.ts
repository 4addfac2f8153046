import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addFile } from '#server/process/add-file.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export const buildFolder = join(root, 'dist')

/** A part's sources, and the file in `dist` that stores their hash. */
const parts = {
  pages: { mark: 'sources', sources: ['web', 'domain', 'contract', 'vite.config.ts', 'tools/build.ts'] },
  server: { mark: 'server/sources', sources: ['server', 'domain', 'contract', 'tools/build.ts'] },
} as const

type Part = keyof typeof parts

/** The message that the build process sends to its parent if the build has failed. */
export type Failure = { readonly message: string; readonly code?: string }

/**
 * Builds parts whose sources have changed, in a process of its own, because the bundler is large. Throws with the
 * system's `code` if files cannot be written.
 */
export async function buildWhatIsMissing(): Promise<void> {
  const built = await Promise.all([isBuilt('pages'), isBuilt('server')])
  if (built.every(Boolean)) return
  console.log(`  Building the ${built[0] ? 'server' : 'pages'}. This takes a few seconds, once.`)
  const child = fork(fileURLToPath(new URL('build.ts', import.meta.url)), { execArgv: [] })
  let failure: Failure | undefined
  child.once('message', (message) => {
    failure = message as Failure
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw Object.assign(new Error(failure?.message ?? 'The pages could not be built.'), failure)
}

export async function isBuilt(part: Part): Promise<boolean> {
  const mark = await readFile(join(buildFolder, parts[part].mark), 'utf8').catch(() => '')
  return mark === sourcesHash(part)
}

export async function markBuilt(part: Part): Promise<void> {
  await writeFile(join(buildFolder, parts[part].mark), sourcesHash(part))
}

function sourcesHash(part: Part): string {
  return hashOf([...parts[part].sources, 'package-lock.json'].flatMap(filesOf))
}

/** Hashes files of this checkout. Takes absolute paths. */
export function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(file.slice(root.length))
    addFile(hash, file)
  }
  return hash.digest('hex')
}

function filesOf(place: string): string[] {
  const path = join(root, place)
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(test\.tsx?|sql)$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .sort()
}
