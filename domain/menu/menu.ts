import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import { contains } from '../text/spans.ts'

/** The effect of a choice on the price and the name of the dish. */
export type OptionRole =
  /** The choice's price replaces the dish's base price; its name becomes the suffix: 'Margherita (Large)'. */
  | 'size'
  /** The choice's price is added to the dish's; its name joins the suffix. */
  | 'variant'
  /** The choice's price times its quantity is added to the dish's. */
  | 'topping'
  /** Charged in addition to the dish, once per portion: sides, swallows, sauces, ingredients. */
  | 'extra'

/** The source of a group's choices: its own list, or today's dishes of another category. */
export type OptionSource =
  | { readonly choices: readonly OwnChoice[] }
  | {
      readonly category: string
      /** Only dishes at or below this price. */
      readonly priceAtMost?: Naira
      /** Only these dishes, by id. */
      readonly only?: readonly string[]
      /** Only the first n of the remaining dishes, in menu order. */
      readonly first?: number
    }

export type OwnChoice = {
  readonly id: string
  readonly name: string
  readonly price: Naira
  readonly available?: boolean
}

/** 'own': the choice's own price. 'free': zero. A number: that price for every choice. */
type OptionPricing = 'own' | 'free' | Naira

export type OptionGroup = {
  readonly id: string
  readonly label: string
  readonly role: OptionRole
  /** The fewest and the most different choices that can be ticked. */
  readonly min: number
  readonly max: number
  /** The highest quantity of one choice. */
  readonly limit: number
  readonly source: OptionSource
  readonly pricing: OptionPricing
  /** The message shown when fewer than `min` choices are ticked. */
  readonly missing?: string
  /** A template for the name of a ticked choice: 'Extra {name}'. */
  readonly naming?: string
  /** The id of the choice ticked at the start. */
  readonly preset?: string
}

export type Item = {
  readonly id: string
  readonly category: string
  readonly name: string
  readonly description: string
  readonly price: Naira
  readonly isAvailable: boolean
  readonly takesNote: boolean
  readonly groups: readonly OptionGroup[]
}

/** The instants from which a sold-out dish can be ordered for later; missing if unknown. */
type Return = {
  /** The time at which the dish becomes available again automatically. */
  readonly backAt?: string | undefined
  /** The time at which the next portions begin, for a dish whose stock count is 0. */
  readonly portionsAt?: string | undefined
}

export type SourceItem = Pick<Item, 'id' | 'name' | 'price' | 'isAvailable'> & Return

/** The dishes that option groups offer as choices, by category id, in menu order. */
export type Sources = Readonly<Record<string, readonly SourceItem[]>>

export type Choice = {
  readonly id: string
  readonly name: string
  readonly price: Naira
  readonly isAvailable: boolean
}

/** The customer's choices: group id -> choice id -> quantity. Every quantity is at least 1. */
export type Selection = Readonly<Record<string, Readonly<Record<string, number>>>>

export function choices(group: OptionGroup, sources: Sources): Choice[] {
  const price = (own: Naira) => (group.pricing === 'own' ? own : group.pricing === 'free' ? Money.zero : group.pricing)
  const { source } = group
  if ('choices' in source) {
    return source.choices.map((choice) => ({
      id: choice.id,
      name: choice.name,
      price: price(choice.price),
      isAvailable: choice.available ?? true,
    }))
  }
  const { priceAtMost, only, first } = source
  return (sources[source.category] ?? [])
    .filter((item) => priceAtMost === undefined || item.price <= priceAtMost)
    .filter((item) => only === undefined || only.includes(item.id))
    .slice(0, first)
    .map((item) => ({ id: item.id, name: item.name, price: price(item.price), isAvailable: item.isAvailable }))
}

/**
 * Returns a dish as it will be at a slot: a dish that is sold out now may be available by then. `slot` is an instant,
 * or '' for as soon as possible.
 */
export function dishAt<Dish extends Pick<Item, 'isAvailable'> & Return>(dish: Dish, slot: string): Dish {
  const back = dish.backAt ?? dish.portionsAt
  return slot !== '' && back !== undefined && back <= slot ? { ...dish, isAvailable: true } : dish
}

/** Returns the sources with each dish as it is at a slot, like `dishAt`. */
export function sourcesAt<Dish extends SourceItem>(
  sources: Readonly<Record<string, readonly Dish[]>>,
  slot: string,
): Readonly<Record<string, readonly Dish[]>> {
  return slot === '' ? sources : mapped(sources, (dish) => dishAt(dish, slot))
}

/** Returns the sources with every dish available, for orders for later: the dishes may return before the slot. */
export function withDishesBack<Dish extends SourceItem>(
  sources: Readonly<Record<string, readonly Dish[]>>,
): Readonly<Record<string, readonly Dish[]>> {
  return mapped(sources, (dish) => ({ ...dish, isAvailable: true }))
}

