import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderCode, orderIdAlphabet } from '../order/quote.ts'
import * as BusinessDay from './business-day.ts'
import { sum } from './kobo.ts'
import * as Reconcile from './reconcile.ts'

const [main, other] = ['account:main', 'account:other']

/** Returns an order's id, unique for each number. The order codes of consecutive numbers differ in most characters. */
function idOf(number: number): string {
  const base = orderIdAlphabet.length
  let rest = (number * 7919 + 12345) % base ** 6
  let code = ''
  for (let at = 0; at < 6; at++) {
    code += orderIdAlphabet[rest % base]
    rest = Math.floor(rest / base)
  }
  return `AAA${code}`
}

const sessionOf = (number: number) => `0000142611${String(number).padStart(20, '0')}`

/** Returns an order paid in full by one transfer, with its movement and its line. */
function paid(number: number, more: Partial<Reconcile.Order> = {}) {
  const id = idOf(number)
  const total = 3000 + number * 10
  const order: Reconcile.Order = {
    id,
    isCancelled: false,
    payment: 'found',
    total,
    received: total,
    refunded: 0,
    payerName: `Payer ${letters(number)}`,
    ...more,
  }
  const movement: Reconcile.Movement = {
    id: number,
    place: main,
    orderId: id,
    amount: total,
    reference: sessionOf(number),
  }
  const line: Reconcile.PlacedLine = {
    place: main,
    line: number + 2,
    day: '2026-11-20',
    narration: `NIP/GTB/${orderCode(id)}/payer`,
    amount: total,
    sender: `PAYER ${letters(number)}`,
    sessionId: sessionOf(number),
  }
  return { order, movement, line }
}

function letters(number: number): string {
  return [...String(number).padStart(4, '0')].map((figure) => 'ABCDEFGHIJ'[Number(figure)]).join('')
}

const all = (count: number) => {
  const days = Array.from({ length: count }, (_, number) => paid(number))
  return {
    places: [main, other],
    orders: days.map(({ order }) => order),
    movements: days.map(({ movement }) => movement),
    lines: days.map(({ line }) => line),
  }
}

const named = (groups: readonly Reconcile.Group[]) =>
  groups
    .filter(({ kind }) => kind !== 'matched' && kind !== 'earlier')
    .map(({ kind, orderIds }) => `${kind}: ${orderIds.join(' ')}`)
    .sort()

function replace<One>(list: One[], at: number, change: Partial<One>) {
  const one = list[at]
  if (one) list[at] = { ...one, ...change }
}

test('BOOKS-3: in 500 orders exactly the 12 planted faults are reported, and every naira is explained', () => {
  const { places, orders, movements, lines } = all(500)
  const totalOf = (number: number) => orders[number]?.total ?? 0
  // The cashier recorded the full sum and less was received, or the opposite.
  replace(lines, 10, { amount: totalOf(10) - 500 })
  replace(lines, 20, { amount: totalOf(20) + 700 })
  // The customer sent the transfer twice.
  lines.push({ ...paid(30).line, line: 1030, sessionId: sessionOf(9030) })
  // The money arrived after the order was cancelled.
  replace(orders, 40, { isCancelled: true, payment: 'not-found', received: 0 })
  // The money arrived at the other account.
  replace(lines, 50, { place: other })
  // The bank reversed the transfer.
  lines.push({
    ...paid(70).line,
    line: 1070,
    amount: -totalOf(70),
    narration: `RVSL ${paid(70).line.narration}`,
    sessionId: sessionOf(9070),
  })
  // A separate line repeats the session id of another order's transfer.
  lines.push({ ...paid(80).line, line: 1080, sessionId: sessionOf(81), narration: 'NIP/GTB/shown again', amount: 4444 })
  // One transfer paid two orders, and was recorded for one of them.
  replace(lines, 90, {
    amount: totalOf(90) + totalOf(91),
    narration: `${orderCode(idOf(90))} and ${orderCode(idOf(91))}`,
  })
  replace(orders, 91, { payment: 'claimed', received: 0 })
  // Money came from an unknown source.
  lines.push({
    ...paid(95).line,
    line: 1095,
    narration: 'CASH DEPOSIT LEKKI',
    sender: 'X',
    amount: 9876,
    sessionId: '',
  })
  // One transfer was not recorded, and one recorded transfer never arrived.
  const books = {
    places,
    orders,
    movements: movements.filter((_, number) => number !== 40 && number !== 91),
    lines: lines.filter((_, number) => number !== 60 && number !== 91),
  }
  const groups = Reconcile.reconcile(books)

  const counts = places.map((place): BusinessDay.Count => {
    const at = (entries: readonly { place: string; amount: number }[]) =>
      sum(entries.filter((each) => each.place === place).map(({ amount }) => amount))
    return { place, expected: at(books.movements), counted: at(books.lines) }
  })
  const cash: BusinessDay.Count[] = [
    { place: 'till', expected: 84_500, counted: 84_000 },
    { place: 'terminal', expected: 61_200, counted: 61_200 },
    { place: 'rider:chidi', expected: 12_000, counted: 11_000 },
    { place: 'rider:emeka', expected: 8_000, counted: 8_000 },
  ]

  expect([...named(groups), ...cash.flatMap((count) => BusinessDay.countKind(count) ?? [])]).toEqual([
    `doubled: ${idOf(30)}`,
    `late: ${idOf(40)}`,
    `missing: ${idOf(60)}`,
    `over: ${idOf(20)}`,
    'reused-session: ',
    `reversed: ${idOf(70)}`,
    `several-orders: ${idOf(90)} ${idOf(91)}`,
    `short: ${idOf(10)}`,
    'unknown: ',
    `wrong-account: ${idOf(50)}`,
    'cash-short',
    'rider-short',
  ])
  const effects = groups.flatMap((group) => group.effects)
  expect(counts.map((count) => BusinessDay.unexplained(count, effects))).toEqual([0, 0])
  expect(effects).toHaveLength(11)
})

