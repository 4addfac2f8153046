import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import type { OptionGroup } from './menu.ts'
import { same } from './same.ts'
import { firstFree } from './slug.ts'

/** A dish as the owner edits it. `groups` are ids of its category's groups. */
export type DocumentItem = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly price: Naira
  readonly groups: readonly string[]
}

export type DocumentCategory = {
  readonly id: string
  readonly title: string
  readonly groups: readonly OptionGroup[]
  readonly items: readonly DocumentItem[]
}

/** One change of a new version, as a sentence, with the affected dishes if there are several. */
type MenuChange = { readonly what: string; readonly dishes: readonly string[] }

/** Returns the differences between two menus in the order of the second menu, removals last. */
export function changes(before: readonly DocumentCategory[], after: readonly DocumentCategory[]): MenuChange[] {
  const found: MenuChange[] = []
  const add = (what: string, dishes: readonly string[] = []) => found.push({ what, dishes })
  const itemsBefore = new Map(before.flatMap(({ id, items }) => items.map((item) => [item.id, { item, in: id }])))
  const itemsAfter = new Set(after.flatMap(({ items }) => items.map(({ id }) => id)))

  for (const category of after) {
    const { title, groups, items } = category
    const old = before.find(({ id }) => id === category.id)
    if (!old) add(`New category: ${title}.`)
    else {
      if (old.title !== title) add(`${old.title} is now called ${title}.`)
      if (!same({ ...old, title, groups, items }, category)) add(`${title}: settings of the category.`)
      const kept = (list: readonly DocumentItem[], other: readonly DocumentItem[]) =>
        list.map(({ id }) => id).filter((id) => other.some((each) => each.id === id))
      if (!same(kept(old.items, items), kept(items, old.items))) add(`${title}: the order of the dishes.`)
      for (const group of groups) {
        const oldGroup = old.groups.find(({ id }) => id === group.id)
        const dishes = items.filter((item) => item.groups.includes(group.id)).map(({ name }) => name)
        if (!oldGroup) add(`${title}: new choices, ${group.label}.`, dishes)
        else if (!same(oldGroup, group)) add(`${title}, ${group.label}: ${groupChange(oldGroup, group)}.`, dishes)
      }
      for (const { id, label } of old.groups) {
        const dishes = old.items.filter((item) => item.groups.includes(id)).map(({ name }) => name)
        if (!groups.some((group) => group.id === id)) add(`${title}: choices removed, ${label}.`, dishes)
      }
    }
    for (const item of items) {
      const known = itemsBefore.get(item.id)
      if (!known) add(`New dish: ${item.name} in ${title}, ${Money.format(item.price)}.`)
      else for (const what of itemChanges(known.item, item, known.in === category.id ? '' : title)) add(what)
    }
  }
  const order = (menu: readonly DocumentCategory[], other: readonly DocumentCategory[]) =>
    menu.map(({ id }) => id).filter((id) => other.some((each) => each.id === id))
  if (!same(order(before, after), order(after, before))) add('The order of the categories.')
  for (const { id, title, items } of before) {
    if (!after.some((category) => category.id === id)) add(`Category removed: ${title}.`)
    for (const item of items) if (!itemsAfter.has(item.id)) add(`Dish removed: ${item.name} from ${title}.`)
  }
  return found
}

/** Returns one line for a history: the first change and the number of further changes; '' without changes. */
export function summary(list: readonly MenuChange[]): string {
  const [first, ...more] = list
  if (!first) return ''
  return more.length === 0 ? first.what : `${first.what} And ${more.length} more.`
}

/** Returns a sentence for each difference of a dish. `movedTo` is the title of the dish's new category, or ''. */
export function itemChanges(before: DocumentItem, after: DocumentItem, movedTo: string): string[] {
  const { name, price, description, groups } = after
  const others = same({ ...before, name, price, description, groups }, after) ? [] : ['marks, note or picture']
  const more = [
    ...(before.description === description ? [] : ['description']),
    ...(same(before.groups, groups) ? [] : ['what customers choose']),
    ...others,
  ]
  return [
    ...(before.name === name ? [] : [`${before.name} is now called ${name}.`]),
    ...(movedTo === '' ? [] : [`${name} moves to ${movedTo}.`]),
    ...(before.price === price ? [] : [`${name}: ${Money.format(before.price)} → ${Money.format(price)}.`]),
    ...(more.length === 0 ? [] : [`${name}: ${more.join(', ')}.`]),
  ]
}

/** Describes a change of an option group. If only prices differ, lists the choices with their prices. */
function groupChange(before: OptionGroup, after: OptionGroup): string {
  if (!('choices' in before.source && 'choices' in after.source)) return 'what customers choose'
  const old = before.source.choices
  const now = after.source.choices
  const prices = now.flatMap(({ id, name, price }) => {
    const was = old.find((choice) => choice.id === id)?.price
    return was === undefined || was === price ? [] : [`${name} ${Money.format(was)} → ${Money.format(price)}`]
  })
  const repriced = old.map((choice) => ({
    ...choice,
    price: now.find(({ id }) => id === choice.id)?.price ?? choice.price,
  }))
  const isPriceOnly = same({ ...before, source: { choices: repriced } }, after)
  return isPriceOnly ? prices.join(', ') : ['what customers choose', ...prices].join(', ')
}

type PriceStep = { readonly percent: number } | { readonly naira: number }

/** Bulk price changes round to this many naira: menus in Lagos use such steps, and a till can give change for them. */
export const roundedTo = 50

/**
 * Returns a price raised or lowered by a step. A price changed by a percentage is rounded to the nearest ₦50, halves
 * up; a step in naira is added exactly. A price of zero stays zero, and results stay between zero and the highest
 * price.
 */
export function stepped(price: Naira, step: PriceStep): Naira {
  if (price === 0) return price
  // The division comes last: multiplying by 1.1 would round some exact halves down.
  const next =
    'percent' in step
      ? Math.floor((price * (100 + step.percent) + 50 * roundedTo) / (100 * roundedTo)) * roundedTo
      : price + step.naira
  return Money.naira(Math.min(Math.max(next, 0), Money.highestPrice))
}

/** Returns the category with a price step applied to the price of every dish and of every size. */
export function reprice<Category extends DocumentCategory>(category: Category, step: PriceStep): Category {
  return {
    ...category,
    groups: category.groups.map((group) =>
      group.role === 'size' && 'choices' in group.source
        ? {
            ...group,
            source: {
              choices: group.source.choices.map((choice) => ({ ...choice, price: stepped(choice.price, step) })),
            },
          }
        : group,
    ),
    items: category.items.map((item) => ({ ...item, price: stepped(item.price, step) })),
  }
}

/**
 * For a dish that moves into a category, returns the category's groups plus copies of those groups of the dish that the
 * category lacks, and the dish's group ids in this category.
 */
export function adopted(
  groups: readonly OptionGroup[],
  brought: readonly OptionGroup[],
): { groups: readonly OptionGroup[]; ids: readonly string[] } {
  const all = [...groups]
  const taken = new Set(groups.map(({ id }) => id))
  const ids = brought.map((group) => {
    const known = groups.find((other) => same(other, group))
    if (known) return known.id
    const id = firstFree(group.id, taken)
    taken.add(id)
    all.push({ ...group, id })
    return id
  })
  return { groups: all, ids }
}
