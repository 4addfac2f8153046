import type { PricedChoice } from '#domain/menu/pricing.ts'
import { besideOf, portion } from '#web/orders/line-choices.tsx'

/** The extras of each portion of a line: '2 × Plantain'. */
export function beside({ choices }: { readonly choices: readonly Omit<PricedChoice, 'price'>[] }): string[] {
  return besideOf(choices).map(portion)
}
