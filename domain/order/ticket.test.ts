import { expect, test } from 'vitest'
import { naira } from '../money/money.ts'
import { isForKitchen, type PrintedOrder, type PrintKind, sectionsOf } from './ticket.ts'

const forAll = {
  orderId: 'ACD345TXY',
  deliveryMethod: 'delivery',
  channel: 'phone',
  readyBy: '2026-11-28T19:40:00Z',
  payment: 'short',
  items: [
    {
      quantity: 2,
      name: 'Half Chicken',
      chefComment: 'Well done',
      extras: [{ group: 'side', label: 'Side', role: 'extra', id: 'plantain', name: 'Plantain', quantity: 2 }],
    },
  ],
  customerName: 'Adébáyọ̀',
  assignedRider: { name: 'Musa' },
} as const satisfies PrintedOrder
const forTill = {
  ...forAll,
  contactPhone: '+2348031234567',
  deliveryLocation: 'Lekki',
  totalAmount: naira(9000),
  received: naira(4000),
  owed: naira(0),
  cashAtDoor: false,
} as const satisfies PrintedOrder

const printed = { deliveryAddress: '12 Admiralty Way', number: 1, printedAt: '2026-11-28T19:05:00Z' }
const wordsOf = (kind: PrintKind, order: PrintedOrder, more: object = {}) =>
  JSON.stringify(sectionsOf({ kind, order, ...printed, ...more }, 'Iná Grill'))

test('REACH-3: a kitchen ticket has code, time, dishes and notes, and neither name, phone, address nor sum', () => {
  const words = wordsOf('kitchen', forTill)
  for (const part of [
    '345TXY',
    'DELIVERY · PHONE',
    'Ready by 20:40',
    '2 ×',
    '+ 2 × Plantain each',
    'Note: Well done',
  ]) {
    expect(words).toContain(part)
  }
  for (const secret of ['Adébáyọ̀', '0803', 'Admiralty', '₦', 'Musa']) expect(words).not.toContain(secret)
})

test('REACH-3: the slip of a cancelled order has its code and dishes, and no extras, name or sum', () => {
  const words = wordsOf('cancelled', forTill)
  for (const part of ['CANCELLED', '345TXY', '2 × Half Chicken', 'Printed 20:05']) expect(words).toContain(part)
  for (const other of ['Plantain', 'Ready by', 'Adébáyọ̀', '₦']) expect(words).not.toContain(other)
})

test('REACH-3: a packing ticket has phone, address and sums only for the till', () => {
  const whole = wordsOf('packing', forTill)
  for (const part of ['0803', '12 Admiralty Way, Lekki', 'Total ₦9,000', 'Not paid: ₦5,000 open', 'Rider: Musa']) {
    expect(whole).toContain(part)
  }
  const plain = wordsOf('packing', forAll, { deliveryAddress: null })
  expect(plain).toContain('Not paid yet')
  for (const secret of ['0803', 'Admiralty', '₦']) expect(plain).not.toContain(secret)
})

test('REACH-3: a reprint, a copy and a possible duplicate are marked as such', () => {
  expect(wordsOf('kitchen', forAll)).not.toMatch(/REPRINT|SENT AGAIN|Copy/)
  expect(wordsOf('kitchen', forAll, { number: 2, printedBy: 'kemi' })).toContain('REPRINT 2 · 20:05 · by kemi')
  expect(wordsOf('kitchen', forAll, { isUnsure: true })).toContain('SENT AGAIN')
  expect(wordsOf('kitchen', forAll, { copy: { number: 2, of: 3 } })).toContain('Copy 2 of 3')
})

test('REACH-3: the kitchen gets an order as soon as the order is paid or started', () => {
  expect(isForKitchen({ status: 'pending', payment: 'claimed' })).toBe(false)
  expect(isForKitchen({ status: 'pending', payment: 'over' })).toBe(true)
  expect(isForKitchen({ status: 'preparing', payment: 'short' })).toBe(true)
  expect(isForKitchen({ status: 'ready', payment: 'found' })).toBe(false)
})
