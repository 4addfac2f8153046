import { same } from './same.ts'

type Entry = { readonly id: string }
type Fields = Readonly<Record<string, unknown>>
type Side = 'mine' | 'theirs'

type Dishes = { readonly id: string; readonly items: readonly Entry[] }

/**
 * Merges two menus that were made from the same menu. Takes every change of either menu; if both changed the same
 * field, takes the change of `side`.
 */
export function merged<Category extends Dishes>(
  base: readonly Category[],
  sides: Readonly<Record<Side, readonly Category[]>>,
  side: Side,
): Category[] {
  const menu = mergedList(base, sides, side) as Category[]
  // A dish that both sides moved, or that one side moved and the other changed, may now be in two categories. Only the
  // copy in the category of `side` is kept.
  const wanted = new Map(sides[side].flatMap(({ id, items }) => items.map((item) => [item.id, id])))
  const count = Map.groupBy(
    menu.flatMap(({ items }) => items),
    ({ id }) => id,
  )
  const isHere = (category: string, dish: string) => count.get(dish)?.length === 1 || wanted.get(dish) === category
  return menu.map((each) => ({ ...each, items: each.items.filter(({ id }) => isHere(each.id, id)) }))
}

/** Merges one value of both menus. Undefined means that a menu lacks the value. */
function mergedValue(base: unknown, { mine, theirs }: Readonly<Record<Side, unknown>>, side: Side): unknown {
  if (same(mine, base)) return theirs
  if (same(theirs, base)) return mine
  if (isList(mine) && isList(theirs)) return mergedList(isList(base) ? base : [], { mine, theirs }, side)
  if (isFields(mine) && isFields(theirs)) return mergedFields(isFields(base) ? base : {}, { mine, theirs }, side)
  return side === 'mine' ? mine : theirs
}

function mergedFields(base: Fields, { mine, theirs }: Readonly<Record<Side, Fields>>, side: Side): Fields {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const values = [...names].map((name) => [
    name,
    mergedValue(base[name], { mine: mine[name], theirs: theirs[name] }, side),
  ])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/**
 * Merges two lists entry by entry. The order is that of the side that reordered its list, or of `side` if both sides
 * did.
 */
function mergedList(
  base: readonly Entry[],
  { mine, theirs }: Readonly<Record<Side, readonly Entry[]>>,
  side: Side,
): Entry[] {
  const ids = (list: readonly Entry[], other: readonly Entry[]) =>
    list.map(({ id }) => id).filter((id) => other.some((each) => each.id === id))
  const isMineMoved = !same(ids(mine, base), ids(base, mine))
  const isTheirsMoved = !same(ids(theirs, base), ids(base, theirs))
  const leads = isMineMoved && (side === 'mine' || !isTheirsMoved) ? mine : theirs
  const order = [...leads]
  for (const [index, entry] of (leads === mine ? theirs : mine).entries()) {
    if (order.some(({ id }) => id === entry.id)) continue
    const before = (leads === mine ? theirs : mine)[index - 1]
    order.splice(order.findIndex(({ id }) => id === before?.id) + 1, 0, entry)
  }
  return order.flatMap(({ id }) => {
    const find = (list: readonly Entry[]) => list.find((each) => each.id === id)
    return (mergedValue(find(base), { mine: find(mine), theirs: find(theirs) }, side) as Entry | undefined) ?? []
  })
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns true for a list of entries with ids. Other lists are merged as a whole. */
function isList(value: unknown): value is readonly Entry[] {
  return Array.isArray(value) && value.every((each) => isFields(each) && typeof each.id === 'string')
}
