import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { EndpointName } from '#contract/endpoints.ts'
import { withTodaysNames } from '#contract/last-release.ts'
import type { MenuItems } from '#contract/menu/menu.ts'
import type { DeskOrderList, OrderList } from '#contract/order/orders.ts'
import { isOpen } from '#domain/order/statuses.ts'
import { mergeDeskOrders } from '#web/data/api/desk-orders.ts'
import { mergeLiveItems } from '#web/data/api/live-items.ts'
import { clearLiveOrders, mergeOwnOrders } from '#web/data/api/live-orders.ts'
import { isOffline, onNetworkChange } from '#web/data/api/network.ts'
import { menuEndpoints } from '#web/data/api/queries.ts'
import { answerOf, invalidate, isOf, setAnswer } from '#web/data/api/query.ts'
import { isFinal } from '#web/data/api/query-client.ts'
import { sessionHint } from '#web/data/api/session-hint.ts'
import { openChannel } from '#web/data/storage/channel.ts'
import { openAnswerStore } from './cache-store.ts'
import { newest } from './newest.ts'

type EndpointNames = readonly EndpointName[]

/**
 * Public endpoints whose answers can be read offline. Ready-by times are left out, because an old time would mislead.
 */
const publicEndpoints: EndpointNames = [
  ...menuEndpoints,
  'GET /api/site',
  'GET /api/home',
  'GET /api/farm',
  'GET /api/locations',
]
/**
 * Public endpoints whose answers are not cached. Endpoints that are in neither list of public endpoints belong to an
 * account.
 */
const publicUncachedEndpoints: EndpointNames = ['GET /api/promise', 'GET /api/privacy', 'GET /api/setup']
const personalEndpoints: EndpointNames = ['GET /api/session', 'GET /api/orders']
/**
 * Endpoints whose answers staff screens need offline: the boards, and the options of actions such as the list of
 * riders.
 */
const staffEndpoints: EndpointNames = [
  'GET /api/desk/orders',
  'GET /api/deliveries',
  'GET /api/kitchen-load',
  'GET /api/desk/riders',
]

/** Milliseconds for which a cached staff answer can be used: the lifetime of a staff session. */
const staffAnswersLast = 12 * 60 * 60_000

/**
 * Milliseconds before an answer is saved, before a board is saved, and before a stale answer is refetched. A board is
 * stored whole and changes all the time, so it is saved less often.
 */
const saveAfter = 100
const saveBoardAfter = 2000
const refetchAfter = 15_000

const store = openAnswerStore()

/**
 * The queries, by hash, that show a cached answer until the server answers. `shown` becomes true once the page shows
 * the cached answer; the query's next answer then comes from the server.
 */
const stale = new Map<string, { shown: boolean; readonly at: number }>()

/**
 * Returns the cached answer to a query whose `request` failed or is slow. A slow request continues, and its answer
 * replaces the cached answer. Rejects if the server refuses the request.
 */
export async function fallback(request: Promise<unknown>, client: QueryClient, query: Query): Promise<unknown> {
  // Race the network against the storage, because a broken storage may never answer.
  const answered = request.then(
    () => undefined,
    (error) => (isFinal(error) ? undefined : new Promise<never>(() => {})),
  )
  const answer = await Promise.race([answered, cachedAnswer(client, query.queryKey)])
  if (answer === undefined) return request
  const { data: cached, at } = answer
  stale.set(query.queryHash, { shown: false, at })
  setTimeout(() => refetchStale(client), refetchAfter)
  request.then(
    // Replace only the cached answer: a write such as signing out may have set newer data.
    (answer) => query.state.data === cached && client.setQueryData(query.queryKey, answer),
    () => {},
  )
  return cached
}

export async function cachedCategories(): Promise<readonly string[]> {
  return (await store.keys()).flatMap((text) => {
    const key: [string, { readonly category: string }] = JSON.parse(text)
    return isOf(['GET /api/menu/:category'], key) ? [key[1].category] : []
  })
}

