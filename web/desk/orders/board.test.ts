import { describe, expect, test } from 'vitest'
import type { KitchenOrder, TillOrder } from '#contract/order/orders.ts'
import { naira } from '#domain/money/money.ts'
import {
  arrange,
  columnOf,
  dishSummary,
  firstColumn,
  matches,
  newcomers,
  oldestFirst,
  owedTo,
  pace,
  paymentLabel,
  shortName,
  timing,
  unacknowledged,
  waitedFor,
  waiting,
} from './board.ts'

const placedAt = Date.parse('2026-11-20T18:00:00Z')
const minute = 60_000
const iso = (minutes: number) => new Date(placedAt + minutes * minute).toISOString()

let made = 0

/** Returns an order that was placed at 18:00 and promised for 18:30, with other values from `more`. */
function order(more: Partial<TillOrder> = {}): TillOrder {
  made += 1
  return {
    orderId: `ORDER${String(made).padStart(4, '0')}`,
    customerId: 'ada',
    channel: 'web',
    customerName: 'Ada',
    customerPhone: '+2348031234567',
    contactPhone: '+2348031234567',
    useDifferentPhone: false,
    deliveryMethod: 'pick-up',
    deliveryLocation: null,
    drivingMinutes: null,
    differentPayer: false,
    payerName: 'Ada',
    paymentReference: 'Ada',
    items: [],
    subtotal: naira(5000),
    deliveryFee: naira(0),
    totalAmount: naira(5000),
    status: 'pending',
    payment: 'claimed',
    received: naira(0),
    refunded: naira(0),
    refundReference: null,
    owed: naira(0),
    rejection: null,
    cashAtDoor: false,
    firstConfirmation: null,
    assignedRider: null,
    deliveryStatus: null,
    deliveryProblem: null,
    outAt: null,
    foundAt: null,
    startedAt: null,
    readyAt: null,
    finishedAt: null,
    acknowledgedAt: null,
    escalatedAt: null,
    escalation: null,
    quoteExpired: false,
    cancelReason: null,
    cancelledBy: null,
    awaitingSubstitution: false,
    substitutions: [],
    readyBy: iso(30),
    claimedAt: iso(0),
    createdAt: iso(0),
    updatedAt: iso(0),
    version: 1,
    ...more,
  }
}

test.each([
  ['pending', 'claimed', 'check'],
  ['pending', 'short', 'check'],
  ['pending', 'not-found', 'check'],
  ['pending', 'rejected', 'check'],
  ['pending', 'late', 'check'],
  ['pending', 'refunded', 'check'],
  ['pending', 'found', 'cook'],
  ['pending', 'over', 'cook'],
  ['preparing', 'found', 'fire'],
  ['preparing', 'claimed', 'fire'],
  ['ready', 'found', 'ready'],
  ['completed', 'found', 'done'],
  ['cancelled', 'claimed', undefined],
] as const)('an order that is %s with its payment %s is in the column %s', (status, payment, column) => {
  expect(columnOf({ status, payment, deliveryStatus: null })).toBe(column)
})

test('an order whose status only a newer server knows is in the column of pending orders', () => {
  const status = 'packed' as 'ready'
  expect(columnOf({ status, payment: 'found', deliveryStatus: null })).toBe('cook')
})

test.each([
  ['unassigned', 'ready'],
  ['assigned', 'ready'],
  ['out-for-delivery', 'out'],
  // After a failed delivery the food comes back, and staff decide what to do with the order.
  ['failed', 'ready'],
] as const)('a ready order whose deliveryStatus is %s is in the column %s', (deliveryStatus, column) => {
  expect(columnOf({ status: 'ready', payment: 'found', deliveryStatus })).toBe(column)
})

