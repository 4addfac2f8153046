import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Encoded } from './compress.ts'
import { openKept } from './kept.ts'
import type { Handlers } from './route.ts'
import { serve } from './serve.ts'

test('SPEED-4: after a settings change each public answer is read once, however many clients reread it at once', async () => {
  const reads: string[] = []
  const read = (name: string) => async () => {
    reads.push(name)
    return { name }
  }
  const paths = ['/api/site', '/api/home', '/api/farm', '/api/locations', '/api/menu']
  const handlers = Object.fromEntries(paths.map((path) => [`GET ${path}`, read(path)])) as unknown as Handlers
  const shared = openKept<Encoded>({ most: 100, longestAge: 60_000 })
  const app = new Hono()
  serve(app, handlers, { user: async () => undefined, address: () => '192.0.2.1' }, { shared })
  const rereadAll = async () => {
    const clients = Array.from({ length: 200 }, () => paths.map(async (path) => (await app.request(path)).json()))
    for (const answers of clients) expect(await Promise.all(answers)).toEqual(paths.map((name) => ({ name })))
  }
  await rereadAll()
  expect(reads.toSorted()).toEqual(paths.toSorted())
  // As the event of the change does.
  shared.clear()
  await rereadAll()
  expect(reads).toHaveLength(2 * paths.length)
})
