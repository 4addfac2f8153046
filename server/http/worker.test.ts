import { runInNewContext } from 'node:vm'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { answerUnchanged } from './etag.ts'
import { serveWorker } from './worker.ts'

function serving(program: string | undefined) {
  const app = new Hono()
  answerUnchanged(app)
  serveWorker(app, program)
  return (headers: Record<string, string> = {}) => app.request('/worker.js', { headers })
}

test('LIVE-5: the service worker is revalidated at every visit and sent only if it changed', async () => {
  const request = serving('self.build={"id":"a","files":[]};\n')
  const first = await request()
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(first.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const again = await request({ 'If-None-Match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  const other = await serving('self.build={"id":"b","files":[]};\n')({
    'If-None-Match': first.headers.get('etag') ?? '',
  })
  expect(other.status).toBe(200)
})

test('LIVE-5: the service worker of a server without a build deletes its caches, unregisters itself and handles no request', async () => {
  const program = await (await serving(undefined)()).text()
  const listeners = new Map<string, (event: object) => void>()
  const deleted: string[] = []
  let unregistered = false
  const work: Promise<unknown>[] = []
  runInNewContext(program, {
    self: {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      skipWaiting: () => {},
      registration: {
        unregister: async () => {
          unregistered = true
        },
      },
    },
    caches: {
      keys: async () => ['buka-build-a', 'buka-pictures', 'somebody-elses'],
      delete: async (name: string) => deleted.push(name),
    },
  })
  listeners.get('activate')?.({ waitUntil: (each: Promise<unknown>) => work.push(each) })
  await Promise.all(work)
  expect(deleted).toEqual(['buka-build-a', 'buka-pictures'])
  expect(unregistered).toBe(true)
  expect(listeners.has('fetch')).toBe(false)
})