test("BOOKS-3: a day without faults has no differences, whatever the sequence of the bank's lines", () => {
  const { lines, ...books } = all(200)
  expect(named(Reconcile.reconcile({ ...books, lines: lines.toReversed() }))).toEqual([])
})

describe('BOOKS-3: one transfer', () => {
  const one = paid(1)
  const books = { places: [main], orders: [one.order], movements: [one.movement], lines: [one.line] }
  const kindsOf = (more: Partial<Reconcile.Books>) => named(Reconcile.reconcile({ ...books, ...more }))
  const id = one.order.id

  test.each<[string, Partial<Reconcile.Books>, string[]]>([
    ['without a session id is found by the code', { lines: [{ ...one.line, sessionId: '' }] }, []],
    [
      'without a session id or a code is found by amount and name',
      { lines: [{ ...one.line, sessionId: '', narration: 'TRANSFER' }] },
      [],
    ],
    [
      'that staff recorded under another id is found by the code',
      { movements: [{ ...one.movement, reference: 'TYPEDBYHAND' }] },
      [],
    ],
    ['to an account without a statement is not reported as missing', { places: [], lines: [] }, []],
    [
      'that arrived short and was recorded as short is reported with its order',
      {
        orders: [{ ...one.order, payment: 'short', received: 3000 }],
        movements: [{ ...one.movement, amount: 3000 }],
        lines: [{ ...one.line, amount: 3000 }],
      },
      [`short: ${id}`],
    ],
    [
      'that arrived and was recorded twice is reported once',
      {
        orders: [{ ...one.order, payment: 'over', received: 6020 }],
        movements: [one.movement, { ...one.movement, id: 2, reference: sessionOf(2) }],
        lines: [one.line, { ...one.line, line: 9, sessionId: sessionOf(2) }],
      },
      [`doubled: ${id}`],
    ],
    [
      'and its refund are both matched',
      {
        orders: [{ ...one.order, isCancelled: true, payment: 'refunded', refunded: 3010 }],
        movements: [one.movement, { ...one.movement, id: 2, amount: -3010, reference: 'FT123456789012' }],
        lines: [
          one.line,
          { ...one.line, line: 9, amount: -3010, sessionId: '', narration: 'NIP TO ADA FT123456789012' },
        ],
      },
      [],
    ],
    [
      'that is in the file twice is reported as doubled',
      { lines: [one.line, { ...one.line, line: 9 }] },
      [`doubled: ${id}`],
    ],
    [
      'that nobody recorded is reported as unknown, with its order',
      { orders: [{ ...one.order, payment: 'claimed', received: 0 }], movements: [] },
      [`unknown: ${id}`],
    ],
    [
      'that was missing yesterday is reported as late',
      { movements: [], earlier: [{ reference: sessionOf(1), was: 'missing' }] },
      [`late: ${id}`],
    ],
    [
      'that was settled yesterday is not reported',
      { movements: [], earlier: [{ reference: sessionOf(1), was: 'settled' }] },
      [],
    ],
    [
      'that came yesterday and is recorded today is reported as late',
      { lines: [], earlier: [{ reference: sessionOf(1), was: 'unknown' }] },
      [`late: ${id}`],
    ],
    [
      "that is a bank's charge is matched with a recorded fee of that amount",
      {
        orders: [],
        movements: [{ ...one.movement, orderId: null, amount: -50, reference: null }],
        lines: [{ ...one.line, amount: -50, sessionId: '', narration: 'STAMP DUTY' }],
      },
      [],
    ],
  ])('a transfer %s', (_what, more, expected) => {
    expect(kindsOf(more)).toEqual(expected)
  })
})

