import { besideOf, portion } from '../menu/line-choices.ts'
import type { PricedChoice } from '../menu/pricing.ts'
import * as Money from '../money/money.ts'
import * as Tax from '../money/tax.ts'
import type { DeliveryMethod } from '../restaurant/delivery.ts'
import * as Lagos from '../restaurant/lagos.ts'
import * as Phone from '../text/phone.ts'
import * as Bill from './bill.ts'
import type { Channel } from './counter.ts'
import * as Payment from './payment.ts'
import { noPhone, orderCode } from './quote.ts'
import { isIn, type OrderStatus } from './statuses.ts'

/** The kitchen ticket is for cooking; the packing ticket is for packing and handing over. */
export const ticketKinds = ['kitchen', 'packing'] as const
export type TicketKind = (typeof ticketKinds)[number]

/**
 * The papers that a printer prints for an order. The 'cancelled' slip tells the kitchen that an order with a printed
 * ticket is cancelled.
 */
export const printKinds = [...ticketKinds, 'cancelled'] as const
export type PrintKind = (typeof printKinds)[number]

/** A size of letters in points, on 80 mm of paper. */
export type Points = 9 | 10 | 11 | 12 | 14 | 16 | 18 | 28 | 40

export type Block =
  | {
      readonly kind: 'line'
      readonly text: string
      readonly points: Points
      readonly bold?: true
      readonly code?: true
    }
  | { readonly kind: 'frame'; readonly text: string; readonly points: Points; readonly dashed?: true }
  | {
      readonly kind: 'pair'
      readonly left: string
      readonly right: string
      readonly points: Points
      readonly bold?: true
    }
  | DishBlock

/** A dish with its extras, and a note for the chef. `box` is a square to tick. */
export type DishBlock = {
  readonly kind: 'dish'
  readonly quantity: string
  readonly name: string
  readonly points: Points
  readonly extras: readonly string[]
  readonly extraPoints: Points
  readonly note: Extract<Block, { kind: 'frame' | 'line' }> | null
  readonly box: boolean
}

/** Blocks that are printed together; a `ruled` section has a line above and below. */
export type Section = { readonly ruled?: true; readonly blocks: readonly Block[] }

/** The fields of an order that are printed. Without `owed`, the ticket has no sums. */
export type PrintedOrder = {
  readonly orderId: string
  readonly deliveryMethod: DeliveryMethod
  readonly channel: Channel
  /** ISO 8601. */
  readonly readyBy: string
  /** The time of an order for later. ISO 8601. */
  readonly slot?: string | undefined
  readonly payment: Payment.PaymentState
  readonly items: readonly Line[]
  readonly customerName: string
  readonly contactPhone?: string | undefined
  readonly deliveryLocation?: string | null | undefined
  readonly assignedRider: { readonly name: string; readonly phone?: string } | null
  readonly taxLines?: readonly Tax.TaxLine[] | undefined
} & (Sums | { readonly owed?: undefined })

type Sums = Pick<Bill.Bill, 'totalAmount' | 'received' | 'owed' | 'cashAtDoor'>

type Line = {
  readonly quantity: number
  readonly name: string
  readonly extras: readonly Omit<PricedChoice, 'price'>[]
  readonly chefComment: string
}

type PrintedTicket = {
  readonly kind: PrintKind
  readonly order: PrintedOrder
  /** Null if the reader may not see the address. */
  readonly deliveryAddress: string | null
  /** The number of this print, counted from 1; a higher number is a reprint. */
  readonly number: number
  /** ISO 8601. */
  readonly printedAt: string
  /** The person who printed the ticket; undefined if the printer printed it automatically. */
  readonly printedBy?: string | undefined
  /** The number of this copy, if a printer makes several. */
  readonly copy?: { readonly number: number; readonly of: number } | undefined
  /** True if a printer got this ticket before and did not confirm the print. */
  readonly isUnsure?: boolean
}

/** Returns true if an order has reached the kitchen: it is paid and waits, or the kitchen cooks it. */
export function isForKitchen({ status, payment }: { status: OrderStatus; payment: Payment.PaymentState }): boolean {
  return isIn(status, 'cooking') || (isIn(status, 'waiting') && Payment.covers(payment))
}

/** Returns the words of a ticket, which a page and a printer's picture show alike. */
export function sectionsOf(ticket: PrintedTicket, restaurant: string): readonly Section[] {
  const { kind, order, number, printedBy, copy, isUnsure } = ticket
  const printed = clockOf(ticket.printedAt) + (printedBy === undefined ? '' : ` · by ${printedBy}`)
  const marks: Block[] = [
    ...(number > 1 ? [frame(`REPRINT ${number} · ${printed}`, 11, true)] : []),
    ...(isUnsure ? [frame('SENT AGAIN · check that it is not here already', 11, true)] : []),
  ]
  const foot: Block[] = [
    ...(number === 1 ? [line(`Printed ${printed}`, 9)] : []),
    ...(copy && copy.of > 1 ? [line(`Copy ${copy.number} of ${copy.of}`, 9)] : []),
  ]
  const body = kind === 'kitchen' ? kitchen(order) : kind === 'cancelled' ? slip(order) : packing(ticket, restaurant)
  return [{ blocks: marks }, ...body, { blocks: foot }].filter(({ blocks }) => blocks.length > 0)
}

