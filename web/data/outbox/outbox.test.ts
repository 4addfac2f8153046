import { setMaxListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { naira } from '#domain/money/money.ts'
import { sendThrough } from '#web/data/api/client.ts'
import type { Entries, QueuedWrite } from './queue.ts'

/** The `localStorage` of a browser without IndexedDB. Locks and channels are Node's. */
const stored = new Map<string, string>()
let online = true
const page = new EventTarget()
vi.stubGlobal('window', page)
const shownPage = Object.assign(new EventTarget(), { hidden: false })
setMaxListeners(100, page, shownPage)
vi.stubGlobal('document', shownPage)
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
let storageIsFull = false
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem(key: string, value: string) {
    if (storageIsFull) throw new DOMException('full', 'QuotaExceededError')
    stored.set(key, value)
  },
  removeItem: (key: string) => void stored.delete(key),
})
const discard = async () => true
const { locks } = navigator
let areLocksForbidden = false
vi.stubGlobal('navigator', {
  get locks() {
    return areLocksForbidden ? { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } : locks
  },
  get onLine() {
    return online
  },
})

let sent: { path: string; body: Record<string, unknown> }[] = []
let answer: () => Response | Promise<Response> = () => Response.json({})
sendThrough(async (path, init) => {
  sent.push({ path, body: JSON.parse(`${init?.body}`) })
  return answer()
})

const tabs: typeof import('./outbox.ts')[] = []

/** Loads the outbox again, as a reload of the page does, and signs in. */
async function openTab(account = 'ada') {
  vi.resetModules()
  const outbox = await import('./outbox.ts')
  const api = await import('#web/data/api/client.ts')
  api.sendThrough(async (path, init) => {
    sent.push({ path, body: JSON.parse(`${init?.body ?? '{}'}`) })
    return answer()
  })
  tabs.push(outbox)
  outbox.setAccount(account)
  await vi.waitFor(() => expect(outbox.entries()).toBeDefined())
  return outbox
}

const order = (quoteId: string): QueuedWrite => ({ kind: 'order', quoteId, total: naira(3500), lines: [] })
const quotes = () => sent.map(({ body }) => body.quoteId)
const storedWrites = () => (JSON.parse(stored.get('buka-outbox') ?? '[]') as Entries).map(({ write }) => write)
const warns = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ status, code, detail: `${code}.` }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  })

beforeEach(() => {
  online = true
  sent = []
  answer = () => Response.json({})
  stored.clear()
})
afterEach(async () => {
  vi.useRealTimers()
  // The tabs of an earlier test stay open, and would store their entries again during the next test. Each tab therefore
  // discards the entries of every account.
  online = false
  storageIsFull = false
  areLocksForbidden = false
  for (const tab of tabs) {
    for (const account of ['ada', 'obi', 'tunde', 'musa', '']) {
      tab.setAccount(account)
      await tab.discardQueued(discard)
    }
  }
})

test('a write is sent immediately while online, and not stored afterwards', async () => {
  const { submit } = await openTab()
  expect(await submit(order('Q1'))).toEqual({ type: 'done', answer: {} })
  expect(sent).toEqual([{ path: '/api/orders', body: { quoteId: 'Q1', account: 'ada' } }])
  expect(storedWrites()).toEqual([])
})

test('a damaged queue loses only its unreadable entries, and later writes are sent', async () => {
  online = false
  const before = await openTab()
  await before.submit(order('Q1'))
  const [entry] = JSON.parse(stored.get('buka-outbox') ?? '') as Entries
  await before.discardQueued(discard)
  for (const [index, damaged] of ['null', '{}', '[null]', '[{}]', '[{'].entries()) {
    online = false
    stored.set('buka-outbox', damaged.replace(']', `,${JSON.stringify({ ...entry, id: `${index}` })}]`))
    const { submit } = await openTab()
    sent = []
    online = true
    expect(await submit(order('Q2'))).toEqual({ type: 'done', answer: {} })
    expect(quotes()).toEqual(damaged.endsWith(']') ? ['Q1', 'Q2'] : ['Q2'])
    expect(storedWrites()).toEqual([])
  }
})

test('LIVE-6: writes made offline survive a reload and are sent once, in their order, when the network returns', async () => {
  online = false
  const before = await openTab()
  expect(await before.submit(order('Q1'))).toEqual({ type: 'waiting' })
  const change: QueuedWrite = { kind: 'profile', change: { address: '2 Road' }, was: { address: '1 Road' } }
  expect(await before.submit(change)).toEqual({ type: 'waiting' })
  expect(await before.submit(order('Q2'))).toEqual({ type: 'waiting' })
  expect([sent, storedWrites()]).toEqual([[], [order('Q1'), change, order('Q2')]])

  const after = await openTab()
  expect(after.entries()?.map(({ write, waits, tried }) => [write.kind, waits, tried])).toEqual([
    ['order', true, false],
    ['profile', true, false],
    ['order', true, false],
  ])
  online = true
  page.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(storedWrites()).toEqual([]))
  expect(sent).toEqual([
    { path: '/api/orders', body: { quoteId: 'Q1', account: 'ada' } },
    {
      path: '/api/account',
      body: { address: '2 Road', was: { address: '1 Road' }, account: 'ada', key: expect.any(String) },
    },
    { path: '/api/orders', body: { quoteId: 'Q2', account: 'ada' } },
  ])
})

