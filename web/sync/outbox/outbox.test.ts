import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { naira } from '#domain/money.ts'
import { sendThrough } from '#web/api/client.ts'
import type { Entries, QueuedWrite } from './queue.ts'

/** A browser without a database, whose plain storage is this. Locks and channels are real. */
const stored = new Map<string, string>()
let online = true
const page = new EventTarget()
vi.stubGlobal('window', page)
vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('removeEventListener', () => {})
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
vi.stubGlobal('navigator', {
  locks: navigator.locks,
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

/** A tab of its own, as after a reload. */
async function openTab(account = 'ada') {
  vi.resetModules()
  const outbox = await import('./outbox.ts')
  const api = await import('#web/api/client.ts')
  api.sendThrough(async (path, init) => {
    sent.push({ path, body: JSON.parse(`${init?.body ?? '{}'}`) })
    return answer()
  })
  outbox.attend(account)
  await vi.waitFor(() => expect(outbox.entries()).toBeDefined())
  return outbox
}

const order = (quoteId: string): QueuedWrite => ({ kind: 'order', quoteId, total: naira(3500), lines: [] })
const quotes = () => sent.map(({ body }) => body.quoteId)
const kept = () => (JSON.parse(stored.get('buka-outbox') ?? '[]') as Entries).map(({ write }) => write)
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
afterEach(() => {
  vi.useRealTimers()
})

test('online, a write is sent at once, and nothing of it is kept', async () => {
  const { submit } = await openTab()
  expect(await submit(order('Q1'))).toEqual({ type: 'done', answer: {} })
  expect(sent).toEqual([{ path: '/api/orders', body: { quoteId: 'Q1', account: 'ada' } }])
  expect(kept()).toEqual([])
})

test('LIVE-6: offline writes wait, survive a reload, and go out in order, once, when the network is back', async () => {
  online = false
  const before = await openTab()
  expect(await before.submit(order('Q1'))).toEqual({ type: 'waiting' })
  const change: QueuedWrite = { kind: 'profile', change: { address: '2 Road' }, was: { address: '1 Road' } }
  expect(await before.submit(change)).toEqual({ type: 'waiting' })
  expect(await before.submit(order('Q2'))).toEqual({ type: 'waiting' })
  expect([sent, kept()]).toEqual([[], [order('Q1'), change, order('Q2')]])

  const after = await openTab()
  expect(after.entries()?.map(({ write, waits, tried }) => [write.kind, waits, tried])).toEqual([
    ['order', true, false],
    ['profile', true, false],
    ['order', true, false],
  ])
  online = true
  page.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(kept()).toEqual([]))
  expect(sent).toEqual([
    { path: '/api/orders', body: { quoteId: 'Q1', account: 'ada' } },
    { path: '/api/account', body: { address: '2 Road', was: { address: '1 Road' }, account: 'ada' } },
    { path: '/api/orders', body: { quoteId: 'Q2', account: 'ada' } },
  ])
})

test('LIVE-6: many tabs, one sends', async () => {
  online = false
  const tabs = [await openTab(), await openTab(), await openTab()]
  for (const [index, tab] of tabs.entries()) await tab.submit(order(`Q${index}`))
  online = true
  await Promise.all(tabs.map((tab) => tab.send()))
  await vi.waitFor(() => expect(kept()).toEqual([]))
  expect(quotes()).toEqual(['Q0', 'Q1', 'Q2'])
})

test('LIVE-6: a lost answer is asked for again, and what stands behind it waits', async () => {
  const { submit } = await openTab()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await submit(order('Q1'))).toEqual({ type: 'waiting' })
  answer = () => Response.json({})
  await submit(order('Q2'))
  await vi.waitFor(() => expect(kept()).toEqual([]))
  expect(quotes()).toEqual(['Q1', 'Q1', 'Q2'])
})

test('LIVE-6: the eleventh is refused with a sentence', async () => {
  online = false
  const { submit } = await openTab()
  for (let index = 0; index < 10; index++) await submit(order(`Q${index}`))
  await expect(submit(order('Q10'))).rejects.toThrow('10 things of yours already wait for the network.')
  expect(kept().length).toBe(10)
})

