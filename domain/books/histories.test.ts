import { expect, test } from 'vitest'
import { randomOf, seedOfRun } from '#tests/faults/random.ts'
import { naira, zero } from '../money/money.ts'
import { type Action, actions, type Rule } from '../order/actions.ts'
import * as Bill from '../order/bill.ts'
import { can, type OrderState } from '../order/decide.ts'
import * as Payment from '../order/payment.ts'
import type { Actor } from '../restaurant/policy.ts'
import * as DoorCash from './door-cash.ts'
import { type MovementKind, type Place, placeOf, pocketOf } from './movement.ts'
import * as OrderSums from './order-sums.ts'

// Runs 10,000 random histories of orders under the server's rules. `server/books/histories.test.ts` runs some histories
// through the server and its database.

type Order = OrderState & Bill.Bill & { readonly quoteExpired: boolean }
type Movement = {
  readonly kind: MovementKind
  readonly place: Place
  readonly amount: number
  /** True if a person, not a payment provider, recorded the movement. */
  readonly byPerson?: boolean
}

const owner: Actor = { id: 'owner', role: 'owner' }
const rider: Actor = { id: 'rider', role: 'rider' }
const steps = [
  'confirm',
  'extra',
  'undo',
  'till',
  'provider',
  'missing',
  'claim',
  'accept',
  'less',
  'at door',
  'deliver',
  'hand in',
  'refund',
  'go on',
  'cancel',
] as const

/** Yields an order and its movements, step by step. */
function* history(random: () => number): Generator<{ step: string; order: Order; moved: readonly Movement[] }> {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  let moved: readonly Movement[] = []
  let order: Order = {
    status: 'pending',
    payment: 'claimed',
    customerId: 'customer',
    deliveryStatus: random() < 0.5 ? 'unassigned' : null,
    assignedRider: { id: 'rider', name: 'Musa' },
    awaitingSubstitution: false,
    acknowledgedAt: null,
    startedAt: null,
    readyAt: null,
    totalAmount: naira(1000 + Math.floor(random() * 9) * 500),
    received: zero,
    refunded: zero,
    refundReference: null,
    owed: zero,
    rejection: null,
    cashAtDoor: false,
    quoteExpired: random() < 0.2,
  }
  const set = (changed: Partial<Order>) => {
    const after = { ...order, ...changed }
    order = { ...after, owed: naira(OrderSums.owed(after)) }
  }
  const may = (action: Action, actor: Actor | undefined = owner) => can(action, order, actor)
  let payments: readonly Movement[] = []
  const receive = (amount: number, place: Place, more: Partial<Order> = {}) => {
    const after = OrderSums.afterPayment(order, naira(amount))
    if (!after.ok) throw new Error(after.problem.detail)
    const payment = { kind: 'received', place, amount, byPerson: place !== placeOf('transfer', 'provider') } as const
    moved = [...moved, payment]
    payments = [...payments, payment]
    set({ ...after.value, ...more })
  }
  const sum = () => Math.max(1, Bill.due(order) + pick([0, 0, 0, -300, -700, 200, 1500]))
  const account = () => placeOf('transfer', pick(['first', 'second']))
  const does: Record<(typeof steps)[number], () => void> = {
    confirm: () => may('confirm-payment') && receive(sum(), account()),
    extra: () => may('confirm-extra') && receive(pick([100, 2500, order.totalAmount]), account()),
    undo: () => {
      const last = payments.at(-1)
      if (!last?.byPerson || order.refunded > 0 || !may('undo-confirmation')) return
      moved = [...moved, { kind: 'undone', place: last.place, amount: -last.amount }]
      payments = payments.slice(0, -1)
      set(OrderSums.afterUndone(order, naira(last.amount)))
    },
    till: () => {
      const due = Bill.due(order)
      if (due > 0 && may('confirm-payment'))
        receive(random() < 0.5 ? due : Math.ceil(due / 2), placeOf(pick(['cash', 'card'])))
    },
    provider: () => receive(sum(), placeOf('transfer', 'provider'), Payment.isLate(order) ? { payment: 'late' } : {}),
    missing: () => may('report-missing') && set({ payment: Payment.whenNotFound(order.received) }),
    claim: () => may('claim-again', { id: 'customer', role: 'customer' }) && set({ payment: 'claimed' }),
    accept: () => may('accept-late') && set({ payment: Payment.assess(order.totalAmount, order.received) }),
    less: () => {
      if (!may('mark-sold-out')) return
      const total = naira(Math.max(1, order.totalAmount - pick([100, 500, 1200])))
      set({ totalAmount: total, payment: Payment.whenLessIsDue(order.payment, total, order.received) })
    },
    refund: () => {
      if (order.owed === 0 || !may('refund')) return
      moved = [...moved, { kind: 'refund', place: pick(['till', account()]), amount: -order.owed }]
      set(OrderSums.afterRefund(order, order.owed))
    },
    'at door': () => {
      if (may('start-for-cash')) set({ status: 'preparing', cashAtDoor: true })
    },
    deliver: () => {
      if (order.status === 'ready' && order.deliveryStatus !== null) set({ deliveryStatus: 'out-for-delivery' })
      // Cash given to the rider is recorded even if somebody else has changed the order's status meanwhile.
      const cash = DoorCash.toCollect(order) === null ? 0 : sum() * pick([0, 1, 1, 1])
      if (may('deliver', rider)) {
        if (cash > 0) receive(cash, pocketOf(rider.id))
        set({ status: 'completed', deliveryStatus: 'delivered' })
      } else if (cash > 0 && order.status !== 'pending' && may('collect-late', rider)) receive(cash, pocketOf(rider.id))
    },
    'hand in': () => {
      const carries = sumOf(moved.filter(({ place }) => place === pocketOf(rider.id)))
      if (carries <= 0) return
      const counted = Math.max(1, carries - pick([0, 0, 500, -100]))
      const kind = 'handed-in'
      moved = [
        ...moved,
        { kind, place: pocketOf(rider.id), amount: -counted },
        { kind, place: 'till', amount: counted },
      ]
    },
    'go on': () => {
      const next = (['start', 'start-unpaid', 'mark-ready', 'complete'] as const).find((action) => may(action))
      const rule: Rule | undefined = next && actions[next]
      if (rule?.to?.status) set({ status: rule.to.status })
    },
    cancel: () => may('cancel') && set({ status: 'cancelled' }),
  }
  for (let left = 4 + Math.floor(random() * 20); left > 0; left--) {
    const step = pick(steps)
    does[step]()
    yield { step, order, moved }
  }
}

