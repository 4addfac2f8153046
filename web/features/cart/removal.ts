import * as Cart from '#domain/cart.ts'

/** Lines that were taken out of a cart, with where they stood. */
export type Removal = readonly { readonly line: Cart.CartLine; readonly index: number }[]

/** What taking these lines out would take, to be able to bring it back. */
export function removalOf(cart: Cart.Cart, ids: readonly string[]): Removal {
  return cart.lines.flatMap((line, index) => (ids.includes(line.id) ? [{ line, index }] : []))
}

/** Puts lines back where they were. What was added since stays; a twin of a line takes it up. */
export function restore(cart: Cart.Cart, removal: Removal): Cart.Cart {
  return removal.reduce((cart, { line, index }) => {
    const added = Cart.add(cart, line)
    if (added.lines.length === cart.lines.length) return added
    return { lines: cart.lines.toSpliced(index, 0, line) }
  }, cart)
}
