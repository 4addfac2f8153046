import { customType } from 'drizzle-orm/pg-core'
import { type PricedLine, totalPrice } from '#domain/menu/pricing.ts'
import type { QuoteTerms } from '#domain/order/quote.ts'
import type { OrderLine } from '#domain/order/substitution.ts'

/*
 * The priced dishes of orders and quotes, as stored in jsonb. The field names are those of the first release, so that
 * stored orders, the SQL that reads them and servers of the last release have one form.
 */

type Stored<Line extends PricedLine> = Omit<Line, 'price' | 'totalPrice' | 'extras' | 'chefComment' | 'itemTotal'> & {
  readonly unitPrice: Line['price']
  readonly choices: Line['extras']
  readonly note: Line['chefComment']
  readonly total: Line['itemTotal']
}

function toStored<Line extends PricedLine>(line: Line): Stored<Line> {
  const { price, totalPrice: _, extras, chefComment, itemTotal, ...rest } = line
  return { ...rest, unitPrice: price, choices: extras, note: chefComment, total: itemTotal }
}

function fromStored<Line extends PricedLine>({ unitPrice, choices, note, total, ...rest }: Stored<Line>): Line {
  const sums = { price: unitPrice, totalPrice: totalPrice(unitPrice, choices), itemTotal: total }
  return { ...rest, ...sums, extras: choices, chefComment: note } as unknown as Line
}

export const storedItems = customType<{
  data: readonly OrderLine[]
  driverData: readonly Stored<OrderLine>[] | string
}>({
  dataType: () => 'jsonb',
  toDriver: (items) => JSON.stringify(items.map(toStored)),
  fromDriver: (stored) => (stored as readonly Stored<OrderLine>[]).map(fromStored),
})

type StoredTerms = Omit<QuoteTerms, 'items' | 'totalAmount'> & {
  readonly lines: readonly Stored<PricedLine>[]
  readonly total: QuoteTerms['totalAmount']
}

/** The terms of a quote; empty after the account of the quote was deleted. */
export const storedTerms = customType<{ data: QuoteTerms; driverData: StoredTerms | string }>({
  dataType: () => 'jsonb',
  toDriver: ({ items, totalAmount, ...terms }) =>
    JSON.stringify({ ...terms, lines: items.map(toStored), total: totalAmount }),
  fromDriver: (stored) => {
    const { lines = [], total, ...terms } = stored as StoredTerms
    return { ...terms, items: lines.map(fromStored), totalAmount: total }
  },
})
