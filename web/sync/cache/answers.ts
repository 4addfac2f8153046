import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { MenuItems } from '#contract/menu.ts'
import type { OrderList } from '#contract/orders.ts'
import type { Session } from '#contract/session.ts'
import { ApiFailure } from '#web/api/client.ts'
import { withArrivedItems } from '#web/api/live-items.ts'
import { forgetArrivals, withOwnArrivals } from '#web/api/live-orders.ts'
import { isOffline, onNetworkChange } from '#web/api/network.ts'
import { queries } from '#web/api/queries.ts'
import { isHinted } from '#web/api/session.ts'
import { newest } from './newest.ts'
import { openShelf } from './store.ts'

/** What stays readable without a network, by the first word of its key. A promise of a time or a price does not. */
const everybodys = ['site', 'home', 'menu', 'bestsellers', 'menu-items', 'farm', 'locations']
const menus = ['menu', 'bestsellers', 'menu-items']
const ofPerson = ['session', 'orders']
/** What else a tab holds of somebody. */
const neverKept = ['desk-orders', 'desk-ratings', 'deliveries', 'account', 'quote', 'receipt', 'ratings']

/** Milliseconds. */
const saveAfter = 100
const askAgainAfter = 15_000

const shelf = openShelf()

/** Questions that were answered from the shelf, by hash; `shown` once the answer is in place. They are to be asked again. */
const borrowed = new Map<string, { shown: boolean }>()

/**
 * For a question that the network does not answer, or not in good time: the answer of last time. `asked` is still under
 * way; should it come after all, it takes its place.
 */
export async function spare(asked: Promise<unknown>, client: QueryClient, query: Query): Promise<unknown> {
  let refused = false
  asked.catch((error) => {
    refused = error instanceof ApiFailure
  })
  const kept = await keptAnswer(client, query.queryKey)
  // The server's no is an answer.
  if (kept === undefined || refused) return asked
  borrowed.set(query.queryHash, { shown: false })
  setTimeout(() => askAgain(client), askAgainAfter)
  asked.then(
    // Not where a write of the person's own, such as signing out, has said something newer.
    (answer) => query.state.data === kept && client.setQueryData(query.queryKey, answer),
    () => {},
  )
  return kept
}

/** The pages of the menu that can be read without a network: categories by id. */
export async function keptCategories(): Promise<readonly string[]> {
  const keys = (await shelf.keys()).map((key) => JSON.parse(key) as readonly string[])
  return keys.flatMap(([name, category]) => (name === 'menu' && category !== undefined ? [category] : []))
}

/**
 * Keeps what is read from now on, and what the page came with; and sees to it that nothing of one person is left for the
 * next, in whichever tab they signed out. Gives what ends it.
 */
export function keepAnswers(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const others = 'BroadcastChannel' in window ? new BroadcastChannel('buka-person') : undefined
  let who = personOf(client)

  function noticePerson() {
    const now = personOf(client)
    if (now === who) return
    // Before anybody is known there is nothing to forget but what an earlier visit left.
    const changed = who !== undefined && who !== ''
    who = now
    if (changed) forgetPerson(client)
    void shelf.forgetOthers(now ?? '')
    others?.postMessage(now ?? '')
  }

  function someoneElse(now: string) {
    if (who === undefined || who === now) return
    if (now === '') client.setQueryData<Session>(queries.session().queryKey, { user: null })
    else void client.invalidateQueries({ queryKey: queries.session().queryKey })
  }

  function look() {
    if (!document.hidden && !isHinted()) someoneElse('')
  }

  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query, action } = event
    if (query.queryKey[0] === 'session') noticePerson()
    const loan = borrowed.get(query.queryHash)
    if (loan && !action.manual) {
      if (loan.shown) borrowed.delete(query.queryHash)
      loan.shown = true
    }
    if (borrowed.has(query.queryHash) || !isKept(query.queryKey)) return
    clearTimeout(waiting.get(query.queryHash))
    waiting.set(
      query.queryHash,
      setTimeout(() => void save(client, query), saveAfter),
    )
  })
  const stopNetwork = onNetworkChange(() => askAgain(client))
  document.addEventListener('visibilitychange', look)
  if (others) others.onmessage = ({ data }) => someoneElse(String(data))

  if (!isHinted()) void shelf.forgetOthers('')
  else if (who !== undefined) void shelf.forgetOthers(who)
  for (const query of cache.getAll()) if (isKept(query.queryKey)) void meet(client, query)

  return () => {
    stop()
    stopNetwork()
    document.removeEventListener('visibilitychange', look)
    others?.close()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}

