import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import { screens } from '#domain/policy.ts'
import { buildFolder, firstLoad } from '#server/http/build.ts'

const brotli = promisify(brotliCompress)
const root = fileURLToPath(new URL('..', import.meta.url))

/** What a customer's first page may cost in script, brotli: bytes are money in Lagos. Consoles run on the restaurant's network. */
const budget = 90_000
const consoles = Object.keys(screens).map((path) => path.slice(1).replaceAll('/', '-'))

/** Builds the pages where what was built is not of these sources. */
export async function buildWhatIsMissing(): Promise<void> {
  const built = await readFile(join(buildFolder, 'sources'), 'utf8').catch(() => '')
  if (built === (await sourcesHash())) return
  console.log('  Building the pages. This takes a few seconds, once.')
  await buildPages()
}

/** Builds, compresses and weighs. Throws where a first page weighs more than the budget. */
export async function buildPages(): Promise<void> {
  await rm(buildFolder, { recursive: true, force: true })
  await build({ root, logLevel: 'warn' })
  await build({ root, logLevel: 'warn', build: { ssr: true } })
  await buildWorker()
  await compress(join(buildFolder, 'client/assets'))
  await weigh(join(buildFolder, 'client'))
  await writeFile(join(buildFolder, 'sources'), await sourcesHash())
}

/** The browser's worker is one file, under a name that stays: the server writes the build's name into it. */
async function buildWorker(): Promise<void> {
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

/** Prints what each page loads before it can be used, and holds the customer's pages to the budget. */
async function weigh(client: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  const names = Object.keys(manifest).flatMap((key) => /^web\/pages\/(.+)\.tsx$/.exec(key)?.[1] ?? [])
  const size = async (file: string) => (await readFile(join(client, `${file}.br`))).length

  console.log('\n  First load, brotli        script      style')
  const tooHeavy: string[] = []
  for (const name of names.sort()) {
    const chunks = firstLoad(manifest, name)
    const script = sum(await Promise.all([...new Set(chunks.map(({ file }) => file))].map(size)))
    const style = sum(await Promise.all([...new Set(chunks.flatMap(({ css }) => css ?? []))].map(size)))
    console.log(`  ${name.padEnd(20)} ${kilobytes(script)}  ${kilobytes(style)}`)
    if (script > budget && !consoles.includes(name)) tooHeavy.push(name)
  }
  console.log(`  ${'budget'.padEnd(20)} ${kilobytes(budget)}\n`)
  if (tooHeavy.length > 0) throw new Error(`Over the script budget: ${tooHeavy.join(', ')}.`)
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)

/** Changes when anything does that the build is made of. */
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

if (import.meta.main) await buildPages()
