import type { DeskOrder, TillOrder } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import { isUnacknowledged, unacknowledgedSince } from '#domain/order/alarm.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Lateness from '#domain/order/lateness.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { type DeliveryStatus, isIn, isOpen, known } from '#domain/order/statuses.ts'
import type { DeliveryMethod } from '#domain/restaurant/delivery.ts'
import { hourOf, minute } from '#domain/restaurant/lagos.ts'
import * as Later from '#domain/restaurant/later.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import { isFoundIn } from '#domain/text/words.ts'

export const columns = [
  { id: 'check', title: 'Check transfer', empty: 'No transfers to check.' },
  { id: 'cook', title: 'To cook', empty: 'Nothing to cook.' },
  { id: 'fire', title: 'On the fire', empty: 'Nothing on the fire.' },
  { id: 'ready', title: 'Ready', empty: 'Nothing ready.' },
  { id: 'out', title: 'Out', empty: 'No deliveries out.' },
  { id: 'done', title: 'Done', empty: 'Nothing completed in the last hour.' },
] as const

export const openColumns = columns.filter(({ id }) => id !== 'done')

export type ColumnId = (typeof columns)[number]['id']

const readyColumns: Readonly<Record<DeliveryStatus, ColumnId>> = {
  unassigned: 'ready',
  assigned: 'ready',
  'out-for-delivery': 'out',
  failed: 'ready',
  delivered: 'ready',
}

/** Returns the column of an order; undefined for a cancelled order. An order of an unknown status is shown as pending. */
export function columnOf({
  status,
  payment,
  deliveryStatus,
}: Pick<DeskOrder, 'status' | 'payment' | 'deliveryStatus'>): ColumnId | undefined {
  switch (known(status)) {
    case 'pending':
      return Payment.covers(payment) ? 'cook' : 'check'
    case 'preparing':
      return 'fire'
    case 'ready':
      return deliveryStatus === null ? 'ready' : readyColumns[deliveryStatus]
    case 'completed':
      return 'done'
    case 'cancelled':
      return undefined
  }
}

/**
 * Returns the orders of each column, sorted by promise and then by age. 'check' is sorted by the time of the payment
 * claim; orders whose customer has to act come last. 'done' has the latest order on top.
 */
export function arrange(orders: readonly DeskOrder[]): Record<ColumnId, DeskOrder[]> {
  const board: Record<ColumnId, DeskOrder[]> = { check: [], cook: [], fire: [], ready: [], out: [], done: [] }
  for (const order of orders.toSorted(byPromise)) {
    const column = columnOf(order)
    if (column) board[column].push(order)
  }
  board.check.sort(byClaim)
  board.done.sort((a, b) => byMoment(b.updatedAt, a.updatedAt))
  return board
}

/** Moves the oldest open order of the board to the top of its column, so that it is visible without scrolling. */
export function oldestFirst(board: Record<ColumnId, DeskOrder[]>): Record<ColumnId, DeskOrder[]> {
  const open = openColumns.flatMap(({ id }) => board[id])
  const oldest = open.reduce<DeskOrder | undefined>(
    (found, order) => (found && byMoment(found.createdAt, order.createdAt) <= 0 ? found : order),
    undefined,
  )
  const column = oldest && columnOf(oldest)
  return column ? { ...board, [column]: [oldest, ...board[column].filter((order) => order !== oldest)] } : board
}

function byClaim(a: DeskOrder, b: DeskOrder): number {
  const waits = ({ payment }: DeskOrder) => (payment === 'claimed' || payment === 'late' ? 0 : 1)
  return waits(a) - waits(b) || byMoment(a.claimedAt, b.claimedAt)
}

/**
 * Returns true if the order has sums. The server sends sums only to roles that handle money, and not to the kitchen.
 */
export function hasSums(order: DeskOrder): order is TillOrder {
  return order.owed !== undefined
}

export function owedTo(orders: readonly DeskOrder[]): TillOrder[] {
  return orders.filter(hasSums).filter(({ owed }) => owed > 0)
}

/** Returns how long ago the payment was claimed, such as '4 min ago'. */
export function waiting({ claimedAt }: Pick<DeskOrder, 'claimedAt'>, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(claimedAt)) / minute))
  return minutes < 1 ? 'just now' : minutes < 100 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

/** Returns how long the order has been unacknowledged, such as 'has waited 12 min'. */
export function waitedFor(
  order: Pick<DeskOrder, 'claimedAt' | 'foundAt' | 'startedAt' | 'startAt'>,
  now: number,
): string {
  const waited = now - Date.parse(unacknowledgedSince(order))
  return waited < minute ? 'is new' : `has waited ${span(waited)}`
}

