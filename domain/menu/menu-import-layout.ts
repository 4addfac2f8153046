import type * as Csv from '../text/csv.ts'
import type { Columns } from './menu-import-rows.ts'

/** A column of prices whose heading is a size. */
export type SizeColumn = { readonly name: string; readonly column: number }

/** A row of a menu: a dish, or one of its sizes. */
export type TableRow = Csv.Row & {
  /** The heading row above the row, such as 'Soups'; missing if the file has no heading rows. */
  readonly section?: string
  /** The column with the price of this row, and its size. */
  readonly sizeColumn?: SizeColumn
}

const sizeName =
  /^(?:x*small|mini|medium|regular|standard|big|x*large|jumbo|family|quarter|half|full|whole|single|double|cup|bowl|plate|bottle|carton|[smlx]|x+l|\d+ ?(?:ml|cl|l|ltr|litres?|kg|g|inch|pcs|pieces))$/

/** Returns the columns whose heading is a size: 'Small', 'Large (₦)', 'Half plate price', '50cl'. */
export function sizeColumnsOf(head: readonly string[]): SizeColumn[] {
  return head.flatMap((cell, column) => {
    const name = cell
      .replace(/\((?:ngn|n|₦)\)|₦|\bprice\b/gi, '')
      .replace(/\s+/g, ' ')
      .trim()
    const words = name.toLowerCase().replace(/ (?:plate|portion|pack|size|bowl|cup)$/, '')
    return sizeName.test(words) ? [{ name, column }] : []
  })
}

/**
 * Returns the rows of dishes. Heading rows become sections, and a row with prices of several sizes becomes one row for
 * each size.
 */
export function laidOut(
  rows: readonly Csv.Row[],
  columns: Columns,
  sizeColumns: readonly SizeColumn[],
): readonly TableRow[] {
  let section: string | undefined
  return rows.flatMap((row, at) => {
    if (isSection(row, rows[at + 1], columns)) {
      section = lone(row)?.replace(/[\s:–-]+$/, '')
      return []
    }
    const placed = { ...row, ...(section !== undefined && { section }) }
    if (columns.price !== undefined) return [placed]
    const offered = sizeColumns.filter(({ column }) => !/^(?:[-–—]|n\/?a)?$/i.test(row.cells[column]?.trim() ?? ''))
    return offered.length === 0 ? [placed] : offered.map((sizeColumn) => ({ ...placed, sizeColumn }))
  })
}

/** Returns true if a row is a heading: a single text, directly above a dish without a category. */
export function isSection(row: Csv.Row, next: Csv.Row | undefined, { category, name }: Columns): boolean {
  if (!next || lone(row) === undefined || lone(next) !== undefined || row.unclosed !== undefined) return false
  const at = row.cells.findIndex((cell) => cell.trim() !== '')
  const isPlace = at === 0 || at === name || at === category
  return isPlace && (category === undefined || (next.cells[category] ?? '').trim() === '')
}

/**
 * Returns the text of a row that has one filled cell; undefined if that cell has a number, or the row several filled
 * cells.
 */
function lone({ cells }: Csv.Row): string | undefined {
  const [text, ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return text !== undefined && others.length === 0 && /\p{L}/u.test(text) ? text : undefined
}
