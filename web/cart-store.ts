import type { Cart } from '#domain/cart.ts'
import { empty } from '#domain/cart.ts'
import { persisted, usePersisted } from './persisted.ts'

/** The cart lives in the browser (CART-9): it survives reload, restart, sign-in and being offline. */
export const cartStore = persisted<Cart>('cart', empty, (stored) => (isCart(stored) ? stored : undefined))

export function useCart(): Cart {
  return usePersisted(cartStore)
}

/** Good enough to be shown. What it costs is asked of the server again before anything is paid. */
function isCart(stored: unknown): stored is Cart {
  const lines = (stored as Partial<Cart> | null)?.lines
  return (
    Array.isArray(lines) &&
    lines.every(
      (line) =>
        typeof line?.id === 'string' &&
        typeof line.itemId === 'string' &&
        typeof line.quantity === 'number' &&
        typeof line.note === 'string' &&
        typeof line.selection === 'object' &&
        typeof line.seen?.total === 'number' &&
        Array.isArray(line.seen.choices),
    )
  )
}
