import type { AccountChange } from '#contract/session.ts'
import * as Cart from '#domain/order/cart.ts'
import { ApiFailure, call, serverNow } from '#web/data/api/client.ts'
import { cartStore } from '#web/data/storage/cart-store.ts'
import { openChannel } from '#web/data/storage/channel.ts'
import { changeDetails, detailsStore, forgetDetails } from '#web/data/storage/details-store.ts'
import { newKey } from './key.ts'
import { openStore, type Store } from './outbox-store.ts'
import * as Queue from './queue.ts'

type Message =
  | { readonly type: 'changed'; readonly removed: readonly string[] }
  | {
      readonly type: 'settled'
      readonly entry: Queue.Entry
      readonly outcome: Queue.Outcome
      readonly failures: number
    }

type Settled = (entry: Queue.Entry, outcome: Queue.Outcome) => void

type Answered = (entry: Queue.Entry, answer: Queue.Answer) => void

/** The lock that the sending tab holds. Tabs of an older version use this name too. */
const lock = 'buka-outbox'

/** Rename this whenever `Message` changes, so that tabs of two versions exchange no messages. */
const channelName = 'buka-outbox-3'

const nothing: Queue.Entries = []
let store: Store | undefined
let account = ''
/** The entries of the account; undefined until they have been read. */
let shown: Queue.Entries | undefined
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let onDenied = () => {}
const watchers = new Set<() => void>()
const listeners = new Set<Settled>()
const answered = new Set<Answered>()
let listening = false
let channel: BroadcastChannel | undefined

/** From now on the outbox shows and sends the entries of this account; '' means signed out. */
export function setAccount(next: string): void {
  listen()
  if (next === account && shown) return
  account = next
  shown = next === '' ? nothing : undefined
  notify()
  if (next !== '') void send()
}

/** Adds the listeners on first use rather than on import, because the server imports this file too. */
function listen(): void {
  if (listening) return
  listening = true
  window.addEventListener('online', () => void send())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void send()
  })
  channel = openChannel(channelName)
  if (!channel) return
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'settled') settled(data)
    else opened().forget(data.removed)
    void refresh()
  }
}

/** Sets the listener that is called if the server answers that another account, or nobody, is signed in. */
export function whenDenied(listener: () => void): void {
  onDenied = listener
}

export function isDurable(): boolean {
  return store?.isDurable() ?? true
}

export function entries(): Queue.Entries | undefined {
  return shown
}

export async function queuedProfileChanges(): Promise<readonly AccountChange[]> {
  await refresh()
  return Queue.toSend(shown ?? nothing, account).flatMap(({ write }) =>
    write.kind === 'profile' ? [write.change] : [],
  )
}

export function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * Adds a listener that is called after each attempt to send a write, in any tab, with the outcome: done, refused or
 * waiting.
 */
export function whenSettled(listener: Settled): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Adds a listener that is called before an answered write leaves the queue, so that a screen never shows the state from
 * before the write in between.
 */
export function whenAnswered(listener: Answered): () => void {
  answered.add(listener)
  return () => answered.delete(listener)
}

/**
 * Stores a write and sends it after all earlier writes. Resolves after the first attempt to send it; if that fails for
 * lack of the network, the write is retried later. Throws an ApiFailure if the queue is full.
 */
export async function submit(write: Queue.QueuedWrite): Promise<Queue.Outcome> {
  const made: Queue.Entry = {
    id: newKey(),
    account,
    at: serverNow(),
    write,
    tried: false,
    waits: false,
  }
  let added = Queue.add([], made)
  await change((entries) => {
    added = Queue.add(entries, made)
    return added.ok ? added.value.entries : entries
  })
  if (!added.ok) throw new ApiFailure({ status: 429, ...added.problem })
  const { id } = added.value.entry
  if (write.kind === 'order') changeDetails({ placing: write.quoteId })
  return new Promise((resolve) => {
    const stop = whenSettled((entry, outcome) => {
      if (entry.id !== id) return
      stop()
      resolve(outcome)
    })
    void send({ inTurn: true }).then(() => {
      stop()
      resolve({ type: 'waiting' })
    })
  })
}

/**
 * Waits until no tab is sending, then removes a queued write. Returns false if the write was sent or refused in the
 * meantime.
 */
export async function withdraw(id: string): Promise<boolean> {
  let found: Queue.Entry | undefined
  await exclusively(true, () =>
    change((entries) => {
      found = entries.find((entry) => entry.id === id && !entry.refused)
      return Queue.remove(entries, id)
    }),
  )
  // An order that was sent without an answer may have arrived. In this case `placing` keeps the quote's id, so that the
  // payment page asks the server about the order before it shows another quote.
  if (found?.write.kind === 'order' && !found.tried) changeDetails({ placing: '' })
  return found !== undefined
}

export async function dismiss(id: string): Promise<void> {
  await change((entries) => Queue.remove(entries, id))
}

/** Removes the refused writes of this account that `isMeant` selects. */
export async function dismissAll(isMeant: (write: Queue.QueuedWrite) => boolean): Promise<void> {
  const own = account
  await change((entries) =>
    Queue.without(entries, ({ account, write, refused }) => refused !== undefined && account === own && isMeant(write)),
  )
}

/**
 * Discards this account's queued writes. If writes are still to be sent, calls `mayDiscard` with their number. Returns
 * false if `mayDiscard` refuses.
 */
export async function discardQueued(mayDiscard: (count: number) => Promise<boolean>): Promise<boolean> {
  const own = account
  await refresh()
  const count = Queue.toSend(shown ?? nothing, own).length
  if (count > 0 && !(await mayDiscard(count))) return false
  if (shown?.length) {
    await exclusively(true, () => change((entries) => Queue.without(entries, ({ account }) => account === own)))
  }
  return true
}

