import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../process/start-error.ts'

/** The files a page starts with. The same shape as `web/document.tsx` declares: server and web never import each other. */
export type PageAssets = {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly modules: readonly string[]
  readonly fonts: readonly string[]
}

export type Render = (request: {
  readonly path: string
  readonly origin: string
  readonly cursor: string
  /** The card that stands for a page where its link is shown, by the page's path: `/cards/{card}` is its picture. */
  readonly cardOf: (path: string) => string | undefined
  readonly assets: (page: string) => PageAssets
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
}) => Promise<{ readonly status: number; readonly html: string }>

/** What search engines may see: the paths of the pages they should list, and of those that they should not open. */
export type Paths = { readonly listed: readonly string[]; readonly closed: readonly string[] }

/** What the web's build gives the server: a way to render, and the names of its files. */
export type Web = {
  readonly render: Render
  readonly paths: () => Promise<Paths>
  readonly assets: (page: string) => PageAssets
  /** The folder whose `assets/` may be served; undefined where Vite serves them. */
  readonly folder: string | undefined
  /** The program of the browser's worker. Undefined: there shall be none. */
  readonly worker?: string | undefined
  /** Vite's own answers in development, before ours. */
  readonly middleware?: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
}

type Chunk = { readonly file: string; readonly css?: string[]; readonly imports?: string[]; readonly assets?: string[] }

export const buildFolder = fileURLToPath(new URL('../../dist', import.meta.url))

/** Reads what `npm run build` made. Throws StartError where it has not been made. */
export async function openBuild(folder = buildFolder): Promise<Web> {
  const client = join(folder, 'client')
  const manifest = JSON.parse(
    await readFile(join(client, '.vite/manifest.json'), 'utf8').catch(() => {
      throw new StartError('The pages are not built yet. Run `npm run build`, or start with `npm start`, which does.')
    }),
  ) as Record<string, Chunk>
  const { render, paths } = (await import(join(folder, 'render/entry-render.js'))) as { render: Render; paths: Paths }

  const pages = new Map<string, PageAssets>()
  const assets = (page: string): PageAssets => {
    const known = pages.get(page) ?? assetsOf(manifest, page)
    pages.set(page, known)
    return known
  }
  return { render, paths: async () => paths, assets, folder: client, worker: await workerOf(folder, manifest) }
}

/** What can be read without a network, whatever was opened before, and what it takes: see web/sync/worker/worker.ts. */
const readableOffline = [
  'web/pages/cart.tsx',
  'web/pages/orders.tsx',
  'web/sync/offline/offline.tsx',
  'web/sync/cache/answers.ts',
  'web/sync/live/connection.ts',
]

/** The worker's program, with the name of the build above it: another build, another worker. */
async function workerOf(folder: string, manifest: Record<string, Chunk>): Promise<string> {
  const program = await readFile(join(folder, 'worker/worker.js'), 'utf8')
  const id = createHash('sha256').update(JSON.stringify(manifest)).update(program).digest('base64url').slice(0, 12)
  const files = reach(manifest, readableOffline).map(({ file }) => `/${file}`)
  return `self.build=${JSON.stringify({ id, files })};\n${program}`
}

function assetsOf(manifest: Record<string, Chunk>, page: string): PageAssets {
  const scripts = entries.flatMap((name) => manifest[name]?.file ?? [])
  const chunks = firstLoad(manifest, page)
  const url = (file: string) => `/${file}`
  return {
    scripts: scripts.map(url),
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].map(url),
    modules: [...new Set(chunks.map(({ file }) => file))].filter((file) => !scripts.includes(file)).map(url),
    // The face with the letters of English; the other holds what is rarer.
    fonts: [...new Set(chunks.flatMap(({ assets }) => assets ?? []))]
      .filter((file) => /display-latin.*\.woff2$/.test(file))
      .map(url),
  }
}

const entries = ['web/app/start-up/replay-early-click.ts', 'web/app/entry-client.tsx']

/** Everything that a page loads before it can be used. */
export function firstLoad(manifest: Record<string, Chunk>, page: string): Chunk[] {
  return reach(manifest, [...entries, `web/pages/${page}.tsx`])
}

/** These chunks and all that they import before they can run. */
function reach(manifest: Record<string, Chunk>, names: readonly string[]): Chunk[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name) || !manifest[name]) return
    seen.add(name)
    for (const each of manifest[name].imports ?? []) visit(each)
  }
  for (const name of names) visit(name)
  return [...seen].flatMap((name) => manifest[name] ?? [])
}
