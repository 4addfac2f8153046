import { percent, type Tax } from './tax.ts'

export const mostTaxes = 5

/** Half of the price, in basis points. */
export const highestRate = 5000

export const longestName = 40

/** Parses a rate typed in per cent with at most two decimals; undefined for other texts. */
export function typedRate(typed: string): number | undefined {
  const [, per, places = ''] = typed.trim().match(/^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/) ?? []
  return per === undefined ? undefined : Number(per) * 100 + Number(places.padEnd(2, '0'))
}

/** Describes the changes of the taxes: 'VAT none → 7.5 % in the prices'. */
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
