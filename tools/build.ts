import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getSystemErrorName, promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { InlineConfig, Plugin } from 'vite'
import { firstLoad, isOfStaff, styleOf } from '#server/http/web-build.ts'
import { buildFolder, type Failure, isBuilt, markBuilt } from './build-missing.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The most bytes of compressed script in a customer's first page, because mobile data is expensive. Staff screens, in
 * the restaurant's network, have no limit.
 */
const budget = 96_000

async function buildMissing(): Promise<void> {
  if (!(await isBuilt('pages'))) await buildPages()
  if (!(await isBuilt('server'))) await buildServer()
}

/** Builds, compresses and measures. Throws if a page exceeds the budget. */
async function buildPages(): Promise<void> {
  const { build } = await import('vite')
  for (const part of ['sources', 'client', 'render', 'worker']) {
    await rm(join(buildFolder, part), { recursive: true, force: true })
  }
  await build({ root, logLevel: 'warn' })
  await build({ root, logLevel: 'warn', ...oneFile, build: { ...oneFile.build, ssr: true } })
  await buildWorker(build)
  await compress(join(buildFolder, 'client/assets'))
  await weigh(join(buildFolder, 'client'), { prints: !process.send })
  await markBuilt('pages')
}

/** Bundles a program with its libraries into one file, which loads faster than a thousand files. */
const oneFile = {
  // A package is external if it is more than JavaScript, optional or rarely needed. React is external, because React
  // chooses its production build when it is loaded.
  ssr: {
    noExternal: true,
    external: ['sharp', 'vite', 'harfbuzzjs', 'subset-font', 'pg-native', 'react', 'react-dom'],
  },
  build: {
    target: 'node24',
    // Stack traces keep the sources' names.
    minify: false,
    rolldownOptions: { output: { codeSplitting: false, comments: false }, checks: { bundlerTimings: false } },
  },
} satisfies InlineConfig

/** Bundles the server's programs. `new URL` finds files beside the sources, as before bundling. */
async function buildServer(): Promise<void> {
  const { build } = await import('vite')
  const folder = join(buildFolder, 'server')
  const besideSources: Plugin = {
    name: 'beside-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.url')) return undefined
      const place = relative(folder, id).replaceAll('\\', '/')
      return { code: code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`), map: null }
    },
  }
  for (const program of ['main', 'start']) {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ...oneFile,
      plugins: [besideSources],
      build: {
        ...oneFile.build,
        ssr: `server/${program}.ts`,
        outDir: folder,
        // Not emptied, because both programs are in this folder. A running server has already loaded its only file, so
        // that file may be replaced.
        emptyOutDir: false,
        rolldownOptions: {
          ...oneFile.build.rolldownOptions,
          output: { ...oneFile.build.rolldownOptions.output, entryFileNames: `${program}.js` },
        },
      },
    })
  }
  await markBuilt('server')
}

/** Builds the service worker as one file with a constant name. The server writes the build's id into the file. */
async function buildWorker(build: typeof import('vite').build): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'dist/worker',
      lib: { entry: 'web/data/worker/worker.ts', name: 'worker', formats: ['iife'], fileName: () => 'worker.js' },
    },
  })
}

async function compress(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    if (!/\.(js|css|svg)$/.test(file)) continue
    const body = await readFile(join(folder, file))
    await writeFile(join(folder, `${file}.br`), await brotli(body))
    await writeFile(join(folder, `${file}.gz`), await zip(body, { level: 9 }))
  }
}

/** Checks the customers' pages against the budget. `prints` lists every page. */
async function weigh(client: string, { prints }: { prints: boolean }): Promise<void> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  const names = Object.keys(manifest).flatMap((key) => /^web\/.*\/([\w-]+)-page\.tsx$/.exec(key)?.[1] ?? [])
  const size = async (file: string) => (await readFile(join(client, `${file}.br`))).length

  const rows = ['\n  First load, brotli        script      style']
  const tooHeavy: string[] = []
  for (const name of names.sort()) {
    const chunks = firstLoad(manifest, name)
    const script = sum(await Promise.all([...new Set(chunks.map(({ file }) => file))].map(size)))
    const style = await size(styleOf(manifest, name)?.file ?? '')
    rows.push(`  ${name.padEnd(20)} ${kilobytes(script)}  ${kilobytes(style)}`)
    if (script > budget && !isOfStaff(manifest, name)) tooHeavy.push(name)
  }
  rows.push(`  ${'budget'.padEnd(20)} ${kilobytes(budget)}\n`)
  if (prints) console.log(rows.join('\n'))
  if (tooHeavy.length > 0) throw new Error(`Over the script budget: ${tooHeavy.join(', ')}.`)
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)

/** Returns the name of a system error, such as ENOSPC. The bundler's message has only the number. */
function systemCode(message: string): string | undefined {
  const [, number] = /\(os error (\d+)\)/.exec(message) ?? []
  return number === undefined ? undefined : getSystemErrorName(-Number(number))
}

if (import.meta.main) {
  process.once('disconnect', () => process.exit())
  await (process.send ? buildMissing() : buildPages().then(buildServer)).catch((error: NodeJS.ErrnoException) => {
    if (!process.send) throw error
    const { message, code = systemCode(message) } = error
    process.exitCode = 1
    process.send({ message, ...(code !== undefined && { code }) } satisfies Failure)
  })
  // An open channel to the parent would keep this process alive.
  if (process.connected) process.disconnect()
}