test('LIVE-6: only one of many tabs sends the queue', async () => {
  online = false
  const tabs = [await openTab(), await openTab(), await openTab()]
  for (const [index, tab] of tabs.entries()) await tab.submit(order(`Q${index}`))
  online = true
  await Promise.all(tabs.map((tab) => tab.send()))
  await vi.waitFor(() => expect(storedWrites()).toEqual([]))
  expect(quotes()).toEqual(['Q0', 'Q1', 'Q2'])
})

test('LIVE-6: a write whose answer was lost is sent again before the writes queued after it', async () => {
  const { submit } = await openTab()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await submit(order('Q1'))).toEqual({ type: 'waiting' })
  answer = () => Response.json({})
  await submit(order('Q2'))
  await vi.waitFor(() => expect(storedWrites()).toEqual([]))
  expect(quotes()).toEqual(['Q1', 'Q1', 'Q2'])
})

test('LIVE-6: the eleventh queued write is refused with a sentence', async () => {
  online = false
  const { submit } = await openTab()
  for (let index = 0; index < 10; index++) await submit(order(`Q${index}`))
  await expect(submit(order('Q10'))).rejects.toThrow('10 changes of yours already wait for the network.')
  expect(storedWrites().length).toBe(10)
})

test('LIVE-6: a withdrawn write is not sent', async () => {
  online = false
  const { submit, withdraw, entries, send } = await openTab()
  await submit(order('Q1'))
  const id = entries()?.[0]?.id ?? ''
  expect(await withdraw(id)).toBe(true)
  expect(await withdraw(id)).toBe(false)
  online = true
  await send()
  expect([sent, storedWrites()]).toEqual([[], []])
})

test('LIVE-6: a refused write is shown as refused, and the next write is sent', async () => {
  online = false
  const { submit, entries, send } = await openTab()
  await submit(order('Q1'))
  await submit(order('Q2'))
  online = true
  const answers = [problem(409, 'quote-expired'), Response.json({})]
  answer = () => answers.shift() ?? Response.error()
  await send()
  await vi.waitFor(() => expect(entries()?.length).toBe(1))
  expect(entries()?.[0]).toMatchObject({ write: order('Q1'), refused: { code: 'quote-expired' } })
  expect(quotes()).toEqual(['Q1', 'Q2'])
})

test('LIVE-6: a write is shown and sent only while its own account is signed in', async () => {
  online = false
  await (await openTab('ada')).submit(order('Q1'))
  online = true
  const obi = await openTab('obi')
  await obi.send()
  expect([obi.entries(), sent]).toEqual([[], []])
  await openTab('ada')
  await vi.waitFor(() => expect(quotes()).toEqual(['Q1']))
})

test('LIVE-6: a write that gets 401 stays in the queue, and the listener set by `whenDenied` is called', async () => {
  const { submit, whenDenied } = await openTab()
  const denied = vi.fn()
  whenDenied(denied)
  answer = () => problem(401, 'not-signed-in')
  expect(await submit(order('Q1'))).toEqual({ type: 'waiting' })
  expect(denied).toHaveBeenCalled()
  expect(storedWrites()).toEqual([order('Q1')])
})

test.each([
  [true, true, []],
  [false, false, [order('Q1')]],
])('LIVE-6: queued writes are discarded only if the person agrees (%s)', async (yes, isDiscarded, left) => {
  online = false
  const { submit, discardQueued } = await openTab()
  await submit(order('Q1'))
  const mayDiscard = vi.fn(async () => yes)
  expect(await discardQueued(mayDiscard)).toBe(isDiscarded)
  expect(mayDiscard).toHaveBeenCalledWith(1)
  expect(storedWrites()).toEqual(left)
})

test('staff actions are sent in order, each with its time and with the same idempotency key at every attempt', async () => {
  online = false
  const { submit, send } = await openTab('tunde')
  const queued = (action: 'start' | 'mark-ready'): QueuedWrite => ({
    kind: 'action',
    id: 'ORDER0001',
    action,
    body: {},
  })
  const from = Date.now()
  await submit(queued('start'))
  await submit(queued('mark-ready'))
  const to = Date.now()
  online = true
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await send()
  answer = () => Response.json({})
  await send()
  await vi.waitFor(() => expect(storedWrites()).toEqual([]))
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/orders/ORDER0001/start',
    '/api/orders/ORDER0001/start',
    '/api/orders/ORDER0001/mark-ready',
  ])
  const [first, again, second] = sent.map(({ body }) => body)
  expect(again).toEqual(first)
  expect(second?.key).not.toBe(first?.key)
  for (const body of [first, second]) {
    expect(body?.account).toBe('tunde')
    expect(Date.parse(`${body?.at}`)).toBeGreaterThanOrEqual(from)
    expect(Date.parse(`${body?.at}`)).toBeLessThanOrEqual(to)
  }
})

