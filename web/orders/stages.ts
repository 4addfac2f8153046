import type { Order } from '#contract/order/orders.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Payment from '#domain/order/payment.ts'
import { type DeliveryStatus, isIn, isOpen } from '#domain/order/statuses.ts'
import { slotDay } from '#domain/restaurant/slot-words.ts'
import { clock } from '#web/ui/lagos-time.ts'

export type Stage = {
  readonly label: string
  readonly state: 'done' | 'now' | 'todo'
  /** The time at which the stage was reached, or is planned, or a few words about its state; '' if there is none. */
  readonly note: string
}

export type Staged = Pick<
  Order,
  | 'status'
  | 'payment'
  | 'cashAtDoor'
  | 'deliveryMethod'
  | 'deliveryStatus'
  | 'awaitingSubstitution'
  | 'foundAt'
  | 'startedAt'
  | 'readyAt'
  | 'outAt'
> &
  Partial<Pick<Order, 'slot' | 'startAt' | 'slotQuestion' | 'readyBy'>>

export const stageFills = { done: 'bg-leaf', now: 'bg-ember', todo: '' } as const

export function stagesOf(order: Staged): readonly [Stage, Stage, Stage, Stage] {
  const isFound = Payment.covers(order.payment)
  const isOver = isIn(order.status, 'handed-over')
  const isReady = isOver || isIn(order.status, 'cooked')
  const isStarted = isReady || isIn(order.status, 'cooking')
  const isOut = order.deliveryStatus === 'out-for-delivery'
  const isDelivery = order.deliveryMethod === 'delivery'
  // The stages of an order for later show planned times, unless the restaurant cannot keep its slot.
  const isPlanned = order.slot !== undefined && order.slotQuestion === undefined && !isStarted
  const planned = (at: string | undefined) => (isPlanned && at !== undefined ? clock(at) : '')
  return [
    isFound
      ? { label: 'Transfer found', state: 'done', note: time(order.foundAt) }
      : order.cashAtDoor
        ? { label: 'Pay the rider', state: 'todo', note: '' }
        : // The kitchen may start an order before its money is found, and only one stage is current.
          { label: 'Finding transfer', state: isStarted ? 'todo' : 'now', note: looking[order.payment] ?? '' },
    {
      label: 'On the fire',
      state: isReady ? 'done' : isStarted ? 'now' : 'todo',
      note: isReady
        ? time(order.startedAt)
        : isStarted
          ? order.awaitingSubstitution
            ? 'waits for you'
            : time(order.startedAt, 'since ')
          : planned(order.startAt),
    },
    {
      label: 'Ready',
      state: isOut || isOver ? 'done' : isReady ? 'now' : 'todo',
      note: isReady ? time(order.readyAt) : planned(order.readyBy),
    },
    {
      label: isDelivery ? 'At your door' : 'Picked up',
      state: isOver ? 'done' : isOut ? 'now' : 'todo',
      note: isOut ? 'on the way' : planned(order.slot),
    },
  ]
}

const looking: Partial<Record<Order['payment'], string>> = {
  claimed: 'looking',
  short: 'too short',
  'not-found': 'not seen yet',
  rejected: 'sent back',
  late: 'came late',
}

function time(at: string | null, before = ''): string {
  return at === null ? '' : before + clock(at)
}

type ShownTime = { readonly label: string; readonly time: string | undefined }

type Promised = Staged & Pick<Order, 'readyBy' | 'assignedRider' | 'drivingMinutes'>

/**
 * Returns the time that the customer waits for: the arrival at the door if the driving time is known, otherwise the
 * time at which the kitchen is done.
 */
export function promiseOf(order: Promised, now: number): ShownTime {
  const arrival = atDoor(order, now)
  return arrival === undefined ? kitchenTime(order, now) : { label: 'At your door about', time: arrival }
}

/**
 * Returns when the kitchen will be or was done with an order. For an order on its way, returns when the rider left; for
 * an order for later that is not cooked yet, its slot.
 */
