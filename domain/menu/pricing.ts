import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import { fail, ok, type Result } from '../problem.ts'
import type { Choice, Item, OptionGroup, OptionRole, Selection, Sources } from './menu.ts'
import * as Menu from './menu.ts'

/** One ticked choice, as shown on a line and printed on a ticket. */
export type PricedChoice = {
  readonly group: string
  readonly label: string
  readonly role: OptionRole
  readonly id: string
  readonly name: string
  /**
   * The price of one unit of the choice; zero if free. For every role but 'extra', the dish's price already includes
   * this price.
   */
  readonly price: Naira
  readonly quantity: number
}

/** A dish with its choices, priced: one line of a cart, a quote or an order. */
export type PricedLine = {
  readonly itemId: string
  /** The name with the size and variant suffix: 'Margherita (Large, Thin crust)'. */
  readonly name: string
  /** The chosen size or variant, otherwise the sauce, otherwise ''. */
  readonly type: string
  /** Base or size price, plus variants, plus toppings. Excludes extras. */
  readonly price: Naira
  /** The price of one portion with its extras. */
  readonly totalPrice: Naira
  readonly quantity: number
  readonly extras: readonly PricedChoice[]
  readonly chefComment: string
  readonly itemTotal: Naira
}

export const highestQuantity = 99

/** The longest note for the chef, in characters: what fits on a kitchen ticket. */
export const longestNote = 280

/**
 * Prices one dish with its choices at today's menu.
 *
 * price = base price, or the chosen size's, plus variants, plus toppings times their quantities (MENU-15)
 *  item total = quantity times the sum of price and extras, each extra times its quantity (CART-3)
 *
 * Fails with the first problem in reading order; `field` is the group's id, or `quantity`, or `chefComment`.
 */
export function priceLine(
  item: Item,
  sources: Sources,
  selection: Selection,
  quantity: number,
  chefComment = '',
): Result<PricedLine> {
  if (!item.isAvailable) return fail('item-unavailable', `${item.name} is not available right now.`)
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > highestQuantity) {
    return fail('invalid', `Choose a quantity from 1 to ${highestQuantity}.`, 'quantity')
  }
  if (chefComment !== '' && !item.takesNote) {
    return fail('invalid', `${item.name} takes no note for the chef.`, 'chefComment')
  }
  if (chefComment.length > longestNote) {
    return fail('invalid', `Keep the note for the chef under ${longestNote} characters.`, 'chefComment')
  }

  const unknown = Object.keys(selection).find((id) => !item.groups.some((group) => group.id === id))
  if (unknown !== undefined) {
    return fail('choice-unknown', `${item.name} no longer comes with that choice. Please choose again.`, unknown)
  }

  const chosen: PricedChoice[] = []
  for (const group of item.groups) {
    const result = priceGroup(group, Menu.choices(group, sources), selection[group.id] ?? {})
    if (!result.ok) return result
    chosen.push(...result.value)
  }

  const price = priceOf(item, chosen)
  return ok({
    itemId: item.id,
    name: suffixed(item.name, chosen),
    type: typeOf(chosen),
    price,
    totalPrice: totalPrice(price, chosen),
    quantity,
    extras: chosen,
    chefComment,
    itemTotal: lineTotal(price, chosen, quantity),
  })
}

/** Returns the price of one portion with its extras (CART-3). Extras with price or quantity 0 add nothing. */
export function totalPrice(price: Naira, chosen: readonly PricedChoice[]): Naira {
  const extras = chosen
    .filter((extra) => extra.role === 'extra' && extra.price > 0 && extra.quantity > 0)
    .map((extra) => Money.times(extra.price, extra.quantity))
  return Money.add(price, ...extras)
}

export function lineTotal(price: Naira, chosen: readonly PricedChoice[], quantity: number): Naira {
  return Money.times(totalPrice(price, chosen), quantity)
}

export function subtotal(lines: readonly Pick<PricedLine, 'itemTotal'>[]): Naira {
  return Money.add(...lines.map(({ itemTotal }) => itemTotal))
}

function priceOf(item: Item, chosen: readonly PricedChoice[]): Naira {
  const size = chosen.find(({ role }) => role === 'size')
  const added = chosen
    .filter(({ role }) => role === 'variant' || role === 'topping')
    .map(({ price, quantity }) => Money.times(price, quantity))
  return Money.add(size?.price ?? item.price, ...added)
}

function priceGroup(
  group: OptionGroup,
  offered: readonly Choice[],
  chosen: Readonly<Record<string, number>>,
): Result<PricedChoice[]> {
  for (const [id, quantity] of Object.entries(chosen)) {
    const choice = offered.find((choice) => choice.id === id)
    if (!choice) {
      return fail(
        'choice-unknown',
        `A choice under ${group.label} is no longer on the menu. Please choose again.`,
        group.id,
      )
    }
    if (!choice.isAvailable) {
      return fail('choice-unavailable', unavailable(choice), group.id)
    }
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > group.limit) {
      const times = group.limit === 1 ? 'once only' : `from 1 to ${group.limit} times`
      return fail('choice-too-many', `Choose ${choice.name} ${times}.`, group.id)
    }
  }
  const count = Object.keys(chosen).length
  if (count < group.min) return fail('choice-missing', missing(group), group.id)
  if (count > group.max) {
    return fail('choice-too-many', `Choose at most ${group.max} under ${group.label}.`, group.id)
  }
  // Extras are sorted as on the menu, so equal choices are printed the same on every ticket.
  return ok(
    offered
      .filter(({ id }) => chosen[id] !== undefined)
      .map(({ id, name, price }) => ({
        group: group.id,
        label: group.label,
        role: group.role,
        id,
        name: group.naming?.replace('{name}', name) ?? name,
        price,
        quantity: chosen[id] ?? 1,
      })),
  )
}

function missing(group: OptionGroup): string {
  return group.missing ?? `Please choose ${group.label.toLowerCase()}`
}

export function unavailable({ name }: Pick<Choice, 'name'>): string {
  return `${name} is not available right now. Please choose another.`
}

function suffixed(name: string, chosen: readonly PricedChoice[]): string {
  const suffix = chosen.filter(({ role }) => role === 'size' || role === 'variant').map(({ name }) => name)
  return suffix.length > 0 ? `${name} (${suffix.join(', ')})` : name
}

function typeOf(chosen: readonly PricedChoice[]): string {
  const telling =
    chosen.find(({ role }) => role === 'size') ??
    chosen.find(({ role }) => role === 'variant') ??
    chosen.find(({ group }) => group === 'sauce')
  return telling?.name ?? ''
}
