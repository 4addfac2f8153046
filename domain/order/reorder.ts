import type { Item, Selection, Sources } from '../menu/menu.ts'
import * as Menu from '../menu/menu.ts'
import type { PricedChoice, PricedLine } from '../menu/pricing.ts'
import * as Pricing from '../menu/pricing.ts'
import * as Money from '../money/money.ts'
import type { CartLine } from './cart.ts'

// These functions are not in cart.ts, because every page loads cart.ts for the cart's badge, and only one button
// reorders.

/** A part of a past order that is not available any more. */
export type Missing = {
  readonly name: string
  readonly why: string
  /** Set if the dish is available but needs new choices: the category whose menu page offers them. */
  readonly category?: string
}

type Today = {
  readonly items: readonly (Item & { readonly picture: { readonly name: string } | null })[]
  readonly sources: Sources
}

/**
 * Returns a past order at today's prices. `missing` lists the unavailable choices and dishes. An unavailable optional
 * choice is left out; a dish without a required choice is left out of `lines`. `repriced` is true if the cost of the
 * remaining lines has changed.
 */
export function reorder(
  past: readonly PricedLine[],
  { items, sources }: Today,
  newId: () => string,
): { lines: CartLine[]; missing: Missing[]; repriced: boolean } {
  const lines: CartLine[] = []
  const missing = new Map<string, Missing>()
  let repriced = false
  const miss = (name: string, why: string, category?: string) =>
    missing.set(why, category === undefined ? { name, why } : { name, why, category })

  for (const line of past) {
    const { name, quantity } = line
    const item = items.find(({ id }) => id === line.itemId)
    if (!item) {
      miss(name, `${name} has left the menu.`)
      continue
    }
    const gone = lackingOptional(line, item, sources)
    const kept = line.extras.filter((choice) => !gone.includes(choice))
    const selection = selectionOf(kept)
    const note = item.takesNote ? line.chefComment : ''
    const priced = Pricing.priceLine(item, sources, selection, quantity, note)
    if (!priced.ok) {
      if (item.isAvailable) miss(name, `${name}: ${priced.problem.detail}`, item.category)
      else miss(name, priced.problem.detail)
      continue
    }
    if (gone.length > 0) miss(name, `${name} comes without ${listed(gone)}: not available right now.`)
    if (note !== line.chefComment) miss(name, `${name} takes no note for the chef any more.`)
    const within = gone.filter(({ role }) => role === 'variant' || role === 'topping')
    const before = Money.naira(line.price - Money.add(...within.map((each) => Money.times(each.price, each.quantity))))
    repriced ||= priced.value.itemTotal !== Pricing.lineTotal(before, kept, quantity)
    const { id: itemId, category } = item
    const picture = item.picture?.name ?? ''
    lines.push({ id: newId(), itemId, category, selection, quantity, chefComment: note, seen: priced.value, picture })
  }
  return { lines, missing: [...missing.values()], repriced }
}

/** Returns a past line's optional choices that are unavailable now. */
function lackingOptional({ extras: choices }: PricedLine, item: Item, sources: Sources): PricedChoice[] {
  const groupOf = (choice: PricedChoice) => item.groups.find(({ id }) => id === choice.group)
  const offered = choices.filter((choice) => {
    const group = groupOf(choice)
    return group && Menu.choices(group, sources).some(({ id, isAvailable }) => id === choice.id && isAvailable)
  })
  return choices.filter((choice) => {
    const left = offered.filter(({ group }) => group === choice.group).length
    return !offered.includes(choice) && left >= (groupOf(choice)?.min ?? 0)
  })
}

function selectionOf(choices: readonly PricedChoice[]): Selection {
  const selection: Record<string, Record<string, number>> = {}
  for (const { group, id, quantity } of choices) selection[group] = { ...selection[group], [id]: quantity }
  return selection
}

/** Joins names: 'Coleslaw', 'Coleslaw and Plantain', 'Coleslaw, Plantain and Jollof'. */
function listed(choices: readonly PricedChoice[]): string {
  const names = choices.map(({ name }) => name)
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** Returns the dish whose picture represents an order: the most expensive one. */
export function pictured({
  items: lines,
}: {
  readonly items: readonly { readonly itemId: string; readonly itemTotal: number }[]
}) {
  return [...lines].sort((a, b) => b.itemTotal - a.itemTotal)[0]?.itemId
}