function mapped<Dish>(
  sources: Readonly<Record<string, readonly Dish[]>>,
  change: (dish: Dish) => Dish,
): Readonly<Record<string, readonly Dish[]>> {
  return Object.fromEntries(Object.entries(sources).map(([category, dishes]) => [category, dishes.map(change)]))
}

/** Returns the ids of the categories whose dishes the item's groups offer as choices. */
export function sourceCategories(item: Pick<Item, 'groups'>): string[] {
  return [...new Set(item.groups.flatMap(({ source }) => ('category' in source ? [source.category] : [])))]
}

/**
 * Returns the kinds of choices that are free with every one of these dishes, as the labels of their groups: 'side',
 * 'sauce'.
 */
export function freeWithEvery(items: readonly Pick<Item, 'groups'>[]): string[] {
  const free = items.map(({ groups }) =>
    groups.filter(({ min, pricing }) => min > 0 && pricing === 'free').map(({ label }) => plainLabel(label)),
  )
  return (free[0] ?? []).filter((label) => free.every((labels) => labels.includes(label)))
}

/** Returns a group's label for use within a sentence: 'side' for 'Free side'. */
export function plainLabel(label: string): string {
  const plain = label.replace(/^free /i, '')
  return plain.charAt(0).toLowerCase() + plain.slice(1)
}

/** Returns the initial selection of a dish: its presets, if available. */
export function presets(item: Pick<Item, 'groups'>, sources: Sources): Selection {
  return Object.fromEntries(
    item.groups.flatMap((group) => {
      const preset = choices(group, sources).find(({ id, isAvailable }) => id === group.preset && isAvailable)
      return preset ? [[group.id, { [preset.id]: 1 }]] : []
    }),
  )
}

/** Returns true if the chosen size sets the price. The dish's own price is then ignored. */
export function hasSizes(item: Pick<Item, 'groups'>): boolean {
  return item.groups.some(({ role }) => role === 'size')
}

/** Returns the price on a dish's card: the base price, or the price of the preset size. */
export function startingPrice(item: Pick<Item, 'groups' | 'price'>, sources: Sources): Naira {
  const size = item.groups.find(({ role }) => role === 'size')
  if (!size) return item.price
  const offered = choices(size, sources)
  return (offered.find(({ id }) => id === size.preset) ?? offered[0])?.price ?? item.price
}

/**
 * Ticks one choice, sets its quantity, or unticks it at 0. If a group allows one choice, a new choice replaces the
 * earlier choice.
 */
export function choose(selection: Selection, group: OptionGroup, choiceId: string, quantity: number): Selection {
  const { [group.id]: chosen = {}, ...others } = selection
  const { [choiceId]: _, ...rest } = group.max === 1 && quantity > 0 ? {} : chosen
  const next = quantity > 0 ? { ...rest, [choiceId]: Math.min(quantity, group.limit) } : rest
  return Object.keys(next).length > 0 ? { ...others, [group.id]: next } : others
}

/**
 * Returns the portions of each dish that a line uses, by id: the dish itself and choices drawn from other categories. A
 * group's own choices are not dishes, even if they share a name.
 */
export function portions(
  item: Pick<Item, 'groups'>,
  line: {
    readonly itemId: string
    readonly quantity: number
    readonly extras: readonly { readonly group: string; readonly id: string; readonly quantity: number }[]
  },
): (readonly [id: string, count: number])[] {
  const isDish = (group: string) => item.groups.some(({ id, source }) => id === group && 'category' in source)
  return [
    [line.itemId, line.quantity],
    ...line.extras
      .filter(({ group }) => isDish(group))
      .map(({ id, quantity }) => [id, quantity * line.quantity] as const),
  ]
}

/** Returns the same text for equal selections, in whatever sequence the customer chose. */
export function selectionKey(selection: Selection): string {
  const sorted = Object.entries(selection)
    .map(([group, chosen]) => [group, Object.entries(chosen).sort(byFirst)] as const)
    .sort(byFirst)
  return JSON.stringify(sorted)
}

function byFirst(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0
}

/**
 * The hours in which a category leads the menu: times of day such as '16:00'. The range crosses midnight if `until` is
 * earlier than `from`.
 */
export type Hours = { readonly from: string; readonly until: string }

/**
 * Returns the category that leads the menu at a time of day ('21:40'): the first category whose hours contain the time,
 * otherwise the first category. Undefined without categories.
 */
export function leading<Category extends { readonly hours?: Hours }>(
  categories: readonly Category[],
  time: string,
): Category | undefined {
  return categories.find(({ hours }) => hours && contains(hours, time)) ?? categories[0]
}