/**
 * Stores the API answers that came with the page, and every later answer, in IndexedDB for reading offline. When another account signs in, or the person signs out in any tab,
 * deletes the answers of the previous account. Returns a function that stops the caching.
 */
export function cacheAnswers(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  const saves = new Map<string, ReturnType<typeof setTimeout>>()
  const otherTabs = openChannel('buka-person')
  let account = accountOf(client)

  function onSession() {
    const next = accountOf(client)
    if (next === account) return
    const changed = account !== undefined && account !== ''
    account = next
    if (changed) clearPersonalData(client)
    void store.evictOtherOwners(next ?? '')
    otherTabs?.postMessage(next ?? '')
  }

  function onOtherAccount(next: string) {
    if (account === undefined || account === next) return
    if (next === '') setAnswer(client, 'GET /api/session', { user: null })
    else void invalidate(client, 'GET /api/session')
  }

  function checkHint() {
    if (!document.hidden && !sessionHint()) onOtherAccount('')
  }

  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query, action } = event
    if (isOf(['GET /api/session'], query.queryKey)) onSession()
    const mark = stale.get(query.queryHash)
    if (mark && !action.manual) {
      if (mark.shown) stale.delete(query.queryHash)
      // Give the cached answer its own age, which staff screens show.
      else queueMicrotask(() => client.setQueryData(query.queryKey, query.state.data, { updatedAt: mark.at }))
      mark.shown = true
    }
    if (stale.has(query.queryHash) || !isCacheable(query.queryKey) || saves.has(query.queryHash)) return
    saves.set(
      query.queryHash,
      setTimeout(() => {
        saves.delete(query.queryHash)
        void save(client, query)
      }, waitBeforeSave(query)),
    )
  })
  const stopNetwork = onNetworkChange(() => refetchStale(client))
  document.addEventListener('visibilitychange', checkHint)
  if (otherTabs) otherTabs.onmessage = ({ data }) => onOtherAccount(String(data))

  if (!sessionHint()) void store.evictOtherOwners('')
  else if (account !== undefined) void store.evictOtherOwners(account)
  for (const query of cache.getAll()) if (isCacheable(query.queryKey)) void reconcile(client, query)

  return () => {
    stop()
    stopNetwork()
    document.removeEventListener('visibilitychange', checkHint)
    otherTabs?.close()
    for (const timer of saves.values()) clearTimeout(timer)
  }
}

/** The first answer to a query is stored soon, so that a newly opened screen can reopen offline. */
function waitBeforeSave({ queryKey, state }: Query): number {
  return isOf(staffEndpoints, queryKey) && state.dataUpdateCount > 1 ? saveBoardAfter : saveAfter
}

/**
 * Merges the page's answer with the cached answer. A page from the service worker's cache may have older documents than
 * the cached answer.
 */
async function reconcile(client: QueryClient, query: Query): Promise<void> {
  const { data } = query.state
  if (data === undefined) return
  const cached = await read(client, query.queryKey)
  if (cached) {
    const merged = newest({ data, at: Number.POSITIVE_INFINITY }, cached).data
    if (query.state.data === data && JSON.stringify(merged) !== JSON.stringify(data)) {
      client.setQueryData(query.queryKey, merged, { updatedAt: query.state.dataUpdatedAt })
    }
  }
  await save(client, query)
}

async function save(client: QueryClient, query: Query): Promise<void> {
  const { data, dataUpdatedAt } = query.state
  const owner = ownerOf(client, query.queryKey, data)
  if (owner === undefined) return
  const cached = await read(client, query.queryKey)
  const latest = { data, at: dataUpdatedAt }
  const merged = cached ? newest(latest, cached) : latest
  // The person may have signed out while the cached answer was read. Do not store the answer then.
  if (ownerOf(client, query.queryKey, data) !== owner) return
  if (isOf(['GET /api/orders'], query.queryKey)) hintAt(merged.data as OrderList)
  await store.put({ key: storedAs(query.queryKey), owner, at: merged.at, text: JSON.stringify(merged.data) })
}

/**
 * Records whether an order is open. At the next page load, start-up/kept-hints.ts then reserves the place of the strip
 * that shows the open order.
 */
