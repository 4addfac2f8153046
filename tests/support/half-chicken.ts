import type { Item, OptionGroup } from '#domain/menu/menu.ts'
import { naira } from '#domain/money/money.ts'

export const halfChicken = (...groups: readonly OptionGroup[]): Item => ({
  id: 'half-chicken',
  category: 'grills',
  name: 'Half Chicken',
  description: '',
  price: naira(9500),
  isAvailable: true,
  takesNote: true,
  groups,
})
