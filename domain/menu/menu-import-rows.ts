import type { Naira } from '../money/money.ts'
import * as Csv from '../text/csv.ts'
import { shown, withoutLineBreaks } from '../text/words.ts'
import { details, type Field, fields, folded, sizesOf, type TableCategory, type TableDish } from './menu-csv.ts'
import type { TableRow } from './menu-import-layout.ts'
import { writtenPrice } from './written-price.ts'

/** The longest texts that an import may add to the menu, in characters. */
export const longest = { category: 60, name: 80, size: 60, description: 200 } as const

/** The longest cell that is parsed, in characters. Real lists of marks or choices are shorter. */
const mostRead = 1000

/** The column of each field, counted from 0. */
export type Columns = { readonly [Name in Field]?: number }

/** A fault in one cell. `column` is its letter, or '' if the file has no such column. */
export type Fault = { readonly row: number; readonly column: string; readonly field: Field; readonly what: string }

/** A row with the texts and the price of its dish or size, all of them readable. */
export type Line = {
  readonly source: TableRow
  readonly category: string
  readonly name: string
  readonly size: string
  readonly price: Naira
}

type Known<Category> = { readonly dish: TableDish; readonly category: Category }

/** The rows of one dish: one row, or one for each size. */
export type Entry<Category> = {
  readonly id: string
  readonly known: Known<Category> | undefined
  readonly lines: Line[]
}

export type RowOptions = {
  readonly columns: Columns
  /** True if dishes and sizes missing from the file are removed from the menu. */
  readonly isWhole: boolean
}

class Faults {
  readonly #columns: Columns
  readonly #found: Fault[] = []

  constructor(columns: Columns) {
    this.#columns = columns
  }

  add({ row, sizeColumn }: TableRow, field: Field, what: string): void {
    const isSized = sizeColumn && (field === 'price' || field === 'size')
    const column = isSized ? sizeColumn.column : this.#columns[field]
    this.#found.push({ row, column: column === undefined ? '' : Csv.letter(column), field, what })
  }