test('LIVE-6: what waits can be withdrawn, and is not sent', async () => {
  online = false
  const { submit, withdraw, entries, send } = await openTab()
  await submit(order('Q1'))
  const id = entries()?.[0]?.id ?? ''
  expect(await withdraw(id)).toBe(true)
  expect(await withdraw(id)).toBe(false)
  online = true
  await send()
  expect([sent, kept()]).toEqual([[], []])
})

test('LIVE-6: what the restaurant refuses leaves the line and is told; the next goes out', async () => {
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

test('LIVE-6: under another account nothing is sent or shown; under its own it goes out', async () => {
  online = false
  await (await openTab('ada')).submit(order('Q1'))
  online = true
  const obi = await openTab('obi')
  await obi.send()
  expect([obi.entries(), sent]).toEqual([[], []])
  await openTab('ada')
  await vi.waitFor(() => expect(quotes()).toEqual(['Q1']))
})

test('LIVE-6: where the session is over, a write waits for its owner and the page asks who is signed in', async () => {
  const { submit, whenDenied } = await openTab()
  const denied = vi.fn()
  whenDenied(denied)
  answer = () => problem(401, 'not-signed-in')
  expect(await submit(order('Q1'))).toEqual({ type: 'waiting' })
  expect(denied).toHaveBeenCalled()
  expect(kept()).toEqual([order('Q1')])
})

test.each([
  [true, true, []],
  [false, false, [order('Q1')]],
])('LIVE-6: signing out with something waiting is asked about (yes: %s)', async (yes, leaves, left) => {
  online = false
  const { submit, mayLeave } = await openTab()
  await submit(order('Q1'))
  const confirm = vi.fn(() => yes)
  vi.stubGlobal('confirm', confirm)
  expect(await mayLeave()).toBe(leaves)
  expect(confirm).toHaveBeenCalledWith('One thing still waits for the network. If you sign out now, it is not sent.')
  expect(kept()).toEqual(left)
})

test('taps of staff go out in order, with the time at which each was made, and a name that is the same at every try', async () => {
  online = false
  const { submit, send } = await openTab('tunde')
  const tap = (what: 'preparation' | 'readiness'): QueuedWrite => ({
    kind: 'tap',
    of: 'orders',
    id: 'ORDER0001',
    what,
    body: {},
  })
  const from = Date.now()
  await submit(tap('preparation'))
  await submit(tap('readiness'))
  const to = Date.now()
  online = true
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await send()
  answer = () => Response.json({})
  await send()
  await vi.waitFor(() => expect(kept()).toEqual([]))
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/orders/ORDER0001/preparation',
    '/api/orders/ORDER0001/preparation',
    '/api/orders/ORDER0001/readiness',
  ])
  const [first, again, second] = sent.map(({ body }) => body)
  expect(again).toEqual(first)
  expect(second?.tap).not.toBe(first?.tap)
  for (const body of [first, second]) {
    expect(body?.account).toBe('tunde')
    expect(Date.parse(`${body?.at}`)).toBeGreaterThanOrEqual(from)
    expect(Date.parse(`${body?.at}`)).toBeLessThanOrEqual(to)
  }
})

test('what an answer brings is in place before the tap leaves the line', async () => {
  const { submit, whenAnswered, entries } = await openTab('tunde')
  const heard: unknown[] = []
  whenAnswered(({ write }, answer) => heard.push([write.kind, answer, entries()?.length]))
  answer = () => Response.json({ status: 'preparing' })
  await submit({ kind: 'tap', of: 'orders', id: 'ORDER0001', what: 'preparation', body: {} })
  expect(heard).toEqual([['tap', { status: 'preparing' }, 1]])
  expect(entries()).toEqual([])
})

test.each([
  ['tunde', 'refused'],
  ['obi', 'waiting'],
])('a 403 while %s is signed in leaves the tap of tunde %s', async (who, type) => {
  const { submit } = await openTab('tunde')
  answer = () =>
    sent.at(-1)?.path === '/api/session' ? Response.json({ user: { id: who } }) : problem(403, 'not-allowed')
  const outcome = await submit({ kind: 'tap', of: 'orders', id: 'ORDER0001', what: 'completion', body: {} })
  expect(outcome.type).toBe(type)
})

test('where nothing can be stored it waits in the page, and that is known', async () => {
  online = false
  vi.stubGlobal('localStorage', undefined)
  const { submit, entries, isKept } = await openTab()
  expect(await submit(order('Q1'))).toEqual({ type: 'waiting' })
  expect([entries()?.length, isKept()]).toEqual([1, false])
})