test('a column of the board is sorted by promise, and orders with the same promise by arrival', () => {
  const late = order({ readyBy: iso(45) })
  const second = order({ createdAt: iso(1) })
  const first = order()
  const paid = order({ payment: 'found' })
  const gone = order({ status: 'cancelled' })
  const [done, justDone] = [
    order({ status: 'completed', updatedAt: iso(40) }),
    order({ status: 'completed', updatedAt: iso(50) }),
  ]
  expect(arrange([late, paid, done, second, gone, justDone, first])).toEqual({
    check: [first, second, late],
    cook: [paid],
    fire: [],
    ready: [],
    out: [],
    done: [justDone, done],
  })
})

test('transfers to check are sorted by the time of the payment claim, with transfers reported as not found last', () => {
  const told = order({ payment: 'not-found', claimedAt: iso(0) })
  const late = order({ payment: 'late', claimedAt: iso(1) })
  const again = order({ claimedAt: iso(9) })
  const first = order({ claimedAt: iso(3), readyBy: iso(60) })
  expect(arrange([told, again, first, late]).check).toEqual([late, first, again, told])
})

test.each([
  [0, 'just now'],
  [4.9, '4 min ago'],
  [130, '2 h ago'],
])('a card says, %d minutes after a payment claim, that the claim was made %s', (minutes, words) => {
  expect(waiting(order(), placedAt + minutes * minute)).toBe(words)
})

test('the shown wait of an order begins at the latest of its payment claim, its found payment and its start', () => {
  const at = (minutes: number) => Date.parse(iso(minutes))
  expect(waitedFor(order({ claimedAt: iso(3) }), at(15))).toBe('has waited 12 min')
  // The transfer was reported as not found, and found half an hour after the claim.
  const found = order({ payment: 'found', claimedAt: iso(0), foundAt: iso(30) })
  expect(waitedFor(found, at(30.5))).toBe('is new')
  expect(waitedFor(found, at(34))).toBe('has waited 4 min')
  const started = order({ status: 'preparing', claimedAt: iso(0), startedAt: iso(20) })
  expect(waitedFor(started, at(22))).toBe('has waited 2 min')
})

test.each([
  ['Ada Obi', 'Ada Obi'],
  ['Oluwafunmilayo Ransome-Kuti', 'Oluwafunmilayo'],
  ['Mrs Oluwafunmilayo Ransome-Kuti', 'Oluwafunmilayo'],
  ['Chief Dr. Nnamdi Azikiwe', 'Nnamdi'],
  ['Drusilla Ransome-Kuti', 'Drusilla'],
])('the customer’s name %s is shortened to %s on a card', (name, short) => {
  expect(shortName(name)).toBe(short)
})

test('a cancelled order with a refund owed is in no column, does not ring, and is in the list of refunds owed', () => {
  const owed = order({ status: 'cancelled', received: naira(5000), owed: naira(5000), payment: 'found' })
  expect(Object.values(arrange([owed])).flat()).toEqual([])
  expect(newcomers([], [owed], 'cashier')).toEqual([])
  expect(owedTo([owed, order()])).toEqual([owed])
})

describe('orders that ring', () => {
  const fresh = order()
  const seen = order({ acknowledgedAt: iso(1) })
  const paid = order({ payment: 'found', acknowledgedAt: iso(2) })
  const paidByItself = order({ payment: 'found' })
  const cooking = order({ status: 'preparing', payment: 'found', acknowledgedAt: iso(2) })
  const startedUnpaid = order({ status: 'preparing' })
  const all = [fresh, seen, paid, paidByItself, cooking, startedUnpaid]

  test('at the desk, unacknowledged orders ring', () => {
    expect(unacknowledged(all, 'cashier')).toEqual([fresh, paidByItself])
    expect(unacknowledged(all, 'owner')).toEqual([fresh, paidByItself])
  })

  test('in the kitchen, orders to start ring, and orders started unpaid ring until the kitchen acknowledges them', () => {
    expect(unacknowledged(all, 'kitchen')).toEqual([paid, paidByItself, startedUnpaid])
  })
})

