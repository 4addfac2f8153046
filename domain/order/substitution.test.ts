import { describe, expect, test } from 'vitest'
import { naira } from '../money/money.ts'
import type { PaymentState } from './payment.ts'
import * as Substitution from './substitution.ts'

const at = '2026-11-20T19:00:00.000Z'

function line(name: string, total: number, more: Partial<Substitution.OrderLine> = {}): Substitution.OrderLine {
  return {
    itemId: name.toLowerCase(),
    name,
    type: '',
    price: naira(total),
    totalPrice: naira(total),
    quantity: 1,
    extras: [],
    chefComment: '',
    itemTotal: naira(total),
    ...more,
  }
}

const lines = [line('Suya', 4000, { soldOutAt: at }), line('Jollof', 2500)]

describe('marking a line as sold out', () => {
  test('a line can be marked as sold out and unmarked', () => {
    const marked = Substitution.mark(lines, 1, at)
    expect(marked).toEqual({ ok: true, value: [lines[0], { ...lines[1], soldOutAt: at }] })
    expect(Substitution.unmark(lines, 0)).toEqual({ ok: true, value: [line('Suya', 4000), lines[1]] })
  })

  test('a line marked as sold out cannot be marked again, and an unmarked line cannot be unmarked', () => {
    expect(Substitution.mark(lines, 0, at)).toMatchObject({ ok: false, problem: { code: 'order-moved-on' } })
    expect(Substitution.unmark(lines, 1)).toMatchObject({ ok: false, problem: { code: 'order-moved-on' } })
  })

  test.each([-1, 2, 99])('marking line %d of an order with two lines as sold out is refused', (place) => {
    const noSuch = { ok: false, problem: { code: 'invalid', field: 'line' } }
    expect(Substitution.mark(lines, place, at)).toMatchObject(noSuch)
    expect(Substitution.unmark(lines, place)).toMatchObject(noSuch)
    expect(Substitution.remove(lines, place)).toMatchObject(noSuch)
    expect(Substitution.replace(lines, place, line('Coke', 1))).toMatchObject(noSuch)
  })
})

describe('removing a sold-out line', () => {
  test('removing a sold-out line leaves the other lines', () => {
    expect(Substitution.remove(lines, 0)).toEqual({
      ok: true,
      value: { items: [lines[1]], made: { dish: 'Suya', instead: null } },
    })
  })

  test('the last line of an order cannot be removed', () => {
    expect(Substitution.remove(lines.slice(0, 1), 0)).toMatchObject({ ok: false, problem: { code: 'invalid' } })
  })

  test('a line that is not sold out cannot be removed', () => {
    expect(Substitution.remove(lines, 1)).toMatchObject({ ok: false, problem: { code: 'order-moved-on' } })
  })
})

describe('replacing a sold-out line', () => {
  test.each([4000, 3999, 0])('a dish of ₦%d can replace a sold-out line of ₦4,000', (total) => {
    const instead = line('Fish', total, { quantity: 2 })
    expect(Substitution.replace(lines, 0, instead)).toEqual({
      ok: true,
      value: { items: [instead, lines[1]], made: { dish: 'Suya', instead: '2 × Fish' } },
    })
  })

  test('a dish dearer than the sold-out line is refused as its replacement', () => {
    expect(Substitution.replace(lines, 0, line('Lobster', 4001))).toMatchObject({
      ok: false,
      problem: { code: 'invalid', detail: 'Choose something for ₦4,000 at most, so that you pay nothing more.' },
    })
  })
})

test.each([
  ['found', 8000, 'over'],
  ['over', 9000, 'over'],
  ['short', 6000, 'short'],
  ['short', 6500, 'found'],
  ['short', 7000, 'over'],
  ['claimed', 0, 'claimed'],
  ['claimed', 6499, 'claimed'],
  ['claimed', 6500, 'found'],
  ['not-found', 0, 'not-found'],
] as const satisfies [PaymentState, number, PaymentState][])(
  'a payment that was %s, with ₦%d received, becomes, after a substitution has changed the total to ₦6,500, %s',
  (payment, received, after) => {
    const order = { deliveryFee: naira(0), payment, received: naira(received) }
    expect(Substitution.bill(order, lines)).toEqual({ subtotal: 6500, taxLines: [], totalAmount: 6500, payment: after })
  },
)

test('a substitution leaves the delivery fee unchanged', () => {
  const order = { deliveryFee: naira(1500), payment: 'claimed' as const, received: naira(0) }
  expect(Substitution.bill(order, lines)).toMatchObject({ subtotal: 6500, totalAmount: 8000 })
})

test('BOOKS-5: a substitution computes the tax lines again at the rates stored on the order', () => {
  const levy = { name: 'Levy', rate: 500, included: false, onDelivery: true, amount: naira(400) }
  const order = {
    deliveryFee: naira(1500),
    taxLines: [levy],
    payment: 'found' as const,
    received: naira(8400),
  }
  expect(Substitution.bill(order, lines)).toMatchObject({ taxLines: [levy], totalAmount: 8400, payment: 'found' })
  expect(Substitution.bill(order, lines.slice(1))).toEqual({
    subtotal: 2500,
    taxLines: [{ ...levy, amount: 200 }],
    totalAmount: 4200,
    payment: 'over',
  })
})
