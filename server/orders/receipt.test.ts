import { expect, test } from 'vitest'
import type { Receipt } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { recordMovements } from '../books/movements.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { kitchen, cashier, owner, rider } = restaurant
const receipt = (caller: User | undefined, id: string) =>
  restaurant.call<Receipt>(caller, 'GET', `/api/orders/${id}/receipt`)

test('a receipt has the order, every payment with the bank account that received it, and every refund', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada, 5000)
  await restaurant.pay(cashier, order.orderId, 2000, 'session one', 'demo-bank')
  await restaurant.pay(cashier, order.orderId, 3600, 'session two', 'sample-trust')
  const { body: after } = await restaurant.act(cashier, order.orderId, 'refund', {
    method: 'transfer',
    amount: 600,
    reference: 'FT-2611-9',
  })
  const { status, body } = await receipt(ada, order.orderId)
  expect(status).toBe(200)
  const { deliveryAddress: _, deliveryCode: __, ...seenAtDesk } = body.order
  expect({ ...seenAtDesk, firstConfirmation: null }).toEqual(after)
  expect(body.payments).toMatchObject([
    { amount: 2000, account: { bank: 'Demo Bank', number: '0000000011' } },
    { amount: 3600, account: { bank: 'Sample Trust' } },
  ])
  expect(body.refunds).toMatchObject([{ amount: 600 }])
  // Only the restaurant sees the sender and the bank's session id.
  expect(JSON.stringify(body)).not.toMatch(/ADA OBI|session one/)
})

test('a receipt shows a payment into a bank account that no longer exists without the account', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.paidOrder(ada)
  await restaurant.database.transaction((tx) =>
    recordMovements(tx, {
      kind: 'received',
      place: 'account:gone',
      orderId: order.orderId,
      amount: 100,
      method: 'transfer',
      reference: 'GONE100',
      recordedBy: owner.id,
    }),
  )
  expect((await receipt(ada, order.orderId)).body.payments).toMatchObject([
    { amount: 5000, account: { bank: 'Demo Bank' } },
    { amount: 100, account: null },
  ])
})

test('reading a receipt returns 404 to everybody but its customer, also to staff', async () => {
  const order = await restaurant.paidOrder(await restaurant.customer())
  expect((await receipt(undefined, order.orderId)).status).toBe(401)
  for (const caller of [await restaurant.customer(), rider, kitchen, cashier, owner]) {
    expect(await receipt(caller, order.orderId)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  }
  expect((await receipt(owner, 'not-an-id')).status).toBe(422)
})
