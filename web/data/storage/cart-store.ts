import type { Cart } from '#domain/order/cart.ts'
import { empty, ofStored } from '#domain/order/cart.ts'
import { persisted, usePersisted } from './persisted.ts'

/** The cart, stored in the browser (CART-9). */
export const cartStore = persisted<Cart>('cart', empty, ofStored)

export function useCart(): Cart {
  return usePersisted(cartStore)
}