test('BOOKS-3: every statement line and every movement is in one group, and the groups explain every naira of difference', () => {
  const amount = fc.constantFrom(-3000, -50, 3000, 3010, 3020, 6030, 53.75)
  const line = fc.record({
    order: fc.integer({ min: 0, max: 4 }),
    amount,
    session: fc.constantFrom('', sessionOf(0), sessionOf(1), sessionOf(2), 'SHORT1'),
    narration: fc.constantFrom('', 'RVSL', 'FEE', 'code', 'codes'),
    place: fc.constantFrom(main, other),
  })
  const movement = fc.record({
    order: fc.integer({ min: -1, max: 4 }),
    amount: fc.constantFrom(-3000, 3000, 3010, 6030),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.array(movement, { maxLength: 8 }), (written, recorded) => {
      const { orders } = all(5)
      const lines = written.map(({ order, session, narration, ...rest }, at) => ({
        ...paid(order).line,
        ...rest,
        line: at,
        sessionId: session,
        narration:
          narration === 'code'
            ? orderCode(idOf(order))
            : narration === 'codes'
              ? `${orderCode(idOf(order))} ${orderCode(idOf(0))}`
              : narration,
      }))
      const movements = recorded.map(({ order, amount }, at) => ({
        id: at,
        place: at % 2 === 0 ? main : other,
        orderId: order < 0 ? null : idOf(order),
        amount,
        reference: order < 0 ? null : sessionOf(at),
      }))
      const groups = Reconcile.reconcile({ places: [main, other], orders, lines, movements })
      expect(groups.flatMap((group) => group.lines.map((each) => each.line)).sort()).toEqual(
        lines.map((each) => each.line).sort(),
      )
      expect(groups.flatMap((group) => group.movements.map(({ id }) => id)).sort()).toEqual(
        movements.map(({ id }) => id).sort(),
      )
      for (const place of [main, other]) {
        const at = (entries: readonly { place: string; amount: number }[]) =>
          sum(entries.filter((each) => each.place === place).map((each) => each.amount))
        const count = { place, expected: at(movements), counted: at(lines) }
        expect(
          BusinessDay.unexplained(
            count,
            groups.flatMap((group) => group.effects),
          ),
        ).toBe(0)
      }
    }),
  )
})

test('a narration is read fewer than ten times on average, however many lines of one amount arrived and were reversed', () => {
  let read = 0
  const lines = Array.from({ length: 400 }, (_, index): Reconcile.PlacedLine => {
    const isBack = index % 2 === 1
    const { narration, ...line } = { ...paid(1).line, line: index + 2, sessionId: '', narration: isBack ? 'RVSL' : '' }
    return Object.defineProperty({ ...line, amount: isBack ? -50 : 50 } as Reconcile.PlacedLine, 'narration', {
      get: () => {
        read++
        return narration
      },
    })
  })
  expect(Reconcile.reconcile({ places: [main], lines, movements: [], orders: [] })).toHaveLength(400)
  expect(read).toBeLessThan(10 * lines.length)
})

/**
 * Returns how many fields are read while `count` equal lines and movements are matched by every rule of `reconcile`.
 */
function looksAt(count: number): number {
  let looks = 0
  const counted = <Value extends object>(value: Value) =>
    new Proxy(value, {
      get: (target, name) => {
        looks++
        return Reflect.get(target, name)
      },
    })
  const equal = Array.from({ length: count }, (_, number) => {
    const { order, movement, line } = paid(number, {
      total: 3000,
      received: number % 2 === 0 ? 0 : 3000,
      payerName: 'Ada Obi',
    })
    const isBack = number % 4 === 3
    return {
      order: counted(order),
      movement: counted({ ...movement, amount: 3000, orderId: number % 3 === 0 ? null : order.id }),
      line: counted({
        ...line,
        sessionId: '',
        sender: number % 2 === 0 ? 'ADA OBI' : '',
        narration: isBack ? 'RVSL' : 'TRANSFER',
        amount: isBack ? -6000 : number % 2 === 0 ? 3000 : 6000,
      }),
    }
  })
  Reconcile.reconcile({
    places: [main],
    orders: equal.map(({ order }) => order),
    movements: equal.map(({ movement }) => movement),
    lines: equal.map(({ line }) => line),
    earlier: Array.from({ length: count }, () => ({ reference: 'another', was: 'settled' as const })),
  })
  return looks
}

test('matching twice as many equal lines and movements reads at most two and a half times as many fields', () => {
  expect(looksAt(800)).toBeLessThan(2.5 * looksAt(400))
})

test('BOOKS-3: of three equal lines without a reference, the two that closed days of the account contain are set aside', () => {
  const line = { ...paid(1).line, sessionId: '', narration: 'NIP CHARGE', amount: -26.88 }
  const lines = [0, 1, 2].map((at) => ({ ...line, line: at })).concat({ ...line, place: other, line: 3 })
  const earlier = [
    { reference: Reconcile.lineKey(line), was: 'settled' as const, place: main, amount: -26.88, count: 2 },
  ]
  const groups = Reconcile.reconcile({ places: [main, other], orders: [], movements: [], lines, earlier })
  expect(groups.map(({ kind, lines }) => [kind, lines[0]?.line])).toEqual([
    ['earlier', 0],
    ['earlier', 1],
    ['unknown', 2],
    ['unknown', 3],
  ])
})