function hintAt({ orders }: OrderList): void {
  try {
    localStorage.setItem('order-under-way', orders.some(({ status }) => isOpen(status)) ? '1' : '')
  } catch {
    // Ignore the failure. Without the record no place is reserved, so the strip moves the page when it appears.
  }
}

async function read(client: QueryClient, key: QueryKey): Promise<{ data: unknown; at: number } | undefined> {
  const ofStaff = isOf(staffEndpoints, key)
  if ((ofStaff || isOf(personalEndpoints, key)) && !sessionHint()) return undefined
  const entry = await store.read(storedAs(key))
  if (!entry || ((ofStaff || isOf(['GET /api/orders'], key)) && entry.owner !== accountOf(client))) return undefined
  if (ofStaff && Date.now() - entry.at > staffAnswersLast) return undefined
  return { data: withTodaysNames(JSON.parse(entry.text)), at: entry.at }
}

/**
 * Returns the key of a stored answer. The key of the session's answer contains the hint cookie, so that a new session
 * never gets the cached answer of the previous account while the network is slow.
 */
function storedAs(key: QueryKey): string {
  return hashKey(isOf(['GET /api/session'], key) ? [...key, sessionHint()] : key)
}

async function cachedAnswer(client: QueryClient, key: QueryKey): Promise<{ data: unknown; at: number } | undefined> {
  const entry = isCacheable(key) ? await read(client, key) : undefined
  return entry && { data: withLive(key, entry.data), at: entry.at }
}

/** Returns a cached answer with the changes that live events have brought since the page was opened. */
function withLive(key: QueryKey, data: unknown): unknown {
  if (isOf(menuEndpoints, key)) return mergeLiveItems(data as MenuItems)
  if (isOf(['GET /api/orders'], key)) return mergeOwnOrders(data as OrderList)
  return isOf(['GET /api/desk/orders'], key) ? mergeDeskOrders(data as DeskOrderList) : data
}

function refetchStale(client: QueryClient): void {
  if (isOffline() || stale.size === 0) return
  void client.invalidateQueries({ predicate: ({ queryHash }) => stale.has(queryHash) })
}

/**
 * Returns true for an answer that may be stored. A key with a string in second place belongs to an imported bank
 * statement, which must not stay on a shared device.
 */
function isCacheable(key: QueryKey): boolean {
  return typeof key[1] !== 'string' && isOf([...publicEndpoints, ...personalEndpoints, ...staffEndpoints], key)
}

/**
 * Returns the account that an answer belongs to: '' for a public answer, undefined for an answer that may not be
 * cached.
 */
function ownerOf(client: QueryClient, key: QueryKey, data: unknown): string | undefined {
  if (isOf(publicEndpoints, key)) return ''
  const user = answerOf(client, 'GET /api/session')?.user
  if (!user || !sessionHint()) return undefined
  if (!isOf(user.role === 'customer' ? personalEndpoints : ['GET /api/session', ...staffEndpoints], key))
    return undefined
  // A list with another customer's orders was requested after another tab had signed in with another account, so the
  // list is not cached.
  const isOthers = ({ customerId }: OrderList['orders'][number]) => customerId !== user.id
  return isOf(['GET /api/orders'], key) && (data as OrderList).orders.some(isOthers) ? undefined : user.id
}

/** Returns the account's id, '' if signed out, and undefined until the session has been read. */
function accountOf(client: QueryClient): string | undefined {
  const session = answerOf(client, 'GET /api/session')
  return session && (session.user?.id ?? '')
}

/**
 * Ends the browser's push subscription, because the next person on this device may not want push messages. The server
 * deletes its record of the subscription together with the session.
 */
async function unsubscribePush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => undefined)
  await subscription?.unsubscribe().catch(() => false)
}

function clearPersonalData(client: QueryClient): void {
  clearLiveOrders()
  void unsubscribePush()
  const kept: EndpointNames = [...publicEndpoints, ...publicUncachedEndpoints, 'GET /api/session']
  client.removeQueries({ predicate: ({ queryKey }) => !isOf(kept, queryKey) })
}
