import { besideOf, portion } from '#domain/menu/line-choices.ts'
import type { PricedChoice } from '#domain/menu/pricing.ts'

/** Returns the extras of one portion of a line, such as '2 × Plantain'. */
export function beside({ extras }: { readonly extras: readonly Omit<PricedChoice, 'price'>[] }): string[] {
  return besideOf(extras).map(portion)
}
