import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export const buildFolder = join(root, 'dist')

/** What each part is built of, and where it says of which sources it is. */
const parts = {
  pages: { mark: 'sources', sources: ['web', 'domain', 'contract', 'vite.config.ts'] },
  server: { mark: 'server/sources', sources: ['server', 'domain', 'contract', 'tools/build.ts'] },
} as const

export type Part = keyof typeof parts

/** What the process of a build says of its end. */
export type Failure = { readonly message: string; readonly code?: string }

/**
 * Builds what is not of these sources. In a process of its own: the bundler takes a hundred megabytes and most of a second to
 * load, and neither is given back. Throws with the `code` of the system where the files cannot be written.
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
  return mark === (await sourcesHash(part))
}

export async function markBuilt(part: Part): Promise<void> {
  await writeFile(join(buildFolder, parts[part].mark), await sourcesHash(part))
}

/** A hash of everything that a part is built of. */
async function sourcesHash(part: Part): Promise<string> {
  const files = await Promise.all([...parts[part].sources, 'package-lock.json'].map(filesOf))
  const hash = createHash('sha256')
  const contents = await Promise.all(files.flat().map(async (file) => [file, await readFile(file)] as const))
  for (const [file, content] of contents) hash.update(file.slice(root.length)).update(content)
  return hash.digest('hex')
}

async function filesOf(place: string): Promise<string[]> {
  const path = join(root, place)
  if (!(await stat(path)).isDirectory()) return [path]
  return (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile() && !/\.(test\.tsx?|sql)$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .sort()
}
