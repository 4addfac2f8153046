import { budgetOf, outgoing, shares } from './budget.ts'
import { lastResort } from './last-resort.ts'
import type { ToWorker } from './messages.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Written above this program by the server: the build's name, and the files that the cart and the orders are made of. */
  readonly build: { readonly id: string; readonly files: readonly string[] }
}

const shell = '/offline'
const prefix = 'buka-build-'
const current = `${prefix}${self.build.id}`
const pictures = 'buka-pictures'

/** Milliseconds. On a weak network a page of before is better than none, and the live events put it right. */
const patience = 3000

/** Visited pages and the files of two builds are far below. */
const mostKept = 300

const html = 'text/html; charset=utf-8'

self.addEventListener('install', (event) => {
  // What is read without a network, beside what the person opened; who saves data gets nothing they did not ask for.
  if (!prefersReducedData()) event.waitUntil(keepShell().catch(() => {}))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable(), forgetOldBuilds()]))
})

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  if (message.type === 'take-over') event.waitUntil(self.skipWaiting())
  else event.waitUntil(keepVisited(message.path, message.files))
})

// What becomes of an order, while the person is elsewhere: see server/push/.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, body, path, tag } = event.data.json() as { title: string; body: string; path: string; tag: string }
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path, icon: '/icons/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

/** In a tab that shows it already, or in a new one. */
async function open(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window' })
  const there = tabs.find(({ url }) => new URL(url).pathname === path)
  await (there ? there.focus() : self.clients.openWindow(path))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // A part of a film is nobody's whole file.
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('range')) return
  if (pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(event, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(event))
  else if (pathname.startsWith('/media/') && request.destination === 'image') event.respondWith(picture(event))
})

/** From the network; where that fails or takes too long, as it was last time, or the page that says so. */
async function page(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = fromNetwork(event)
  const kept = await match(pathname)
  event.waitUntil(
    asked.then(
      async (response) => {
        if (isPage(response)) await keep(pathname, response.clone())
      },
      () => {},
    ),
  )
  const late = kept ? sleep(patience).then(() => undefined) : new Promise<undefined>(() => {})
  try {
    const response = await Promise.race([asked, late])
    if (response && (response.status < 500 || !kept)) return response
  } catch {
    // No network.
  }
  return kept ?? (await match(shell)) ?? new Response(lastResort, { headers: { 'Content-Type': html } })
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  const early = await (event.preloadResponse as Promise<Response | undefined>).catch(() => undefined)
  return early ?? fetch(event.request)
}

function isPage({ ok, type, headers }: Response): boolean {
  return ok && type === 'basic' && headers.get('content-type')?.startsWith('text/html') === true
}

/** The name of a file changes with its content: what was kept once, of whichever build, is good for ever. */
async function file(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { cacheName: current, ignoreVary: true })
  if (kept) return kept
  // What two builds have in common must not go with the older one.
  const response = (await match(event.request)) ?? (await fetch(event.request))
  if (response.ok) event.waitUntil(keep(event.request, response.clone()))
  return response
}

/** Bytes of the pictures that are kept; undefined until it is looked up. */
let pictureBytes: number | undefined

async function picture(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { cacheName: pictures, ignoreVary: true })
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(keepPicture(event.request.url, response.clone()))
  return response
}

async function keepPicture(url: string, response: Response): Promise<void> {
  await silently(async () => {
    const body = await response.blob()
    const most = shares(budgetOf()).pictures
    if (body.size > most) return
    const cache = await caches.open(pictures)
    const headers = { 'Content-Type': response.headers.get('content-type') ?? '', 'Content-Length': `${body.size}` }
    pictureBytes ??= (await picturesKept(cache)).reduce((sum, { bytes }) => sum + bytes, 0)
    await cache.put(url, new Response(body, { headers }))
    pictureBytes += body.size
    if (pictureBytes <= most) return
    // In the order they came: the oldest are first.
    const all = await picturesKept(cache)
    const out = outgoing(all, most)
    for (const { request } of out) await cache.delete(request)
    pictureBytes = all.reduce((sum, { bytes }) => sum + bytes, 0) - out.reduce((sum, { bytes }) => sum + bytes, 0)
  })
}

async function picturesKept(cache: Cache): Promise<{ request: Request; bytes: number }[]> {
  return Promise.all(
    (await cache.keys()).map(async (request) => {
      const kept = await cache.match(request, { ignoreVary: true })
      return { request, bytes: Number(kept?.headers.get('content-length') ?? 0) }
    }),
  )
}

/** What the first page loaded before there was a worker: from the browser's own cache, without a byte of network. */
async function keepVisited(path: string, files: readonly string[]): Promise<void> {
  const atHand = { cache: 'only-if-cached', mode: 'same-origin' } as const
  const page = await fetch(path, atHand).catch(() => undefined)
  if (page && isPage(page)) await keep(path, page)
  await Promise.all(
    files.map((file) =>
      silently(async () => {
        const isPicture = file.startsWith('/media/')
        if (await caches.match(file, { cacheName: isPicture ? pictures : current })) return
        const response = await fetch(file, atHand)
        if (response.ok) await (isPicture ? keepPicture(file, response) : keep(file, response))
      }),
    ),
  )
  if (!prefersReducedData() && !(await match(shell))) await silently(keepShell)
}

async function keepShell(): Promise<void> {
  const page = await fetch(shell)
  if (!isPage(page)) return
  // Its own files too: it has to come up whole.
  const named = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? [])
  await Promise.all(
    [...new Set([...named, ...self.build.files])].map(async (file) => {
      const response = (await match(file)) ?? (await fetch(file))
      if (response.ok) await keep(file, response)
    }),
  )
  await keep(shell, page)
}

async function keep(what: RequestInfo, response: Response): Promise<void> {
  await silently(async () => {
    const cache = await caches.open(current)
    await cache.put(what, response)
    const keys = await cache.keys()
    for (const old of keys.slice(0, Math.max(0, keys.length - mostKept))) await cache.delete(old)
  })
}

/** Of this build if it is there, else of the one before: its pages and files go together. */
async function match(what: RequestInfo): Promise<Response | undefined> {
  for (const name of [current, ...(await otherBuilds()).reverse()]) {
    const found = await caches.match(what, { cacheName: name, ignoreVary: true })
    if (found) return found
  }
  return undefined
}

async function otherBuilds(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current)
}

/** Keeps the build before this one, for pages of it that are still open and for what was read in it. */
async function forgetOldBuilds(): Promise<void> {
  for (const name of (await otherBuilds()).slice(0, -1)) await caches.delete(name)
}

/** Keeping is a courtesy: a full disk must not cost the answer. */
async function silently(work: () => Promise<void>): Promise<void> {
  await work().catch(() => {})
}

function prefersReducedData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
