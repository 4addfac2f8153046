import type { AccountChange } from '#contract/session.ts'
import * as Cart from '#domain/cart.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { cartStore } from '#web/sync/storage/cart-store.ts'
import { changeDetails, detailsStore } from '#web/sync/storage/details-store.ts'
import * as Queue from './queue.ts'
import { openStore, type Store } from './store.ts'

/** What the tabs of a browser tell each other. */
type Message =
  | { readonly type: 'changed' }
  | {
      readonly type: 'settled'
      readonly entry: Queue.Entry
      readonly outcome: Queue.Outcome
      readonly failures: number
    }

type Settled = (entry: Queue.Entry, outcome: Queue.Outcome) => void

type Answered = (entry: Queue.Entry, answer: Queue.Answer) => void

/** Of the lock that the sending tab holds, and of the channel. */
const name = 'buka-outbox'

const nothing: Queue.Entries = []
let store: Promise<Store> | undefined
let kept = true
let account = ''
/** Those of the account; undefined until they have been read. */
let shown: Queue.Entries | undefined
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let onDenied = () => {}
const watchers = new Set<() => void>()
const listeners = new Set<Settled>()
const answered = new Set<Answered>()
let listening = false
let channel: BroadcastChannel | undefined

/** Whose writes are sent and shown from now on; '' signed out. What waits goes out. */
export function attend(who: string): void {
  listen()
  if (who === account && shown) return
  account = who
  shown = who === '' ? nothing : undefined
  tell()
  if (who !== '') void send()
}

/** Only in a browser: the server loads this file too. */
function listen(): void {
  if (listening) return
  listening = true
  window.addEventListener('online', () => void send())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void send()
  })
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'settled') settled(data)
    void look().catch(() => {})
  }
}

/** Called where the restaurant says that somebody else is signed in, or nobody. */
export function whenDenied(listener: () => void): void {
  onDenied = listener
}

/** Whether what waits survives a reload. */
export function isKept(): boolean {
  return kept
}

export function entries(): Queue.Entries | undefined {
  return shown
}

/** Changes of the profile that are on their way, in their order. */
export async function waitingProfiles(): Promise<readonly AccountChange[]> {
  await look()
  return Queue.toSend(shown ?? nothing, account).flatMap(({ write }) =>
    write.kind === 'profile' ? [write.change] : [],
  )
}

export function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Hears of every write that is done or refused, whichever tab has sent it. */
export function whenSettled(listener: Settled): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Hears of an answer before its write leaves the line: what follows from it is in place by then, and what is shown in the
 * meantime does not fall back.
 */
export function whenAnswered(listener: Answered): () => void {
  answered.add(listener)
  return () => answered.delete(listener)
}

/**
 * Writes a write down and sends it, behind what waits already. Answers after the first try; what could not be sent by then
 * goes out by itself. Throws an ApiFailure where too many wait.
 */
