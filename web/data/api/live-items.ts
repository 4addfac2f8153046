import type { ItemChanged, MenuItems } from '#contract/menu/menu.ts'
import { VersionedStore } from './versioned-store.ts'

/**
 * The newest version of each dish that live events have changed. A menu that was requested before the event may have an
 * older version.
 */
export const liveItems = new VersionedStore<ItemChanged>()

export function mergeLiveItems<Menu extends MenuItems>(menu: Menu): Menu {
  if (liveItems.size === 0) return menu
  const current = <Dish extends { readonly id: string; readonly version: number }>(dish: Dish): Dish => {
    const changed = liveItems.newerThan(dish)
    if (!changed) return dish
    const { name, price, isAvailable, backAt, portionsAt, version } = changed
    return { ...dish, name, price, isAvailable, backAt, portionsAt, version }
  }
  return {
    ...menu,
    items: menu.items.map(current),
    sources: Object.fromEntries(
      Object.entries(menu.sources).map(([category, dishes]) => [category, dishes.map(current)]),
    ),
  }
}
