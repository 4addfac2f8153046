import { describe, expect, test } from 'vitest'
import { type Role, roles } from '../restaurant/policy.ts'
import * as Actions from './actions.ts'
import { can, decide, type OrderState } from './decide.ts'
import type { PaymentState } from './payment.ts'
import { type DeliveryStatus, isCancellable, type OrderStatus, tabOf } from './statuses.ts'

const statuses = ['pending', 'preparing', 'ready', 'completed', 'cancelled'] as const
/** Null means pick-up. */
const deliveries = [null, 'unassigned', 'assigned', 'out-for-delivery', 'failed', 'delivered'] as const
const payments = ['claimed', 'found', 'short', 'over', 'not-found', 'rejected', 'late', 'refunded'] as const

/** Every allowed combination, written out by hand. All others are refused. */
const allowed: Record<
  Actions.Action,
  { roles: string; statuses: string; payments: string; deliveries?: string; awaitingSubstitution?: boolean }
> = {
  'confirm-payment': {
    roles: 'cashier owner',
    statuses: 'pending preparing ready',
    payments: 'claimed short not-found rejected',
  },
  'confirm-extra': { roles: 'cashier owner', statuses: statuses.join(' '), payments: payments.join(' ') },
  'undo-confirmation': { roles: 'cashier owner', statuses: 'pending', payments: 'found short over' },
  'first-confirmation': { roles: 'cashier owner', statuses: statuses.join(' '), payments: payments.join(' ') },
  'report-missing': { roles: 'cashier owner', statuses: 'pending preparing ready', payments: 'claimed' },
  'claim-again': {
    roles: 'customer rider kitchen cashier owner',
    statuses: 'pending preparing ready',
    payments: 'short not-found rejected',
  },
  'reject-transfer': { roles: '', statuses: 'pending preparing ready', payments: 'claimed short not-found rejected' },
  'accept-late': { roles: 'cashier owner', statuses: 'pending preparing ready', payments: 'late' },
  refund: { roles: 'cashier owner', statuses: statuses.join(' '), payments: payments.join(' ') },
  acknowledge: { roles: 'cashier owner', statuses: 'pending', payments: payments.join(' ') },
  'acknowledge-start': { roles: 'kitchen cashier owner', statuses: 'preparing', payments: payments.join(' ') },
  start: { roles: 'kitchen cashier owner', statuses: 'pending', payments: 'found over' },
  'start-unpaid': { roles: 'owner', statuses: 'pending', payments: 'claimed short not-found rejected' },
  'start-for-cash': {
    roles: 'cashier owner',
    statuses: 'pending',
    payments: 'claimed short not-found rejected',
    deliveries: 'unassigned',
  },
  'undo-start': {
    roles: 'kitchen cashier owner',
    statuses: 'preparing',
    payments: 'found over',
    deliveries: 'null unassigned',
    awaitingSubstitution: false,
  },
  'mark-ready': {
    roles: 'kitchen cashier owner',
    statuses: 'preparing',
    payments: payments.join(' '),
    awaitingSubstitution: false,
  },
  recall: {
    roles: 'kitchen cashier owner',
    statuses: 'ready',
    payments: payments.join(' '),
    deliveries: 'null unassigned assigned',
  },
  complete: { roles: 'cashier owner', statuses: 'ready', payments: payments.join(' ') },
  'undo-completion': { roles: 'cashier owner', statuses: 'completed', payments: payments.join(' ') },
  cancel: { roles: 'cashier owner', statuses: 'pending preparing ready', payments: payments.join(' ') },
  'cancel-own': { roles: roles.join(' '), statuses: 'pending', payments: payments.join(' ') },
  'change-slot': { roles: 'cashier owner', statuses: 'pending', payments: payments.join(' ') },
  'change-own-slot': { roles: roles.join(' '), statuses: 'pending', payments: payments.join(' ') },
  'ask-slot': { roles: '', statuses: 'pending', payments: payments.join(' ') },
  'keep-slot': { roles: '', statuses: 'pending', payments: payments.join(' ') },
  'fall-due': { roles: '', statuses: 'pending', payments: payments.join(' ') },
  link: { roles: 'customer', statuses: statuses.join(' '), payments: payments.join(' ') },
  'mark-sold-out': { roles: 'kitchen cashier owner', statuses: 'pending preparing', payments: payments.join(' ') },
  'unmark-sold-out': {
    roles: 'kitchen cashier owner',
    statuses: 'pending preparing',
    payments: payments.join(' '),
    awaitingSubstitution: true,
  },
  'choose-substitution': {
    roles: roles.join(' '),
    statuses: 'pending preparing',
    payments: payments.join(' '),
    awaitingSubstitution: true,
  },
  'remove-sold-out': {
    roles: 'cashier owner',
    statuses: 'pending preparing',
    payments: payments.join(' '),
    awaitingSubstitution: true,
  },
  'cancel-sold-out': {
    roles: roles.join(' '),
    statuses: 'pending preparing',
    payments: payments.join(' '),
    awaitingSubstitution: true,
  },
  'assign-rider': {
    roles: 'cashier owner',
    statuses: 'preparing ready',
    payments: payments.join(' '),
    deliveries: 'unassigned',
  },
  'change-rider': {
    roles: 'cashier owner',
    statuses: 'preparing ready',
    payments: payments.join(' '),
    deliveries: 'assigned out-for-delivery failed',
  },
  'unassign-rider': {
    roles: 'cashier owner',
    statuses: 'preparing ready',
    payments: payments.join(' '),
    deliveries: 'assigned',
  },
  'pick-up': { roles: 'rider', statuses: 'ready', payments: payments.join(' '), deliveries: 'assigned' },
  deliver: { roles: 'rider', statuses: 'ready', payments: payments.join(' '), deliveries: 'out-for-delivery' },
  'fail-delivery': { roles: 'rider', statuses: 'ready', payments: payments.join(' '), deliveries: 'out-for-delivery' },
  'collect-late': { roles: 'rider', statuses: statuses.join(' '), payments: payments.join(' ') },
  escalate: { roles: '', statuses: 'pending', payments: payments.join(' ') },
  'note-escalation-sent': { roles: '', statuses: statuses.join(' '), payments: payments.join(' ') },
  'note-escalation-failed': { roles: '', statuses: statuses.join(' '), payments: payments.join(' ') },
  'print-ticket': {
    roles: 'kitchen cashier owner',
    statuses: 'pending preparing ready completed',
    payments: payments.join(' '),
  },
}

