import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import type { Farm } from '#contract/farm.ts'
import { withTodaysNames } from '#contract/last-release.ts'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { Site } from '#contract/site.ts'
import { choices } from '#domain/menu/menu.ts'
import { naira } from '#domain/money/money.ts'
import { createApp } from '#server/app.ts'
import { createAuth } from '#server/auth/auth.ts'
import { createTries } from '#server/auth/rate-limits.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { privateCodes } from '#server/conversations/private-code.ts'
import { items, photos } from '#server/db/schema.ts'
import { openLive } from '#server/live/live.ts'
import { draw, NotDrawn } from '#server/media/drawing.ts'
import { pictureName } from '#server/media/names.ts'
import { openPictures } from '#server/media/pictures.ts'
import { loadRestaurant } from '#server/menu-versions/load.ts'
import { findStored, namePhoto } from '#server/photos/photos.ts'
import { defaultRetention } from '#server/process/retention.ts'
import { serverKeys } from '#server/push/encryption.ts'
import { registerCards, registerPictures } from '#server/register-pictures.ts'
import { openFilms } from '#server/restaurant/films.ts'
import { readRestaurant } from '#server/restaurant/restaurant.ts'
import { changeSettings } from '#server/settings/settings.ts'
import { paths, render } from '#web/app/entry-render.tsx'
import { freshDatabase } from '../support/database.ts'
import { phonePhoto } from '../support/photos.ts'
import { clearDataDir, temporaryDataDir } from '../support/running-server.ts'

vi.mock('#server/media/drawing.ts', { spy: true })

// Tests real pages as search engines, chats and phones read them, rendered without a build.

const origin = 'https://order.grill.example'
const dataDir = await temporaryDataDir()
afterAll(() => clearDataDir(dataDir))

const database = await freshDatabase()
const folder = fileURLToPath(new URL('../../restaurant', import.meta.url))
await loadRestaurant(database, await readRestaurant(folder))
const log = () => {}
const secret = randomBytes(32).toString('hex')
const auth = createAuth({ database, secret, origin, emailHost: 'grill.example' })
const live = await openLive({ database, log })
afterAll(live.stop)
const pictures = await openPictures({
  sourceDir: join(folder, 'pictures'),
  dataDir,
  findStored: (name) => findStored(database.orm, name),
  log: { warn: log },
})
await registerPictures(database.orm, pictures)
await registerCards(database.orm, pictures)

const { app } = createApp({
  database,
  auth,
  sessions: createSessions({ database, auth }),
  tries: createTries({ database, secret }),
  live,
  pictures,
  films: await openFilms(folder),
  pushSender: { keys: serverKeys('a secret of the tests'), contact: 'mailto:owner@example.com' },
  codes: privateCodes('a secret of the tests'),
  origin: 'http://localhost',
  readDemoMenu: async () => [],
  web: {
    render,
    paths: async () => paths,
    assets: () => ({ scripts: [], styles: [], modules: [], fonts: [] }),
    folder: undefined,
  },
  log,
  publicUrl: origin,
  trustedProxies: 0,
  securityLog: { note: log },
  retention: defaultRetention,
  development: true,
})

async function read<Answer>(path: string): Promise<Answer> {
  return (await (await app.request(path)).json()) as Answer
}

async function page(path: string): Promise<string> {
  const response = await app.request(path)
  expect(response.status, path).toBe(200)
  return response.text()
}

const firstPages = new Map<string, Promise<string>>()

/** Returns a page as it was before any test changed its content. Tests share this rendering. */
function firstPage(path: string): Promise<string> {
  const rendered = firstPages.get(path) ?? page(path)
  firstPages.set(path, rendered)
  return rendered
}

const unescaped = (text: string) =>
  text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

function metas(html: string): Record<string, string> {
  const found = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return Object.fromEntries([...found].map(([, name = '', content = '']) => [name, unescaped(content)]))
}

type Thing = { readonly '@type': string; readonly [property: string]: unknown }

function things(html: string): Thing[] {
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  if (!block) return []
  const { '@context': context, '@graph': graph } = JSON.parse(block) as { '@context': string; '@graph': Thing[] }
  expect(context).toBe('https://schema.org')
  return graph
}

const thingOf = (html: string, type: string) => {
  const found = things(html).find((each) => each['@type'] === type)
  if (!found) throw new Error(`The page has no ${type}.`)
  return found
}

