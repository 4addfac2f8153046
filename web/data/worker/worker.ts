import { isSitePath } from '#domain/text/site-path.ts'
import { budgetOf, shares, toEvict } from './budget.ts'
import { lastResort } from './last-resort.ts'
import { registrationOf, subscribeWith } from './push-renewal.ts'
import type { ToWorker } from './worker-messages.ts'

declare const self: ServiceWorkerGlobalScope & {
  /**
   * The server writes this object above the worker's code. The object has the id of the build, and the files of the
   * cart and orders pages.
   */
  readonly build: { readonly id: string; readonly files: readonly string[] }
}

const shell = '/offline'
const prefix = 'buka-build-'
const current = `${prefix}${self.build.id}`
const pictures = 'buka-pictures'

/**
 * If the network has not answered after this many milliseconds, the cached page is shown. Live events then bring its
 * data up to date.
 */
const pageTimeout = 3000

/**
 * The most entries of a cache, against growth without end: far more than the visited pages and the files of two builds.
 */
const mostEntries = 300

const html = 'text/html; charset=utf-8'

self.addEventListener('install', (event) => {
  event.waitUntil(ensureShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable(), deleteOldBuilds()]))
})

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  if (message.type === 'take-over') event.waitUntil(self.skipWaiting())
  else event.waitUntil(cacheVisited(message.path, message.files))
})

// Push messages come from server/push/. Its version may differ from the worker's, so each field may be missing.
self.addEventListener('push', (event) => {
  const { title = 'Your order', body = '', path = '/orders', tag = '' } = pushed(event.data)
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path, icon: '/icons/icon-192.png' }))
})

type PushMessage = { readonly title?: string; readonly body?: string; readonly path?: string; readonly tag?: string }

function pushed(data: PushMessageData | null): PushMessage {
  try {
    return (data?.json() as PushMessage | null | undefined) ?? {}
  } catch {
    return {}
  }
}

// The browser or its push service has ended the subscription. If this renewal fails, the next page that shows the push
// state retries the renewal.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(silently(() => renewPush(event as PushSubscriptionChangeEvent)))
})

async function renewPush({ oldSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const { publicKey } = (await (await fetch('/api/push-key')).json()) as { publicKey?: string }
  // The server gives the key only to a signed-in person. Without the key, nothing is renewed.
  if (!publicKey) return
  const { subscription, replaces } = await subscribeWith(self.registration.pushManager, publicKey)
  await fetch('/api/push-subscriptions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(registrationOf(subscription, oldSubscription?.endpoint ?? replaces)),
  })
}

// An earlier version of the worker may have shown the notification, so check the form of its data.
self.addEventListener('notificationclick', (event) => {
  const { data } = event.notification
  event.notification.close()
  event.waitUntil(openPath(typeof data === 'string' && isSitePath(data) ? data : '/orders'))
})

/** Focuses a tab that shows this path, or opens a new tab. */
async function openPath(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window' })
  const tab = tabs.find(({ url }) => new URL(url).pathname === path)
  await (tab ? tab.focus() : self.clients.openWindow(path))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // Do not handle requests for a range of bytes: the part of a film must not be cached as the whole file.
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('range')) return
  if (pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(event, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(event))
  else if (pathname.startsWith('/media/') && request.destination === 'image') event.respondWith(picture(event))
})

/**
 * Returns a page from the network. If the network fails or is slow, returns the cached page, or else the offline page.
 */
async function page(event: FetchEvent, pathname: string): Promise<Response> {
  const request = fromNetwork(event)
  const cached = await match(pathname)
  event.waitUntil(
    request.then(
      async (response) => {
        if (isPage(response)) await put(pathname, response.clone())
        await ensureShell()
      },
      () => {},
    ),
  )
  const late = cached ? sleep(pageTimeout).then(() => undefined) : new Promise<undefined>(() => {})
  try {
    const response = await Promise.race([request, late])
    if (response && (response.status < 500 || !cached)) return response
  } catch {}
  return cached ?? (await match(shell)) ?? new Response(lastResort, { headers: { 'Content-Type': html } })
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preloaded = await (event.preloadResponse as Promise<Response | undefined>).catch(() => undefined)
  return preloaded ?? fetch(event.request)
}

function isPage({ ok, type, headers }: Response): boolean {
  return ok && type === 'basic' && headers.get('content-type')?.startsWith('text/html') === true
}

/** Returns a build file. A file's name changes with its content, so a copy from any build is valid. */
async function file(event: FetchEvent): Promise<Response> {
  const cached = intact(await find(event.request, current))
  if (cached) return cached
  // Copy a file from an older build's cache into the current cache, because the older cache will be deleted.
  const response = intact(await match(event.request)) ?? (await fetch(event.request))
  if (response.ok) event.waitUntil(put(event.request, response.clone()))
  // A new brand style sheet means that the restaurant's colours have changed. Cache the offline page again, because it
  // names the style sheet.
  if (response.ok && event.request.url.includes('/assets/brand-') && (await match(shell)))
    event.waitUntil(silently(cacheShell))
  return response
}

/** The bytes of the cached pictures; undefined until counted. */
let pictureBytes: number | undefined

async function picture(event: FetchEvent): Promise<Response> {
  const cached = await find(event.request, pictures)
  if (cached) return cached
  try {
    const response = await fetch(event.request)
    if (response.ok) event.waitUntil(putPicture(event.request.url, response.clone()))
    return response
  } catch {
    return (
      (await otherWidth(event.request.url)) ?? new Response(plate, { headers: { 'Content-Type': 'image/svg+xml' } })
    )
  }
}

