import type { PricedChoice } from './pricing.ts'

type Choice = Omit<PricedChoice, 'price'>

export const isBeside = ({ role }: Pick<Choice, 'role'>) => role === 'extra' || role === 'topping'

/** Returns the extras and toppings of a portion. Sizes and variants are in the dish's name. */
export function besideOf(choices: readonly Choice[]): Choice[] {
  return choices.filter(isBeside)
}

/** Returns '2 × Plantain', or 'Plantain' for a quantity of one. */
export function portion({ name, quantity }: Pick<Choice, 'name' | 'quantity'>): string {
  return quantity > 1 ? `${quantity} × ${name}` : name
}
