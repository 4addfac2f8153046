import type { Item, OptionGroup, Selection, Sources } from '../menu/menu.ts'
import * as Menu from '../menu/menu.ts'
import type { PricedChoice, PricedLine } from '../menu/pricing.ts'
import * as Pricing from '../menu/pricing.ts'
import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import type { Problem } from '../problem.ts'

/**
 * A line of the cart: the choices, and the price at the time of choosing. The page shows this price offline, and tells
 * the customer if the price has changed since. The server never reads this price.
 */
export type CartLine = {
  readonly id: string
  readonly itemId: string
  readonly category: string
  readonly selection: Selection
  readonly quantity: number
  readonly chefComment: string
  readonly seen: PricedLine
  /** The picture's name without size and extension; empty if the dish has no picture. */
  readonly picture: string
}

export type Cart = { readonly items: readonly CartLine[] }

export const empty: Cart = { items: [] }

/** Reads a cart from storage and drops damaged lines, which can be neither shown nor ordered. */
export function ofStored(stored: unknown): Cart {
  const lines = (stored as Partial<Cart> | null)?.items
  return { items: Array.isArray(lines) ? lines.filter(isLine) : [] }
}

function isLine(line: Partial<CartLine> | null): boolean {
  const { selection, seen } = line ?? {}
  return (
    [line?.id, line?.itemId, line?.category, line?.chefComment, line?.picture, seen?.name].every(isText) &&
    isQuantity(line?.quantity) &&
    hasAll(selection, (chosen) => hasAll(chosen, isQuantity)) &&
    [seen?.price, seen?.itemTotal].every(Money.isNaira) &&
    Array.isArray(seen?.extras) &&
    seen.extras.every(
      (choice: Partial<PricedChoice> | null) =>
        isText(choice?.name) && Money.isNaira(choice?.price) && isQuantity(choice?.quantity),
    )
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function hasAll(value: unknown, isSound: (each: unknown) => boolean): boolean {
  return value instanceof Object && Object.values(value).every(isSound)
}

function isQuantity(value: unknown): boolean {
  return value === bounded(value as number)
}

/**
 * The most lines of a cart: enough for a table of thirty with two lines for each guest. The limit bounds the work of
 * one request.
 */
export const mostLines = 60

/** Adds a line, or adds its quantity to an existing line with the same dish, choices and note (CART-2). */
export function add(cart: Cart, line: CartLine): Cart {
  const twin = cart.items.find((other) => key(other) === key(line))
  if (!twin) return { items: [...cart.items, line] }
  const quantity = bounded(twin.quantity + line.quantity)
  return replace(cart, { ...line, id: twin.id, quantity, seen: requantified(line.seen, quantity) })
}

/** Sets the quantity of a line, at least 1. Use `remove` to delete a line. */
export function setQuantity(cart: Cart, id: string, quantity: number): Cart {
  const line = cart.items.find((line) => line.id === id)
  if (!line) return cart
  const next = bounded(quantity)
  return replace(cart, { ...line, quantity: next, seen: requantified(line.seen, next) })
}

/**
 * Replaces the choices, note or quantity of a line in place. If another line then has the same dish, choices and note,
 * the two lines are merged.
 */
export function change(cart: Cart, id: string, changed: Omit<CartLine, 'id'>): Cart {
  if (!cart.items.some((line) => line.id === id)) return cart
  const line = { ...changed, id }
  const twin = cart.items.find((other) => other.id !== id && key(other) === key(line))
  return twin ? add(remove(cart, id), line) : replace(cart, line)
}

/** Sets the quantity of a chosen extra. At 0 the extra is removed; a group without extras is removed too (CART-4). */
export function setExtra(
  line: CartLine,
  group: Pick<OptionGroup, 'id' | 'limit'>,
  choiceId: string,
  quantity: number,
): CartLine {
  const { [group.id]: chosen = {}, ...others } = line.selection
  if (chosen[choiceId] === undefined) return line
  const { [choiceId]: _, ...rest } = chosen
  const next = quantity > 0 ? bounded(quantity, group.limit) : 0
  const choices = line.seen.extras.flatMap((choice) => {
    if (choice.group !== group.id || choice.id !== choiceId) return [choice]
    return next > 0 ? [{ ...choice, quantity: next }] : []
  })
  const left = next > 0 ? { ...rest, [choiceId]: next } : rest
  return {
    ...line,
    selection: Object.keys(left).length > 0 ? { ...others, [group.id]: left } : others,
    seen: {
      ...line.seen,
      extras: choices,
      totalPrice: Pricing.totalPrice(line.seen.price, choices),
      itemTotal: Pricing.lineTotal(line.seen.price, choices, line.quantity),
    },
  }
}

/** Undoes the addition that led from `before` to `after`. Later changes stay. */
export function takeBack(cart: Cart, before: Cart, after: Cart): Cart {
  const added = after.items.find((line) => !before.items.includes(line))
  const line = cart.items.find(({ id }) => id === added?.id)
  if (!added || !line) return cart
  const was = before.items.find(({ id }) => id === added.id)?.quantity ?? 0
  const left = line.quantity - (added.quantity - was)
  return left > 0 ? setQuantity(cart, line.id, left) : remove(cart, line.id)
}

export function remove(cart: Cart, id: string): Cart {
  return { items: cart.items.filter((line) => line.id !== id) }
}

/** Returns lines as a request names them: without prices, which the server computes. */
export function asRequested(lines: readonly CartLine[]) {
  return lines.map(({ itemId, selection, quantity, chefComment }) => ({ itemId, selection, quantity, chefComment }))
}

/** Returns the number on the cart's badge: portions, not lines. */
export function count(cart: Cart): number {
  return cart.items.reduce((total, line) => total + line.quantity, 0)
}

/** Returns the subtotal at the prices last seen. The server's quote decides what is paid. */
export function subtotal(cart: Cart): Naira {
  return Pricing.subtotal(cart.items.map(({ seen }) => seen))
}

export type Verdict =
  | { readonly state: 'same' }
  | { readonly state: 'repriced'; readonly now: PricedLine }
  | { readonly state: 'unavailable'; readonly problem: Problem }
  /** The dish is not available at the chosen time: the line stays in the cart, but is left out of the totals. */
  | { readonly state: 'not-then'; readonly detail: string }

/** Compares a line with today's menu (CART-11). `item` is undefined if the dish has left the menu. */
export function check(line: CartLine, item: Item | undefined, sources: Sources): Verdict {
  if (!item) {
    return {
      state: 'unavailable',
      problem: { code: 'item-gone', detail: `${line.seen.name} has left the menu. Please take it out.` },
    }
  }
  const priced = Pricing.priceLine(item, sources, line.selection, line.quantity, line.chefComment)
  if (!priced.ok) return { state: 'unavailable', problem: priced.problem }
  return priced.value.itemTotal === line.seen.itemTotal ? { state: 'same' } : { state: 'repriced', now: priced.value }
}

/** Stores today's price in a line after the customer has accepted that price. */
export function accept(cart: Cart, id: string, now: PricedLine): Cart {
  const line = cart.items.find((line) => line.id === id)
  return line ? replace(cart, { ...line, seen: now }) : cart
}

function key({ itemId, selection, chefComment: note }: CartLine): string {
  return JSON.stringify([itemId, Menu.selectionKey(selection), note])
}

function replace(cart: Cart, line: CartLine): Cart {
  return { items: cart.items.map((other) => (other.id === line.id ? line : other)) }
}

/** Returns a whole quantity from 1 to `most`. Other values become 1, so a half-typed field breaks nothing. */
function bounded(quantity: number, most: number = Pricing.highestQuantity): number {
  return Math.max(1, Math.min(Math.trunc(quantity) || 1, most))
}

function requantified(seen: PricedLine, quantity: number): PricedLine {
  return { ...seen, quantity, itemTotal: Pricing.lineTotal(seen.price, seen.extras, quantity) }
}