const now = '2026-11-01T12:00:00.000Z'

const has = (words: string, word: string) => words.split(' ').includes(word)

const order = (
  status: OrderStatus,
  payment: PaymentState = 'found',
  deliveryStatus: DeliveryStatus | null = null,
  awaitingSubstitution = false,
): OrderState => ({
  assignedRider: { id: 'ada', name: 'Musa' },
  acknowledgedAt: null,
  startedAt: null,
  readyAt: null,
  slot: '2026-11-02T12:00:00.000Z',
  awaitingSubstitution,
  status,
  payment,
  deliveryStatus,
  customerId: 'ada',
})
const by = (role: Role) => ({ id: 'ada', role })
const other = (role: Role) => ({ id: 'someone', role })

describe.each(Object.keys(allowed) as Actions.Action[])('%s', (action) => {
  test('an action is allowed to exactly its roles and in exactly its states', () => {
    const rule = allowed[action]
    for (const role of roles) {
      for (const status of statuses) {
        for (const payment of payments) {
          for (const deliveryStatus of deliveries) {
            for (const awaitingSubstitution of [true, false]) {
              const expected =
                has(rule.roles, role) &&
                has(rule.statuses, status) &&
                has(rule.payments, payment) &&
                (rule.deliveries === undefined || has(rule.deliveries, String(deliveryStatus))) &&
                (rule.awaitingSubstitution === undefined || rule.awaitingSubstitution === awaitingSubstitution)
              const customerId = action === 'link' ? null : 'ada'
              const state = { ...order(status, payment, deliveryStatus, awaitingSubstitution), customerId }
              const actor = (Actions.actions[action] as Actions.Rule).notOwn ? other(role) : by(role)
              const answer = decide(action, state, actor, now)
              // A stale acknowledgement succeeds for every sender.
              const isStale = answer.ok && answer.value.isDone
              expect({ role, ...state, ok: can(action, state, actor) }).toEqual({
                role,
                ...state,
                ok: expected && !isStale,
              })
              if (!isStale) expect(answer.ok).toBe(expected)
            }
          }
        }
      }
    }
  })

  test('an action keeps an order’s status or leads to a later status; only an undo leads back to an earlier status', () => {
    const rule: Actions.Rule = Actions.actions[action]
    for (const from of rule.from) {
      if (rule.to?.status) {
        const isBack = action === 'recall' || action.startsWith('undo-')
        expect(statuses.indexOf(rule.to.status) > statuses.indexOf(from), action).toBe(!isBack)
      }
    }
  })
})

test.each(['confirm-payment', 'undo-confirmation', 'confirm-extra', 'refund', 'start-for-cash'] as const)(
  'SAFE-5: the action %s on the actor’s own order is refused to a cashier and allowed to an owner',
  (action) => {
    const own = order('pending', action === 'undo-confirmation' ? 'found' : 'claimed', 'unassigned')
    expect(decide(action, own, by('cashier'), now)).toMatchObject({ ok: false, problem: { code: 'not-allowed' } })
    expect(can(action, own, by('owner'))).toBe(true)
    expect(can(action, own, other('cashier'))).toBe(true)
  },
)

