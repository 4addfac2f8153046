import * as Cart from '#domain/order/cart.ts'

export type Removal = readonly { readonly line: Cart.CartLine; readonly index: number }[]

/** Returns the removed lines and their places, for `restore`. */
export function removalOf(cart: Cart.Cart, ids: readonly string[]): Removal {
  return cart.items.flatMap((line, index) => (ids.includes(line.id) ? [{ line, index }] : []))
}

/** Restores lines in their places. Lines added since then stay, and an equal line is merged with the restored line. */
export function restore(cart: Cart.Cart, removal: Removal): Cart.Cart {
  return removal.reduce((cart, { line, index }) => {
    const added = Cart.add(cart, line)
    if (added.items.length === cart.items.length) return added
    return { items: cart.items.toSpliced(index, 0, line) }
  }, cart)
}