function byPromise(a: DeskOrder, b: DeskOrder): number {
  return byMoment(a.readyBy, b.readyBy) || byMoment(a.createdAt, b.createdAt)
}

/** Compares ISO times as text, which is much faster than parsing them. All times of orders have the same format. */
function byMoment(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function handlesMoney(role: Role): boolean {
  return isOneOf(role, policy.till)
}

/**
 * Returns true if an unpaid order must be paid before its next step: before it is cooked, or before it is handed over
 * at the counter.
 */
export function isPaidNext({ status, deliveryStatus }: Pick<DeskOrder, 'status' | 'deliveryStatus'>): boolean {
  return isIn(status, 'waiting') || (isIn(status, 'cooked') && deliveryStatus === null)
}

export function firstColumn(role: Role): 'check' | 'cook' {
  return handlesMoney(role) ? 'check' : 'cook'
}

/** Returns true if the desk has started an unpaid order and the kitchen has not acknowledged the start. */
export function isUnseenStart({ status, acknowledgedAt }: Pick<DeskOrder, 'status' | 'acknowledgedAt'>): boolean {
  return isIn(status, 'cooking') && acknowledgedAt === null
}

/**
 * Returns the orders that ring. At the desk: unacknowledged orders. In the kitchen: orders to start, and orders
 * started unpaid until the kitchen acknowledges them.
 */
export function unacknowledged(orders: readonly DeskOrder[], role: Role, now?: number): DeskOrder[] {
  return orders.filter(
    handlesMoney(role)
      ? (order) => isUnacknowledged(order, now)
      : (order) => columnOf(order) === 'cook' || isUnseenStart(order),
  )
}

export type Filter = { readonly text: string; readonly method: DeliveryMethod | 'all' }

export const methodNames = { all: 'All orders', delivery: 'Delivery', 'pick-up': 'Pick-up' } as const satisfies Record<
  Filter['method'],
  string
>

/**
 * Returns true if the order matches the filter by its code, the name of its customer, payer or rider, a dish, its place,
 * or a phone number in any notation.
 */
export function matches(order: DeskOrder, { text, method }: Filter): boolean {
  if (method !== 'all' && order.deliveryMethod !== method) return false
  const sought = text.trim()
  if (sought === '') return true
  const texts = [
    orderCode(order.orderId),
    order.customerName,
    'payerName' in order ? order.payerName : undefined,
    order.assignedRider?.name,
    order.deliveryLocation,
    ...order.items.map(({ name }) => name),
  ]
  const phones = [order.contactPhone, order.customerPhone].map((each = '') => each.replace(/\D/g, ''))
  const numbers = Phone.written(sought)
  const typed = numbers.length > 0 ? numbers : [sought]
  return (
    texts.some((each) => isFoundIn(sought, each ?? '')) ||
    typed.some((number) => {
      // Compare phone numbers without the leading zero and without the country code.
      const figures = number.replace(/[\s().+-]/g, '').replace(/^(?:(?:009?)?2340?|0)/, '')
      return /^\d{3,}$/.test(figures) && phones.some((phone) => phone.includes(figures))
    })
  )
}

export function filtered(board: Record<ColumnId, DeskOrder[]>, filter: Filter): Record<ColumnId, DeskOrder[]> {
  const found = { ...board }
  for (const { id } of columns) found[id] = board[id].filter((order) => matches(order, filter))
  return found
}

/** Returns the orders in `after` that concern this role and did not concern the role in `before`. */
export function newcomers(before: readonly DeskOrder[], after: readonly DeskOrder[], role: Role): DeskOrder[] {
  const known = new Set(before.filter((order) => concerns(order, role)).map(({ orderId }) => orderId))
  return after.filter((order) => concerns(order, role) && !known.has(order.orderId))
}

function concerns(order: DeskOrder, role: Role): boolean {
  const column = columnOf(order)
  return column !== undefined && column !== 'done' && (column !== 'check' || handlesMoney(role))
}

/**
 * Returns true if an order for later waits for its start, or for its customer's choice of another slot. `now` is epoch
 * milliseconds.
 */
export function isForLater(
  { status, startAt, slotQuestion }: Pick<DeskOrder, 'status' | 'startAt' | 'slotQuestion'>,
  now: number,
): boolean {
  if (status !== 'pending' || startAt === undefined) return false
  return slotQuestion !== undefined || Later.isForLater({ startAt: Date.parse(startAt) }, now)
}

/** Milliseconds for which an order is marked as newly due after it left the list of orders for later. */
const newlyDueFor = 5 * minute

/** Returns true if an order for later recently became due. `now` is epoch milliseconds. */
export function isNewlyDue({ status, startAt }: Pick<DeskOrder, 'status' | 'startAt'>, now: number): boolean {
  const since = startAt === undefined ? Infinity : now - Date.parse(startAt)
  return status === 'pending' && since >= 0 && since < newlyDueFor
}

/**
 * Returns true if the customer has to send money before the order can go on. Its ready-by time is set anew once the
 * money is found.
 */
function waitsForMoney(order: DeskOrder): boolean {
  return isIn(order.status, 'waiting') && Bill.asksForMore(order)
}

/** Returns whether the order is on time, compared with its ready-by time. `now` is epoch milliseconds. */
export function pace(order: DeskOrder, now: number): Lateness.Pace {
  const { createdAt, readyBy, startAt = createdAt } = order
  if (isForLater(order, now) || waitsForMoney(order)) return 'fine'
  const times = {
    placed: Math.max(Date.parse(createdAt), Date.parse(startAt)),
    promised: Date.parse(readyBy),
    since: readySince(order),
  }
  return Lateness.pace(order, times, now)
}

/**
 * Returns the time on a card: '27 min', '2 min late', '4 min ago' for a ready order, 'Sunday 12:30' for an order for
 * later, or 'waits' if the customer's money is missing at the ready-by time.
 */
export function timing(order: DeskOrder, now: number): string {
  if (order.slot && isForLater(order, now)) return hourOf(Date.parse(order.slot), now)
  if (isIn(order.status, 'cooked')) {
    const since = now - readySince(order)
    return since < minute ? 'just now' : `${span(since)} ago`
  }
  const left = Date.parse(order.readyBy) - now
  if (left < 0 && waitsForMoney(order)) return 'waits'
  return left < 0 ? `${span(Math.max(minute, -left))} late` : span(left)
}

/** Returns the time at which the order left with its rider or, before that, became ready. */
function readySince({ deliveryStatus, outAt, readyAt, updatedAt }: DeskOrder): number {
  return Date.parse((deliveryStatus === 'out-for-delivery' && outAt) || (readyAt ?? updatedAt))
}

/**
 * Returns, for example, '27 min', or '2 h' from 100 minutes on. A negative duration counts as 0: this device's clock
 * may be behind the server's.
 */
function span(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / minute))
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