/** A drawing of an empty plate. It replaces a picture that is not cached while the network is missing. */
const plate =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360" fill="none" stroke="#8a7361" stroke-width="6"><circle cx="240" cy="180" r="96"/><circle cx="240" cy="180" r="62"/></svg>'

/**
 * Returns the cached picture in another width or format, such as the file for a dish's card in place of the larger file
 * for its sheet.
 */
async function otherWidth(url: string): Promise<Response | undefined> {
  const nameOf = (address: string) => new URL(address).pathname.replace(/-\d+\.\w+$/, '')
  const cache = await caches.open(pictures)
  const seen = (await cache.keys()).find((request) => nameOf(request.url) === nameOf(url))
  return seen && cache.match(seen, { ignoreVary: true })
}

async function putPicture(url: string, response: Response): Promise<void> {
  await silently(async () => {
    const body = await response.blob()
    if (!body.type.startsWith('image/')) return
    const most = shares(budgetOf()).pictures
    if (body.size > most) return
    const cache = await caches.open(pictures)
    const headers = { 'Content-Type': response.headers.get('content-type') ?? '', 'Content-Length': `${body.size}` }
    pictureBytes ??= (await cachedPictures(cache)).reduce((sum, { bytes }) => sum + bytes, 0)
    await cache.put(url, new Response(body, { headers }))
    pictureBytes += body.size
    if (pictureBytes <= most) return
    const all = await cachedPictures(cache)
    const evicted = toEvict(all, most)
    for (const { request } of evicted) await cache.delete(request)
    pictureBytes = all.reduce((sum, { bytes }) => sum + bytes, 0) - evicted.reduce((sum, { bytes }) => sum + bytes, 0)
  })
}

/** Returns the cached pictures, oldest first: a cache lists its keys in the order of storing. */
async function cachedPictures(cache: Cache): Promise<{ request: Request; bytes: number }[]> {
  return Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request, { ignoreVary: true })
      return { request, bytes: Number(response?.headers.get('content-length') ?? 0) }
    }),
  )
}

/**
 * Caches files that the first page loaded before the worker was active, from the browser's HTTP cache without a
 * request.
 */
async function cacheVisited(path: string, files: readonly string[]): Promise<void> {
  const fromHttpCache = { cache: 'only-if-cached', mode: 'same-origin' } as const
  const page = await fetch(path, fromHttpCache).catch(() => undefined)
  if (page && isPage(page)) await put(path, page)
  await Promise.all(
    files.map((file) =>
      silently(async () => {
        const isPicture = file.startsWith('/media/')
        if (await find(file, isPicture ? pictures : current)) return
        const response = await fetch(file, fromHttpCache)
        if (response.ok) await (isPicture ? putPicture(file, response) : put(file, response))
      }),
    ),
  )
  await ensureShell()
}

/**
 * Caches the offline, cart and orders pages in advance, unless the person saves data. The network may fail at the
 * worker's installation, so every page that the network answers tries again.
 */
async function ensureShell(): Promise<void> {
  if (!prefersReducedData() && !(await find(shell, current))) await silently(cacheShell)
}

async function cacheShell(): Promise<void> {
  const page = await fetch(shell)
  if (!isPage(page)) return
  // Cache the files that the offline page names.
  const named = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? [])
  await Promise.all(
    [...new Set([...named, ...self.build.files])].map(async (file) => {
      const response = intact(await match(file)) ?? (await fetch(file))
      if (response.ok) await put(file, response)
    }),
  )
  await put(shell, page)
}

/**
 * Returns true if the answer is the requested file. A network or proxy may answer with an HTML page instead, with a
 * status of success.
 */
function isFile({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('text/html') !== true
}

/**
 * Returns the cached answer if it is a file. An earlier version of the worker may have stored an HTML page under the
 * file's name.
 */
function intact(cached: Response | undefined): Response | undefined {
  return cached && isFile(cached) ? cached : undefined
}

/**
 * Returns true if the restaurant's server sent the answer: a file, or a page that contains its state (`id="state"`).
 */
async function isOurs(response: Response): Promise<boolean> {
  return isFile(response) || (isPage(response) && (await response.clone().text()).includes('id="state"'))
}

async function put(request: RequestInfo, response: Response): Promise<void> {
  await silently(async () => {
    if (!(await isOurs(response))) return
    const cache = await caches.open(current)
    await cache.put(request, response)
    const keys = await cache.keys()
    for (const oldest of keys.slice(0, Math.max(0, keys.length - mostEntries))) await cache.delete(oldest)
  })
}

/** Reads the cache of this build, or else of an earlier build. */
async function match(request: RequestInfo): Promise<Response | undefined> {
  for (const name of [current, ...(await otherBuilds()).reverse()]) {
    const response = await find(request, name)
    if (response) return response
  }
  return undefined
}

/** Finds a cached answer. If the cache cannot be read, returns undefined. */
async function find(request: RequestInfo, cacheName: string): Promise<Response | undefined> {
  return caches.match(request, { cacheName, ignoreVary: true }).catch(() => undefined)
}

async function otherBuilds(): Promise<string[]> {
  return (await caches.keys().catch(() => [])).filter((name) => name.startsWith(prefix) && name !== current)
}

/** Deletes the caches of all earlier builds except the latest of them, whose pages may still be open. */
async function deleteOldBuilds(): Promise<void> {
  for (const name of (await otherBuilds()).slice(0, -1)) await caches.delete(name)
}

/** Ignores a failure of `work`, because a full disk must not fail the request. */
async function silently(work: () => Promise<void>): Promise<void> {
  await work().catch(() => {})
}

function prefersReducedData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