/** What the page came with says what there is; a page of yesterday takes what is known better of each document. */
async function meet(client: QueryClient, query: Query): Promise<void> {
  const { data } = query.state
  if (data === undefined) return
  const kept = await read(client, query.queryKey)
  if (kept) {
    const both = newest({ data, at: Number.POSITIVE_INFINITY }, kept).data
    if (query.state.data === data && JSON.stringify(both) !== JSON.stringify(data)) {
      client.setQueryData(query.queryKey, both, { updatedAt: query.state.dataUpdatedAt })
    }
  }
  await save(client, query)
}

async function save(client: QueryClient, query: Query): Promise<void> {
  const { data, dataUpdatedAt } = query.state
  const owner = ownerOf(client, query.queryKey, data)
  if (owner === undefined) return
  const known = await read(client, query.queryKey)
  const latest = { data, at: dataUpdatedAt }
  const both = known ? newest(latest, known) : latest
  // Looked at again: reading took a moment, and somebody may have signed out in it.
  if (ownerOf(client, query.queryKey, data) !== owner) return
  await shelf.put({ key: query.queryHash, owner, at: both.at, text: JSON.stringify(both.data) })
}

async function read(client: QueryClient, key: QueryKey): Promise<{ data: unknown; at: number } | undefined> {
  const personal = ofPerson.includes(String(key[0]))
  if (personal && !isHinted()) return undefined
  const kept = await shelf.read(hashKey(key))
  if (!kept || (key[0] === 'orders' && kept.owner !== personOf(client))) return undefined
  try {
    return { data: JSON.parse(kept.text), at: kept.at }
  } catch {
    return undefined
  }
}

async function keptAnswer(client: QueryClient, key: QueryKey): Promise<unknown> {
  if (!isKept(key)) return undefined
  const data = (await read(client, key))?.data
  if (data === undefined) return undefined
  if (menus.includes(String(key[0]))) return withArrivedItems(data as MenuItems)
  return key[0] === 'orders' ? withOwnArrivals(data as OrderList) : data
}

function askAgain(client: QueryClient): void {
  if (isOffline() || borrowed.size === 0) return
  void client.invalidateQueries({ predicate: ({ queryHash }) => borrowed.has(queryHash) })
}

function isKept([name]: QueryKey): boolean {
  return everybodys.includes(String(name)) || ofPerson.includes(String(name))
}

/** Whose an answer is ('' everybody's); undefined where it is not to be kept. Staff share their machines: nothing of theirs is. */
function ownerOf(client: QueryClient, [name]: QueryKey, data: unknown): string | undefined {
  if (everybodys.includes(String(name))) return ''
  const user = client.getQueryData<Session>(queries.session().queryKey)?.user
  if (user?.role !== 'customer' || !isHinted()) return undefined
  // Another tab may have signed in as somebody else: then the list is theirs.
  if (name === 'orders' && (data as OrderList).orders.some(({ customerId }) => customerId !== user.id)) return undefined
  return user.id
}

/** Undefined while it is not known who is there; '' where nobody is. */
function personOf(client: QueryClient): string | undefined {
  const session = client.getQueryData<Session>(queries.session().queryKey)
  return session && (session.user?.id ?? '')
}

/** The server has forgotten it with the session; this browser does so too, so that the next person is asked anew. */
async function forgetPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => undefined)
  await subscription?.unsubscribe().catch(() => false)
}

function forgetPerson(client: QueryClient): void {
  forgetArrivals()
  void forgetPush()
  const theirs = ['orders', ...neverKept]
  client.removeQueries({ predicate: ({ queryKey }) => theirs.includes(String(queryKey[0])) })
}
