import type { CategoryPage } from '#contract/menu.ts'
import { hasSizes } from '#domain/menu.ts'
import type { Naira } from '#domain/money.ts'

/** A dish as the kitchen switches it. */
export type Dish = {
  readonly id: string
  readonly name: string
  readonly price: Naira
  readonly available: boolean
  /** What sets the price that people pay for it: its own, that of its sizes, or the dish it comes with. */
  readonly pricedBy: 'itself' | 'its sizes' | 'another dish'
}

/**
 * The dishes of these pages of the menu, then what comes with them (sides, sauces and swallows have no page of their
 * own, or one elsewhere); each once.
 */
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

/** Those whose names have every word of the search, in any order; accents and capitals do not matter. */
export function search(dishes: readonly Dish[], words: string): Dish[] {
  const wanted = plain(words).split(' ').filter(Boolean)
  return dishes.filter(({ name }) => wanted.every((word) => plain(name).includes(word)))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')
}
