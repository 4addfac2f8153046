import type { MenuItem } from '#contract/menu/menu.ts'
import type { Selection } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import * as Cart from '#domain/order/cart.ts'
import { useBrowserValue } from '#web/app/start-up/hydrated.ts'
import { cartStore } from '#web/data/storage/cart-store.ts'

/**
 * `count`: the portions of a dish in the cart. `line`: the id of the line with these choices and no note. `plain`: the
 * portions on that line. During hydration the numbers are 0.
 */
export function useInCart(item: MenuItem, choices: Selection) {
  const key = Menu.selectionKey(choices)
  // A string, because React compares strings by value: a card renders only when its own dish changes.
  const text = useBrowserValue(
    cartStore.subscribe,
    () => {
      const lines = cartStore.get().items.filter(({ itemId }) => itemId === item.id)
      const plain = lines.find(
        ({ selection, chefComment }) => chefComment === '' && Menu.selectionKey(selection) === key,
      )
      return `${Cart.count({ items: lines })} ${plain?.quantity ?? 0} ${plain?.id ?? ''}`
    },
    '0 0 ',
  )
  const [all = '0', plain = '0', line = ''] = text.split(' ')
  return { count: Number(all), plain: Number(plain), line }
}