/** Returns a line of an order. */
const line = (name: string, quantity = 1) =>
  ({
    name,
    quantity,
    itemId: name,
    type: '',
    price: naira(1),
    totalPrice: naira(1),
    extras: [],
    chefComment: '',
    itemTotal: naira(1),
  }) as const

test.each([
  ['7q4m2k', true],
  [' 4M2 ', true],
  ['ada', true],
  ['0803 123', true],
  ['+234 803 123 4567', true],
  ['803-123-4567', true],
  ['2348031234567', true],
  ['+234 (0) 803 123 45', true],
  ['+234 (0) 809 555 1111', true],
  ['08031234567/08029999999', true],
  ['08039999999/08029999999', false],
  ['0809', true],
  ['12', false],
  ['Obi', false],
  ['mama chidi', true],
  ['jollof', true],
  ['lekki', true],
  ['musa', true],
  ['', true],
])('a search on the board for "%s" finds the order: %s', (text, found) => {
  const one = order({
    orderId: 'AAA7Q4M2K',
    customerName: 'Ada Eze',
    payerName: 'Mama Chidi',
    contactPhone: '0809 555 1111',
    deliveryLocation: 'Lekki Phase 1',
    assignedRider: { id: 'musa', name: 'Musa Bello', phone: '+2348031112222' },
    items: [line('Jollof Rice')],
  })
  expect(matches(one, { text, method: 'all' })).toBe(found)
  expect(matches(one, { text, method: 'delivery' })).toBe(false)
  expect(matches(one, { text, method: 'pick-up' })).toBe(found)
})

describe('new orders', () => {
  const known = order()
  const unpaid = order()
  const paid = order({ payment: 'found' })

  test('an order is announced once to the roles that handle money, when it is placed', () => {
    expect(newcomers([known], [known, unpaid, paid], 'cashier')).toEqual([unpaid, paid])
    expect(newcomers([unpaid], [{ ...unpaid, payment: 'found', version: 2 }], 'owner')).toEqual([])
  })

  test('an order is announced to the kitchen when it is paid', () => {
    expect(newcomers([known], [known, unpaid, paid], 'kitchen')).toEqual([paid])
    const confirmed: TillOrder = { ...known, payment: 'found', version: 2 }
    expect(newcomers([known], [confirmed], 'kitchen')).toEqual([confirmed])
    expect(newcomers([confirmed], [{ ...confirmed, status: 'preparing', version: 3 }], 'kitchen')).toEqual([])
  })
})

test('on a small screen, the kitchen first sees the column to cook, and roles that handle money the column to check', () => {
  expect(firstColumn('kitchen')).toBe('cook')
  expect(firstColumn('cashier')).toBe('check')
  expect(firstColumn('owner')).toBe('check')
})

test.each([
  [0, 'fine'],
  [19, 'fine'],
  [20, 'soon'],
  [30, 'soon'],
  [31, 'late'],
] as const)('an order promised in 30 minutes counts, %d minutes after its placement, as %s', (minutes, expected) => {
  expect(pace(order(), placedAt + minutes * minute)).toBe(expected)
})

test.each([
  [9, 'fine'],
  [10, 'soon'],
  [20, 'late'],
] as const)('an order that became ready %d minutes ago counts as %s, whatever its promise was', (minutes, expected) => {
  const ready = order({ status: 'ready', readyAt: iso(60), updatedAt: iso(65) })
  expect(pace(ready, placedAt + (60 + minutes) * minute)).toBe(expected)
})

test.each([
  [0, '30 min'],
  [20.5, '9 min'],
  [30, '0 min'],
  [30.1, '1 min late'],
  [31.5, '1 min late'],
  [129, '99 min late'],
  [155, '2 h late'],
])('the card of an order promised in 30 minutes shows, %d minutes after its placement, “%s”', (minutes, shown) => {
  expect(timing(order(), placedAt + minutes * minute)).toBe(shown)
})

