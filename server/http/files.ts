import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Hono } from 'hono'
import { renderIcon } from '../media/icon.ts'
import type { Pictures } from '../media/pictures.ts'
import { refuse } from './problems.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
}

/** The name changes with the content, so what was fetched once is never asked for again. */
const forever = 'public, max-age=31536000, immutable'

/** Serves the build's files (under hashed names, compressed at build time) from `folder`/assets. */
export function serveAssets(app: Hono, folder: string): void {
  app.get('/assets/:file{[\\w.-]+}', async (context) => {
    const file = context.req.param('file')
    const type = types[extname(file)]
    if (!type) throw refuse('not-found', 'There is no such file.')
    const path = join(folder, 'assets', file)
    const accepts = context.req.header('accept-encoding') ?? ''
    const compressed = /\bbr\b/.test(accepts) ? await readFile(`${path}.br`).catch(() => undefined) : undefined
    const body = compressed ?? (await readFile(path).catch(() => undefined))
    // A page of an older build may ask for what is gone; it must not be cached as such.
    if (!body) throw refuse('not-found', 'There is no such file.')
    return new Response(new Uint8Array(body), {
      headers: {
        'Content-Type': type,
        'Cache-Control': forever,
        Vary: 'Accept-Encoding',
        ...(compressed && { 'Content-Encoding': 'br' }),
      },
    })
  })
}

export function servePictures(app: Hono, pictures: Pictures): void {
  app.get('/media/:file{[\\w.-]+}', async (context) => {
    const picture = await pictures.get(context.req.param('file'))
    if (!picture) throw refuse('not-found', 'There is no such picture.')
    return new Response(new Uint8Array(picture.body), {
      headers: { 'Content-Type': picture.type, 'Cache-Control': forever },
    })
  })
}

/** The sizes browsers and phones ask for: tab, iOS home screen, Android home screen and splash. */
const icons: Readonly<Record<string, { size: number; maskable: boolean }>> = {
  'icon-32.png': { size: 32, maskable: false },
  'icon-96.png': { size: 96, maskable: false },
  'icon-180.png': { size: 180, maskable: true },
  'icon-192.png': { size: 192, maskable: true },
  'icon-512.png': { size: 512, maskable: true },
}

export function serveIcons(app: Hono): void {
  const drawn = new Map<string, Promise<Buffer>>()
  app.get('/icons/:file{[\\w.-]+}', async (context) => {
    const file = context.req.param('file')
    const icon = icons[file]
    if (!icon) throw refuse('not-found', 'There is no such icon.')
    const body = drawn.get(file) ?? renderIcon(icon.size, { maskable: icon.maskable })
    drawn.set(file, body)
    return new Response(new Uint8Array(await body), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
    })
  })
}
