import { expect, test } from 'vitest'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { OptionGroup } from '#domain/menu/menu.ts'
import { naira } from '#domain/money/money.ts'
import { type Dish, dishesOf, search } from './dishes.ts'

const dish = (id: string, name = id, groups: readonly Partial<OptionGroup>[] = []) => ({
  id,
  name,
  price: naira(1000),
  isAvailable: true,
  pricedBy: 'itself' as const,
  groups,
})

/** `sources` are the dishes that the option groups offer. */
function page(items: readonly Dish[], sources: Record<string, readonly Dish[]> = {}): CategoryPage {
  return { category: {}, items, sources } as unknown as CategoryPage
}

test('the desk lists the dishes of the menu, then dishes that are only in option groups, each once', () => {
  const pages = [
    page([dish('egusi')], { swallows: [dish('eba')], 'extra-sides': [dish('jollof')] }),
    page([dish('jollof')], { swallows: [dish('eba')] }),
  ]
  expect(dishesOf(pages).map(({ id }) => id)).toEqual(['egusi', 'jollof', 'eba'])
})

test('MENU-15: at the desk, dishes with sizes and dishes priced by another dish have no price field', () => {
  const swallow = { role: 'extra', source: { category: 'swallows' }, pricing: naira(1500) } as const
  const side = { role: 'extra', source: { category: 'extra-sides' }, pricing: 'own' } as const
  const pages = [
    page(
      [dish('pizza', 'Pizza', [{ role: 'size', source: { choices: [] } }]), dish('egusi', 'Egusi', [swallow, side])],
      {
        swallows: [dish('eba')],
        'extra-sides': [dish('jollof')],
      },
    ),
  ]
  expect(dishesOf(pages).map(({ id, pricedBy }) => [id, pricedBy])).toEqual([
    ['pizza', 'its sizes'],
    ['egusi', 'itself'],
    ['eba', 'another dish'],
    ['jollof', 'itself'],
  ])
})

test('a search at the desk finds dishes whose names contain every word, in any order, ignoring accents and capitals', () => {
  const dishes = [dish('a', 'Òfadà Rice'), dish('b', 'Fried  Rice'), dish('c', 'Ẹ̀wà Agoyin')]
  expect(search(dishes, 'rice ofada').map(({ id }) => id)).toEqual(['a'])
  expect(search(dishes, ' fried rice ').map(({ id }) => id)).toEqual(['b'])
  expect(search(dishes, 'EWA').map(({ id }) => id)).toEqual(['c'])
  expect(search(dishes, ' ')).toEqual(dishes)
  expect(search(dishes, 'pizza')).toEqual([])
})
