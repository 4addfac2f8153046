import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Site } from '#contract/site.ts'
import { type Person, signIn, signUp } from '../faults/people.ts'
import { freshDatabase } from '../support/database.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'
import { clearDataDir, startServer, temporaryDataDir } from '../support/running-server.ts'

// Runs the real program with a restaurant of three categories, without a farm, a film or a slide.

const folder = fileURLToPath(new URL('../restaurants/three-categories', import.meta.url))
const ids = (await readdir(`${folder}/menu`)).sort().map((file) => file.slice(3, -5))
const pages = ids.map((id) => `/menu/${id}`)

const database = await freshDatabase()
cheapHashesOfPrograms()
const dataDir = await temporaryDataDir()
const env = {
  RESTAURANT_DIR: folder,
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  TRUSTED_PROXIES: '1',
  DEMO_STAFF: 'on',
}
let server = await startServer({ env })
const { url } = server
const passwords = new Map(
  [...server.stdout().matchAll(/^ +(desk|kitchen|cashier|rider) +(\S+)/gm)].map(([, name, password]) => [
    name,
    password,
  ]),
)
afterAll(async () => {
  await server.stop()
  await clearDataDir(dataDir)
})

const at = (path: string) => new URL(path, url)
const json = async <Body>(path: string) => (await (await fetch(at(path))).json()) as Body

/** Returns the paths within the site to which a page links, including those of pictures and scripts. */
function linksOf(html: string): string[] {
  const links = html.matchAll(/ (?:href|src)="([^"#]+)/g)
  return [...links].map(([, link = '']) => link.replaceAll('&amp;', '&')).filter((link) => /^\/(?!\/)/.test(link))
}

test('OWNER-7: every link on the home page and in the sitemap works', async () => {
  const sitemap = await (await fetch(at('/sitemap.xml'))).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname)
  expect(listed).toEqual(['/', ...pages])

  const seen = new Set<string>(listed)
  const broken: string[] = []
  for (const path of seen) {
    const response = await fetch(at(path))
    if (response.status !== 200) broken.push(`${path}: ${response.status}`)
    const body = await response.text()
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue
    for (const link of linksOf(body)) seen.add(link)
  }
  expect(broken).toEqual([])
  expect([...seen]).toEqual(expect.arrayContaining(['/menu', '/cart', ...pages]))
}, 60_000)

test('OWNER-7: no page of a restaurant without a farm names or links a farm', async () => {
  expect((await json<Site>('/api/site')).farm).toBeNull()
  for (const path of ['/', '/cart', ...pages]) {
    const html = await (await fetch(at(path))).text()
    expect(linksOf(html), path).not.toContain('/farm')
    expect(html.replace(/<script.*?<\/script>/gs, ''), path).not.toMatch(/\b(?:farm|ram)\b/i)
  }
  const farm = await fetch(at('/farm'))
  expect(farm.status).toBe(404)
  expect(await farm.text()).toContain('Page Not Found')
  expect((await fetch(at('/api/farm'))).status).toBe(404)
})

test('OWNER-7: /menu redirects to the first listed category, also after another category was moved to the front', async () => {
  const target = async () => {
    const response = await fetch(at('/menu'), { redirect: 'manual' })
    return [response.status, response.headers.get('location')]
  }
  expect(await target()).toEqual([302, pages[0]])
  await database.pool.query('update categories set position = -1 where id = $1', [ids[1]])
  expect(await target()).toEqual([302, pages[1]])
  await database.pool.query('update categories set position = -2, listed = false where id = $1', [ids[2]])
  expect(await target()).toEqual([302, pages[1]])
  await database.pool.query('update categories set listed = true, position = array_position($1, id)', [ids])
  expect(await target()).toEqual([302, pages[0]])
})

test('OWNER-7: a customer of another restaurant signs up and orders, and staff complete the order', async () => {
  const { items } = await json<CategoryPage>(`/api${pages[0]}`)
  const [dish] = items
  const guest = await signUp(url, 1, 'old-town')
  const desk = await signIn(url, 'desk', passwords.get('desk') ?? '')
  const post = async <Body>(person: Person, path: string, body: object) =>
    (await person.send<Body>('POST', path, body)).body

  const quote = await post<Quote>(guest, '/api/quotes', {
    items: [{ itemId: dish?.id, selection: { pieces: { ten: 1 } }, quantity: 2 }],
    deliveryMethod: 'delivery',
    deliveryAddress: '1 Palm Street',
    locationId: 'old-town',
  })
  expect(quote).toMatchObject({ subtotal: 12_000, deliveryFee: 1200, totalAmount: 13_200 })
  const account = quote.accounts[0]?.id
  const placed = await post<Order>(guest, '/api/orders', { quoteId: quote.id })
  expect(placed).toMatchObject({ orderId: quote.id, status: 'pending', totalAmount: quote.totalAmount })

  const read = async () => (await guest.send<Order>('GET', `/api/orders/${quote.id}`)).body
  const step = (name: string, body: object = {}) => post(desk, `/api/orders/${quote.id}/${name}`, body)
  await step('confirm-payment', {
    accountId: account,
    amount: quote.totalAmount,
    sender: 'ADA OBI',
    sessionId: `000015${quote.id}`,
  })
  expect(await read()).toMatchObject({ status: 'pending', payment: 'found' })
  await step('start')
  expect((await read()).status).toBe('preparing')
  await step('mark-ready')
  expect((await read()).status).toBe('ready')
  await step('complete')
  expect((await read()).status).toBe('completed')
})

test('OWNER-7: a server that restarts does not read the restaurant folder again', async () => {
  await server.stop()
  server = await startServer({ env: { ...env, RESTAURANT_DIR: dataDir } })
  const site = (await (await fetch(new URL('/api/site', server.url))).json()) as Site
  expect(site.categories.map(({ id }) => id)).toEqual(ids)
  expect((await fetch(new URL('/farm', server.url))).status).toBe(404)
}, 60_000)
