import { expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
const { cartStore } = await import('./cart-store.ts')

const chosen = { id: 'coke-1', itemId: 'coke', category: 'softdrinks', selection: {}, quantity: 2, picture: 'coke' }
const dish = { itemId: 'coke', name: 'Coke', type: '', quantity: 2 }
const former = { ...chosen, note: 'cold', seen: { ...dish, unitPrice: 1200, choices: [], note: '', total: 2400 } }
const today = {
  ...chosen,
  chefComment: 'cold',
  seen: { ...dish, price: 1200, extras: [], chefComment: '', itemTotal: 2400 },
}

test('RUN-5 CART-9: a cart stored by a page of the last release is read by today’s field names', () => {
  stored.set('cart', JSON.stringify({ lines: [former] }))
  expect(cartStore.get()).toEqual({ items: [today] })
})

test('RUN-5 CART-9: a cart is stored with former and new field names, so that an open page of the last release can show the cart', () => {
  stored.set('cart', JSON.stringify({ lines: [former] }))
  cartStore.set((cart) => cart)
  const kept = JSON.parse(stored.get('cart') ?? '')
  expect(kept).toMatchObject({ items: [today], lines: [former] })
  expect(cartStore.get()).toEqual({ items: [today] })
})
