import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../process/start-error.ts'

/**
 * The files that a page starts with. `web/app/entry-render.tsx` declares the same shape: server and web never import
 * each other.
 */
type PageAssets = {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly modules: readonly string[]
  readonly fonts: readonly string[]
}

/** Renders a page; undefined if the path has none. */
export type Render = (request: {
  /** The page's path; undefined renders the page for all paths without a page. */
  readonly path: string | undefined
  readonly origin: string
  readonly cursor: string
  /** Returns the link preview picture of a page by its path: `/cards/{card}`. */
  readonly cardOf: (path: string) => string | undefined
  readonly assets: (page: string) => PageAssets
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
}) => Promise<string | undefined>

/** Page paths that search engines should list, and paths that they should not open. */
export type Paths = { readonly listed: readonly string[]; readonly closed: readonly string[] }

/** The parts of the web build that the server uses: the renderer and the names of the files. */
export type Web = {
  readonly render: Render
  readonly paths: () => Promise<Paths>
  readonly assets: (page: string) => PageAssets
  /** The folder whose `assets/` is served; undefined if Vite serves them. */
  readonly folder: string | undefined
  /** The source of the service worker. Undefined removes the service worker from browsers. */
  readonly worker?: string | undefined
  /** Vite in development, which handles requests first. */
  readonly middleware?: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
}

type Chunk = {
  readonly file: string
  readonly css?: string[]
  readonly imports?: string[]
  readonly assets?: string[]
  readonly dynamicImports?: string[]
}

export const buildFolder = fileURLToPath(new URL('../../dist', import.meta.url))

/** Reads the output of `npm run build`. Throws StartError if there is none. */
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

/** Modules that the worker caches at installation, so these pages open offline: see web/data/worker/worker.ts. */
const readableOffline = [
  'web/customer/cart/cart-page.tsx',
  'web/customer/cart/cart-lines.tsx',
  'web/customer/cart/fulfilment.tsx',
  'web/customer/orders/order-tabs.tsx',
  'web/customer/orders/orders-page.tsx',
  'web/app/offline.tsx',
  'web/data/cache/answers.ts',
  'web/data/live/connection.ts',
]

/** Returns the worker's source below the build's id, so browsers install a new worker for a new build. */
async function workerOf(folder: string, manifest: Record<string, Chunk>): Promise<string> {
  const program = await readFile(join(folder, 'worker/worker.js'), 'utf8')
  const id = createHash('sha256').update(JSON.stringify(manifest)).update(program).digest('base64url').slice(0, 12)
  const files = reach(manifest, readableOffline).map(({ file }) => `/${file}`)
  return `self.build=${JSON.stringify({ id, files })};\n${program}`
}

function assetsOf(manifest: Record<string, Chunk>, page: string): PageAssets {
  const scripts = entries.flatMap((name) => manifest[name]?.file ?? [])
  const chunks = firstLoad(manifest, page)
  const later = reach(manifest, shownWithData[page] ?? [])
  const style = styleOf(manifest, page)
  const url = (file: string) => `/${file}`
  return {
    scripts: scripts.map(url),
    styles: style ? [url(style.file)] : [],
    modules: [...new Set([...chunks, ...later].map(({ file }) => file))]
      .filter((file) => !scripts.includes(file))
      .map(url),
    // The font with English letters and the naira sign; the other files contain rarer letters.
    fonts: (style?.assets ?? []).filter((file) => /display-latin-[\w-]{8}\.woff2$/.test(file)).map(url),
  }
}

/**
 * Modules that show a person's own data. A page imports its module only when the data arrives. The page's head lists
 * the module as well, so that a slow network loads the module and its imports in parallel.
 */
const shownWithData: Readonly<Record<string, readonly string[]>> = {
  orders: ['web/customer/orders/order-tabs.tsx'],
  payment: ['web/customer/payment/quote-view.tsx'],
  account: ['web/customer/orders/order-history.tsx'],
}

const entries = ['web/app/start-up/replay-early-click.ts', 'web/app/entry-client.tsx']

const staffPages = 'web/app/navigation/staff-pages.ts'

/** Returns the chunks that a page loads before it is interactive. */
export function firstLoad(manifest: Record<string, Chunk>, page: string): Chunk[] {
  return reach(manifest, [...entries, ...(isOfStaff(manifest, page) ? [staffPages] : []), fileOf(manifest, page)])
}

export function isOfStaff(manifest: Record<string, Chunk>, page: string): boolean {
  return manifest[staffPages]?.dynamicImports?.includes(fileOf(manifest, page)) === true
}

/** Returns the file of a page in the manifest; '' if the build has none. */
function fileOf(manifest: Record<string, Chunk>, page: string): string {
  return Object.keys(manifest).find((file) => file.endsWith(`/${page}-page.tsx`)) ?? ''
}

/**
 * Returns the style sheet of a page. Each page needs only one, because the staff's style sheet includes the customers'.
 */
export function styleOf(manifest: Record<string, Chunk>, page: string): Chunk | undefined {
  return manifest[`web/app/styles/${isOfStaff(manifest, page) ? 'staff' : 'customers'}.css`]
}

/** Returns these chunks and their static imports. */
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
