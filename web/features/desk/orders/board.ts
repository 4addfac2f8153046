import type { Order } from '#contract/orders.ts'
import * as Bill from '#domain/bill.ts'
import type { DeliveryMethod } from '#domain/delivery.ts'
import { isUnacknowledged } from '#domain/desk.ts'
import * as Lateness from '#domain/lateness.ts'
import * as Money from '#domain/money.ts'
import type { Role } from '#domain/order.ts'
import * as Payment from '#domain/payment.ts'
import * as Phone from '#domain/phone.ts'
import { isOneOf, policy } from '#domain/policy.ts'
import { orderCode } from '#domain/quote.ts'

/** The columns, in the order an order passes through them. */
export const columns = [
  { id: 'check', title: 'Check transfer', empty: 'No transfer to check. Enjoy the calm.' },
  { id: 'cook', title: 'To cook', empty: 'Nothing waits for the fire.' },
  { id: 'fire', title: 'On the fire', empty: 'The grill is hot and free.' },
  { id: 'ready', title: 'Ready', empty: 'Everything has gone out.' },
  { id: 'out', title: 'Out', empty: 'No rider is on the road.' },
  { id: 'done', title: 'Done', empty: 'Nothing was finished in the last hour.' },
] as const

export type ColumnId = (typeof columns)[number]['id']

/** Where an order stands; a cancelled one is on no board. */
export function columnOf({
  status,
  payment,
  deliveryStatus,
}: Pick<Order, 'status' | 'payment' | 'deliveryStatus'>): ColumnId | undefined {
  if (status === 'preparing') return 'fire'
  if (status === 'ready') return deliveryStatus === 'out-for-delivery' ? 'out' : 'ready'
  if (status === 'completed') return 'done'
  if (status !== 'pending') return undefined
  return Payment.covers(payment) ? 'cook' : 'check'
}

/**
 * The orders of each column; what is promised first is on top, and what came first among equals. Transfers are looked for
 * in the order they were claimed; those that wait for the customer come after. What was done last is on top.
 */
export function arrange(orders: readonly Order[]): Record<ColumnId, Order[]> {
  const board: Record<ColumnId, Order[]> = { check: [], cook: [], fire: [], ready: [], out: [], done: [] }
  for (const order of orders.toSorted(byPromise)) {
    const column = columnOf(order)
    if (column) board[column].push(order)
  }
  board.check.sort(byClaim)
  board.done.sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  return board
}

function byClaim(a: Order, b: Order): number {
  const waits = ({ payment }: Order) => (payment === 'claimed' ? 0 : 1)
  return waits(a) - waits(b) || Date.parse(a.claimedAt) - Date.parse(b.claimedAt)
}

/** Whom the restaurant owes money, oldest first. */
export function owedTo(orders: readonly Order[]): Order[] {
  return orders.filter(({ owed }) => owed > 0)
}

/** 'waiting 4 min': since the customer said that the money was sent. */
export function waiting({ claimedAt }: Pick<Order, 'claimedAt'>, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(claimedAt)) / minute))
  return minutes < 1 ? 'just now' : minutes < 100 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

function byPromise(a: Order, b: Order): number {
  return Date.parse(a.readyBy) - Date.parse(b.readyBy) || Date.parse(a.createdAt) - Date.parse(b.createdAt)
}

/** Whether somebody of this role can do anything about a transfer; the others look at what is to be cooked. */
export function seesToMoney(role: Role): boolean {
  return isOneOf(role, policy.till)
}

/** Where somebody of this role looks first. */
export function firstColumn(role: Role): 'check' | 'cook' {
  return seesToMoney(role) ? 'check' : 'cook'
}

/** What calls until somebody takes it: at the desk what nobody has seen, in the kitchen what nobody has started. */
export function unacknowledged(orders: readonly Order[], role: Role): Order[] {
  return seesToMoney(role) ? orders.filter(isUnacknowledged) : orders.filter((order) => columnOf(order) === 'cook')
}