test.each(['claim-again', 'cancel-own', 'choose-substitution', 'cancel-sold-out'] as const)(
  'only the customer of an order is allowed the action %s',
  (action) => {
    for (const role of roles) {
      expect(decide(action, order('pending', 'not-found', null, true), other(role), now)).toMatchObject({
        ok: false,
        problem: { code: 'not-allowed' },
      })
    }
  },
)

test('SAFE-7: an order that already has an account cannot be linked, even by its own customer', () => {
  for (const actor of [by('customer'), other('customer')]) {
    expect(decide('link', order('pending'), actor, now)).toMatchObject({ ok: false, problem: { code: 'not-allowed' } })
  }
})

test.each([
  ['start', order('preparing'), 'kitchen', 'order-moved-on', 'This order is already preparing.'],
  ['start', order('cancelled'), 'kitchen', 'order-moved-on', 'This order is already cancelled.'],
  ['mark-ready', order('pending'), 'kitchen', 'order-moved-on', 'This order is still pending.'],
  ['complete', order('preparing'), 'cashier', 'order-moved-on', 'This order is still preparing.'],
  ['deliver', order('completed'), 'rider', 'order-moved-on', 'This order is already completed.'],
  ['assign-rider', order('ready'), 'cashier', 'order-moved-on', 'This order is picked up at the restaurant.'],
  [
    'deliver',
    order('ready', 'found', 'assigned'),
    'rider',
    'order-moved-on',
    'A rider has this order already, and has not picked it up yet.',
  ],
  [
    'start',
    order('pending', 'claimed'),
    'kitchen',
    'payment-not-confirmed',
    'Confirm the payment first: this order is not paid yet.',
  ],
  ['start', order('pending', 'short'), 'owner', 'payment-not-confirmed', undefined],
  ['confirm-payment', order('pending'), 'cashier', 'order-moved-on', 'The payment of this order is already confirmed.'],
  [
    'report-missing',
    order('pending', 'short'),
    'cashier',
    'order-moved-on',
    'This order is short, and the customer has been told.',
  ],
  [
    'undo-confirmation',
    order('preparing'),
    'cashier',
    'order-moved-on',
    'This order is already preparing. A confirmation can be undone only while the order waits for the kitchen.',
  ],
  [
    'undo-confirmation',
    order('cancelled'),
    'cashier',
    'order-moved-on',
    'This order is already cancelled. A confirmation can be undone only while the order waits for the kitchen.',
  ],
  [
    'undo-confirmation',
    order('pending', 'claimed'),
    'cashier',
    'order-moved-on',
    'We are checking this transfer already.',
  ],
  ['undo-completion', order('ready'), 'cashier', 'order-moved-on', 'This order is still ready.'],
  ['claim-again', order('pending', 'claimed'), 'customer', 'order-moved-on', 'We are checking this transfer already.'],
  ['cancel-own', order('preparing'), 'customer', 'order-moved-on', 'This order is already preparing.'],
  [
    'mark-ready',
    order('preparing', 'found', null, true),
    'kitchen',
    'order-moved-on',
    'A dish of this order is sold out. The order waits for what its customer wants instead.',
  ],
  [
    'choose-substitution',
    order('preparing'),
    'customer',
    'order-moved-on',
    'The question about the sold-out dish is already settled.',
  ],
  ['start-unpaid', order('pending', 'claimed'), 'cashier', 'not-allowed', undefined],
  ['cancel', order('pending'), 'customer', 'not-allowed', 'Your account cannot do this. Ask the manager on duty.'],
] as const)('the action %s on an order %j by the role %s is refused: %s', (action, state, role, code, detail) => {
  const answer = decide(action, state, by(role), now)
  expect(answer).toMatchObject({ ok: false, problem: detail ? { code, detail } : { code } })
})

test.each([
  ['pending', 'pending'],
  ['preparing', 'preparing'],
  ['ready', 'ready'],
  ['completed', 'done'],
  ['cancelled', 'done'],
  ['', 'pending'],
  ['Ready', 'pending'],
  ['lost-in-space', 'pending'],
])('ORDER-4: an order with the status %j is shown under %s', (status, tab) => {
  expect(tabOf(status as OrderStatus)).toBe(tab)
})

describe('actions for the assigned rider only are refused to other riders', () => {
  test.each(['pick-up', 'deliver', 'fail-delivery'] as const)(
    'the action %s is refused to any rider but the assigned one',
    (action) => {
      const standing = { ...order('ready', 'found', 'assigned'), assignedRider: { id: 'musa', name: 'Musa' } }
      expect(decide(action, standing, by('rider'), now)).toMatchObject({ ok: false, problem: { code: 'not-allowed' } })
    },
  )

  test('assigning an order that already has a rider is refused with the rider’s name', () => {
    expect(decide('assign-rider', order('ready', 'found', 'assigned'), by('cashier'), now)).toMatchObject({
      ok: false,
      problem: { detail: 'Musa has this order already.' },
    })
  })
})