function clockOf(instant: string): string {
  // biome-ignore lint/style/noRestrictedGlobals: Date.parse reads no clock
  return Lagos.clock(Date.parse(instant))
}

const notPaid = 'Not paid yet'

/** Returns the kitchen ticket: the dishes and their time, without name, phone and address. */
function kitchen(order: PrintedOrder): Section[] {
  const { orderId: id, items, payment, readyBy } = order
  return [
    {
      blocks: [
        { ...line(orderCode(id), 40), code: true },
        bold(methodAndChannel(order), 16),
        bold(`Ready by ${clockOf(readyBy)}`, 16),
        ...slotOf(order),
      ],
    },
    { blocks: Payment.covers(payment) ? [] : [frame(notPaid, 14)] },
    {
      ruled: true,
      blocks: items.map((each) =>
        dish(each, { points: 18, extraPoints: 14, box: false, note: (note) => frame(note, 14) }),
      ),
    },
  ]
}

function slip({ orderId: id, items }: PrintedOrder): Section[] {
  const dishes = items.map(({ quantity, name }) => bold(`${quantity} × ${name}`, 18))
  return [
    { blocks: [frame('CANCELLED', 28), { ...line(orderCode(id), 40), code: true }] },
    { ruled: true, blocks: dishes },
  ]
}

/** Returns the packing ticket: the dishes and the customer, and for the till also sums, phone and address. */
function packing({ order, deliveryAddress }: PrintedTicket, restaurant: string): Section[] {
  const { orderId: id, customerName, contactPhone, deliveryLocation, assignedRider: rider, items, payment } = order
  const isPaid = Payment.covers(payment)
  const address = deliveryAddress && [deliveryAddress, deliveryLocation].filter(Boolean).join(', ')
  const total = order.owed === undefined ? '' : `Total ${Money.format(order.totalAmount)}`
  return [
    {
      blocks: [
        line(restaurant, 10),
        { ...line(orderCode(id), 28), code: true },
        bold(methodAndChannel(order), 12),
        ...slotOf(order),
      ],
    },
    {
      blocks: [
        bold(customerName, 14),
        ...lines(contactPhone && (contactPhone === noPhone ? 'No phone' : Phone.format(contactPhone)), address),
        ...lines(rider && `Rider: ${rider.name}${rider.phone === undefined ? '' : `, ${Phone.format(rider.phone)}`}`),
      ],
    },
    {
      ruled: true,
      blocks: items.map((each) =>
        dish(each, { points: 12, extraPoints: 11, box: true, note: (note) => line(note, 11) }),
      ),
    },
    {
      blocks: [
        ...(total || isPaid
          ? [{ kind: 'pair', left: total, right: isPaid ? 'PAID' : '', points: 14, bold: true } as const]
          : []),
        ...(order.taxLines ?? []).map(
          (tax) => ({ kind: 'pair', left: Tax.label(tax), right: Money.format(tax.amount), points: 11 }) as const,
        ),
      ],
    },
    { blocks: isPaid ? [] : [frame(unpaid(order), 14)] },
  ]
}

function slotOf({ slot, deliveryMethod }: PrintedOrder): Block[] {
  if (!slot) return []
  // biome-ignore lint/style/noRestrictedGlobals: Date.parse reads no clock
  const at = Date.parse(slot)
  const how = deliveryMethod === 'delivery' ? 'at the door' : 'collected'
  return [bold(`${Lagos.weekday(at)} ${Lagos.dayAndMonth(at)}, ${how} ${Lagos.clock(at)}`, 14)]
}

function unpaid(order: PrintedOrder): string {
  if (order.owed === undefined) return notPaid
  const due = Money.format(Bill.due(order))
  return order.cashAtDoor ? `Collect ${due} in cash` : `Not paid: ${due} open`
}

type DishLook = Pick<DishBlock, 'points' | 'extraPoints' | 'box'> & {
  readonly note: (text: string) => NonNullable<DishBlock['note']>
}

/** Quantities of extras are for one portion. The word 'each' says so on a line of several portions. */
function dish({ quantity, name, extras, chefComment }: Line, { note, ...look }: DishLook): DishBlock {
  const each = quantity > 1 ? ' each' : ''
  return {
    kind: 'dish',
    quantity: `${quantity} ×`,
    name,
    ...look,
    extras: besideOf(extras).map((extra) => `+ ${portion(extra)}${each}`),
    note: chefComment === '' ? null : note(`Note: ${chefComment}`),
  }
}

const line = (text: string, points: Points) => ({ kind: 'line', text, points }) as const
const bold = (text: string, points: Points) => ({ ...line(text, points), bold: true }) as const
const lines = (...texts: (string | null | undefined)[]) => texts.flatMap((text) => (text ? [line(text, 11)] : []))

function frame(text: string, points: Points, dashed?: true) {
  return { kind: 'frame', text, points, ...(dashed && { dashed }) } as const
}

const channelLabels: Record<Channel, string> = { web: '', phone: ' · phone', 'walk-in': ' · walk-in' }

function methodAndChannel({ deliveryMethod, channel }: PrintedOrder): string {
  return `${deliveryMethod === 'delivery' ? 'Delivery' : 'Pick-up'}${channelLabels[channel]}`.toUpperCase()
}
