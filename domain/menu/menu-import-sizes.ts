import * as Money from '../money/money.ts'
import type { OptionGroup, OwnChoice } from './menu.ts'
import { folded, type Sizes, sizesOf, type TableDish } from './menu-csv.ts'
import type { Line } from './menu-import-rows.ts'
import { same } from './same.ts'
import { firstFree, slug } from './slug.ts'

export type Size = Pick<Line, 'name' | 'price'>

/**
 * Sets the sizes of dishes. Dishes may share an option group with sizes. The group changes if all its dishes get the
 * same sizes; otherwise each dish with other sizes gets a group of its own.
 */
export function setSizes(
  place: { groups: OptionGroup[]; items: TableDish[] },
  wanted: ReadonlyMap<string, readonly Size[]>,
): void {
  const done = new Set<string>()
  const sizesBy = Map.groupBy(place.items, (dish) => sizesOf(place.groups, dish)?.id)
  const change = ({ id }: TableDish, groups: (ids: readonly string[]) => string[]) => {
    place.items = place.items.map((item) => (item.id === id ? { ...item, groups: groups(item.groups) } : item))
  }
  const add = (dish: TableDish, like: Omit<Sizes, 'id' | 'source'>, choices: readonly OwnChoice[]) => {
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
    if (first && first.choices.length > 0 && next.every(({ choices }) => same(choices, first.choices))) {
      const changed = withChoices(group, first.choices)
      place.groups = place.groups.map((each) => (each === group ? changed : each))
      continue
    }
    for (const { dish, choices } of next) {
      if (same(choices, own)) continue
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

/** Returns the sizes as choices. A choice keeps its id if its name is unchanged. */
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

/** Returns changes such as 'Large ₦12,000 → ₦13,000'. */
export function sizeChanges(before: Sizes | undefined, after: Sizes | undefined): string[] {
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
