import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import type { Icon } from '../media/app-icon.ts'
import { brandStyles, type Look, logoFile } from '../media/brand.ts'
import { coloursOf } from '../media/colours.ts'
import { afterFailure, draw } from '../media/drawing.ts'
import { takeDrawingTurn } from '../media/drawing-queue.ts'
import { originalOf, type Pictures, type StoredPicture } from '../media/pictures.ts'
import { type Films, type Part, readFilm } from '../restaurant/films.ts'
import { encodingFor } from './compress.ts'
import { refuse } from './problems.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/** The file extensions of the encodings. Browsers accept brotli only over https, so gzip is needed as well. */
const endings = { br: 'br', gzip: 'gz' } as const

/** The cache header for files whose name changes with the content. */
export const forever = 'public, max-age=31536000, immutable'

/** Serves the build's files (under hashed names, compressed at build time) from `folder`/assets. */
export function serveAssets(app: Hono, folder: string): void {
  app.get('/assets/:file{[\\w.-]+}', async (context) => {
    const file = context.req.param('file')
    const type = types[extname(file)]
    if (!type) throw refuse('not-found', 'There is no such file.')
    const path = join(folder, 'assets', file)
    const encoding = encodingFor(context.req.header('accept-encoding'))
    const compressed = encoding && (await readFile(`${path}.${endings[encoding]}`).catch(() => undefined))
    const body = compressed ?? (await readFile(path).catch(() => undefined))
    // A page of an older build may request a deleted file. The 404 must not be cached.
    if (!body) throw refuse('not-found', 'There is no such file.')
    return new Response(body, {
      headers: {
        'Content-Type': type,
        'Cache-Control': forever,
        Vary: 'Accept-Encoding',
        ...(encoding && compressed && { 'Content-Encoding': encoding }),
      },
    })
  })
}

/** Serves pictures under /media and link preview pictures under /cards. */
export function servePictures(app: Hono, pictures: Pictures): void {
  app.on('GET', ['/media/:file{[\\w.-]+}', '/cards/:file{[\\w.-]+}'], async (context) => {
    const picture = await pictures.get(context.req.param('file'))
    if (!picture) throw refuse('not-found', 'There is no such picture.')
    return new Response(picture.body, {
      headers: { 'Content-Type': picture.type, 'Cache-Control': forever },
    })
  })
}

/** Serves films with range requests, which Safari requires. */
export function serveFilms(app: Hono, { files }: Pick<Films, 'files'>): void {
  app.get('/media/films/:file{[\\w.-]+}', async (context) => {
    const file = files.get(context.req.param('file'))
    if (!file) throw refuse('not-found', 'There is no such film.')
    // An If-Range header names a version of the file by a validator. Films have none, so such a request gets the whole
    // film.
    const part = partOf(context.req.header('if-range') ? undefined : context.req.header('range'), file.bytes)
    const headers = new Headers({ 'Content-Type': file.type, 'Cache-Control': forever, 'Accept-Ranges': 'bytes' })
    if (part === 'beyond') {
      headers.delete('Cache-Control')
      headers.set('Content-Range', `bytes */${file.bytes}`)
      return new Response(null, { status: 416, headers })
    }
    const { from, to } = part ?? { from: 0, to: file.bytes - 1 }
    headers.set('Content-Length', String(to - from + 1))
    if (part) headers.set('Content-Range', `bytes ${from}-${to}/${file.bytes}`)
    const status = part ? 206 : 200
    if (context.req.method === 'HEAD') return new Response(null, { status, headers })
    const body = await readFilm(file, { from, to })
    if (!body) throw refuse('not-found', 'There is no such film.')
    return new Response(Readable.toWeb(body) as ReadableStream, { status, headers })
  })
}

/**
 * Returns the part that a Range header requests: 'bytes=0-99', 'bytes=100-', or 'bytes=-100' for the last bytes.
 * Undefined means the whole file, which RFC 9110 allows for any other range, such as several parts.
 */
function partOf(range: string | undefined, bytes: number): Part | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'beyond' : { from: bytes - length, to: bytes - 1 }
  }
  const from = Number(first)
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= bytes ? 'beyond' : { from, to }
}

const favicon = 'favicon.ico'

/** Icons of browser tabs, iOS and Android home screens, the splash screen and the installed app's shortcuts. */
const icons: Readonly<Record<string, Icon | 'favicon' | 'vector'>> = {
  'icon-180.png': { size: 180, ground: 'bleed' },
  'icon-192.png': { size: 192, ground: 'tile' },
  'icon-512.png': { size: 512, ground: 'tile' },
  'maskable-192.png': { size: 192, ground: 'bleed' },
  'maskable-512.png': { size: 512, ground: 'bleed' },
  'menu-96.png': { size: 96, ground: 'tile', sign: 'menu' },
  'orders-96.png': { size: 96, ground: 'tile', sign: 'orders' },
  'icon.svg': 'vector',
  [favicon]: 'favicon',
}

const logoIcon: Icon = { size: 192, ground: 'tile' }

/**
 * Serves icons with the restaurant's current colours and logo, its logo for pages, and the style sheet with its colours
 * and logo. Draws only the current logo. A previous logo is served only if it was drawn before.
 */
export function serveBrand(
  app: Hono,
  { look, findStored }: { look: () => Promise<Look>; findStored: (name: string) => Promise<StoredPicture | undefined> },
): void {
  let drawnFor = ''
  let drawn = new Map<string, Promise<Buffer>>()
  let before = drawn
  const drawIcon = async (icon: Icon | 'favicon' | 'vector', { colours, logo }: Look) => {
    const stored = logo === undefined ? undefined : await findStored(logo)
    return draw({ kind: 'icon', icon, colours: coloursOf(colours), logo: stored && (await originalOf(stored)) })
  }
  app.on('GET', [`/${favicon}`, '/icons/:file{[\\w.-]+}'], async (context) => {
    const file = context.req.param('file') ?? favicon
    const isLogo = /^logo-[0-9a-f]{16}\.png$/.test(file)
    if (!isLogo && !Object.hasOwn(icons, file)) throw refuse('not-found', 'There is no such icon.')
    const now = await look()
    const of = JSON.stringify(now)
    if (of !== drawnFor) {
      before = drawn
      drawn = new Map()
      drawnFor = of
    }
    const kept = drawn
    const icon = now.logo !== undefined && file === logoFile(now.logo) ? logoIcon : icons[file]
    let body = (icon ? kept : before).get(file)
    if (!icon && !body) throw refuse('not-found', 'There is no such logo.')
    if (icon && !body) {
      body = takeDrawingTurn('request', () => drawIcon(icon, now))
      kept.set(file, body)
      body.catch(() => afterFailure(() => kept.delete(file)))
    }
    return new Response(await body, {
      headers: {
        'Content-Type': types[extname(file)] ?? '',
        'Cache-Control': isLogo ? forever : 'public, max-age=86400',
      },
    })
  })

  // The style sheet is served beside the build's files, so the service worker caches it like those files.
  app.get('/assets/:file{brand-[\\w-]+\\.css}', (context) => {
    const styles = brandStyles(context.req.param('file').slice('brand-'.length, -'.css'.length))
    if (styles === undefined) throw refuse('not-found', 'There is no such file.')
    return new Response(styles, { headers: { 'Content-Type': types['.css'] ?? '', 'Cache-Control': forever } })
  })
}
