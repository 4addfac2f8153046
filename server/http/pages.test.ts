import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { answerUnchanged } from './etag.ts'
import { servePages } from './pages.ts'
import type { Web } from './web-build.ts'

const rendered: (string | undefined)[] = []
const content = Array.from({ length: 500 }, (_, number) => number ** 3).join(' ')
const web: Web = {
  render: async ({ path, origin }) => {
    rendered.push(path)
    if (path?.startsWith('/nothing')) return undefined
    return `<link rel="canonical" href="${origin}${path}"/>${path}${content}`
  },
  paths: async () => ({ listed: [], closed: [] }),
  assets: () => ({ scripts: [], styles: [], modules: [], fonts: [] }),
  folder: undefined,
}
const app = new Hono()
answerUnchanged(app)
const pages = servePages(app, {
  web,
  origin: (context) => new URL(context.req.url).origin,
  cursor: () => '',
  cards: async () => () => undefined,
  redirect: async () => undefined,
  isOpen: async () => true,
  cache: () => true,
})
beforeEach(() => {
  pages.clear()
  rendered.length = 0
})

const textOf = async (url: string) => (await app.request(url)).text()

test('SAFE-14: forged Host headers use no room in the page cache: a page is rendered once, and each request’s origin is filled in', async () => {
  for (let host = 0; host < 500; host++) {
    expect(await textOf(`http://host-${host}.example/menu/grills`)).toContain(
      `"http://host-${host}.example/menu/grills"`,
    )
  }
  expect(await textOf('https://grill.example/menu/grills')).toContain('href="https://grill.example/menu/grills"')
  expect(rendered).toEqual(['/menu/grills'])
})

test('SAFE-14: characters of a Host header that have a meaning in a replacement pattern are kept literally', async () => {
  for (const host of ['a$`b.example', 'a$&b.example', "a$'b.example"]) {
    expect(await textOf(`http://${host}/menu/grills`)).toContain(
      `<link rel="canonical" href="http://${host}/menu/grills"/>`,
    )
  }
})

test('SAFE-14: made-up order numbers use no room in the page cache: all receipts share one page, filled in with the number', async () => {
  await textOf('http://grill.example/menu/grills')
  for (let id = 0; id < 500; id++) {
    const path = `/orders/${String(id).padStart(9, 'A')}/receipt`
    expect(await textOf(`http://grill.example${path}`)).toContain(`href="http://grill.example${path}"`)
  }
  await textOf('http://grill.example/menu/grills')
  expect(rendered).toEqual(['/menu/grills', '/orders/ZZZZZZZZZ/receipt'])
})

test('SAFE-14: a full page cache evicts the least recently requested page, and missing pages use no room', async () => {
  const asked = async (path: string) => {
    const before = rendered.length
    await textOf(`http://grill.example${path}`)
    return rendered.length > before
  }
  await asked('/first')
  for (let page = 0; page < 500; page++) {
    await asked(`/page-${page}`)
    await asked(`/nothing-${page}`)
    expect(await asked('/first')).toBe(false)
  }
  expect(await asked('/page-499')).toBe(false)
  expect(await asked('/page-0')).toBe(true)
})

test('SAFE-14: made-up paths share one page, which is rendered once for any number of requests, and evict no other page', async () => {
  await textOf('http://grill.example/menu/grills')
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, number) => app.request(`http://grill.example/nothing-${number}`)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  expect(rendered.filter((path) => path === undefined)).toHaveLength(1)
  rendered.length = 0
  await textOf('http://grill.example/menu/grills')
  expect(rendered).toEqual([])
})

test('SPEED-4: a page is rendered once for any number of concurrent requests, and again after a change', async () => {
  const askAll = () => Promise.all(Array.from({ length: 200 }, () => textOf('http://grill.example/menu/grills')))
  expect(new Set(await askAll()).size).toBe(1)
  expect(rendered).toEqual(['/menu/grills'])
  pages.clear()
  await askAll()
  expect(rendered).toEqual(['/menu/grills', '/menu/grills'])
})

test('SAFE-14: a page has one ETag for each origin, and returns 304 for that ETag', async () => {
  const [one, other] = [await app.request('http://a.example/cart'), await app.request('http://b.example/cart')]
  const etag = one.headers.get('etag') ?? ''
  expect(other.headers.get('etag')).not.toBe(etag)
  const again = await app.request('http://a.example/cart', { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
  // Proxies send lists of tags, or a tag without its W/.
  for (const known of [`"another", ${etag}`, etag.replace('W/', ''), '*']) {
    const proxied = await app.request('http://a.example/cart', { headers: { 'If-None-Match': known } })
    expect([known, proxied.status]).toEqual([known, 304])
  }
})

test('a page is compressed more strongly from its second request on', async () => {
  const read = async () => {
    const response = await app.request('http://small.example/cart', { headers: { 'Accept-Encoding': 'br' } })
    return Buffer.from(await response.arrayBuffer())
  }
  const first = await read()
  await expect.poll(async () => (await read()).length).toBeLessThan(0.96 * first.length)
  expect(brotliDecompressSync(await read()).equals(brotliDecompressSync(first))).toBe(true)
})

test('a page is not sent in an encoding that the client refuses', async () => {
  for (const [accepts, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
  ] as const) {
    const response = await app.request('http://a.example/cart', { headers: { 'Accept-Encoding': accepts } })
    expect([accepts, response.headers.get('content-encoding')]).toEqual([accepts, encoding])
  }
})
