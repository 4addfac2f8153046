import type { Item, OptionGroup } from '#domain/menu/menu.ts'
import type { PricedChoice } from '#domain/menu/pricing.ts'
import type { CartLine } from '#domain/order/cart.ts'

type Extra = { readonly group: OptionGroup; readonly choice: PricedChoice }

/** The extras of a line that can be removed: those of optional groups (CART-4). */
export function editableExtras(line: CartLine, item: Item | undefined): Extra[] {
  return line.seen.extras.flatMap((choice) => {
    const group = item?.groups.find(({ id }) => id === choice.group)
    return choice.role === 'extra' && group?.min === 0 ? [{ group, choice }] : []
  })
}