  /**
   * Reports a fault in a column, even if the column has no known heading. Such a fault is reported for the field
   * `name`, because every fault names a field.
   */
  addAt({ row }: Csv.Row, column: number, what: string): void {
    const field = fields.find((each) => this.#columns[each] === column) ?? 'name'
    this.#found.push({ row, column: Csv.letter(column), field, what })
  }

  sorted(): readonly Fault[] {
    return this.#found.toSorted((a, b) => a.row - b.row || (a.column < b.column ? -1 : 1))
  }
}

export const cellOf = ({ cells }: Csv.Row, column: number | undefined) =>
  column === undefined ? '' : Csv.unguarded(withoutLineBreaks(cells[column] ?? '').trim())

/** Groups the rows by dish. Rows with a fault are left out. */
export function entriesOf<Category extends TableCategory>(
  { head, rows }: { readonly head: Csv.Row; readonly rows: readonly TableRow[] },
  before: readonly Category[],
  { columns, isWhole }: RowOptions,
): { entries: Entry<Category>[]; faults: Faults } {
  const faults = new Faults(columns)
  const byId = new Map(before.flatMap((category) => category.items.map((dish) => [dish.id, { dish, category }])))
  const byName = Map.groupBy(byId.values(), ({ dish, category }) => nameKey(category.title, dish.name))
  const byTitle = new Map(before.flatMap(({ id, title }) => [[id, title] as const, [folded(title), title] as const]))
  const ownTexts = new Set(before.flatMap(textsOf))
  const entries = new Map<string, Entry<Category>>()
  /** The ids given to dishes that are new, by category and name, so that the rows of one new dish get the same id. */
  const fresh = new Map<string, string>()

  for (const row of rows) {
    const extra = row.cells.findIndex((cell, at) => at >= head.cells.length && cell.trim() !== '')
    if (row.unclosed !== undefined) {
      faults.addAt(row, row.unclosed, 'has a quote that is not closed.')
      continue
    }
    if (extra >= 0) {
      faults.addAt(row, extra, 'stands beyond the last heading. A text or price with a comma needs quotes around it.')
      continue
    }
    const written = (field: Field) => textOf(row, field, columns)
    const long = fields.filter((field) => written(field).length > mostRead)
    for (const field of long) {
      const most: Partial<Record<Field, number>> = longest
      faults.add(row, field, lengthFault(written(field), most[field] ?? mostRead))
    }
    if (long.length > 0) continue
    const said = fields
      .filter((field) => field !== 'price')
      .flatMap((field) => textFaults(field, written(field), ownTexts))
    for (const [field, what] of said) faults.add(row, field, what)
    const missing = (['category', 'name'] as const).filter((field) => written(field) === '')
    for (const field of missing) faults.add(row, field, 'is missing.')
    const price = writtenPrice(written('price'))
    if (typeof price === 'string') faults.add(row, 'price', price)
    const id = written('id')
    const isId = id === '' || (id.length <= 60 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
    if (!isId && said.every(([field]) => field !== 'id')) {
      faults.add(
        row,
        'id',
        `“${shown(id)}” is no id: use lowercase letters, digits and single dashes. Leave it empty for a new dish.`,
      )
    }
    const isLost = said.some(
      ([field]) => field === 'category' || field === 'name' || field === 'size' || field === 'id',
    )
    if (isLost || missing.length > 0 || typeof price === 'string' || !isId) continue

    const category = byTitle.get(folded(written('category'))) ?? written('category')
    const line: Line = { source: row, category, name: written('name'), size: written('size'), price }
    const key = nameKey(category, line.name)
    const called = byName.get(key) ?? []
    if (called.length > 1 && !byId.has(id)) {
      faults.add(
        row,
        'name',
        `is the name of ${called.length} dishes of ${category}. Write the id of the one that is meant.`,
      )
      continue
    }
    const known = byId.get(id) ?? called[0]
    const tooLong = (['category', 'name', 'size'] as const).filter((field) => {
      const isKnown =
        field === 'category' ? byTitle.has(folded(category)) : field === 'name' && line.name === known?.dish.name
      return line[field].length > longest[field] && !isKnown
    })
    for (const field of tooLong) faults.add(row, field, lengthFault(line[field], longest[field]))
    if (tooLong.length > 0) continue
    const own = known?.dish.id ?? (id || (fresh.get(key) ?? `\n${key}`))
    if (!known) fresh.set(key, own)
    const entry = entries.get(own) ?? { id: known?.dish.id ?? id, known, lines: [] }
    entries.set(own, entry)
    entry.lines.push(line)
  }
  for (const entry of entries.values()) checkLines(entry, faults, columns, isWhole)
  return { entries: [...entries.values()], faults }
}

const nameKey = (category: string, name: string) => `${folded(category)}\n${folded(name)}`

/**
 * Returns a row's text for a field. A size may be the heading of the price column, and a category the heading row
 * above.
 */
function textOf(row: TableRow, field: Field, columns: Columns): string {
  if (field === 'price') return cellOf(row, row.sizeColumn?.column ?? columns.price)
  if (field === 'size') return row.sizeColumn?.name ?? cellOf(row, columns.size)
  const written = cellOf(row, columns[field])
  return field === 'category' && written === '' ? (row.section ?? '') : written
}

/** Returns all texts of a category, which an import may contain even if they look damaged. */
const textsOf = ({ title, groups, items }: TableCategory): string[] => [
  title,
  ...groups.flatMap(({ source }) => ('choices' in source ? source.choices.map(({ name }) => name) : [])),
  ...items.flatMap(({ name, description }) => [name, description]),
]

/**
 * Matches letters that were lost in a wrong encoding: '?f? ríro', 'Cr\uFFFDme', and UTF-8 read as another encoding:
 * 'áº¸fá»'.
 */
const lostLetters = /\uFFFD|\?\p{L}|Ã[\u0080-\u00bf]|á[º»]|Ì[\u0080-\u00bf€]|â€|Â[\u0080-\u00bf]/u

/** Reports damaged texts, except texts that are already on the menu (`own`). */
function textFaults(field: Field, text: string, own: ReadonlySet<string>): [Field, string][] {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return [[field, 'has a character that cannot be shown, such as a tab.']]
  if (lostLetters.test(text) && !own.has(text)) {
    return [[field, `“${shown(text)}”: letters were lost. Save the file as “CSV UTF-8”.`]]
  }
  return []
}

/** Reports rows of one dish that do not belong together. A dish has one row, or one for each size. */
function checkLines<Category extends TableCategory>(
  { known, lines }: Entry<Category>,
  faults: Faults,
  columns: Columns,
  isWhole: boolean,
): void {
  const [first] = lines
  if (!first) return
  const sizes = known && sizesOf(known.category.groups, known.dish)
  const offered = sizes?.source.choices.map(({ name }) => name).join(', ')
  const isSized = lines.some(({ size }) => size !== '')
  const drawn = known?.category.groups.find(({ id, role }) => role === 'size' && known.dish.groups.includes(id))
  const above = new Map<string, Line>()
  for (const line of lines) {
    const { source, size } = line
    const other = above.get(folded(size))
    above.set(folded(size), other ?? line)
    if (isSized && size === '') faults.add(source, 'size', 'is missing: another row of this dish has one.')
    else if (other) {
      faults.add(source, isSized ? 'size' : 'name', `is there already, in row ${other.source.row}.`)
    } else if (!sizes && drawn && isSized) {
      faults.add(source, 'size', 'cannot be set here: the sizes of this dish come from elsewhere on the menu.')
    } else if (sizes && !isWhole && size === '') {
      faults.add(source, 'size', `is missing: the dish has the sizes ${offered}.`)
    } else if (sizes && !isWhole && !sizes.source.choices.some(({ name }) => folded(name) === folded(size))) {
      faults.add(source, 'size', `“${shown(size)}” is no size of this dish: it has ${offered}.`)
    }
    for (const field of ['category', 'name'] as const) {
      if (folded(line[field]) !== folded(first[field])) {
        faults.add(source, field, `is another than in row ${first.source.row}, which has the same id.`)
      }
    }
    for (const field of details) {
      const [written, said] = [cellOf(source, columns[field]), cellOf(first.source, columns[field])]
      if (line !== first && written !== '' && written !== said) {
        faults.add(source, field, `is another than in row ${first.source.row}, which is of the same dish.`)
      }
    }
  }
}

export const lengthFault = (text: string, most: number) => `is ${text.length} characters long: ${most} at most.`
