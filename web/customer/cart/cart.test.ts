import { expect, test } from 'vitest'
import { naira } from '#domain/money/money.ts'
import * as Cart from '#domain/order/cart.ts'
import { removalOf, restore } from './removal.ts'

function line(id: string, itemId = id, quantity = 1): Cart.CartLine {
  return {
    id,
    itemId,
    category: 'grills',
    selection: {},
    quantity,
    chefComment: '',
    picture: itemId,
    seen: {
      itemId,
      name: itemId,
      type: '',
      price: naira(1000),
      totalPrice: naira(1000),
      quantity,
      extras: [],
      chefComment: '',
      itemTotal: naira(1000 * quantity),
    },
  }
}

const ids = (cart: Cart.Cart) => cart.items.map(({ id }) => id)

test('CART-1: a removed cart line is restored in its place', () => {
  const cart = { items: [line('a'), line('b'), line('c')] }
  const removal = removalOf(cart, ['b'])
  expect(ids(restore(Cart.remove(cart, 'b'), removal))).toEqual(['a', 'b', 'c'])
})

test('CART-1: restoring a cleared cart brings back all lines, and keeps lines that were added after the clearing', () => {
  const cart = { items: [line('a'), line('b')] }
  const removal = removalOf(cart, ['a', 'b'])
  expect(restore(Cart.empty, removal)).toEqual(cart)
  expect(ids(restore({ items: [line('z')] }, removal)).sort()).toEqual(['a', 'b', 'z'])
})

test('CART-2: a restored cart line is merged with an equal line that was added after its removal', () => {
  const removal = removalOf({ items: [line('a', 'jollof', 2)] }, ['a'])
  const restored = restore({ items: [line('z', 'jollof', 1)] }, removal)
  expect(restored.items).toMatchObject([{ id: 'z', quantity: 3, seen: { itemTotal: 3000 } }])
})
