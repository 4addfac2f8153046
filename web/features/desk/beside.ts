import type { PricedLine } from '#domain/pricing.ts'

/** What goes with each portion of a line, in words: '2 × Plantain'. Sizes and variants are in the dish's name. */
export function beside({ choices }: Pick<PricedLine, 'choices'>): string[] {
  return choices
    .filter(({ role }) => role === 'extra' || role === 'topping')
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
}
