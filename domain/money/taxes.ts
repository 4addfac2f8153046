import { percent, type Tax } from './tax.ts'

/** On one bill. */
export const mostTaxes = 5

/** Basis points: half of the price. */
export const highestRate = 5000

export const longestName = 40

/** A rate as it is typed, in per cent with two places at most; undefined where it is none. */
export function typedRate(typed: string): number | undefined {
  const [, per, places = ''] = typed.trim().match(/^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/) ?? []
  return per === undefined ? undefined : Number(per) * 100 + Number(places.padEnd(2, '0'))
}

/** What became of the taxes: 'VAT none → 7.5 % in the prices'. */
export function taxChanges(before: readonly Tax[], after: readonly Tax[]): string[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))]
  const said = (taxes: readonly Tax[], name: string) => {
    const tax = taxes.find((each) => each.name === name)
    if (!tax) return 'none'
    const where = tax.included ? 'in the prices' : 'on top'
    return `${percent(tax.rate)} ${where}${tax.onDelivery ? ', with delivery' : ''}`
  }
  return names
    .map((name) => [name, said(before, name), said(after, name)] as const)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name} ${was} → ${is}`)
}
