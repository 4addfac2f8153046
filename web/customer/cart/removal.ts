import * as Cart from '#domain/order/cart.ts'

export type Removal = readonly { readonly line: Cart.CartLine; readonly index: number }[]

/** Returns these lines with their indexes in the cart, as `restore` needs them. */
export function removalOf(cart: Cart.Cart, ids: readonly string[]): Removal {
  return cart.items.flatMap((line, index) => (ids.includes(line.id) ? [{ line, index }] : []))
}

/**
 * Puts removed lines back at their indexes. Lines that were added after the removal stay; if one is equal to a removed
 * line, the two are merged.
 */
export function restore(cart: Cart.Cart, removal: Removal): Cart.Cart {
  return removal.reduce((cart, { line, index }) => {
    const added = Cart.add(cart, line)
    if (added.items.length === cart.items.length) return added
    return { items: cart.items.toSpliced(index, 0, line) }
  }, cart)
}
