import type { OptionGroup, OwnChoice } from '../menu.ts'
import type { Naira } from '../money.ts'
import * as Money from '../money.ts'
import { fail, ok, type Result } from '../problem.ts'
import { writtenAmount } from '../text/amount.ts'
import * as Csv from '../text/csv.ts'
import * as MenuDocument from './menu-document.ts'
import type { Detail, Field, SheetCategory, SheetDish, Sizes } from './menu-sheet.ts'
import { allergens, details, detailsOf, fields, folded, heats, marks, sizesOf } from './menu-sheet.ts'
import { firstFree, slug } from './slug.ts'

/** The largest file, in bytes, and its rows below the heading. */
export const mostBytes = 2_000_000
export const mostRows = 5_000

/** Characters. */
const longest = { category: 60, name: 80, size: 60, description: 200 } as const

/** Which column of the file has what, counted from 0. */
type Columns = { readonly [Name in Field]?: number }

export type Sheet = {
  readonly head: Csv.Row
  readonly rows: readonly Csv.Row[]
  /** By the headings; a person may know better. */
  readonly columns: Columns
}

/** Without these a sheet is no menu. */
export const needed = ['name', 'price', 'category'] as const satisfies readonly Field[]

/** How people call the columns, by their letters alone. The first that fits wins. */
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
  groups: ['choices', 'options', 'groups'],
}

/** A file of rows, and what its columns seem to be. Fails where there is nothing to read. */
export function open(text: string): Result<Sheet> {
  const rows = Csv.read(text)
  if (rows.length > mostRows + 20) return fail('invalid', `This file has ${rows.length} rows: ${mostRows} at most.`)
  // An address or a date may stand above the heading.
  const found = rows.slice(0, 20).findIndex(({ cells }) => {
    const { name, price } = guess(cells)
    return name !== undefined && price !== undefined
  })
  const at = Math.max(0, found)
  const head = rows[at]
  const below = rows.slice(at + 1)
  if (!head || below.length === 0) return fail('invalid', 'This file has no rows below its heading.')
  return ok({ head, rows: below, columns: guess(head.cells) })
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

/** What is wrong in one cell. `column` is its letter, or '' where the file has no such column. */
export type Fault = { readonly row: number; readonly column: string; readonly field: Field; readonly what: string }

/** What becomes of a dish of the sheet. `row` is its first one. */
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
  /** 'Fish Roll from Pastry': only where the sheet is the whole menu. */
  readonly removed: readonly string[]
  readonly newCategories: readonly string[]
  /** The menu with the sheet in it; the menu as it was where there is a fault. */
  readonly categories: readonly Category[]
}

type Options<Category> = {
  readonly columns: Columns
  /** Whether dishes and sizes that the sheet does not have are removed. */
  readonly isWhole: boolean
  /** A category without groups and dishes. */
  readonly newCategory: (id: string, title: string) => Category
}

/** A row without a fault of its own. */
type Line = {
  readonly source: Csv.Row
  readonly category: string
  readonly name: string
  readonly size: string
  readonly price: Naira
}

type Known<Category> = { readonly dish: SheetDish; readonly category: Category }

/** Rows of the sheet that are one dish: one, or one for each size. */
type Entry<Category> = { readonly id: string; readonly known: Known<Category> | undefined; readonly lines: Line[] }

/**
 * What a sheet would make of a menu. It changes nothing. A dish is found by its id, else by its category and name. What the
 * sheet has no column for stays as it is.
 */
export function read<Category extends SheetCategory>(
  sheet: Pick<Sheet, 'head' | 'rows'>,
  before: readonly Category[],
  options: Options<Category>,
): Report<Category> {
  const { entries, faults } = entriesOf(sheet, before, options)
  const made = withEntries(before, entries, options, (line, field, what) => faults.add(line.source, field, what))
  const found = faults.sorted()
  return found.length > 0
    ? { faults: found, outcomes: [], removed: [], newCategories: [], categories: before }
    : { faults: found, ...made }
}

class Faults {
  readonly #columns: Columns
  readonly #found: Fault[] = []

  constructor(columns: Columns) {
    this.#columns = columns
  }

  add({ row }: Csv.Row, field: Field, what: string): void {
    const column = this.#columns[field]
    this.#found.push({ row, column: column === undefined ? '' : Csv.letter(column), field, what })
  }

