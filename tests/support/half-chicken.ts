import type { Item, OptionGroup } from '#domain/menu/menu.ts'
import { naira } from '#domain/money/money.ts'

/** Returns a grill of ₦9,500 with these option groups. */
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
