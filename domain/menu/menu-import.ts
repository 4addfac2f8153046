import { fail, ok, type Result } from '../problem.ts'
import type * as Csv from '../text/csv.ts'
import { type Field, fields, folded, sizesOf, type TableCategory, type TableDish } from './menu-csv.ts'
import * as MenuDocument from './menu-document.ts'
import { dishOf, groupsOf, type Say } from './menu-import-dish.ts'
import { isSection, laidOut, type SizeColumn, sizeColumnsOf } from './menu-import-layout.ts'
import { type Columns, type Entry, entriesOf, type Fault, type Line, type RowOptions } from './menu-import-rows.ts'
import { type Size, setSizes, sizeChanges } from './menu-import-sizes.ts'
import { firstFree, slug } from './slug.ts'

export const mostBytes = 2_000_000
export const mostRows = 5_000

export type Table = {
  readonly head: Csv.Row
  readonly rows: readonly Csv.Row[]
  /** The columns, guessed from the headings. The user can correct the guess. */
  readonly columns: Columns
  /** The price columns with a size as heading, if no column is named as the price. */
  readonly sizeColumns: readonly SizeColumn[]
}

/**
 * Returns the required columns that a file lacks. A file with heading rows needs no category column, and a file with
 * size columns no price column.
 */
export function missingColumns({ rows, sizeColumns }: Omit<Table, 'columns'>, columns: Columns): Field[] {
  const needed: Field[] = ['name']
  if (sizeColumns.length === 0) needed.push('price')
  if (!rows.some((row, at) => isSection(row, rows[at + 1], columns))) needed.push('category')
  return needed.filter((field) => columns[field] === undefined)
}

/** Known headings of each column, in lower case and without spaces and signs. The first match wins. */
const names: Readonly<Record<Field, readonly string[]>> = {
  id: ['id', 'dishid', 'itemid'],
  category: ['category', 'categories', 'section', 'menusection', 'menucategory', 'course', 'type', 'menu'],
  name: ['name', 'dish', 'dishname', 'item', 'itemname', 'menuitem', 'product', 'productname', 'meal', 'food', 'title'],
  size: ['size', 'portion', 'portionsize', 'variant', 'serving'],
  price: ['price', 'amount', 'cost', 'sellingprice', 'unitprice', 'rate', 'naira', 'priceinnaira'],
  description: ['description', 'details', 'about', 'whatitis', 'ingredients'],
  marks: ['marks', 'diet', 'dietary', 'dietarymarks'],
  allergens: ['allergens', 'allergies', 'contains'],
  heat: ['heat', 'spicy', 'spice', 'spicelevel'],
  bestseller: ['bestseller', 'popular'],
  note: ['customernote', 'takesnote'],
  served: ['served', 'hours', 'servedat', 'availability'],
  groups: ['choices', 'options', 'groups'],
}

/** Guesses the columns of a file. Fails if the file has no rows. */
export function open(rows: readonly Csv.Row[]): Result<Table> {
  // The heading need not be the first row: an address or a date may stand above the heading.
  const found = rows.slice(0, 20).findIndex(({ cells }) => {
    const { name, price } = guess(cells)
    return name !== undefined && (price !== undefined || sizeColumnsOf(cells).length > 0)
  })
  const at = Math.max(0, found)
  const head = rows[at]
  const below = rows.slice(at + 1)
  if (!head || below.length === 0) return fail('invalid', 'This file has no rows below its heading.')
  return ok({ head, rows: below, columns: guess(head.cells), sizeColumns: sizeColumnsOf(head.cells) })
}

function guess(head: readonly string[]): Columns {
  const plain = head.map((cell) =>
    cell
      .toLowerCase()
      .replace(/\((?:ngn|n|₦)\)/g, '')
      .replace(/ngn|[^a-z]/g, ''),
  )
  return Object.fromEntries(
    fields.flatMap((field) => {
      const at = plain.findIndex((cell) => names[field].includes(cell))
      return at < 0 ? [] : [[field, at]]
    }),
  )
}

type Outcome = {
  readonly row: number
  readonly id: string
  readonly name: string
  readonly kind: 'new' | 'changed' | 'unchanged'
  readonly what: readonly string[]
}

export type Report<Category> = {
  readonly faults: readonly Fault[]
  readonly outcomes: readonly Outcome[]
  /** Removed dishes, as 'Fish Roll from Pastry'. Empty unless the file is the whole menu. */
  readonly removed: readonly string[]
  readonly newCategories: readonly string[]
  /** The merged menu; the unchanged menu if there is a fault. */
  readonly categories: readonly Category[]
}

type Options<Category> = RowOptions & {
  readonly newCategory: (id: string, title: string) => Category
}

/**
 * Returns the menu that an import would produce, and changes nothing. A dish is found by its id, otherwise by its
 * category and name. Fields without a column in the file stay as they are.
 */