const sumOf = (moved: readonly Movement[], kind?: MovementKind) =>
  moved.reduce((sum, each) => sum + (kind === undefined || each.kind === kind ? each.amount : 0), 0)

/** Returns the money rules that an order violates. */
function broken(
  { status, payment, totalAmount: total, received, refunded, owed }: Order,
  moved: readonly Movement[],
): string[] {
  const kept = status === 'cancelled' ? 0 : Math.min(received, total)
  const rules: Readonly<Record<string, boolean>> = {
    'received is the sum of payments': received === sumOf(moved, 'received') + sumOf(moved, 'undone'),
    'refunded is the sum of refunds': refunded === -sumOf(moved, 'refund'),
    'what moved is what is kept and what is owed': sumOf(moved) === kept + owed,
    'nothing is refunded twice': refunded <= received,
    'found is exactly what is due': payment !== 'found' || received === total,
    'over is more than what is due': payment !== 'over' || received > total,
    'short is something, and less than what is due': payment !== 'short' || (received > 0 && received < total),
    'refunded is everything': payment !== 'refunded' || (received > 0 && received === refunded),
    'the kitchen relies on money that is there': !Payment.covers(payment) || received >= total,
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

test('BOOKS-4: the sums of movements equal the order’s sums after every step of 10,000 random histories', () => {
  const seed = seedOfRun()
  const random = randomOf(seed)
  const reached = new Set<string>()
  for (let number = 0; number < 10_000; number++) {
    const before: string[] = []
    for (const { step, order, moved } of history(random)) {
      before.push(step)
      reached.add(order.payment).add(order.status)
      for (const { kind, place } of moved) {
        if (place === pocketOf(rider.id)) reached.add(`${kind} ${order.status}`)
        if (kind === 'undone') reached.add(`undone, then ${order.payment}`)
      }
      const wrong = broken(order, moved)
      if (wrong.length > 0)
        expect.fail(`Seed ${seed}, history ${number}: ${wrong} after ${before}: ${JSON.stringify(order)}`)
    }
  }
  // Every state was reached except 'rejected', in which no money has moved.
  expect([...reached].sort()).toEqual([
    'cancelled',
    'claimed',
    'completed',
    'found',
    'handed-in cancelled',
    'handed-in completed',
    'handed-in preparing',
    'handed-in ready',
    'late',
    'not-found',
    'over',
    'pending',
    'preparing',
    'ready',
    'received cancelled',
    'received completed',
    'received preparing',
    'received ready',
    'refunded',
    'short',
    'undone, then claimed',
    'undone, then found',
    'undone, then late',
    'undone, then not-found',
    'undone, then over',
    'undone, then refunded',
    'undone, then short',
  ])
})
