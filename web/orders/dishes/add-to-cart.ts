import type { MenuItem } from '#contract/menu/menu.ts'
import { highestQuantity, type PricedLine } from '#domain/menu/pricing.ts'
import * as Cart from '#domain/order/cart.ts'
import { cartStore } from '#web/data/storage/cart-store.ts'
import { toast, toastFailed, toastTime } from '#web/data/toast.ts'
import type { Draft } from './drafts.ts'

/**
 * Milliseconds for which the toast 'Your browser does not store your cart' is shown: long enough to read it after the
 * toast about the added dish.
 */
const readFor = 6000

let toldNotKept = false

/** Adds a dish to the cart and shows a toast (MENU-19) that can undo it. Returns false if the cart has no room. */
export function addToCart(item: MenuItem, draft: Draft, seen: PricedLine): boolean {
  const before = cartStore.get()
  const next = Cart.add(before, {
    // Not `crypto.randomUUID`, which is missing on pages without https, such as those on a restaurant's own network.
    id: `${item.id}-${Date.now().toString(36)}`,
    itemId: item.id,
    category: item.category,
    ...draft,
    seen,
    picture: item.picture?.name ?? '',
  })
  const refusal =
    next.items.length > Cart.mostLines
      ? 'Your cart is full. Please order what is in it first.'
      : Cart.count(next) < Cart.count(before) + draft.quantity &&
        `A cart holds ${highestQuantity} of one dish at most. For more, please call us.`
  if (refusal) {
    toastFailed(refusal)
    return false
  }
  cartStore.set(() => next)
  toast(
    item.added.replace('{item}', () => item.name),
    {
      duration: item.shortToast ? toastTime.addedShort : toastTime.longest,
      action: { label: 'Undo', onPress: () => cartStore.set((cart) => Cart.takeBack(cart, before, next)) },
    },
  )
  if (!toldNotKept && !cartStore.isKept()) {
    toldNotKept = true
    toast('Your browser does not store your cart: it is lost when this page is reloaded or closed.', {
      duration: readFor,
    })
  }
  return true
}
