import { expect, test } from 'vitest'
import type { LocationList } from '#contract/menu/menu.ts'
import { naira } from '#domain/money/money.ts'
import * as Cart from '#domain/order/cart.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import { type CounterDetails, noDetails } from '#web/data/storage/counter-draft.ts'
import { placeOf, requestOf } from './counter-form.ts'

const places = [{ id: 'yaba', name: 'Yaba', fee: naira(4000) }]
const brought = {
  ...noDetails,
  deliveryMethod: 'delivery',
  deliveryAddress: ' 1 Herbert Macaulay Way ',
  locationId: 'yaba',
} as const

test('a delivery address typed at the counter is not sent with a pick-up', () => {
  expect(requestOf(Cart.empty, brought)).toMatchObject({
    deliveryAddress: '1 Herbert Macaulay Way',
    locationId: 'yaba',
  })
  expect(requestOf(Cart.empty, { ...brought, deliveryMethod: 'pick-up' })).toMatchObject({
    deliveryAddress: '',
    locationId: '',
  })
})

test('the delivery fee at the counter is the location’s, zero for a pick-up, and undefined for an unknown location', () => {
  const feeOf = (details: CounterDetails, list: LocationList | undefined) =>
    Delivery.fee(details.deliveryMethod, placeOf(details, list), naira(5000))
  expect(feeOf(brought, places)).toBe(4000)
  expect(feeOf({ ...brought, deliveryMethod: 'pick-up' }, places)).toBe(0)
  expect(feeOf({ ...brought, locationId: '' }, places)).toBeUndefined()
  expect(feeOf(brought, undefined)).toBeUndefined()
})