test('a ready order’s card shows the minutes since it became ready, never fewer than 0', () => {
  const ready = order({ status: 'ready', readyAt: iso(10), updatedAt: iso(12) })
  expect(timing(ready, placedAt + 12 * minute)).toBe('2 min ago')
  expect(timing(ready, placedAt)).toBe('just now')
})

test.each(['short', 'not-found', 'rejected'] as const)(
  'DESK-6: a pending order whose payment is %s waits for its customer and is not late',
  (payment) => {
    const after = placedAt + 45 * minute
    expect(timing(order({ payment }), after)).toBe('waits')
    expect(pace(order({ payment }), after)).toBe('fine')
    expect(timing(order({ payment: 'claimed' }), after)).toBe('15 min late')
  },
)

test('DESK-1: an order’s card shows the full names of its first dishes and the number of its other dishes', () => {
  expect(dishSummary(order({ items: [line('Egusi Soup (Goat)', 2), line('Table Water', 4)] }))).toBe(
    '2\u00a0×\u00a0Egusi Soup, 4\u00a0×\u00a0Table Water',
  )
  expect(
    dishSummary(order({ items: [line('Mixed Grill Platter for Two', 30), line('Ribeye Steak', 2), line('Tea')] })),
  ).toBe('30\u00a0×\u00a0Mixed Grill Platter for Two and 2 more')
})

test('DESK-1: the oldest open order is on top of its column, whatever its payment state', () => {
  const told = order({ payment: 'not-found', createdAt: iso(-90) })
  const claimed = order()
  const done = order({ status: 'completed', createdAt: iso(-200) })
  const board = oldestFirst(arrange([claimed, told, done]))
  expect(board.check).toEqual([told, claimed])
  expect(board.done).toEqual([done])
})

test.each([
  ['claimed', 0, 'Not checked'],
  ['claimed', 4600, '₦400 not checked'],
  ['found', 5000, 'Paid'],
  ['short', 4600, 'Short by ₦400'],
  ['over', 5500, 'Paid, ₦500 too much'],
  ['not-found', 0, 'Not found'],
  ['rejected', 0, 'Sent back'],
  ['late', 5000, '₦5,000 came late'],
  ['refunded', 5000, 'Refunded'],
] as const)('the card of an order whose payment is %s, with ₦%d received, shows %j', (payment, received, words) => {
  const owed = naira(Math.max(0, received - 5000))
  const sums = { total: naira(5000), received: naira(received), owed }
  expect(paymentLabel(order({ status: 'pending', payment, ...sums }))).toBe(words)
})

test('the card of a cancelled order that was paid shows the refund instead of the payment', () => {
  const sums = { received: naira(5000), owed: naira(5000) }
  expect(paymentLabel(order({ status: 'cancelled', payment: 'found', ...sums }))).toBe('₦5,000 to refund')
})

test.each([
  ['ready', 'claimed', 0, 'Rider collects ₦5,000'],
  ['preparing', 'short', 1000, 'Rider collects ₦4,000'],
  ['ready', 'found', 5000, 'Paid'],
  ['completed', 'short', 4500, 'Short by ₦500'],
] as const)(
  'with cash at the door, the card of an order that is %s, with payment %s and ₦%d received, shows %j',
  (status, payment, sum, words) => {
    const collected = order({ status, payment, totalAmount: naira(5000), received: naira(sum), cashAtDoor: true })
    expect(paymentLabel(collected)).toBe(words)
  },
)

test.each([
  ['claimed', 'Not checked'],
  ['short', 'Short'],
  ['over', 'Paid'],
  ['late', 'Came late'],
] as const)('SAFE-10: the kitchen’s card of an order whose payment is %s shows %j, without sums', (payment, words) => {
  const { owed: _, ...work } = order({ payment })
  expect(paymentLabel({ ...work, total: null, received: null } as unknown as KitchenOrder)).toBe(words)
})