test.each([
  ['recall', 'ready'],
  ['undo-start', 'preparing'],
  ['undo-confirmation', 'pending'],
  ['undo-completion', 'completed'],
] as const)('the action %s is refused once a minute has passed since the action that it undoes', (action, status) => {
  const state = { ...order(status), startedAt: now, readyAt: now, finishedAt: now, confirmedAt: now }
  const at = (seconds: number) => can(action, state, other('owner'), Date.parse(now) + seconds * 1000)
  expect([at(0), at(59), at(60), at(3600)]).toEqual([true, true, false, false])
})

test('a repeatable action that is repeated, and an acknowledgement that comes too late, count as already done', () => {
  const isDone = (action: Actions.Action, state: OrderState, role: Role) => {
    const decision = decide(action, state, by(role), now)
    return decision.ok && decision.value.isDone
  }
  expect(isDone('acknowledge', order('pending'), 'cashier')).toBe(false)
  expect(isDone('acknowledge', { ...order('pending'), acknowledgedAt: now }, 'cashier')).toBe(true)
  expect(isDone('acknowledge', order('preparing'), 'cashier')).toBe(true)
  expect(isDone('acknowledge-start', order('preparing'), 'kitchen')).toBe(false)
  expect(isDone('acknowledge-start', order('ready'), 'kitchen')).toBe(true)
  expect(isDone('pick-up', order('ready', 'found', 'out-for-delivery'), 'rider')).toBe(true)
  expect(isDone('mark-ready', order('ready'), 'kitchen')).toBe(false)
})

/** Returns the fields that an action sets when it was sent at 11:58 and arrives at 12:00. */
const setBy = (action: Actions.Action, state: OrderState, role: Role) => {
  const decision = decide(action, state, other(role), now, '2026-11-01T11:58:00.000Z')
  return decision.ok ? decision.value.set : decision.problem
}

test('an order in preparation is acknowledged only from the kitchen or by an action that changes its status', () => {
  const acknowledges = (action: Actions.Action, state: OrderState, role: Role) =>
    'acknowledgedAt' in setBy(action, state, role)
  expect(acknowledges('print-ticket', order('pending'), 'cashier')).toBe(true)
  expect(acknowledges('print-ticket', order('preparing'), 'kitchen')).toBe(true)
  expect(acknowledges('mark-ready', order('preparing'), 'owner')).toBe(true)
  expect(acknowledges('acknowledge-start', order('preparing'), 'cashier')).toBe(true)
  for (const action of ['print-ticket', 'cancel', 'assign-rider'] as const) {
    expect(acknowledges(action, order('preparing', 'found', 'unassigned'), 'cashier')).toBe(action === 'cancel')
  }
  expect(decide('claim-again', order('pending', 'short'), by('customer'), now)).toEqual({
    ok: true,
    value: { isDone: false, set: {} },
  })
})

test('an action sets the time of the status it leads to, and an undo clears the time of the status it leaves', () => {
  const at = '2026-11-01T11:58:00.000Z'
  expect(setBy('start', order('pending'), 'kitchen')).toEqual({
    status: 'preparing',
    startedAt: at,
    acknowledgedAt: at,
  })
  expect(setBy('mark-ready', { ...order('preparing'), acknowledgedAt: 'before' }, 'kitchen')).toEqual({
    status: 'ready',
    readyAt: at,
    acknowledgedAt: 'before',
  })
  expect(setBy('recall', order('ready'), 'kitchen')).toMatchObject({ status: 'preparing', readyAt: null })
  expect(setBy('undo-start', order('preparing'), 'kitchen')).toMatchObject({ status: 'pending', startedAt: null })
  expect(setBy('undo-completion', order('completed'), 'owner')).toMatchObject({ status: 'ready', finishedAt: null })
  // `finishedAt` is the time of arrival, so a day already closed does not change.
  expect(setBy('complete', order('ready'), 'cashier')).toMatchObject({ status: 'completed', finishedAt: now })
  expect(setBy('cancel', order('pending'), 'cashier')).toMatchObject({ status: 'cancelled', finishedAt: now })
})

test.each(statuses)(
  'a customer may cancel an order that is %s exactly if the action `cancel-own` allows it',
  (status) => {
    expect(isCancellable(status)).toBe(can('cancel-own', order(status), by('customer')))
  },
)

test("the event of a payment action names the payment's state after the action", () => {
  expect(Actions.eventOf('confirm-payment', 'short')).toBe('payment.short')
  expect(Actions.eventOf('cancel', 'short')).toBe('order.cancelled')
  expect(Actions.eventOf('print-ticket', 'found')).toBeUndefined()
})