  /** A fault of the row as it was written, in a column that may mean nothing. */
  addAt({ row }: Csv.Row, column: number, what: string): void {
    const field = fields.find((each) => this.#columns[each] === column) ?? 'name'
    this.#found.push({ row, column: Csv.letter(column), field, what })
  }

  sorted(): readonly Fault[] {
    return this.#found.toSorted((a, b) => a.row - b.row || (a.column < b.column ? -1 : 1))
  }
}

const cellOf = ({ cells }: Csv.Row, column: number | undefined) =>
  column === undefined ? '' : Csv.unguarded((cells[column] ?? '').replace(/\s*(?:\r\n?|\n)\s*/g, ' ').trim())

/** The rows by dish; those with a fault are left out. */
function entriesOf<Category extends SheetCategory>(
  { head, rows }: Pick<Sheet, 'head' | 'rows'>,
  before: readonly Category[],
  { columns, isWhole }: Options<Category>,
): { entries: Entry<Category>[]; faults: Faults } {
  const faults = new Faults(columns)
  const byId = new Map(before.flatMap((category) => category.items.map((dish) => [dish.id, { dish, category }])))
  const byName = Map.groupBy(byId.values(), ({ dish, category }) => nameKey(category.title, dish.name))
  const byTitle = new Map(before.flatMap(({ id, title }) => [[id, title] as const, [folded(title), title] as const]))
  const entries = new Map<string, Entry<Category>>()
  /** Ids of rows above that are of new dishes. */
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
    const written = (field: Field) => cellOf(row, columns[field])
    const said = fields.filter((field) => field !== 'price').flatMap((field) => textFaults(field, written(field)))
    for (const [field, what] of said) faults.add(row, field, what)
    const missing = (['category', 'name'] as const).filter((field) => written(field) === '')
    for (const field of missing) faults.add(row, field, 'is missing.')
    const price = priceOf(written('price'))
    if (typeof price === 'string') faults.add(row, 'price', price)
    const id = written('id')
    const isId = id === '' || (id.length <= 60 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
    if (!isId && said.every(([field]) => field !== 'id')) {
      faults.add(
        row,
        'id',
        `“${shown(id)}” is no id: small letters, figures and single dashes. Leave it empty for a new dish.`,
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

/** A text within a sentence. */
const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

function textFaults(field: Field, text: string): [Field, string][] {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return [[field, 'has a character that cannot be shown, such as a tab.']]
  if (text.includes('\uFFFD')) return [[field, 'has a letter that was lost. Save the file as “CSV UTF-8”.']]
  return []
}

/** A sentence where it is no price. */
function priceOf(written: string): Naira | string {
  if (written === '') return 'is missing.'
  const amount = writtenAmount(written)
  if (amount === undefined) return `“${shown(written)}” is no price.`
  if (amount < 0 || Object.is(amount, -0)) return `${shown(written)} is below zero.`
  if (!Number.isInteger(amount)) return `${shown(written)} is not in whole naira.`
  if (amount > Money.highestPrice) return `${shown(written)} is more than ${Money.format(Money.highestPrice)}.`
  return Money.naira(amount)
}

/** The rows of one dish must be of one dish: one row, or one for each size. */
function checkLines<Category extends SheetCategory>(
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

const lengthFault = (text: string, most: number) => `is ${text.length} characters long: ${most} at most.`

type Say = (line: Line, field: Field, what: string) => void
type Size = Pick<Line, 'name' | 'price'>

/** The menu with the dishes of a sheet in it. What is wrong in them is said, and left as it was. */
function withEntries<Category extends SheetCategory>(
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
  const newCategories: string[] = []
  const wanted = new Map<string, readonly Size[]>()
  const made: {
    entry: Entry<Category>
    line: Line
    id: string
    was: SheetDish | undefined
    in: (typeof menu)[number]
  }[] = []

  for (const entry of entries) {
    const [line] = entry.lines
    if (!line) continue
    const { known } = entry
    let target = menu.find(({ category }) => folded(category.title) === folded(line.category))
    if (!target) {
      const category = newCategory(fresh(line.category, 'category'), line.category)
      target = { category, groups: [], items: [] }
      menu.push(target)
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

  const inSheet = new Set(made.map(({ id }) => id))
  const removed = isWhole
    ? before.flatMap(({ title, items }) =>
        items.filter(({ id }) => !inSheet.has(id)).map(({ name }) => `${name} from ${title}`),
      )
    : []
  for (const place of menu) {
    if (isWhole) place.items = place.items.filter(({ id }) => inSheet.has(id))
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

const groupsOf = (groups: readonly OptionGroup[], dish: Pick<SheetDish, 'groups'>) =>
  dish.groups.flatMap((id) => groups.find((group) => group.id === id) ?? [])

type Placed = {
  readonly id: string
  readonly line: Line
  /** Of its category. */
  readonly groups: readonly OptionGroup[]
  readonly listed: boolean
  readonly columns: Columns
}

/** The dish of a row. A cell that says what the dish is already leaves it as it is. */
function dishOf(old: SheetDish | undefined, { id, line, groups, listed, columns }: Placed, say: Say): SheetDish {
  const { name, size, price } = line
  const was = old && detailsOf(groups, old)
  const {
    bestseller: wasBestseller,
    heat: oldHeat,
    diet: oldDiet,
    ...base
  } = old ?? {
    ...{ id, name, description: '', price, available: true, takesNote: true, groups: [] },
  }
  const cell = (field: Detail) => {
    if (columns[field] === undefined) return undefined
    const text = cellOf(line.source, columns[field])
    return text === was?.[field] ? undefined : text
  }
  const description = cell('description') ?? base.description
  if (description !== base.description && description.length > longest.description) {
    say(line, 'description', lengthFault(description, longest.description))
  }
  const yes = (field: Detail, otherwise: boolean): boolean => {
    const text = cell(field)
    if (text === undefined || text === '') return otherwise
    if (/^(?:yes|y|true|1|x|✓)$/i.test(text)) return true
    if (!/^(?:no|n|false|0|-)$/i.test(text)) say(line, field, `“${shown(text)}” is neither yes nor no.`)
    return false
  }
  const heat = cell('heat')
  const newHeat = heat === undefined ? (oldHeat ?? 0) : heatOf(heat)
  if (newHeat === undefined) say(line, 'heat', `“${shown(heat ?? '')}” is no heat: none, mild, hot or very hot.`)
  const listOf = (field: 'marks' | 'allergens', known: readonly string[]): readonly string[] | undefined =>
    cell(field) === undefined
      ? undefined
      : tokens(cell(field) ?? '').flatMap((text) => {
          const plain = folded(text).replace(/^contains[ -]/, '')
          if (known.includes(plain)) return [plain]
          say(line, field, `“${shown(text)}” is none that the menu has: ${known.join(', ')}.`)
          return []
        })
  const isAllergen = (mark: string) => mark.startsWith('contains-')
  const diet = [
    ...(listOf('marks', marks) ?? (oldDiet ?? []).filter((mark) => !isAllergen(mark))),
    ...(listOf('allergens', allergens)?.map((each) => `contains-${each}`) ?? (oldDiet ?? []).filter(isAllergen)),
  ]
  const keepsDiet = cell('marks') === undefined && cell('allergens') === undefined
  const named = cell('groups')
  const ids = named === undefined ? base.groups : groupsNamed(named, groups, base, line, say)
  const bestseller = yes('bestseller', cell('bestseller') === '' ? false : (wasBestseller ?? false))
  const isSized = size !== '' || groupsOf(groups, { groups: ids }).some(({ role }) => role === 'size')
  if (!old && listed && price === 0 && !isSized) say(line, 'price', 'is 0: a new dish must have a price.')
  return {
    ...base,
    name,
    description,
    price: size === '' ? price : base.price,
    takesNote: yes('note', base.takesNote),
    groups: ids,
    ...((bestseller || (wasBestseller !== undefined && bestseller === wasBestseller)) && { bestseller }),
    ...(((newHeat ?? 0) > 0 || newHeat === oldHeat) && newHeat !== undefined && { heat: newHeat }),
    ...(keepsDiet ? oldDiet && { diet: oldDiet } : diet.length > 0 && { diet: [...new Set(diet)] }),
  }
}

const tokens = (text: string) =>
  text
    .split(/[;,|/]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')

function heatOf(text: string): 0 | 1 | 2 | 3 | undefined {
  const at = text === '' ? 0 : heats.findIndex((heat, index) => heat === folded(text) || String(index) === text)
  return at < 0 ? undefined : (at as 0 | 1 | 2 | 3)
}

/** Ids of the groups that a cell names by id or label, behind the dish's sizes. */
function groupsNamed(
  cell: string,
  groups: readonly OptionGroup[],
  base: Pick<SheetDish, 'groups'>,
  line: Line,
  say: Say,
): readonly string[] {
  const ids = tokens(cell).flatMap((text) => {
    const labelled = groups.filter(({ label }) => folded(label) === folded(text))
    const group = groups.find(({ id }) => id === text) ?? (labelled.length === 1 ? labelled[0] : undefined)
    if (!group) say(line, 'groups', `“${shown(text)}” is no choice that ${line.category} has.`)
    return group ? [group.id] : []
  })
  const sizes = base.groups.filter((id) => groups.some((group) => group.id === id && group.role === 'size'))
  const all = [...new Set([...sizes, ...ids])]
  if (groupsOf(groups, { groups: all }).filter(({ role }) => role === 'size').length > 1) {
    say(line, 'groups', 'has a second group of sizes: a dish has one at most.')
  }
  return all
}

/** Gives dishes their sizes. A group changes where all of its dishes agree; else a dish gets a group of its own. */
function setSizes(
  place: { groups: OptionGroup[]; items: SheetDish[] },
  wanted: ReadonlyMap<string, readonly Size[]>,
): void {
  const done = new Set<string>()
  const sizesBy = Map.groupBy(place.items, (dish) => sizesOf(place.groups, dish)?.id)
  const change = ({ id }: SheetDish, groups: (ids: readonly string[]) => string[]) => {
    place.items = place.items.map((item) => (item.id === id ? { ...item, groups: groups(item.groups) } : item))
  }
  const add = (dish: SheetDish, like: Omit<Sizes, 'id' | 'source'>, choices: readonly OwnChoice[]) => {
    const id = firstFree(slug(`${dish.id}-size`, 'size'), new Set(place.groups.map((group) => group.id)))
    place.groups.push({ ...like, id, source: { choices } })
    return id
  }
  for (const group of [...place.groups]) {
    const users = sizesBy.get(group.id)
    if (!users?.some(({ id }) => wanted.has(id)) || !('choices' in group.source)) continue
    const own = group.source.choices
    const next = users.map((dish) => {
      const sizes = wanted.get(dish.id)
      return { dish, choices: sizes ? choicesOf(own, sizes) : own }
    })
    for (const { dish } of next) done.add(dish.id)
    const [first] = next
    if (first && first.choices.length > 0 && next.every(({ choices }) => MenuDocument.same(choices, first.choices))) {
      const changed = withChoices(group, first.choices)
      place.groups = place.groups.map((each) => (each === group ? changed : each))
      continue
    }
    for (const { dish, choices } of next) {
      if (MenuDocument.same(choices, own)) continue
      const id = choices.length === 0 ? [] : [add(dish, withChoices(group, choices), choices)]
      change(dish, (ids) => ids.flatMap((each) => (each === group.id ? id : [each])))
    }
  }
  for (const dish of [...place.items]) {
    const sizes = wanted.get(dish.id) ?? []
    if (sizes.length === 0 || done.has(dish.id)) continue
    const like = { label: 'Size', role: 'size', min: 1, max: 1, limit: 1, pricing: 'own' } as const
    const id = add(dish, like, choicesOf([], sizes))
    change(dish, (ids) => [id, ...ids])
  }
}

function withChoices({ preset, ...group }: OptionGroup, choices: readonly OwnChoice[]): OptionGroup {
  const isThere = preset !== undefined && choices.some(({ id }) => id === preset)
  return { ...group, source: { choices }, ...(isThere && { preset }) }
}

/** Sizes under the ids that they have by their names. */
function choicesOf(own: readonly OwnChoice[], sizes: readonly Size[]): OwnChoice[] {
  const taken = new Set(own.map(({ id }) => id))
  return sizes.map(({ name, price }) => {
    const old = own.find((choice) => folded(choice.name) === folded(name))
    if (old) return { ...old, name: old.name, price }
    const id = firstFree(slug(name, 'size'), taken)
    taken.add(id)
    return { id, name, price }
  })
}

/** 'Large ₦12,000 → ₦13,000' */
function sizeChanges(before: Sizes | undefined, after: Sizes | undefined): string[] {
  const [old, now] = [before?.source.choices ?? [], after?.source.choices ?? []]
  const like = (name: string, list: readonly OwnChoice[]) => list.find((each) => folded(each.name) === folded(name))
  return [
    ...now.flatMap(({ name, price }) => {
      const was = like(name, old)?.price
      if (was === undefined) return [`New size: ${name} ${Money.format(price)}.`]
      return was === price ? [] : [`${name} ${Money.format(was)} → ${Money.format(price)}.`]
    }),
    ...old.filter(({ name }) => !like(name, now)).map(({ name }) => `Size removed: ${name}.`),
  ]
}
