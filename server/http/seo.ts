import type { Context, Hono } from 'hono'
import type { Site } from '#contract/site.ts'
import { colours } from '../media/colours.ts'
import { escaped } from './escaped.ts'
import { originOf } from './origin.ts'
import type { Web } from './web-build.ts'

type SeoParts = {
  readonly web: Web
  /** The public address, such as 'https://order.example.com'. */
  readonly publicUrl: string | undefined
  readonly site: () => Promise<Site>
  readonly isOpen: () => Promise<boolean>
}

/** Serves robots.txt, the sitemap and the web app manifest. */
export function serveSeo(app: Hono, { web, publicUrl, site, isOpen }: SeoParts): void {
  const origin = (context: Context) => originOf(context, publicUrl)
  /** Without a public address, the response contains the request's Host header, so caches must not store it. */
  const withOrigin = (body: string, type: string) =>
    publicUrl === undefined ? answer(body, type, 'no-store') : answer(body, type)

  app.get('/robots.txt', async (context) => {
    if (!(await isOpen())) return notYet('User-agent: *\nDisallow: /\n')
    const { closed } = await web.paths()
    const lines = [
      'User-agent: *',
      ...['/api/', ...closed].map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${origin(context)}/sitemap.xml`,
    ]
    return withOrigin(`${lines.join('\n')}\n`, 'text/plain; charset=utf-8')
  })

  app.get('/sitemap.xml', async (context) => {
    if (!(await isOpen())) return notYet('', 404)
    const [{ listed }, { categories, farm }] = await Promise.all([web.paths(), site()])
    const paths = listed
      .filter((path) => path !== '/farm' || farm !== null)
      .flatMap((path) =>
        path.includes(':category') ? categories.map(({ id }) => path.replace(':category', id)) : path,
      )
    // Without <lastmod>: a page changes with every availability change, and search engines ignore unreliable dates.
    const entries = paths.map((path) => `  <url><loc>${escaped(new URL(path, origin(context)).href)}</loc></url>\n`)
    return withOrigin(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`,
      'application/xml; charset=utf-8',
    )
  })

  app.get('/manifest.webmanifest', async () =>
    answer(JSON.stringify(manifestOf(await site())), 'application/manifest+json; charset=utf-8'),
  )
}

function manifestOf({ name, shortName, description, brand, categories: [first] }: Site) {
  const png = 'image/png'
  const icon = (file: string) => `/icons/${file}.png${brand ? `?${brand.key}` : ''}`
  return {
    id: '/',
    name,
    short_name: shortName,
    description,
    lang: 'en-NG',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: colours.ground,
    theme_color: brand?.dark ?? colours.ground,
    categories: ['food', 'shopping'],
    icons: [
      { src: icon('icon-192'), sizes: '192x192', type: png, purpose: 'any' },
      { src: icon('icon-512'), sizes: '512x512', type: png, purpose: 'any' },
      { src: icon('maskable-192'), sizes: '192x192', type: png, purpose: 'maskable' },
      { src: icon('maskable-512'), sizes: '512x512', type: png, purpose: 'maskable' },
    ],
    shortcuts: [
      {
        name: 'Menu',
        url: `/menu/${first?.id ?? ''}`,
        icons: [{ src: icon('menu-96'), sizes: '96x96', type: png }],
      },
      { name: 'Orders', url: '/orders', icons: [{ src: icon('orders-96'), sizes: '96x96', type: png }] },
    ],
  }
}

/** Returns a response for the time before the owner opens the restaurant. Caches must not store it. */
function notYet(body: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** Returns a response cached for an hour: these files change rarely. */
function answer(body: string, type: string, kept = 'public, max-age=3600'): Response {
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': kept } })
}