/** The most characters of the text about dishes on a card. They fit in two lines of the narrowest column. */
const longestSummary = 44

/** Shortens the dishes of an order, as in '2 × Egusi Soup and 3 more'. Sizes are left out; names are never cut. */
export function dishSummary({ items: lines }: Pick<DeskOrder, 'items'>): string {
  const names = lines.map(({ quantity, name }) => {
    const dish = name.replace(/ \([^()]*\)$/, '')
    // No-break spaces keep the number and its dish on one line.
    return quantity > 1 ? `${quantity}\u00a0×\u00a0${dish}` : dish
  })
  let shown = 1
  while (shown < names.length && names.slice(0, shown + 1).join(', ').length <= longestSummary) shown += 1
  const rest = names.length - shown
  return names.slice(0, shown).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

const longestName = 16

const titles = /^(?:mr|mrs|miss|ms|dr|chief|alhaji|alhaja|pastor|prof|engr|barr)\.? +(?=\S)/i

/**
 * Shortens a long name for a card to its first word that is not a title such as 'Chief'. The panel shows the whole
 * name.
 */
export function shortName(name: string): string {
  if (name.length <= longestName) return name
  let rest = name.trim()
  while (titles.test(rest)) rest = rest.replace(titles, '')
  return rest.split(' ')[0] ?? name
}

const plainLabels: Readonly<Record<Payment.PaymentState, string>> = {
  claimed: 'Not checked',
  found: 'Paid',
  short: 'Short',
  over: 'Paid',
  'not-found': 'Not found',
  rejected: 'Sent back',
  late: 'Came late',
  refunded: 'Refunded',
}

/** Returns the payment state in two or three words. Roles that see sums also get the relevant sum. */
export function paymentLabel(order: DeskOrder): string {
  const plain = plainLabels[order.payment]
  if (!hasSums(order)) return plain
  const { payment, received, owed, cashAtDoor, status } = order
  const due = Bill.due(order)
  if (cashAtDoor && isOpen(status) && due > 0) return `Rider collects ${Money.format(due)}`
  if (payment === 'claimed' && received > 0) return `${Money.format(due)} not checked`
  if (status === 'cancelled' && owed > 0) return `${Money.format(owed)} to refund`
  if (payment === 'short') return `Short by ${Money.format(due)}`
  if (payment === 'over' && owed > 0) return `Paid, ${Money.format(owed)} too much`
  return payment === 'late' ? `${Money.format(received)} came late` : plain
}
