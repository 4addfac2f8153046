import * as Cart from '#domain/order/cart.ts'

/** Removed cart lines with their places. */
export type Removal = readonly { readonly line: Cart.CartLine; readonly index: number }[]

/** Returns what `restore` needs to undo the removal of these lines. */
export function removalOf(cart: Cart.Cart, ids: readonly string[]): Removal {
  return cart.items.flatMap((line, index) => (ids.includes(line.id) ? [{ line, index }] : []))
}

/** Restores lines in their places. Later lines stay, and an equal line is merged with the restored one. */
export function restore(cart: Cart.Cart, removal: Removal): Cart.Cart {
  return removal.reduce((cart, { line, index }) => {
    const added = Cart.add(cart, line)
    if (added.items.length === cart.items.length) return added
    return { items: cart.items.toSpliced(index, 0, line) }
  }, cart)
}
