import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import { answerFailures } from './guard.ts'
import { originOf } from './origin.ts'
import { serveSeo } from './seo.ts'
import type { Web } from './web-build.ts'

async function originFor(host: string, publicUrl?: string): Promise<[status: number, text: string]> {
  const app = new Hono()
  answerFailures(app, () => {})
  app.get('*', (context) => context.text(originOf(context, publicUrl)))
  const response = await app.request(`http://${host}/menu`)
  return [response.status, await response.text()]
}

test.each(['grill.example', 'localhost:3000', '192.168.1.20', '[::1]:3000', 'my_server', 'xn--in-fka.example'])(
  "a server without a public address uses the request's host: %s",
  async (host) => {
    expect(await originFor(host)).toEqual([200, `http://${host}`])
  },
)

test.each(['a"b', "a'b", 'a$`b', 'a$&b', 'a;b', 'a(b)', 'a,b', `${'a'.repeat(254)}`])(
  'SAFE-15: an invalid Host header is refused: %s',
  async (host) => {
    expect((await originFor(host))[0]).toBe(422)
    expect(await originFor(host, 'https://grill.example')).toEqual([200, 'https://grill.example'])
  },
)

test.each(['/robots.txt', '/sitemap.xml'])(
  'SAFE-15: a response to %s is cacheable only if its addresses are built from the public address, not from a Host header',
  async (path) => {
    const read = async (publicUrl: string | undefined) => {
      const app = new Hono()
      const web = { paths: async () => ({ listed: ['/'], closed: ['/orders'] }) } as unknown as Web
      const site = async () => ({ categories: [], farm: null }) as unknown as Site
      serveSeo(app, { web, publicUrl, site, isOpen: async () => true })
      const response = await app.request(`http://evil.example${path}`)
      return { text: await response.text(), kept: response.headers.get('cache-control') }
    }
    expect(await read(undefined)).toEqual({ text: expect.stringContaining('http://evil.example/'), kept: 'no-store' })
    const known = await read('https://grill.example')
    expect(known).toEqual({ text: expect.stringContaining('https://grill.example/'), kept: 'public, max-age=3600' })
    expect(known.text).not.toContain('evil.example')
  },
)
