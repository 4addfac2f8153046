import { afterEach, expect, test, vi } from 'vitest'
import { naira } from '#domain/money/money.ts'
import * as Cart from '#domain/order/cart.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
const { draftStore, isStarted, clearDraftUnlessOf, noDetails } = await import('./counter-draft.ts')

function store(draft: unknown) {
  stored.set('counter-order', JSON.stringify(draft))
}

afterEach(() => {
  stored.clear()
  vi.useRealTimers()
})

const line = {
  id: 'coke-1',
  itemId: 'coke',
  category: 'softdrinks',
  selection: {},
  quantity: 2,
  chefComment: '',
  picture: 'coke',
  seen: { name: 'Coke', price: naira(1200), itemTotal: naira(2400), extras: [] },
} as unknown as Cart.CartLine
const draft = {
  account: 'bisi',
  at: Date.now(),
  cart: { items: [line] },
  details: { ...noDetails, channel: 'phone', customerName: 'Chief Obi', customerPhone: '0803 555 0001' },
  sent: null,
} as const

test('a counter draft is restored for its own account and deleted for another account', () => {
  store(draft)
  expect(draftStore.get()).toEqual(draft)
  clearDraftUnlessOf('bisi')
  expect(draftStore.get()).toEqual(draft)
  clearDraftUnlessOf('tunde')
  expect(draftStore.get()).toEqual(draftStore.initial)
  expect(stored.get('counter-order')).not.toContain('0803')
})

test('signing out deletes the counter draft', () => {
  store(draft)
  clearDraftUnlessOf('')
  expect(stored.get('counter-order')).not.toMatch(/Obi|0803|coke/)
})

test('a counter draft older than four hours is deleted', () => {
  vi.useFakeTimers({ now: draft.at + 4 * 60 * 60_000 - 1000 })
  store(draft)
  expect(draftStore.get()).toEqual(draft)
  vi.setSystemTime(draft.at + 4 * 60 * 60_000 + 1000)
  // Store an expired draft again, because an open page checks a draft only when the storage changes.
  store({ ...draft, details: { ...draft.details, customerName: 'Chief Obi ' } })
  expect(draftStore.get()).toEqual(draftStore.initial)
  clearDraftUnlessOf('bisi')
  expect(stored.get('counter-order')).not.toContain('0803')
})

test.each([
  ['that is not JSON', 'not JSON'],
  ['without an account', JSON.stringify({ ...draft, account: undefined })],
  ['that is null', 'null'],
])('a counter draft %s is ignored', (_what, text) => {
  stored.set('counter-order', text)
  expect(draftStore.get()).toEqual(draftStore.initial)
})

test('invalid lines, details and payments of a stored counter draft are ignored', () => {
  store({ ...draft, cart: { items: [{ dish: 'coke' }, line] } })
  expect(draftStore.get()).toEqual(draft)
  store({ ...draft, details: { channel: 'pigeon', customerName: 7, locationId: 'yaba' }, sent: { quote: { id: 'A' } } })
  expect(draftStore.get()).toMatchObject({ details: { ...noDetails, locationId: 'yaba' }, sent: null })
})

test('a counter draft counts as started once it has a dish or a detail', () => {
  expect(isStarted({ ...draft, cart: Cart.empty, details: noDetails })).toBe(false)
  expect(isStarted({ ...draft, details: noDetails })).toBe(true)
  expect(isStarted({ ...draft, cart: Cart.empty })).toBe(true)
})
