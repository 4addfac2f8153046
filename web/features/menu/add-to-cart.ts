import type { MenuItem } from '#contract/menu.ts'
import * as Cart from '#domain/cart.ts'
import type { PricedLine } from '#domain/pricing.ts'
import { cartStore } from '#web/sync/storage/cart-store.ts'
import { toast, toastTime } from '#web/ui/toast.tsx'
import type { Draft } from './drafts.ts'

/** Puts a dish into the cart and says so (MENU-19). False where the cart is full. */
export function addToCart(item: MenuItem, draft: Draft, seen: PricedLine): boolean {
  const next = Cart.add(cartStore.get(), {
    // `crypto.randomUUID` is missing where the page does not come over https, as on a restaurant network.
    id: `${item.id}-${Date.now().toString(36)}`,
    itemId: item.id,
    category: item.category,
    ...draft,
    seen,
    picture: item.picture?.name ?? '',
  })
  if (next.lines.length > Cart.mostLines) {
    toast('Your cart is full. Please order what is in it first.', { kind: 'bad', duration: toastTime.longer })
    return false
  }
  cartStore.set(() => next)
  toast(
    item.added.replace('{item}', () => item.name),
    { kind: 'good', duration: item.shortToast ? toastTime.addedShort : toastTime.added },
  )
  return true
}
