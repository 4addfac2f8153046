import type { PricedChoice } from '#domain/pricing.ts'
import { besideOf, portion } from '#web/ui/order/line-choices.tsx'

/** The extras of each portion of a line: '2 × Plantain'. */
export function beside({ choices }: { readonly choices: readonly Omit<PricedChoice, 'price'>[] }): string[] {
  return besideOf(choices).map(portion)
}
