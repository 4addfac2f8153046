import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Delivery from '../restaurant/delivery.ts'
import { naira } from './money.ts'
import * as Tax from './tax.ts'
import { highestRate, mostTaxes } from './taxes.ts'

const vat: Tax.Tax = { name: 'VAT', rate: 750, included: true, onDelivery: false }
const levy: Tax.Tax = { name: 'Consumption tax', rate: 500, included: false, onDelivery: false }
const amounts = (taxes: readonly Tax.Tax[], subtotal: number, fee = 0) => {
  const { taxLines, totalAmount: total } = Tax.bill(taxes, naira(subtotal), naira(fee))
  return [...taxLines.map(({ amount }) => amount), total]
}

test('BOOKS-5: a tax included in prices is part of the total, and a tax on top is added', () => {
  expect(amounts([vat], 10_750)).toEqual([750, 10_750])
  expect(amounts([levy], 10_000, 1500)).toEqual([500, 12_000])
  expect(amounts([], 10_000, 1500)).toEqual([11_500])
})

test('BOOKS-5: a tax on delivery applies to dishes and fee, whether included or on top', () => {
  expect(amounts([{ ...levy, onDelivery: true }], 10_000, 1500)).toEqual([575, 12_075])
  expect(amounts([{ ...vat, onDelivery: true }], 10_750, 2150)).toEqual([900, 12_900])
})

test('BOOKS-5: every tax is computed on the price without tax', () => {
  // ₦10,750 including VAT is ₦10,000 without it.
  expect(amounts([vat, levy], 10_750)).toEqual([500, 750, 11_250])
  expect(amounts([levy, { ...levy, name: 'Levy', rate: 1000 }], 10_000)).toEqual([500, 1000, 11_500])
  expect(amounts([vat, { ...vat, name: 'Levy', rate: 500 }], 11_250)).toEqual([750, 500, 11_250])
  // VAT applies to dishes only, so the fee of ₦1,000 contains no VAT.
  expect(amounts([vat, { ...levy, onDelivery: true }], 10_750, 1000)).toEqual([550, 750, 12_300])
})

test.each([
  [9, 0],
  [10, 1],
  [29, 1],
  [30, 2],
])('BOOKS-5: half a naira is rounded upwards: 5 %% of ₦%d is ₦%d', (subtotal, line) => {
  expect(amounts([levy], subtotal)).toEqual([line, subtotal + line])
})

test.each([
  [750, '7.5\u00a0%'],
  [500, '5\u00a0%'],
  [1, '0.01\u00a0%'],
  [825, '8.25\u00a0%'],
])('BOOKS-5: a rate of %d basis points is shown as %s', (rate, said) => {
  expect(Tax.percent(rate)).toBe(said)
})

test('BOOKS-5: every tax rate is shown with at most two decimals', () => {
  for (let rate = 1; rate <= highestRate; rate++) expect(Tax.percent(rate)).toMatch(/^\d+(\.\d{1,2})?\u00a0%$/)
})

const tax = fc.record({
  name: fc.string({ minLength: 1 }),
  rate: fc.integer({ min: 1, max: highestRate }),
  included: fc.boolean(),
  onDelivery: fc.boolean(),
})
const taxes = fc.array(tax, { maxLength: mostTaxes })
const money = fc.integer({ min: 0, max: 1_000_000_000 }).map(naira)

/** Returns the exact amount of a tax line as a fraction, computed from the definition of the tax. */
function exactly(all: readonly Tax.Tax[], { rate, onDelivery }: Tax.Tax, subtotal: number, fee: number) {
  const price = (contained: readonly Tax.Tax[]) => 10_000n + BigInt(contained.reduce((sum, each) => sum + each.rate, 0))
  const dishes = price(all.filter(({ included }) => included))
  const delivery = price(all.filter((each) => each.included && each.onDelivery))
  return {
    above: BigInt(rate) * (BigInt(subtotal) * delivery + (onDelivery ? BigInt(fee) * dishes : 0n)),
    below: dishes * delivery,
  }
}

test('BOOKS-5: the total of a bill is the sum of its printed lines, and included taxes do not change it', () => {
  fc.assert(
    fc.property(taxes, money, money, (all, subtotal, fee) => {
      const { taxLines, totalAmount: total } = Tax.bill(all, subtotal, fee)
      const onTop = taxLines.filter(({ included }) => !included).reduce((sum, { amount }) => sum + amount, 0)
      expect(total).toBe(subtotal + fee + onTop)
      expect(taxLines.map(({ amount: _, ...rest }) => rest)).toEqual([
        ...all.filter(({ included }) => !included),
        ...all.filter(({ included }) => included),
      ])
      if (all.every(({ included }) => included)) expect(total).toBe(subtotal + fee)
    }),
  )
})

test('BOOKS-5: a tax line differs from its exact share by at most half a naira, whatever other taxes are on top', () => {
  fc.assert(
    fc.property(taxes, money, money, (all, subtotal, fee) => {
      for (const line of Tax.bill(all, subtotal, fee).taxLines) {
        const { above, below } = exactly(all, line, subtotal, fee)
        const off = 2n * (BigInt(line.amount) * below - above)
        expect(off <= below && off > -below).toBe(true)
        const others = all.filter(({ included }) => included)
        if (line.included) continue
        const [alone] = Tax.bill([...others, line], subtotal, fee).taxLines
        expect(alone?.amount).toBe(line.amount)
      }
    }),
  )
})

test('BOOKS-5: a higher subtotal never lowers the total, and recomputing tax lines leaves them unchanged', () => {
  fc.assert(
    fc.property(taxes, money, money, fc.integer({ min: 0, max: 100_000 }), (all, subtotal, fee, more) => {
      const bill = Tax.bill(all, subtotal, fee)
      expect(Tax.bill(all, naira(subtotal + more), fee).totalAmount).toBeGreaterThanOrEqual(bill.totalAmount + more)
      expect(Tax.bill(bill.taxLines, subtotal, fee)).toEqual(bill)
    }),
  )
})

test('BOOKS-5: the minimum order and free delivery are compared with the subtotal before taxes on top', () => {
  const place = { id: 'vi', name: 'VI', fee: naira(1500), minimum: naira(10_000), freeAbove: naira(20_000) }
  // With 5 % on top these dishes come to ₦9,975 and ₦20,895.
  expect(Delivery.tooSmall(place, naira(9500))).toBeDefined()
  expect(Delivery.fee('delivery', place, naira(19_900))).toBe(1500)
})

test('BOOKS-5: removing a dish also removes the tax on top of its price', () => {
  const order = (...taxes: Tax.Tax[]) => {
    const [subtotal, deliveryFee] = [naira(6500), naira(1500)]
    return { subtotal, deliveryFee, ...Tax.bill(taxes, subtotal, deliveryFee) }
  }
  expect(Tax.lessWithout(order({ ...levy, onDelivery: true }), naira(4000))).toBe(4200)
  expect(Tax.lessWithout(order(vat), naira(4000))).toBe(4000)
  expect(Tax.lessWithout(order(), naira(4000))).toBe(4000)
})
