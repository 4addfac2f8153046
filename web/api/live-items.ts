import type { ItemChanged, MenuItems } from '#contract/menu.ts'

/** Changes of dishes as the stream brought them: an answer that was under way meanwhile may be older. */
const arrived = new Map<string, ItemChanged>()

export function noteItem(changed: ItemChanged): void {
  arrived.set(changed.id, changed)
}

/** A part of the menu with all that the stream said of its dishes, where that is newer. */
export function withArrivedItems<Menu extends MenuItems>(menu: Menu): Menu {
  if (arrived.size === 0) return menu
  const current = <Dish extends { readonly id: string; readonly version: number }>(dish: Dish): Dish => {
    const changed = arrived.get(dish.id)
    if (!changed || changed.version <= dish.version) return dish
    const { name, price, available, version } = changed
    return { ...dish, name, price, available, version }
  }
  return {
    ...menu,
    items: menu.items.map(current),
    sources: Object.fromEntries(
      Object.entries(menu.sources).map(([category, dishes]) => [category, dishes.map(current)]),
    ),
  }
}