const site = await read<Site>('/api/site')
const menuPaths = site.categories.map(({ id }) => `/menu/${id}`)
const listed = ['/', ...menuPaths, '/farm']

test('the public answers from which pages are rendered equal the JSON that the API sends', async () => {
  const paths = ['site', 'locations', 'bestsellers', 'menu', 'menu/grills', 'home', 'farm', 'openapi.json']
  for (const path of paths) {
    const response = await app.request(`/api/${path}`)
    const sent = withTodaysNames(JSON.parse(await response.clone().text()))
    expect(await response.json(), path).toStrictEqual(sent)
  }
})

test('the sitemap lists the canonical address of every indexable page, and no other', async () => {
  const response = await app.request('/sitemap.xml')
  expect(response.headers.get('content-type')).toMatch(/^application\/xml/)
  const urls = [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
  expect(urls).toEqual(listed.map((path) => new URL(path, origin).href))
  for (const path of listed) {
    const html = await firstPage(path)
    expect(html).toContain(`<link rel="canonical" href="${new URL(path, origin).href}"/>`)
    expect(metas(html).robots, path).toBeUndefined()
  }
})

test('robots.txt names the sitemap and disallows the API and personal pages', async () => {
  const response = await app.request('/robots.txt')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const lines = (await response.text()).split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? [])
  expect(closed).toEqual(expect.arrayContaining(['/api/', '/checkout', '/payment', '/orders', '/account', '/desk']))
  for (const path of [...listed, '/cart', '/media/', '/cards/', '/assets/']) {
    expect(closed.filter((each) => path.startsWith(each))).toEqual([])
  }
  for (const path of closed.filter((each) => each !== '/api/')) expect(metas(await page(path)).robots).toBe('noindex')
})