test('the listeners added by `whenAnswered` are called before the write leaves the queue', async () => {
  const { submit, whenAnswered, entries } = await openTab('tunde')
  const answers: unknown[] = []
  whenAnswered(({ write }, answer) => answers.push([write.kind, answer, entries()?.length]))
  answer = () => Response.json({ status: 'preparing' })
  await submit({ kind: 'action', id: 'ORDER0001', action: 'start', body: {} })
  expect(answers).toEqual([['action', { status: 'preparing' }, 1]])
  expect(entries()).toEqual([])
})

test.each([
  ['tunde', 'refused'],
  ['obi', 'waiting'],
])('if a queued action of the account tunde gets 403 while %s is signed in, the action is %s', async (who, type) => {
  const { submit } = await openTab('tunde')
  answer = () =>
    sent.at(-1)?.path === '/api/session' ? Response.json({ user: { id: who } }) : problem(403, 'not-allowed')
  const outcome = await submit({
    kind: 'action',
    id: 'ORDER0001',
    action: 'complete',
    body: {},
  })
  expect(outcome.type).toBe(type)
})

test('LIVE-6: entries stored by an earlier version of the page are sent once', async () => {
  const fixture = new URL('../../../tests/fixtures/outbox-entries.json', import.meta.url)
  stored.set('buka-outbox', readFileSync(fixture, 'utf8'))
  const { send } = await openTab('tunde')
  await vi.waitFor(() => expect(storedWrites().length).toBe(3))
  await send()
  expect(sent).toEqual([
    {
      path: '/api/orders/7Q4M2KX9A/assign-rider',
      body: { riderId: 'musa', account: 'tunde', at: '2025-11-24T16:00:00.002Z', key: '1764000000002-0.3' },
    },
  ])
})

test('LIVE-6: a write is sent immediately even if the storage is full', async () => {
  const { submit, isDurable } = await openTab()
  storageIsFull = true
  expect(await submit(order('Q1'))).toEqual({ type: 'done', answer: {} })
  expect([quotes(), isDurable()]).toEqual([['Q1'], true])
})

test('LIVE-6: while a write waits only in memory because the storage is full, the browser asks before it closes the page, and the write is sent once', async () => {
  online = false
  const { submit, entries, isDurable, send } = await openTab()
  storageIsFull = true
  expect(await submit(order('Q1'))).toEqual({ type: 'waiting' })
  expect([entries()?.length, isDurable(), warns()]).toEqual([1, false, true])
  online = true
  await send()
  expect([quotes(), entries(), isDurable(), warns()]).toEqual([['Q1'], [], true, false])
})

test('LIVE-6: a write that was stored before the storage filled up can be withdrawn, also from another tab', async () => {
  online = false
  const [one, other] = [await openTab(), await openTab()]
  await one.submit(order('Q1'))
  await vi.waitFor(() => expect(other.entries()).toHaveLength(1))
  storageIsFull = true
  expect(await other.withdraw(other.entries()?.[0]?.id ?? '')).toBe(true)
  await vi.waitFor(() => expect(one.entries()).toEqual([]))
  const reloaded = await openTab()
  online = true
  for (const tab of [one, other, reloaded]) await tab.send()
  expect([sent, storedWrites()]).toEqual([[], []])
})

test('LIVE-6: a write that the storage loses while the page is open is stored again and sent once', async () => {
  online = false
  const { submit, send } = await openTab()
  await submit(order('Q1'))
  stored.clear()
  await send()
  expect(storedWrites()).toEqual([order('Q1')])
  online = true
  await send()
  expect([quotes(), storedWrites()]).toEqual([['Q1'], []])
})

test('LIVE-6: a write is sent in a browser that refuses locks, channels and storage', async () => {
  areLocksForbidden = true
  const { BroadcastChannel } = globalThis
  vi.stubGlobal('BroadcastChannel', function refused() {
    throw new DOMException('no', 'SecurityError')
  })
  const { submit } = await openTab()
  storageIsFull = true
  expect(await submit(order('Q1'))).toEqual({ type: 'done', answer: {} })
  expect(quotes()).toEqual(['Q1'])
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
})

test('a write waits in memory in a browser without any storage, and `isDurable` returns false', async () => {
  online = false
  vi.stubGlobal('localStorage', undefined)
  const { submit, entries, isDurable } = await openTab()
  expect(await submit(order('Q1'))).toEqual({ type: 'waiting' })
  expect([entries()?.length, isDurable()]).toEqual([1, false])
})
