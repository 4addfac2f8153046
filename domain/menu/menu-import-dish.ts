import * as Spans from '../text/spans.ts'
import { shown } from '../text/words.ts'
import type { OptionGroup } from './menu.ts'
import { allergens, type Detail, detailsOf, type Field, folded, heats, marks, type TableDish } from './menu-csv.ts'
import { type Columns, cellOf, type Line, lengthFault, longest } from './menu-import-rows.ts'

/** Reports what is wrong with a cell of a dish. */
export type Say = (line: Line, field: Field, what: string) => void

export const groupsOf = (groups: readonly OptionGroup[], dish: Pick<TableDish, 'groups'>) =>
  dish.groups.flatMap((id) => groups.find((group) => group.id === id) ?? [])

type Placed = {
  readonly id: string
  readonly line: Line
  readonly groups: readonly OptionGroup[]
  readonly listed: boolean
  readonly columns: Columns
}

/**
 * Returns the dish of a row. A cell with the text that an export writes for the old dish leaves the field unchanged.
 */
export function dishOf(old: TableDish | undefined, { id, line, groups, listed, columns }: Placed, say: Say): TableDish {
  const { name, size, price } = line
  const was = old && detailsOf(groups, old)
  const {
    bestseller: wasBestseller,
    heat: oldHeat,
    diet: oldDiet,
    served: oldServed,
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
  const hours = cell('served')
  const served = hours === undefined ? oldServed : Spans.parse(hours)
  if (hours !== undefined && !served) {
    say(line, 'served', `“${shown(hours)}” are no hours such as 06:00-11:00, or they overlap.`)
  }
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
    ...(served && served.length > 0 && { served }),
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

/** Returns the ids of the groups that a cell lists by id or label; size groups come first. */
function groupsNamed(
  cell: string,
  groups: readonly OptionGroup[],
  base: Pick<TableDish, 'groups'>,
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