/**
 * Sends the queued writes, one write at a time. If another tab is already sending, `inTurn` waits for that tab;
 * otherwise this call sends nothing.
 */
export async function send({ inTurn = false } = {}): Promise<void> {
  clearTimeout(timer)
  if (account === '') return
  await refresh()
  await exclusively(inTurn, sendAll)
}

async function sendAll(): Promise<void> {
  for (;;) {
    await refresh()
    const entry = Queue.toSend(shown ?? nothing, account)[0]
    if (!entry) return
    const outcome = await tryToSend(entry)
    failures = outcome.type === 'waiting' ? failures + 1 : 0
    if (outcome.type === 'done' && answered.size > 0) {
      for (const listener of answered) listener(entry, outcome.answer)
      // Let the screens render the answer before the entry leaves the queue.
      await new Promise((rendered) => setTimeout(rendered))
    }
    await change((entries) => Queue.after(entries, entry, outcome))
    const message: Message = { type: 'settled', entry, outcome, failures }
    channel?.postMessage(message)
    if (outcome.type === 'done' && entry.write.kind === 'order') removeOrdered(entry.write.quoteId, entry.write.lines)
    settled(message)
    if (outcome.type === 'waiting') return
  }
}

async function tryToSend(entry: Queue.Entry): Promise<Queue.Outcome> {
  const { id, account, waits } = entry
  if (!navigator.onLine) return { type: 'waiting' }
  await change((entries) => Queue.change(entries, id, { tried: true }))
  try {
    return { type: 'done', answer: await dispatch(entry) }
  } catch (error) {
    let verdict = error instanceof ApiFailure ? Queue.verdict(error.problem, waits) : 'later'
    if (verdict === 'denied' && (await isSignedIn(account))) verdict = 'refused'
    if (verdict === 'denied') onDenied()
    return verdict === 'refused' && error instanceof ApiFailure
      ? { type: 'refused', problem: error.problem }
      : { type: 'waiting' }
  }
}

/** Sends a write. Its body names the account, and the server refuses the write in another account's session. */
function dispatch({ id, account, at, write }: Queue.Entry): Promise<Queue.Answer> {
  switch (write.kind) {
    case 'order':
      return call('POST /api/orders', {
        body: { quoteId: write.quoteId, account, ...(write.expired && { expired: true }) },
      })
    case 'profile':
      return call('PATCH /api/account', { body: { ...write.change, account, was: write.was, key: id } })
    case 'counter':
      // Imported only here, because customers' pages never need this code.
      return import('./counter-order.ts').then(({ placeAtCounter }) =>
        placeAtCounter({ id, account, write }, (priced) =>
          change((entries) => Queue.change(entries, id, { write: priced })),
        ),
      )
    case 'action':
      return call(`POST /api/orders/:id/${write.action}`, {
        params: write,
        body: { ...write.body, account, at: new Date(at).toISOString(), key: id },
      })
  }
}

/**
 * Returns true if the account that made a write is signed in. If so, an answer 403 to the write means that the
 * account's role no longer allows the write.
 */
async function isSignedIn(account: string): Promise<boolean> {
  const session = await call('GET /api/session').catch(() => undefined)
  return session?.user?.id === account
}

function settled({ entry, outcome, failures: count }: Extract<Message, { type: 'settled' }>): void {
  failures = count
  clearTimeout(timer)
  if (outcome.type === 'waiting') timer = setTimeout(() => void send(), Queue.pause(failures, Math.random()))
  // After a 5xx the order may or may not have been placed. `placing`, the id of the sent quote, then stays, so that the
  // payment page asks the server about the order.
  const isFinal = outcome.type === 'refused' && outcome.problem.status < 500
  if (isFinal && entry.write.kind === 'order') changeDetails({ placing: '' })
  for (const listener of [...listeners]) listener(entry, outcome)
}

/**
 * Removes the ordered lines from the cart, and deletes the order's details. Other lines, and the details of another
 * quote, stay.
 */
export function removeOrdered(quoteId: string, lines: readonly string[]): void {
  cartStore.set((cart) => lines.reduce(Cart.remove, cart))
  const { placing, shown } = detailsStore.get()
  if ([placing, shown].includes(quoteId)) forgetDetails()
}

async function refresh(): Promise<void> {
  await change((entries) => entries)
}

function opened(): Store {
  store ??= openStore(() => void send())
  return store
}

async function change(by: (entries: Queue.Entries) => Queue.Entries): Promise<void> {
  let isChanged = false
  const { entries, removed } = await opened().change((before) => {
    const after = by(before)
    isChanged = after !== before
    return after
  })
  shown = account === '' ? nothing : Queue.ofAccount(entries, account)
  if (isChanged) channel?.postMessage({ type: 'changed', removed } satisfies Message)
  notify()
}

function notify(): void {
  if (!isDurable()) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  for (const watcher of watchers) watcher()
}

/** Makes the browser ask before the person leaves the page. */
function warn(event: Event): void {
  event.preventDefault()
}

/** The last task of this tab. Without locks, this tab runs its tasks one after another. */
let working: Promise<void> | undefined

/**
 * Runs `work` while no other tab runs it. In a browser without locks, two tabs may send the same write at the same
 * time; the server carries it out only once.
 */
async function exclusively(inTurn: boolean, work: () => Promise<void>): Promise<void> {
  let isAllowed = false
  try {
    await navigator.locks.request(lock, { ifAvailable: !inTurn }, (held) => {
      isAllowed = true
      return held ? work() : undefined
    })
  } catch (error) {
    if (isAllowed) throw error
    // Older browsers lack Web Locks, and some browsers that forbid storage refuse locks.
    const own = Promise.resolve(working).then(work)
    working = own.catch(() => {})
    await own
  }
}
