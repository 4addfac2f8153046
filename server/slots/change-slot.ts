import type { DeskOrder, Order } from '#contract/order/orders.ts'
import { actions } from '#domain/order/actions.ts'
import * as Calendar from '#domain/restaurant/calendar.ts'
import { clock, minute } from '#domain/restaurant/lagos.ts'
import { changeableUntil } from '#domain/restaurant/later.ts'
import { isOneOf } from '#domain/restaurant/policy.ts'
import { lockCapacity, quarterRows, rebook } from '../capacity/bookings.ts'
import { calendarOf, cartTimes, dishTimeRows, rangeOf } from '../capacity/calendar.ts'
import { drivingOf, slotOf } from '../capacity/plan-order.ts'
import { refusalOf } from '../capacity/plan-quote.ts'
import type { Database, Transaction } from '../db/database.ts'
import { settingsNow, settingsOf } from '../db/stored-settings.ts'
import { pipelined } from '../db/transaction.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { kitchenNow } from '../kitchen-load/promise.ts'
import { deskDocument, orderDocument } from '../orders/document.ts'
import { type Change, type Moment, type OrderRow, transition } from '../orders/transition.ts'
import { moveStockDay } from '../stock/stock.ts'

/**
 * Moves an order for later to another slot. The customer can do so up to `changeableUntil`, or in answer to the
 * question about the slot. Staff can do so for the customer.
 */
export async function changeSlot(
  database: Database,
  { user, params, body: { slot, version } }: Call<'POST /api/orders/:id/change-slot'>,
): Promise<Order | DeskOrder> {
  const isStaff = isOneOf(user.role, actions['change-slot'].by)
  const row = await database.transaction((tx) =>
    transition(tx, isStaff ? 'change-slot' : 'change-own-slot', params.id, user, {
      ...(version !== undefined && { version }),
      change: (moment, tx) => {
        if (!isStaff) requireInTime(moment)
        return moved(tx, moment.order, Date.parse(slot))
      },
    }),
  )
  return row.customerId === user.id ? orderDocument('customer', row) : deskDocument(row, user)
}

function requireInTime({ order: { startAt, slotQuestion }, now }: Moment): void {
  if (!startAt || slotQuestion) return
  const until = changeableUntil({ startAt: startAt.getTime() })
  if (now.getTime() < until) return
  throw refuse('order-moved-on', `The time of this order could be changed until ${clock(until)}. Please message us.`)
}

async function moved(tx: Transaction, order: OrderRow, wanted: number): Promise<Change> {
  const { orderId: id, items: lines, enteredBy } = order
  const before = slotOf(order)
  if (!before)
    throw refuse('order-moved-on', 'This order has no chosen time: the kitchen makes it as soon as possible.')
  const stored = settingsOf(await settingsNow(tx))
  const { document, now } = stored
  const [, kitchen, quarters, dishes] = await pipelined(
    lockCapacity(tx),
    kitchenNow(tx),
    quarterRows(tx, { ...rangeOf(wanted, now), except: id }),
    dishTimeRows(tx, lines),
  )
  const cart = {
    lines,
    driving: drivingOf(before),
    atCounter: enteredBy !== null,
  }
  const times = cartTimes(cart, dishes, { now, dayBegins: document.dayBegins })
  const answer = Calendar.availability(calendarOf(stored, kitchen, quarters), times, now, wanted)
  if (!answer.available) throw refusalOf(answer, wanted, now)
  const startAt = new Date(answer.startAt)
  await rebook(tx, id, answer.bookings, { atCounter: cart.atCounter, isOrder: true, now })
  return {
    set: {
      slot: new Date(wanted),
      due: new Date(answer.due),
      readyBy: new Date(answer.readyBy),
      estimatedMinutes: Math.round((answer.readyBy - answer.startAt) / minute),
      startAt,
      stockDay: answer.stockDay,
      waits: answer.startAt > now,
      slotQuestion: null,
      portionsSold: await moveStockDay(tx, order, { stockDay: answer.stockDay, startAt }),
    },
    detail: { from: before.slot, to: new Date(wanted) },
  }
}
