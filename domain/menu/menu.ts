import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import { contains } from '../text/spans.ts'

/** How a choice enters the price and the name of the dish. */
export type OptionRole =
  /** Its price replaces the dish's base price; its name becomes the suffix: 'Margherita (Large)'. */
  | 'size'
  /** Its price is added to the dish's; its name joins the suffix. */
  | 'variant'
  /** Its price times its quantity is added to the dish's. */
  | 'topping'
  /** It is charged beside the dish, per portion of the dish: sides, swallows, sauces, ingredients. */
  | 'extra'

/** Where a group's choices come from: its own list, or the dishes of another category as they stand today. */
export type OptionSource =
  | { readonly choices: readonly OwnChoice[] }
  | {
      readonly category: string
      /** Only dishes at or below this price. */
      readonly priceAtMost?: Naira
      /** Only these dishes, by id. */
      readonly only?: readonly string[]
      /** Only the first so many of what is left, in menu order. */
      readonly first?: number
    }

export type OwnChoice = {
  readonly id: string
  readonly name: string
  readonly price: Naira
  readonly available?: boolean
}

/** 'own': what the choice costs by itself. 'free': nothing. A number: that, whatever the choice costs by itself. */
type OptionPricing = 'own' | 'free' | Naira

export type OptionGroup = {
  readonly id: string
  readonly label: string
  readonly role: OptionRole
  /** How many different choices must, and may, be ticked. */
  readonly min: number
  readonly max: number
  /** The highest quantity of one choice. */
  readonly limit: number
  readonly source: OptionSource
  readonly pricing: OptionPricing
  /** What the customer is told when fewer than `min` are ticked. */
  readonly missing?: string
  /** What becomes of a chosen name: 'Extra {name}'. */
  readonly naming?: string
  /** The choice ticked from the start, by id. */
  readonly preset?: string
}

export type Item = {
  readonly id: string
  readonly category: string
  readonly name: string
  readonly description: string
  readonly price: Naira
  readonly available: boolean
  /** Whether a note for the chef can be written. */
  readonly takesNote: boolean
  readonly groups: readonly OptionGroup[]
}

/** What a group needs to know of a dish that it offers as a choice. */
export type SourceItem = Pick<Item, 'id' | 'name' | 'price' | 'available'>

/** The dishes of the categories that groups draw from, in menu order, by category id. */
export type Sources = Readonly<Record<string, readonly SourceItem[]>>

/** A choice as it can be made right now. */
export type Choice = {
  readonly id: string
  readonly name: string
  readonly price: Naira
  readonly available: boolean
}

/** What a customer chose: group id -> choice id -> quantity. No entry has a quantity under 1. */
export type Selection = Readonly<Record<string, Readonly<Record<string, number>>>>

/** The choices that a group offers today. */
export function choices(group: OptionGroup, sources: Sources): Choice[] {
  const price = (own: Naira) => (group.pricing === 'own' ? own : group.pricing === 'free' ? Money.zero : group.pricing)
  const { source } = group
  if ('choices' in source) {
    return source.choices.map((choice) => ({
      id: choice.id,
      name: choice.name,
      price: price(choice.price),
      available: choice.available ?? true,
    }))
  }
  const { priceAtMost, only, first } = source
  return (sources[source.category] ?? [])
    .filter((item) => priceAtMost === undefined || item.price <= priceAtMost)
    .filter((item) => only === undefined || only.includes(item.id))
    .slice(0, first)
    .map((item) => ({ id: item.id, name: item.name, price: price(item.price), available: item.available }))
}

/** The categories whose dishes this item's groups offer. */
export function sourceCategories(item: Pick<Item, 'groups'>): string[] {
  return [...new Set(item.groups.flatMap(({ source }) => ('category' in source ? [source.category] : [])))]
}

/** What is free with every one of these dishes, by the labels of their groups: 'side', 'sauce'. */
export function freeWithEvery(items: readonly Pick<Item, 'groups'>[]): string[] {
  const free = items.map(({ groups }) =>
    groups.filter(({ min, pricing }) => min > 0 && pricing === 'free').map(({ label }) => plainLabel(label)),
  )
  return (free[0] ?? []).filter((label) => free.every((labels) => labels.includes(label)))
}

/** A group's label within a sentence: 'Free side' is 'side'. */
export function plainLabel(label: string): string {
  const plain = label.replace(/^free /i, '')
  return plain.charAt(0).toLowerCase() + plain.slice(1)
}

/** The selection that a dish starts with: its presets, where they can be had. */
export function presets(item: Pick<Item, 'groups'>, sources: Sources): Selection {
  return Object.fromEntries(
    item.groups.flatMap((group) => {
      const preset = choices(group, sources).find(({ id, available }) => id === group.preset && available)
      return preset ? [[group.id, { [preset.id]: 1 }]] : []
    }),
  )
}

/** Whether the chosen size sets the price: the dish's own then says nothing. */
export function hasSizes(item: Pick<Item, 'groups'>): boolean {
  return item.groups.some(({ role }) => role === 'size')
}

/** The price a card shows before anything is chosen: the base price, or that of the preset size. */
export function startingPrice(item: Pick<Item, 'groups' | 'price'>, sources: Sources): Naira {
  const size = item.groups.find(({ role }) => role === 'size')
  if (!size) return item.price
  const offered = choices(size, sources)
  return (offered.find(({ id }) => id === size.preset) ?? offered[0])?.price ?? item.price
}

/** Ticks, sets or (at 0) unticks one choice. In a group of which one can be had, a tick replaces the other. */
export function choose(selection: Selection, group: OptionGroup, choiceId: string, quantity: number): Selection {
  const { [group.id]: chosen = {}, ...others } = selection
  const { [choiceId]: _, ...rest } = group.max === 1 && quantity > 0 ? {} : chosen
  const next = quantity > 0 ? { ...rest, [choiceId]: Math.min(quantity, group.limit) } : rest
  return Object.keys(next).length > 0 ? { ...others, [group.id]: next } : others
}

/**
 * The dishes that a line takes from the kitchen, by id: itself, and what its groups draw from other categories. Choices that
 * a group brings itself are no dishes, whatever they are called.
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

/** One text for equal selections, whatever the order in which they were made. */
export function selectionKey(selection: Selection): string {
  const sorted = Object.entries(selection)
    .map(([group, chosen]) => [group, Object.entries(chosen).sort(byFirst)] as const)
    .sort(byFirst)
  return JSON.stringify(sorted)
}

function byFirst(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0
}

/** When a category leads the menu. Times of day, '16:00'; over midnight where `until` is earlier than `from`. */
export type Hours = { readonly from: string; readonly until: string }

/**
 * The category that leads the menu at a time of day ('21:40'): the first whose hours contain it, or the first category where
 * none does. Undefined without categories.
 */
export function leading<Category extends { readonly hours?: Hours }>(
  categories: readonly Category[],
  time: string,
): Category | undefined {
  return categories.find(({ hours }) => hours && contains(hours, time)) ?? categories[0]
}
