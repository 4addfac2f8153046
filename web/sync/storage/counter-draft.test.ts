import { afterEach, expect, test, vi } from 'vitest'
import * as Cart from '#domain/cart.ts'
import { naira } from '#domain/money.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
const { draftStore, isStarted, clearDraftUnlessOf, noDetails } = await import('./counter-draft.ts')

/** As a page that is loaded finds it. */
function leave(kept: unknown) {
  stored.set('counter-order', JSON.stringify(kept))
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
  note: '',
  picture: 'coke',
  seen: { name: 'Coke', each: naira(1200), total: naira(2400), choices: [] },
} as unknown as Cart.CartLine
const draft = {
  account: 'bisi',
  at: Date.now(),
  cart: { lines: [line] },
  details: { ...noDetails, channel: 'phone', customerName: 'Chief Obi', customerPhone: '0803 555 0001' },
  sent: null,
} as const

test('an order that was begun is there again as it was, until somebody else is at the tablet', () => {
  leave(draft)
  expect(draftStore.get()).toEqual(draft)
  clearDraftUnlessOf('bisi')
  expect(draftStore.get()).toEqual(draft)
  clearDraftUnlessOf('tunde')
  expect(draftStore.get()).toEqual(draftStore.initial)
  expect(stored.get('counter-order')).not.toContain('0803')
})

test('who signs out leaves nothing', () => {
  leave(draft)
  clearDraftUnlessOf('')
  expect(stored.get('counter-order')).not.toMatch(/Obi|0803|coke/)
})

test('what is older than four hours is nobody’s, and its phone goes with it', () => {
  vi.useFakeTimers({ now: draft.at + 4 * 60 * 60_000 - 1000 })
  leave(draft)
  expect(draftStore.get()).toEqual(draft)
  vi.setSystemTime(draft.at + 4 * 60 * 60_000 + 1000)
  // The same page still has it before it; one that is loaded does not.
  leave({ ...draft, details: { ...draft.details, customerName: 'Chief Obi ' } })
  expect(draftStore.get()).toEqual(draftStore.initial)
  clearDraftUnlessOf('bisi')
  expect(stored.get('counter-order')).not.toContain('0803')
})

test.each([
  ['not JSON', 'not JSON'],
  ['of nobody', JSON.stringify({ ...draft, account: undefined })],
  ['with lines of another time', JSON.stringify({ ...draft, cart: { lines: [{ dish: 'coke' }] } })],
  ['null', 'null'],
])('a draft %s is none', (_what, text) => {
  stored.set('counter-order', text)
  expect(draftStore.get()).toEqual(draftStore.initial)
})

test('of what was typed and sent only what can be shown is believed', () => {
  leave({ ...draft, details: { channel: 'pigeon', customerName: 7, locationId: 'yaba' }, sent: { quote: { id: 'A' } } })
  expect(draftStore.get()).toMatchObject({ details: { ...noDetails, locationId: 'yaba' }, sent: null })
})

test('an order is begun with its first dish, or the first thing that was said', () => {
  expect(isStarted({ ...draft, cart: Cart.empty, details: noDetails })).toBe(false)
  expect(isStarted({ ...draft, details: noDetails })).toBe(true)
  expect(isStarted({ ...draft, cart: Cart.empty })).toBe(true)
})