export type Filter = { readonly text: string; readonly method: DeliveryMethod | 'all' }

/** Whether an order is one of those looked for: by its code, the customer's name, or a phone as people type it. */
export function matches(order: Order, { text, method }: Filter): boolean {
  if (method !== 'all' && order.deliveryMethod !== method) return false
  const sought = text.trim().toLowerCase()
  if (sought === '') return true
  // Without the zero, or the country's code, that the one has and the other has not.
  const figures = sought.replace(/^(\+?234|0)/, '').replace(/[\s().+-]/g, '')
  return (
    [orderCode(order.id), order.customerName].some((each) => each.toLowerCase().includes(sought)) ||
    (/^\d{3,}$/.test(figures) &&
      [order.contactPhone, order.customerPhone].some((each) => each.replace(/\D/g, '').includes(figures)))
  )
}

/** What has come in between two looks at the board that is new to this role. */
export function newcomers(before: readonly Order[], after: readonly Order[], role: Role): Order[] {
  const known = new Set(before.filter((order) => concerns(order, role)).map(({ id }) => id))
  return after.filter((order) => concerns(order, role) && !known.has(order.id))
}

function concerns(order: Order, role: Role): boolean {
  const column = columnOf(order)
  return column !== undefined && column !== 'done' && (column !== 'check' || seesToMoney(role))
}

const minute = 60_000

/** How an order does against its promise. `now` is epoch milliseconds. */
export function pace(order: Order, now: number): Lateness.Pace {
  const { createdAt, readyBy } = order
  const times = { placed: Date.parse(createdAt), promised: Date.parse(readyBy), since: waitsSince(order) }
  return Lateness.pace(order, times, now)
}

/** The figures on a card and what they mean: '08:30' 'left', '01:10' 'late', and for a ready one '04:00' 'ago'. */
export function timing(order: Order, now: number): { readonly figures: string; readonly meaning: string } {
  if (order.status === 'ready') return { figures: figures(now - waitsSince(order)), meaning: 'ago' }
  const left = Date.parse(order.readyBy) - now
  return { figures: figures(Math.abs(left)), meaning: left < 0 ? 'late' : 'left' }
}

/** Since it left, or was ready. Not since it last changed: giving it to a rider makes it no fresher. */
function waitsSince({ deliveryStatus, outAt, readyAt, updatedAt }: Order): number {
  return Date.parse((deliveryStatus === 'out-for-delivery' && outAt) || (readyAt ?? updatedAt))
}

/** 'mm:ss'; from 100 minutes on 'h:mm h'. A clock that runs behind the server's shows no less than nothing. */
function figures(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const minutes = Math.floor(seconds / 60)
  return minutes < 100 ? `${two(minutes)}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`
}

function two(figure: number): string {
  return String(figure).padStart(2, '0')
}

/** What the phone app is given of a phone as typed; undefined where somebody wrote more than a number. */
export function dialable(phone: string): string | undefined {
  return Phone.parse(phone) ?? (/^\+?[\d\s().-]{5,}$/.test(phone) ? phone.replace(/[^\d+]/g, '') : undefined)
}

/** What the restaurant knows of the money, in two or three words. */
export function paymentWords({
  payment,
  total,
  received,
  owed,
}: Pick<Order, 'payment' | 'total' | 'received' | 'owed'>): string {
  switch (payment) {
    case 'claimed':
      return received === 0 ? 'Not checked' : `${Money.format(Bill.due({ total, received }))} not checked`
    case 'found':
      return 'Paid'
    case 'short':
      return `Short by ${Money.format(Bill.due({ total, received }))}`
    case 'over':
      return owed > 0 ? `Paid, ${Money.format(owed)} too much` : 'Paid'
    case 'not-found':
      return 'Not found'
    case 'refunded':
      return 'Sent back'
  }
}