export async function submit(write: Queue.QueuedWrite): Promise<Queue.Outcome> {
  const made: Queue.Entry = {
    id: `${Date.now()}-${Math.random()}`,
    account,
    at: Date.now(),
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

/** Takes a write back that has not gone out. Whether it could be: what is being sent right now is waited for. */
export async function withdraw(id: string): Promise<boolean> {
  let found: Queue.Entry | undefined
  await exclusively(true, () =>
    change((entries) => {
      found = entries.find((entry) => entry.id === id && !entry.refused)
      return Queue.remove(entries, id)
    }),
  )
  // What was sent without an answer may have arrived: the payment page asks before it offers another.
  if (found?.write.kind === 'order' && !found.tried) changeDetails({ placing: '' })
  return found !== undefined
}

/** Forgets a refusal that has been read. */
export async function dismiss(id: string): Promise<void> {
  await change((entries) => Queue.remove(entries, id))
}

/** The same for all refusals of such writes. */
export async function dismissAll(such: (write: Queue.QueuedWrite) => boolean): Promise<void> {
  const whose = account
  await change((entries) =>
    Queue.without(entries, ({ account, write, refused }) => refused !== undefined && account === whose && such(write)),
  )
}

/** Before signing out. What waits is not sent under another account, nor left behind: the person decides. */
export async function mayLeave(): Promise<boolean> {
  const leaving = account
  // A storage that gave up keeps nobody from leaving.
  await look().catch(() => {})
  const count = Queue.toSend(shown ?? nothing, leaving).length
  const what = count === 1 ? 'One thing still waits' : `${count} things still wait`
  if (count > 0 && !confirm(`${what} for the network. If you sign out now, it is not sent.`)) return false
  if (shown?.length) {
    await exclusively(true, () => change((entries) => Queue.without(entries, ({ account }) => account === leaving)))
  }
  return true
}

/** Sends what waits: one tab at a time, one write at a time. `inTurn` waits for a tab that is sending. */
export async function send({ inTurn = false } = {}): Promise<void> {
  clearTimeout(timer)
  if (account === '') return
  try {
    await look()
    await exclusively(inTurn, sendAll)
  } catch {
    // The browser's storage gave up; what it still has goes out with the next reason to try.
    shown ??= nothing
    tell()
  }
}

async function sendAll(): Promise<void> {
  for (;;) {
    await look()
    const entry = Queue.toSend(shown ?? nothing, account)[0]
    if (!entry) return
    const outcome = await tryToSend(entry)
    failures = outcome.type === 'waiting' ? failures + 1 : 0
    if (outcome.type === 'done' && answered.size > 0) {
      for (const listener of answered) listener(entry, outcome.answer)
      // Until it is drawn.
      await new Promise((drawn) => setTimeout(drawn))
    }
    await change((entries) => Queue.after(entries, entry, outcome))
    const message: Message = { type: 'settled', entry, outcome, failures }
    channel?.postMessage(message)
    settled(message)
    if (outcome.type === 'done' && entry.write.kind === 'order') clearCart(entry.write)
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
    let said = error instanceof ApiFailure ? Queue.verdict(error.problem, waits) : 'later'
    if (said === 'denied' && (await isStill(account))) said = 'refused'
    if (said === 'denied') onDenied()
    return said === 'refused' && error instanceof ApiFailure
      ? { type: 'refused', problem: error.problem }
      : { type: 'waiting' }
  }
}

/** Each says whose it is: a session that has changed since takes none of it. */
function dispatch({ id, account, at, write }: Queue.Entry): Promise<Queue.Answer> {
  switch (write.kind) {
    case 'order':
      return call('POST /api/orders', { body: { quoteId: write.quoteId, account } })
    case 'profile':
      return call('PATCH /api/account', { body: { ...write.change, account, was: write.was } })
    case 'tap':
      return call(`POST /api/${write.of}/:id/${write.what}` as Queue.TapEndpoint, {
        params: write,
        body: { ...write.body, account, at: new Date(at).toISOString(), tap: id },
      })
  }
}

/** A no to this very account, which may have another post by now, is one for good. */
async function isStill(account: string): Promise<boolean> {
  const session = await call('GET /api/session').catch(() => undefined)
  return session?.user?.id === account
}

function settled({ entry, outcome, failures: count }: Extract<Message, { type: 'settled' }>): void {
  failures = count
  clearTimeout(timer)
  if (outcome.type === 'waiting') timer = setTimeout(() => void send(), Queue.pause(failures, Math.random()))
  // A fault in the restaurant leaves it open whether there is an order.
  const isNo = outcome.type === 'refused' && outcome.problem.status < 500
  if (isNo && entry.write.kind === 'order') changeDetails({ placing: '' })
  for (const listener of [...listeners]) listener(entry, outcome)
}

/** The cart as it was ordered is done with; what has been added since stays. */
function clearCart({ lines, quoteId }: Extract<Queue.QueuedWrite, { kind: 'order' }>): void {
  cartStore.set((cart) => lines.reduce(Cart.remove, cart))
  detailsStore.set((details) => (details.placing === quoteId ? detailsStore.initial : details))
}

async function look(): Promise<void> {
  await change((entries) => entries)
}

async function change(by: (entries: Queue.Entries) => Queue.Entries): Promise<void> {
  store ??= openStore()
  const opened = await store
  kept = opened.kept
  let changed = false
  const after = await opened.change((before) => {
    const after = by(before)
    changed = after !== before
    return after
  })
  shown = account === '' ? nothing : Queue.ofAccount(after, account)
  if (changed) channel?.postMessage({ type: 'changed' } satisfies Message)
  tell()
}

function tell(): void {
  for (const watcher of watchers) watcher()
}

/** In this tab, where there are no locks. */
let working: Promise<void> | undefined

/** While no other tab does. Where there are no locks, tabs may meet: the restaurant takes each write once. */
async function exclusively(inTurn: boolean, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(name, { ifAvailable: !inTurn }, (lock) => (lock ? work() : undefined))
    return
  }
  const mine = Promise.resolve(working).then(work)
  working = mine.catch(() => {})
  await mine
}