test('every page has Open Graph data with a link preview card that is served', async () => {
  const cards = new Map<string, string[]>()
  for (const path of [...listed, '/cart', '/search']) {
    const html = await firstPage(path)
    const meta = metas(html)
    const title = unescaped(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
    expect(meta).toMatchObject({
      'og:type': 'website',
      'og:site_name': site.name,
      'og:locale': 'en_NG',
      'og:title': title,
      'og:description': meta.description,
      'og:url': new URL(path, origin).href,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining(site.name),
      'twitter:card': 'summary_large_image',
    })
    const card = meta['og:image'] ?? ''
    expect(card).toMatch(new RegExp(`^${origin}/cards/`))
    cards.set(card, [...(cards.get(card) ?? []), path])
  }
  expect([...cards.values()].filter((pages) => pages.length > 1)).toEqual([['/', '/cart', '/search']])

  const [first = ''] = cards.keys()
  const response = await app.request(new URL(first).pathname)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(response.headers.get('cache-control')).toContain('immutable')
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([width, height]).toEqual([1200, 630])
})

test('no two indexable pages have the same title or description', async () => {
  const pages = await Promise.all(listed.map(firstPage))
  for (const of of [
    (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1],
    (html: string) => metas(html).description,
  ]) {
    const all = pages.map(of)
    expect(all.every(Boolean)).toBe(true)
    expect(new Set(all).size).toBe(all.length)
  }
})

/**
 * The part of schema.org (version 29) that the pages use. `must` has the properties of a type that search engines
 * require, `may` has all its properties with the kind of their values.
 */
type Holds =
  | 'text'
  | 'url'
  | 'price'
  | 'count'
  | 'time'
  | 'phone'
  | 'flag'
  | 'number'
  | { readonly of: readonly string[] }
type Vocabulary = Readonly<
  Record<string, { readonly must: readonly string[]; readonly may: Readonly<Record<string, Holds>> }>
>

const one = (...of: string[]): Holds => ({ of })
const organisation: Record<string, Holds> = {
  name: 'text',
  alternateName: 'text',
  description: 'text',
  slogan: 'text',
  url: 'url',
  logo: 'url',
  image: 'url',
  telephone: 'phone',
  address: one('PostalAddress'),
  hasMap: 'url',
  sameAs: 'url',
  priceRange: 'text',
  openingHoursSpecification: one('OpeningHoursSpecification'),
  paymentAccepted: 'text',
  currenciesAccepted: 'text',
  potentialAction: one('OrderAction'),
  parentOrganization: one('Restaurant'),
}
const vocabulary: Vocabulary = {
  Restaurant: {
    must: ['name'],
    may: { ...organisation, servesCuisine: 'text', hasMenu: 'url', acceptsReservations: 'flag' },
  },
  LocalBusiness: { must: ['name', 'url', 'image', 'telephone', 'address'], may: organisation },
  PostalAddress: {
    must: ['streetAddress', 'addressCountry'],
    may: { streetAddress: 'text', addressLocality: 'text', addressCountry: 'text' },
  },
  OpeningHoursSpecification: {
    must: ['dayOfWeek', 'opens', 'closes'],
    may: { dayOfWeek: 'url', opens: 'time', closes: 'time' },
  },
  OrderAction: { must: ['target'], may: { target: one('EntryPoint'), deliveryMethod: 'url' } },
  SearchAction: { must: ['target', 'query-input'], may: { target: one('EntryPoint'), 'query-input': 'text' } },
  EntryPoint: { must: ['urlTemplate'], may: { urlTemplate: 'url' } },
  WebSite: {
    must: ['name', 'url'],
    may: {
      name: 'text',
      alternateName: 'text',
      url: 'url',
      inLanguage: 'text',
      publisher: one('reference'),
      potentialAction: one('SearchAction'),
    },
  },
  Menu: {
    must: ['name', 'hasMenuSection'],
    may: {
      name: 'text',
      url: 'url',
      inLanguage: 'text',
      provider: one('Restaurant'),
      hasMenuSection: one('MenuSection'),
    },
  },
  MenuSection: { must: ['name', 'hasMenuItem'], may: { name: 'text', hasMenuItem: one('MenuItem') } },
  MenuItem: {
    must: ['name', 'description', 'image', 'offers'],
    may: {
      name: 'text',
      description: 'text',
      image: 'url',
      offers: one('Offer', 'AggregateOffer'),
      suitableForDiet: 'url',
    },
  },
  Offer: {
    must: ['price', 'priceCurrency', 'availability'],
    may: { price: 'price', priceCurrency: 'text', availability: 'url' },
  },
  AggregateOffer: {
    must: ['lowPrice', 'highPrice', 'offerCount', 'priceCurrency', 'availability'],
    may: { lowPrice: 'price', highPrice: 'price', offerCount: 'count', priceCurrency: 'text', availability: 'url' },
  },
  BreadcrumbList: { must: ['itemListElement'], may: { itemListElement: one('ListItem') } },
  ListItem: { must: ['position', 'name', 'item'], may: { position: 'count', name: 'text', item: 'url' } },
  FAQPage: { must: ['mainEntity'], may: { url: 'url', mainEntity: one('Question') } },
  Question: { must: ['name', 'acceptedAnswer'], may: { name: 'text', acceptedAnswer: one('Answer') } },
  Answer: { must: ['text'], may: { text: 'text' } },
}

function faultsOf(thing: Thing, where: string): string[] {
  const type = vocabulary[thing['@type']]
  if (!type) return [`${where}: ${thing['@type']} is not in the vocabulary`]
  const missing = type.must.filter((property) => thing[property] === undefined)
  const own = Object.entries(thing).filter(([property]) => !['@type', '@id'].includes(property))
  return [
    ...missing.map((property) => `${where}: ${property} is missing`),
    ...(thing['@id'] === undefined || isAbsolute(thing['@id']) ? [] : [`${where}: @id is not absolute`]),
    ...own.flatMap(([property, value]) => {
      const holds = type.may[property]
      const place = `${where}.${property}`
      if (!holds) return [`${place} is no property of ${thing['@type']}`]
      const values = Array.isArray(value) ? value : [value]
      return values.length === 0 ? [`${place} is empty`] : values.flatMap((each) => valueFaults(each, holds, place))
    }),
  ]
}

const isAbsolute = (value: unknown) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)

function valueFaults(value: unknown, holds: Holds, place: string): string[] {
  if (typeof holds === 'object') {
    const inner = value as Thing
    if (holds.of.includes('reference')) return Object.keys(inner).join() === '@id' ? [] : [`${place} is no reference`]
    return holds.of.includes(inner['@type']) ? faultsOf(inner, place) : [`${place} is a ${inner['@type']}`]
  }
  const whole = typeof value === 'number' && Number.isSafeInteger(value)
  const right = {
    text: typeof value === 'string' && value.trim() === value && value !== '',
    url: isAbsolute(value),
    price: whole && value >= 0,
    count: whole && value > 0,
    number: typeof value === 'number',
    time: typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value),
    phone: typeof value === 'string' && /^\+\d{8,15}$/.test(value),
    flag: typeof value === 'boolean',
  }[holds]
  return right ? [] : [`${place}: ${JSON.stringify(value)} is no ${holds}`]
}