export function read<Category extends TableCategory>(
  { head, rows, sizeColumns = [] }: Pick<Table, 'head' | 'rows'> & Partial<Table>,
  before: readonly Category[],
  options: Options<Category>,
): Report<Category> {
  const dishRows = laidOut(rows, options.columns, sizeColumns)
  const { entries, faults } = entriesOf({ head, rows: dishRows }, before, options)
  const made = withEntries(before, entries, options, (line, field, what) => faults.add(line.source, field, what))
  const found = faults.sorted()
  return found.length > 0
    ? { faults: found, outcomes: [], removed: [], newCategories: [], categories: before }
    : { faults: found, ...made }
}

/**
 * Returns the menu with the dishes of the file merged in. A dish with a fault stays as it was, and its fault is
 * reported.
 */
function withEntries<Category extends TableCategory>(
  before: readonly Category[],
  entries: readonly Entry<Category>[],
  { columns, isWhole, newCategory }: Options<Category>,
  say: Say,
): Omit<Report<Category>, 'faults'> {
  const taken = new Set(before.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]))
  for (const { id } of entries) taken.add(id)
  const fresh = (name: string, otherwise: string) => {
    const id = firstFree(slug(name, otherwise), taken)
    taken.add(id)
    return id
  }
  const menu = before.map((category) => ({ category, groups: [...category.groups], items: [...category.items] }))
  const byTitle = new Map(menu.map((place) => [folded(place.category.title), place] as const).reverse())
  const newCategories: string[] = []
  const wanted = new Map<string, readonly Size[]>()
  const made: {
    entry: Entry<Category>
    line: Line
    id: string
    was: TableDish | undefined
    in: (typeof menu)[number]
  }[] = []

  for (const entry of entries) {
    const [line] = entry.lines
    if (!line) continue
    const { known } = entry
    let target = byTitle.get(folded(line.category))
    if (!target) {
      const category = newCategory(fresh(line.category, 'category'), line.category)
      target = { category, groups: [], items: [] }
      menu.push(target)
      byTitle.set(folded(line.category), target)
      newCategories.push(line.category)
    }
    const from = known && menu.find(({ category }) => category.id === known.category.id)
    if (known && from && from !== target) {
      const copied = MenuDocument.adopted(target.groups, groupsOf(from.groups, known.dish))
      target.groups = [...copied.groups]
      from.items = from.items.filter(({ id }) => id !== known.dish.id)
      target.items.push({ ...known.dish, groups: copied.ids })
    }
    const id = known?.dish.id ?? (entry.id || fresh(line.name, 'dish'))
    const at = target.items.findIndex((item) => item.id === id)
    const old = target.items[at]
    const dish = dishOf(old, { id, line, groups: target.groups, listed: target.category.listed, columns }, say)
    if (old) target.items[at] = dish
    else target.items.push(dish)
    const sizes = entry.lines.filter(({ size }) => size !== '').map(({ size, price }) => ({ name: size, price }))
    const has = old && sizesOf(target.groups, dish)?.source.choices
    if (has && !isWhole) {
      wanted.set(
        id,
        has.map(({ name, price }) => sizes.find((size) => folded(size.name) === folded(name)) ?? { name, price }),
      )
    } else if (sizes.length > 0 || has) wanted.set(id, sizes)
    if (sizes.length > 0 && !has && groupsOf(target.groups, dish).some(({ role }) => role === 'size')) {
      say(line, 'groups', 'has a group of sizes, and the dish has rows with sizes.')
    }
    made.push({ entry, line, id, was: known?.dish, in: target })
  }

  const inFile = new Set(made.map(({ id }) => id))
  const removed = isWhole
    ? before.flatMap(({ title, items }) =>
        items.filter(({ id }) => !inFile.has(id)).map(({ name }) => `${name} from ${title}`),
      )
    : []
  for (const place of menu) {
    if (isWhole) place.items = place.items.filter(({ id }) => inFile.has(id))
    setSizes(place, wanted)
    const used = new Set(place.items.flatMap(({ groups }) => groups))
    const unused = new Set(place.category.items.flatMap(({ groups }) => groups).filter((id) => !used.has(id)))
    place.groups = place.groups.filter(({ id }) => !unused.has(id))
  }
  const categories = menu
    .filter(({ category, items }) => items.length > 0 || category.items.length === 0)
    .map(({ category, groups, items }) => ({ ...category, groups, items }))
  const outcomes = made.map(({ entry, line, id, was, in: place }): Outcome => {
    const dish = place.items.find((item) => item.id === id)
    const common = { row: line.source.row, id, name: dish?.name ?? line.name }
    if (!was || !dish || !entry.known) return { ...common, kind: 'new', what: [] }
    const what = [
      ...MenuDocument.itemChanges(was, dish, place.category.id === entry.known.category.id ? '' : place.category.title),
      ...sizeChanges(sizesOf(entry.known.category.groups, was), sizesOf(place.groups, dish)),
    ]
    return { ...common, kind: what.length > 0 ? 'changed' : 'unchanged', what }
  })
  return { outcomes, removed, newCategories, categories }
}
