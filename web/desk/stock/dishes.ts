import type { CategoryPage } from '#contract/menu/menu.ts'
import { hasSizes } from '#domain/menu/menu.ts'
import type { Naira } from '#domain/money/money.ts'
import { isFoundIn } from '#domain/text/words.ts'

export type Dish = {
  readonly id: string
  readonly name: string
  readonly price: Naira
  readonly isAvailable: boolean
  /** What sets the price: the dish itself, its sizes, or another dish whose option group offers it. */
  readonly pricedBy: 'itself' | 'its sizes' | 'another dish'
}

/** Returns each dish once: first the dishes of the menu's pages, then the dishes that only option groups offer. */
export function dishesOf(pages: readonly CategoryPage[]): Dish[] {
  const dishes = new Map<string, Dish>()
  for (const { items } of pages) {
    for (const dish of items) dishes.set(dish.id, { ...dish, pricedBy: hasSizes(dish) ? 'its sizes' : 'itself' })
  }
  const groups = pages.flatMap(({ items }) => items.flatMap(({ groups }) => groups))
  for (const [category, offered] of pages.flatMap(({ sources }) => Object.entries(sources))) {
    const atOwnPrice = groups.some(
      ({ source, pricing }) => 'category' in source && source.category === category && pricing === 'own',
    )
    for (const dish of offered) {
      if (!dishes.has(dish.id)) dishes.set(dish.id, { ...dish, pricedBy: atOwnPrice ? 'itself' : 'another dish' })
    }
  }
  return [...dishes.values()]
}

/** Returns the dishes whose names contain every word, in any order. Ignores accents and capitals. */
export function search(dishes: readonly Dish[], words: string): Dish[] {
  return dishes.filter(({ name }) => isFoundIn(words, name))
}