test.each(listed)('the structured data of %s is valid by schema.org', async (path) => {
  const found = things(await firstPage(path))
  expect(found.length).toBeGreaterThan(0)
  expect(found.flatMap((each) => faultsOf(each, each['@type']))).toEqual([])
})

test("the structured data of the home page has the restaurant's settings", async () => {
  const restaurant = thingOf(await firstPage('/'), 'Restaurant')
  expect(restaurant).toMatchObject({
    name: site.name,
    telephone: site.phone,
    url: `${origin}/`,
    servesCuisine: ['Nigerian', 'Barbecue'],
    currenciesAccepted: 'NGN',
    acceptsReservations: false,
    sameAs: site.socials.map(({ url }) => url),
    address: { addressLocality: 'Lagos', addressCountry: 'NG' },
    openingHoursSpecification: { opens: '00:00', closes: '23:59' },
  })
  expect(JSON.stringify(restaurant)).not.toMatch(/rating|review/i)
  const hours = restaurant.openingHoursSpecification as { dayOfWeek: string[] }
  expect(new Set(hours.dayOfWeek).size).toBe(7)
})

test('every dish of the structured data has the price and availability of the API', async () => {
  let sized = 0
  for (const path of menuPaths) {
    const { items, sources } = await read<CategoryPage>(`/api${path}`)
    const { hasMenuSection } = thingOf(await firstPage(path), 'Menu') as unknown as {
      hasMenuSection: { hasMenuItem: { name: string; offers: Record<string, unknown> }[] }
    }
    const listedItems = hasMenuSection.hasMenuItem
    expect(listedItems.map(({ name }) => name)).toEqual(items.map(({ name }) => name))
    for (const [index, item] of items.entries()) {
      const size = item.groups.find(({ role }) => role === 'size')
      const prices = size ? choices(size, sources).map(({ price }) => price) : [item.price]
      if (prices.length > 1) sized++
      expect(listedItems[index]?.offers, item.id).toMatchObject({
        priceCurrency: 'NGN',
        availability: `https://schema.org/${item.isAvailable ? 'InStock' : 'OutOfStock'}`,
        ...(prices.length > 1
          ? { lowPrice: Math.min(...prices), highPrice: Math.max(...prices), offerCount: prices.length }
          : { price: prices[0] }),
      })
    }
  }
  expect(sized).toBeGreaterThan(0)
})

test('a sold-out dish and a new price appear in the structured data', async () => {
  await database.orm
    .update(items)
    .set({ available: false, price: naira(4321) })
    .where(eq(items.id, 'coke'))
  const { hasMenuSection } = thingOf(await page('/menu/softdrinks'), 'Menu') as unknown as {
    hasMenuSection: { hasMenuItem: object[] }
  }
  expect(hasMenuSection.hasMenuItem[0]).toMatchObject({
    name: 'Coke',
    offers: { price: 4321, availability: 'https://schema.org/OutOfStock' },
  })
})

test('the structured data of the farm page has its questions and answers', async () => {
  const { faq } = await read<Farm>('/api/farm')
  const { mainEntity } = thingOf(await firstPage('/farm'), 'FAQPage') as unknown as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[]
  }
  expect(mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
    faq.map(({ question, answer }) => [question, answer]),
  )
})

test('personal pages have no structured data', async () => {
  for (const path of ['/cart', '/orders', '/desk']) expect(things(await page(path))).toEqual([])
})

test.each([
  ['/menu', 302, '/menu/breakfast'],
  ['/menu/', 302, '/menu/breakfast'],
  ['/menu/soft%20drinks', 301, '/menu/softdrinks'],
  ['/menu/Soft%20Drinks/', 301, '/menu/softdrinks'],
  ['/menu/soft%20drinks?from=card', 301, '/menu/softdrinks?from=card'],
  ['/menu/soft-drinks', 301, '/menu/softdrinks'],
  ['/menu/indomie', 301, '/menu/noodles'],
  ['/menu/GRILLS', 301, '/menu/grills'],
  ['/menu/fisherman%27s%20delight', 301, '/menu/fisherman-delight'],
  ['/menu//grills', 301, '/menu/grills'],
  ['//menu/grills//', 301, '/menu/grills'],
  ['/farm/', 301, '/farm'],
  // Browsers take a location that begins with // for another site, so the redirect has only one slash.
  ['//elsewhere.example/', 301, '/elsewhere.example'],
  ['///elsewhere.example', 301, '/elsewhere.example'],
])('HOME-4: the former address %s redirects with status %i to %s', async (path, status, to) => {
  const response = await app.request(`http://localhost${path}`)
  expect([response.status, response.headers.get('location')]).toEqual([status, to])
})