export function kitchenTime(order: Promised, now: number): ShownTime {
  const rider = order.assignedRider?.name.split(' ')[0]
  if (order.slot && !isIn(order.status, 'cooked')) {
    const day = slotDay(Date.parse(order.slot), now)
    const where = order.deliveryMethod === 'delivery' ? 'at your door' : 'ready for you'
    return { label: `${day} ${where}`, time: clock(order.slot) }
  }
  if (!isIn(order.status, 'cooked')) {
    // An unpaid order whose ready-by time has passed shows no time: the server sets a new time when the transfer is
    // found.
    const isOver = waitsForTransfer(order) && Date.parse(order.readyBy) <= now
    if (isOver) return { label: 'Your time comes', time: undefined }
    return { label: 'Ready by', time: clock(order.readyBy) }
  }
  if (order.deliveryStatus === 'out-for-delivery' && order.outAt) {
    return { label: `${rider ?? 'Your rider'} left at`, time: clock(order.outAt) }
  }
  return { label: 'Ready since', time: order.readyAt === null ? undefined : clock(order.readyAt) }
}

/** Returns the estimated time at which a delivery reaches the door; undefined if unknown, or for an order for later. */
function atDoor(order: Promised, now: number): string | undefined {
  const { status, slot, deliveryStatus, drivingMinutes, outAt, readyAt, readyBy } = order
  const isUnknown = kitchenTime(order, now).time === undefined || slot || deliveryStatus === 'failed'
  if (!drivingMinutes || isUnknown) return undefined
  const leaves = isIn(status, 'cooked') ? (outAt ?? readyAt ?? readyBy) : readyBy
  return clock(new Date(Date.parse(leaves) + drivingMinutes * 60_000).toISOString())
}

/** Returns the condition under which the ready-by time is valid; '' if there is none. */
export function conditionOf(order: Staged): string {
  if (order.slotQuestion) return 'once you have chosen another time'
  if (order.awaitingSubstitution) return 'once you have chosen'
  if (order.payment === 'late') return 'if we can still make it'
  if (!waitsForTransfer(order)) return ''
  return order.payment === 'short' ? 'once the rest is found' : 'once your transfer is found'
}

function waitsForTransfer({ status, payment }: Staged): boolean {
  return isIn(status, 'waiting') && !Payment.covers(payment)
}

/**
 * Returns the time left until the food is ready or, if the driving time is known, at the door, as 'in 18 min' ('' for
 * more than 90 minutes), and whether the kitchen is late. `now` is epoch milliseconds.
 */
export function minutesTo(
  { readyBy, drivingMinutes }: Pick<Order, 'readyBy' | 'drivingMinutes'>,
  now: number,
): { readonly text: string; readonly isLate: boolean } {
  const left = Math.ceil((Date.parse(readyBy) - now) / 60_000)
  if (left <= 0) return { text: 'a little late', isLate: true }
  const minutes = left + (drivingMinutes ?? 0)
  return { text: minutes > 90 ? '' : `in ${minutes} min`, isLate: false }
}

const readyTexts: Readonly<Record<DeliveryStatus | 'pick-up', string>> = {
  unassigned: 'Ready, waiting for its rider',
  assigned: 'Ready, waiting for its rider',
  'out-for-delivery': 'On its way to you',
  failed: 'Not delivered yet. We will call you',
  delivered: 'Delivered',
  'pick-up': 'Ready to pick up',
}

/** Returns where a ready order is. */
export function readyText({ deliveryStatus }: Pick<Order, 'deliveryStatus'>): string {
  return readyTexts[deliveryStatus ?? 'pick-up']
}

/** Returns an order's state in a few words. `isTrouble` is true if the customer has to act. */
export function nowOf(order: Staged): { readonly text: string; readonly isTrouble: boolean } {
  if (order.slotQuestion) return { text: 'Choose another time', isTrouble: true }
  if (order.awaitingSubstitution) return { text: 'A dish sold out', isTrouble: true }
  if (Bill.asksForMore(order)) return { text: troubles[order.payment] ?? '', isTrouble: true }
  const stage = stagesOf(order).find(({ state }) => state === 'now')
  return {
    text: isIn(order.status, 'cooked') ? readyText(order) : (stage?.label ?? 'Transfer found'),
    isTrouble: false,
  }
}

const troubles: Partial<Record<Order['payment'], string>> = {
  'not-found': 'Transfer not seen yet',
  short: 'Transfer too short',
  rejected: 'Transfer sent back',
}

/** Returns the open order to show: the first that needs its customer, or else the next due. */
export function foremost(orders: readonly Order[]): Order | undefined {
  const due = ({ readyBy, createdAt }: Order) => readyBy + createdAt
  const underWay = orders.filter(({ status }) => isOpen(status)).sort((one, other) => (due(one) < due(other) ? -1 : 1))
  return underWay.find((order) => nowOf(order).isTrouble) ?? underWay[0]
}
