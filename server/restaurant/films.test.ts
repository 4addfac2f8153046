import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveFilms } from '../http/files.ts'
import { answerFailures, guardHeaders } from '../http/guard.ts'
import { type Films, openFilms } from './films.ts'

const restaurant = join(import.meta.dirname, '../../restaurant')
const app = new Hono()

let folder: string
let films: Films
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'films-'))
  await cp(join(restaurant, 'films.json'), join(folder, 'films.json'))
  await cp(join(restaurant, 'films'), join(folder, 'films'), { recursive: true })
  films = await openFilms(folder)
  answerFailures(app, () => {})
  guardHeaders(app, { https: false, development: false })
  serveFilms(app, films)
})
afterAll(() => rm(folder, { recursive: true }))

const filmOf = (id: string) => {
  const film = films.film(id)
  if (!film) throw new Error(`no film ${id}`)
  return film
}

test('the name of a film’s file changes only with the content of the file', async () => {
  const before = filmOf('pen')
  const copy = await mkdtemp(join(tmpdir(), 'films-'))
  await cp(folder, copy, { recursive: true })
  await writeFile(join(copy, 'films/pen.vtt'), 'WEBVTT\n')
  const after = (await openFilms(copy)).film('pen')
  await rm(copy, { recursive: true })
  expect(after?.sources).toEqual(before.sources)
  expect(after?.captions).toMatch(/^\/media\/films\/pen\.[0-9a-f]{8}\.vtt$/)
  expect(after?.captions).not.toBe(before.captions)
})

test('opening the films of a folder without films returns no film', async () => {
  const none = await openFilms(join(folder, 'films'))
  expect(none.film('pen')).toBeUndefined()
  expect(none.files.size).toBe(0)
})

type Answer = { status: number; headers: Headers; body: Buffer }

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const answer = await app.request(path, { headers, method })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

describe('films over HTTP', () => {
  let whole: Buffer
  let path: string
  beforeAll(async () => {
    path = filmOf('pen').sources[0]?.src ?? ''
    whole = await readFile(join(folder, 'films/pen.webm'))
  })

  test('a whole film is sent with permanent caching', async () => {
    const { status, headers, body } = await ask(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('video/webm')
    expect(headers.get('content-length')).toBe(String(whole.length))
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(body.equals(whole)).toBe(true)
  })

  test('every kind of film file has its content type', async () => {
    const { sources, captions, poster } = filmOf('plate')
    const paths = [...sources.map(({ src }) => src), captions, poster.avif, poster.webp]
    const kinds = await Promise.all(paths.map(async (each) => (await ask(each)).headers.get('content-type')))
    expect(kinds).toEqual(['video/webm', 'video/mp4', 'text/vtt; charset=utf-8', 'image/avif', 'image/webp'])
  })

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-100', 100, 100],
    ['bytes=1000-', 1000, -1],
    ['bytes=-500', -500, -1],
    ['bytes=0-999999999', 0, -1],
    ['bytes=-999999999', 0, -1],
  ] as const)('a part of a film is sent: %s', async (range, from, to) => {
    const first = from < 0 ? whole.length + from : from
    const last = to < 0 ? whole.length + to : to
    const { status, headers, body } = await ask(path, { Range: range })
    expect(status).toBe(206)
    expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/${whole.length}`)
    expect(headers.get('content-length')).toBe(String(last - first + 1))
    expect(body.equals(whole.subarray(first, last + 1))).toBe(true)
  })

  test.each(['bytes=999999999-', 'bytes=999999999-9999999999', 'bytes=-0'])(
    'the range %s, which is beyond the end of the film, returns 416',
    async (range) => {
      const { status, headers, body } = await ask(path, { Range: range })
      expect(status).toBe(416)
      expect(headers.get('content-range')).toBe(`bytes */${whole.length}`)
      expect(headers.get('cache-control')).toBeNull()
      expect(body.length).toBe(0)
    },
  )

  test.each([
    'bytes=',
    'bytes=-',
    'bytes=9-1',
    'bytes=a-b',
    'bytes=0-9,20-29',
    'lines=0-9',
    `bytes=${'9'.repeat(40)}-`,
  ])('the invalid or unsupported range %s returns the whole film', async (range) => {
    const { status, body } = await ask(path, { Range: range })
    expect(status).toBe(200)
    expect(body.length).toBe(whole.length)
  })

  test('a request for a part of an earlier version of a film gets the whole film', async () => {
    const { status, body } = await ask(path, { Range: 'bytes=0-9', 'If-Range': '"another"' })
    expect([status, body.length]).toEqual([200, whole.length])
  })

  test('a HEAD request for a film returns the same headers without a body', async () => {
    const all = await ask(path, {}, 'HEAD')
    expect([all.status, all.headers.get('content-length'), all.body.length]).toEqual([200, String(whole.length), 0])
    const part = await ask(path, { Range: 'bytes=0-9' }, 'HEAD')
    expect([part.status, part.headers.get('content-length'), part.body.length]).toEqual([206, '10', 0])
  })

  test.each([
    '/media/films/pen.webm',
    '/media/films/pen.00000000.webm',
    '/media/films/..%2f..%2fsettings.json',
    '/media/films/..%2Fpen.vtt',
    '/media/films/%2e%2e/films.json',
    '/media/films/films.json',
    '/media/films/',
  ])('the film %s is not found', async (wrong) => {
    expect((await ask(wrong)).status).toBe(404)
  })

  test('a film that was changed since the start is not served under its old name', async () => {
    const { captions } = filmOf('night-grill')
    const file = join(folder, 'films/night-grill.vtt')
    const text = await readFile(file)
    await writeFile(file, `${text}\n`)
    expect((await ask(captions)).status).toBe(404)
    await rm(file)
    expect((await ask(captions)).status).toBe(404)
    await writeFile(file, text)
    expect((await ask(captions)).status).toBe(200)
  })

  test('a client that disconnects in the middle of a film leaves no file open', async () => {
    const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (let left = 0; left < 20; left++) {
      const leaving = new AbortController()
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: leaving.signal })
      await answer.body?.getReader().read()
      leaving.abort()
    }
    await expect.poll(openFiles).toBe(0)
    server.close()
  })

  /** Returns how many files of the folder this process has open; always 0 on systems other than Linux. */
  async function openFiles(): Promise<number> {
    const open = await readdir('/proc/self/fd').catch(() => [])
    const paths = await Promise.all(open.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')))
    return paths.filter((each) => each.startsWith(folder)).length
  }
})