test.each([
  '/menu/nothing',
  '/menu/swallows',
  '/menu/No%20Such%20Thing',
  '/menu/%E0%A4%A',
  '/menu/%00',
  '/menu/!!!',
  '/menu/a%2Fb',
  '/%E0%A4%A',
])('FRAME-6: the unknown path %s returns 404 with the not-found page', async (path) => {
  const response = await app.request(`http://localhost${path}`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Page Not Found')
})

test('SAFE-14: the not-found page is the same for every URL and does not contain the URL', async () => {
  const [one, other] = await Promise.all(
    ['/menu/made-up-1', '/made-up/2'].map(async (path) => (await app.request(path)).text()),
  )
  expect(one).toBe(other)
  expect(one).not.toContain('made-up')
})

test("the web app manifest has the restaurant's settings, icons and shortcuts", async () => {
  const response = await app.request('/manifest.webmanifest')
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const manifest = (await response.json()) as {
    icons: { src: string; sizes: string; purpose: string }[]
    shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[]
  }
  expect(manifest).toMatchObject({
    id: '/',
    name: site.name,
    short_name: site.shortName,
    description: site.description,
    lang: 'en-NG',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ])
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Menu', '/menu/breakfast'],
    ['Orders', '/orders'],
  ])
  for (const { url } of manifest.shortcuts) await page(url)
  for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
    const { width, height } = await sharp(Buffer.from(await (await app.request(src)).arrayBuffer())).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('every icon that the home page names is served', async () => {
  const html = await page('/')
  const named = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(
    ([, href]) => href,
  )
  expect(named).toEqual(['/favicon.ico', '/icons/icon.svg', '/icons/icon-180.png', '/manifest.webmanifest'])
  const types = await Promise.all(
    named.map(async (href = '') => (await app.request(href)).headers.get('content-type')?.split(';')[0]),
  )
  expect(types).toEqual(['image/x-icon', 'image/svg+xml', 'image/png', 'application/manifest+json'])
  expect((await app.request('/icons/icon-31.png')).status).toBe(404)
})

const owner = { id: 'owner', role: 'owner' } as const
const change = (body: Parameters<typeof changeSettings>[1]['body']) =>
  changeSettings(database, { user: owner, body }, async () => {})

test('OWNER-4: pages, icons, manifest and link preview take the colours and the logo of the restaurant', async () => {
  const bytes = async (path: string) => Buffer.from(await (await app.request(path)).arrayBuffer())
  const cardOf = (html: string) => new URL(metas(html)['og:image'] ?? '').pathname
  const before = await page('/')
  const paths = [
    '/favicon.ico',
    '/icons/icon.svg',
    '/icons/icon-192.png',
    '/icons/maskable-512.png',
    '/icons/menu-96.png',
  ]
  const icons = await Promise.all(paths.map(bytes))
  expect(before).not.toContain('/assets/brand-')

  const { photo, preview } = { photo: 'b'.repeat(64), preview: await phonePhoto(400, 300) }
  await database.orm
    .insert(photos)
    .values({ id: photo, width: 400, height: 300, colour: '#808080', original: preview, preview })
  await change({ colours: { main: '#0b6b3a', second: '#f08030' }, logo: { photo } })
  const { brand } = await read<Site>('/api/site')
  const html = await page('/')
  expect(html).toContain(`href="${brand?.styles}"`)
  expect(html).toContain(`<meta name="theme-color" content="${brand?.dark}" media="(prefers-color-scheme: dark)"/>`)
  expect(html).toContain(`/icons/icon-180.png?${brand?.key}`)
  const styles = await (await app.request(brand?.styles ?? '')).text()
  expect(styles).toContain('--ember:#0b6b3a;')
  const [, logo = ''] = /url\((\/icons\/logo-[^)]+)\)/.exec(styles) ?? []
  expect((await sharp(await bytes(logo)).metadata()).width).toBe(192)
  for (const [at, path] of paths.entries()) expect((await bytes(path)).equals(icons[at] as Buffer), path).toBe(false)
  await expect
    .poll(() => read('/manifest.webmanifest'))
    .toMatchObject({
      theme_color: brand?.dark,
      icons: expect.arrayContaining([expect.objectContaining({ src: `/icons/icon-192.png?${brand?.key}` })]),
    })
  await expect.poll(async () => cardOf(await page('/'))).not.toBe(cardOf(before))
  expect((await sharp(await bytes(cardOf(await page('/')))).metadata()).format).toBe('jpeg')
  for (const path of ['/assets/brand-.css', '/assets/brand-zzzzzz-ffffff.css', `/icons/logo-${'0'.repeat(16)}.png`])
    expect((await app.request(path)).status, path).toBe(404)

  await change({ colours: null, logo: null })
  expect(await page('/')).not.toContain('/assets/brand-')
  expect((await bytes('/icons/icon-192.png')).equals(icons[2] as Buffer)).toBe(true)
})

