import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { type IDBPDatabase, openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { naira } from '#domain/money/money.ts'
import { openStore, type Store } from './outbox-store.ts'
import type { Entry } from './queue.ts'

const faults = ['', 'slow', 'silent', 'full', 'forbidden'] as const
type Fault = (typeof faults)[number]
type Place = 'database' | 'storage'

/** The content of `localStorage`. Each test begins with a new IndexedDB. */
let held: Map<string, unknown>
let fault: Record<Place, Fault>

/** A page with its store. After `closed`, IndexedDB no longer answers this page. */
type Tab = {
  readonly store: Store
  readonly late: () => void
  /** The fault of IndexedDB for this page alone. */
  readonly database?: Fault
  closed: boolean
}
let acting: Tab

const full = () => new DOMException('full', 'QuotaExceededError')
const forbidden = () => new DOMException('forbidden', 'SecurityError')

/** The fault that IndexedDB had when the page opened the database. */
const faultOf = new WeakMap<IDBDatabase, Fault>()

const { open } = IDBFactory.prototype
IDBFactory.prototype.open = function (name, version) {
  const tab = acting
  const trouble = tab.database || fault.database
  if (trouble === 'forbidden') throw forbidden()
  const opening = open.call(this, name, version)
  const { addEventListener } = opening
  opening.addEventListener = (type: string, listener: (event: Event) => void) => {
    const answer = (event: Event) => {
      if (tab.closed || trouble === 'silent') return
      faultOf.set(opening.result, trouble)
      listener(event)
    }
    const late = (event: Event) => setTimeout(answer, trouble === 'slow' ? 3000 : 0, event)
    addEventListener.call(opening, type, type === 'success' ? late : listener)
  }
  return opening
}

const { put } = IDBObjectStore.prototype
IDBObjectStore.prototype.put = function (...given) {
  if (faultOf.get(this.transaction.db) === 'full') throw full()
  return put.apply(this, given)
}

async function inDatabase<Found>(work: (database: IDBPDatabase) => Promise<Found>): Promise<Found> {
  acting = openTab()
  const working = openDB('buka-outbox', 1, { upgrade: (database) => database.createObjectStore('buka-outbox') }).then(
    async (database) => work(database).finally(() => database.close()),
  )
  await vi.advanceTimersByTimeAsync(10)
  return working
}

const readDatabase = () => inDatabase((database) => database.get('buka-outbox', 'buka-outbox'))

const localStorage = {
  getItem: (key: string) => held.get(key) ?? null,
  setItem(key: string, value: string) {
    if (fault.storage === 'full') throw full()
    held.set(key, value)
  },
  removeItem: (key: string) => held.delete(key),
}

beforeEach(() => {
  vi.useFakeTimers()
  emptyStorages()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      if (fault.storage === 'forbidden') throw forbidden()
      return localStorage
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

function emptyStorages(): void {
  held = new Map()
  fault = { database: '', storage: '' }
  vi.stubGlobal('indexedDB', new IDBFactory())
}

function openTab(database: Fault = ''): Tab {
  const late = vi.fn()
  return { store: openStore(late), late, database, closed: false }
}

type Change = Parameters<Store['change']>[0]

function begin(tab: Tab, by: Change) {
  acting = tab
  return tab.store.change(by)
}

/** Makes a change and waits for its effects. */
async function act(tab: Tab, by: Change = (entries) => entries) {
  const changing = begin(tab, by)
  await vi.advanceTimersByTimeAsync(4000)
  return changing
}

let made = 0
function entry(): Entry {
  made += 1
  const write = { kind: 'order', quoteId: `${made}`, total: naira(3500), lines: [] } as const
  return { id: `${made}`, account: 'ada', at: made, write, tried: false, waits: false }
}

const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id)

const before: readonly [string, Partial<typeof fault>][] = [
  ['slow IndexedDB', { database: 'slow' }],
  ['silent IndexedDB', { database: 'silent' }],
  ['full IndexedDB', { database: 'full' }],
  ['forbidden IndexedDB', { database: 'forbidden' }],
]

describe.each(before)('LIVE-6: an entry that was queued in a browser with a %s', (_, broken) => {
  test('an entry queued while IndexedDB fails is moved, in its order, into an IndexedDB that works after a reload', async () => {
    const first = entry()
    await act(openTab(), (entries) => [...entries, first])
    Object.assign(fault, broken)
    const second = entry()
    const slow = openTab()
    await act(slow, (entries) => [...entries, second])
    expect(slow.store.isDurable()).toBe(true)
    slow.closed = true

    fault = { database: '', storage: '' }
    const { entries } = await act(openTab())
    expect(ids(entries)).toEqual([first.id, second.id])
    expect(await readDatabase()).toEqual([first, second])
    expect(held.size).toBe(0)
  })

  test('an entry queued while IndexedDB fails is read in another tab, and stays removed after that tab has removed it', async () => {
    Object.assign(fault, broken)
    const slow = openTab()
    await act(slow, (entries) => [...entries, entry()])
    fault = { database: '', storage: '' }
    const quick = openTab()
    expect((await act(quick)).entries).toHaveLength(1)
    const { removed } = await act(quick, () => [])
    expect(removed).toHaveLength(1)
    // `forget` stands for the message by which the removing tab tells the other tabs, because a tab may be unable to
    // read IndexedDB.
    slow.store.forget(removed)
    Object.assign(fault, broken)
    expect((await act(openTab())).entries).toEqual([])
    fault = { database: '', storage: '' }
    for (const tab of [slow, quick, openTab()]) expect((await act(tab)).entries).toEqual([])
  })

  test('an entry withdrawn while IndexedDB fails stays removed, even if IndexedDB still contains the entry', async () => {
    const tab = openTab()
    await act(tab, (entries) => [...entries, entry(), entry()])
    Object.assign(fault, broken)
    await act(tab, (entries) => entries.slice(1))
    expect(tab.store.isDurable()).toBe(true)
    tab.closed = true
    fault = { database: '', storage: '' }
    expect((await act(openTab())).entries).toHaveLength(1)
  })
})

test('LIVE-6: entries in a slow IndexedDB are read when IndexedDB answers, and the page is then notified', async () => {
  const kept = entry()
  await act(openTab(), (entries) => [...entries, kept])
  fault.database = 'slow'
  const tab = openTab()
  acting = tab
  expect(
    (await Promise.all([tab.store.change((entries) => entries), vi.advanceTimersByTimeAsync(2000)]))[0].entries,
  ).toEqual([])
  await vi.advanceTimersByTimeAsync(1500)
  expect(tab.late).toHaveBeenCalledOnce()
  expect((await act(tab)).entries).toEqual([kept])
  // A second late answer contains nothing new, so the page is not notified again.
  expect(tab.late).toHaveBeenCalledOnce()
})

test('an IndexedDB that does not answer delays only the first change of the outbox', async () => {
  fault.database = 'silent'
  const tab = openTab()
  await act(tab)
  acting = tab
  expect((await tab.store.change((entries) => [...entries, entry()])).entries).toHaveLength(1)
})

test('`isDurable` returns false while an entry is only in memory, until a storage accepts the entry', async () => {
  fault = { database: 'full', storage: 'full' }
  const tab = openTab()
  await act(tab, (entries) => [...entries, entry()])
  expect(tab.store.isDurable()).toBe(false)
  fault.database = ''
  await act(tab)
  expect(tab.store.isDurable()).toBe(true)
  expect((await act(openTab())).entries).toHaveLength(1)
})

test('the last outbox entry can be removed even if all storages are full', async () => {
  const tab = openTab()
  await act(tab, (entries) => [...entries, entry()])
  fault = { database: 'full', storage: 'full' }
  await act(tab, () => [])
  expect(tab.store.isDurable()).toBe(true)
  tab.closed = true
  expect((await act(openTab())).entries).toEqual([])
})

test('if IndexedDB and localStorage have copies of an outbox entry, the copy that has advanced further is read', async () => {
  const one = entry()
  await inDatabase((database) => database.put('buka-outbox', [{ ...one, tried: true }], 'buka-outbox'))
  held.set('buka-outbox', JSON.stringify([{ ...one, tried: true, waits: true }]))
  expect((await act(openTab())).entries).toEqual([{ ...one, tried: true, waits: true }])
  held.set('buka-outbox', JSON.stringify([one]))
  expect((await act(openTab())).entries).toEqual([{ ...one, tried: true, waits: true }])
})

const indices = fc.nat({ max: 1 })
const places = fc.constantFrom('database', 'storage')
const step = fc.oneof(
  fc.record({ type: fc.constant('add'), tab: indices }),
  fc.record({ type: fc.constant('remove'), tab: indices, entry: fc.nat() }),
  fc.record({ type: fc.constant('read'), tab: indices }),
  fc.record({ type: fc.constant('add in both') }),
  fc.record({ type: fc.constant('reload'), tab: indices, database: fc.constantFrom('', ...faults) }),
  fc.record({ type: fc.constant('delete'), place: places }),
  fc.record({ type: fc.constant('fault'), place: places, fault: fc.constantFrom(...faults) }),
)

test('LIVE-6: storage faults neither lose nor repeat an entry in two tabs, unless the page has warned that the entry is not stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, hasChannel) => {
      emptyStorages()
      const tabs = [openTab(), openTab()]
      const expected = new Map<string, 'waits' | 'left' | 'unknown'>()
      const tabOf = (index: number) => tabs[index] as Tab
      const readAll = async () => {
        for (const tab of tabs) await act(tab)
      }
      for (const each of steps) {
        if (each.type === 'add') {
          const added = entry()
          expected.set(added.id, 'waits')
          await act(tabOf(each.tab), (entries) => [...entries, added])
        } else if (each.type === 'remove') {
          const { removed } = await act(tabOf(each.tab), (entries) => {
            const gone = entries[each.entry % entries.length]
            if (gone) expected.set(gone.id, 'left')
            return entries.filter((entry) => entry !== gone)
          })
          if (hasChannel) for (const tab of tabs) tab.store.forget(removed)
        } else if (each.type === 'add in both') {
          const changes = tabs.map((tab) => {
            const added = entry()
            expected.set(added.id, 'waits')
            return begin(tab, (entries) => [...entries, added])
          })
          await vi.advanceTimersByTimeAsync(4000)
          await Promise.all(changes)
        } else if (each.type === 'read') await act(tabOf(each.tab))
        else if (each.type === 'reload') {
          if (!tabOf(each.tab).store.isDurable()) for (const id of expected.keys()) expected.set(id, 'unknown')
          tabOf(each.tab).closed = true
          tabs[each.tab] = openTab(each.database === 'silent' && !hasChannel ? 'slow' : each.database)
          await act(tabOf(each.tab))
        } else if (each.type === 'delete' && fault[each.place] === '' && tabs.every(({ database }) => !database)) {
          // Deleting a storage would lose entries that no open page has read, so let every page read first.
          await readAll()
          if (each.place === 'storage') held.clear()
          else await inDatabase((database) => database.clear('buka-outbox'))
          await readAll()
        } else if (each.type === 'fault') {
          // A removal that no storage accepts reaches another tab only over the channel. Without a channel, this test
          // therefore puts no fault on `localStorage`.
          if (hasChannel) fault[each.place] = each.fault
          else if (each.place === 'database' && each.fault !== 'silent') fault.database = each.fault
        }
      }
      fault = { database: '', storage: '' }
      await readAll()
      const found = ids((await act(openTab())).entries)
      expect(found).toEqual([...new Set(found)].sort((one, other) => Number(one) - Number(other)))
      for (const [id, state] of expected) {
        if (state !== 'unknown') expect([id, found.includes(id)]).toEqual([id, state === 'waits'])
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
})
