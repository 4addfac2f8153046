import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { buildFolder, firstLoad, isOfStaff, styleOf } from '#server/http/build.ts'

const brotli = promisify(brotliCompress)
const root = fileURLToPath(new URL('..', import.meta.url))

/** Bytes of script, brotli, on a customer's first page: mobile data is expensive. Consoles run on the restaurant's network. */
const budget = 90_000

/**
 * Builds the pages unless the build is of these sources. In a process of its own: the bundler takes a hundred megabytes and most
 * of a second to load, and neither is given back. Throws with the `code` of the system where the files cannot be written.
 */
export async function buildWhatIsMissing(): Promise<void> {
  const built = await readFile(join(buildFolder, 'sources'), 'utf8').catch(() => '')
  if (built === (await sourcesHash())) return
  console.log('  Building the pages. This takes a few seconds, once.')
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [] })
  let failure: Failure | undefined
  child.once('message', (message) => {
    failure = message as Failure
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw Object.assign(new Error(failure?.message ?? 'The pages could not be built.'), failure)
}

/** What the process of a build says of its end. */
type Failure = { readonly message: string; readonly code?: string }

/** Builds, compresses and measures. Throws if a first page exceeds the budget. */
export async function buildPages(): Promise<void> {
  const { build } = await import('vite')
  await rm(buildFolder, { recursive: true, force: true })
  await build({ root, logLevel: 'warn' })
  await build({ root, logLevel: 'warn', build: { ssr: true } })
  await buildWorker(build)
  await compress(join(buildFolder, 'client/assets'))
  await weigh(join(buildFolder, 'client'))
  await writeFile(join(buildFolder, 'sources'), await sourcesHash())
}

/** The service worker is one file with a constant name; the server writes the build's id into it. */
async function buildWorker(build: typeof import('vite').build): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'dist/worker',
      lib: { entry: 'web/sync/worker/worker.ts', name: 'worker', formats: ['iife'], fileName: () => 'worker.js' },
    },
  })
}

async function compress(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    if (/\.(js|css|svg)$/.test(file))
      await writeFile(join(folder, `${file}.br`), await brotli(await readFile(join(folder, file))))
  }
}

/** Prints the first load of each page and checks the customer's pages against the budget. */
async function weigh(client: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  const names = Object.keys(manifest).flatMap((key) => /^web\/pages\/(.+)\.tsx$/.exec(key)?.[1] ?? [])
  const size = async (file: string) => (await readFile(join(client, `${file}.br`))).length

  console.log('\n  First load, brotli        script      style')
  const tooHeavy: string[] = []
  for (const name of names.sort()) {
    const chunks = firstLoad(manifest, name)
    const script = sum(await Promise.all([...new Set(chunks.map(({ file }) => file))].map(size)))
    const style = sum(await Promise.all(styleOf(chunks).map(size)))
    console.log(`  ${name.padEnd(20)} ${kilobytes(script)}  ${kilobytes(style)}`)
    if (script > budget && !isOfStaff(manifest, name)) tooHeavy.push(name)
  }
  console.log(`  ${'budget'.padEnd(20)} ${kilobytes(budget)}\n`)
  if (tooHeavy.length > 0) throw new Error(`Over the script budget: ${tooHeavy.join(', ')}.`)
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)

/** A hash of everything that the build depends on. */
async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['web', 'domain', 'contract']) {
    const files = (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
      .map((file) => join(file.parentPath, file.name))
    for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file))
  }
  for (const file of ['vite.config.ts', 'package-lock.json']) hash.update(await readFile(join(root, file)))
  return hash.digest('hex')
}

if (import.meta.main) {
  process.once('disconnect', () => process.exit())
  await buildPages().catch((error: NodeJS.ErrnoException) => {
    if (!process.send) throw error
    const { message, code } = error
    process.exitCode = 1
    process.send({ message, ...(code !== undefined && { code }) } satisfies Failure)
  })
  // Where another process waits for this one, their channel would keep it from its end.
  if (process.connected) process.disconnect()
}