test('SAFE-14: a page is sent with neither of the placeholders for origin and order id that the page cache stores', async () => {
  for (const path of ['/', '/menu/grills', '/farm', '/cart', '/orders', '/orders/7Q4M2KX9A/receipt']) {
    const text = await (await app.request(`http://localhost${path}`)).text()
    expect(text).toContain(`"path":"${path}"`)
    expect(text).not.toMatch(/origin\.invalid|ZZZZZZZZZ/)
  }
})

test('SAFE-14: 150 concurrent requests for pictures of any name and size draw only the pictures that the restaurant shows, each once', async () => {
  const ids = Array.from({ length: 5 }, (_, number) => String(number).repeat(64))
  for (const id of ids) {
    const original = await phonePhoto(300, 300, Number(id[0]))
    await database.orm
      .insert(photos)
      .values({ id, width: 300, height: 300, colour: '#808080', original, preview: original })
    await namePhoto(database.orm, { photo: id })
  }
  const [first = '', second = '', ...others] = ids
  const logoOf = (id: string) => `/icons/logo-${pictureName(id, undefined)}.png`
  const statuses = async (paths: readonly string[]) => {
    vi.mocked(draw).mockClear()
    const answers = await Promise.all(paths.map((path) => app.request(path)))
    return answers.map(({ status }) => status)
  }
  const count = (length: number, make: (at: number) => string) => Array.from({ length }, (_, at) => make(at))
  const hex = (at: number) => at.toString(16).padStart(16, '0')

  await change({ logo: { photo: first } })
  expect(await statuses(count(50, () => logoOf(first)))).toEqual(Array(50).fill(200))
  expect(draw).toHaveBeenCalledTimes(1)

  await change({ logo: { photo: second } })
  const madeUp = [
    // Logo addresses of photos that are not the logo, and addresses with made-up names.
    ...count(50, (at) => logoOf(others[at % others.length] ?? '')),
    ...count(25, (at) => `/icons/logo-${hex(at)}.png`),
    ...count(25, (at) => `/icons/icon-${at}.png`),
    ...count(25, (at) => `/media/${hex(at)}-480.webp`),
    ...count(15, (at) => `/media/${pictureName(second, undefined)}-${at + 481}.avif`),
    ...count(10, (at) => `/cards/home-${hex(at)}.jpg`),
  ]
  expect(await statuses(madeUp)).toEqual(Array(150).fill(404))
  expect(draw).not.toHaveBeenCalled()

  // An open page may still request the earlier logo.
  expect(await statuses(count(150, (at) => logoOf(at % 2 ? first : second)))).toEqual(Array(150).fill(200))
  expect(draw).toHaveBeenCalledTimes(1)
  expect(await statuses(count(20, (at) => `/icons/icon-512.png?${at}`))).toEqual(Array(20).fill(200))
  expect(draw).toHaveBeenCalledTimes(1)

  await change({ logo: { photo: others[0] ?? '' } })
  const [detail, file] = ['Please try again.', logoOf(others[0] ?? '')]
  vi.mocked(draw).mockClear().mockRejectedValueOnce(new NotDrawn(detail))
  const refused = await Promise.all([app.request(file), app.request(file)])
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '5'],
    [503, '5'],
  ])
  expect(await refused[0]?.json()).toMatchObject({ code: 'unavailable', detail })
  expect(draw).toHaveBeenCalledTimes(1)
  await change({ logo: null })
})
