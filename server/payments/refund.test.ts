import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { movements } from '../db/schema.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner, kitchen, rider } = restaurant

let made = 0
const reference = () => `FT REFUND ${++made}`
const refund = (caller: typeof cashier | undefined, id: string, amount: number, ref = reference()) =>
  restaurant.act(caller, id, 'refund', { method: 'transfer', amount, reference: ref })
const refundsOf = (id: string) =>
  restaurant.orm
    .select()
    .from(movements)
    .where(and(eq(movements.orderId, id), eq(movements.kind, 'refund')))
const inCash = (caller: typeof cashier | undefined, id: string, amount: number) =>
  restaurant.act(caller, id, 'refund', { method: 'cash', amount })
const paid = async (amount: number) => {
  const order = await restaurant.order(await restaurant.customer(), 5000)
  return (await restaurant.pay(cashier, order.orderId, amount)).body
}
const cancelled = async (amount = 5000) =>
  (await restaurant.act(cashier, (await paid(amount)).orderId, 'cancel', { reason: 'Out of fish' })).body

test.each([
  [4999, 0, 4999],
  [5000, 0, 5000],
  [5600, 600, 5600],
])('an order of ₦5,000 that received %d owes %d, and %d after a cancellation', async (amount, owed, owedAfter) => {
  const order = await paid(amount)
  expect(order.owed).toBe(owed)
  expect((await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'Out of fish' })).body.owed).toBe(owedAfter)
})

test('only cashier and owner can record a refund, which is recorded once, published and audited', async () => {
  const order = await cancelled()
  expect((await refund(undefined, order.orderId, 5000)).status).toBe(401)
  for (const caller of [await restaurant.customer(), kitchen, rider]) {
    expect((await refund(caller, order.orderId, 5000)).status).toBe(403)
  }
  const { status, body } = await refund(owner, order.orderId, 5000, ' FT-2511/abc ')
  expect(status).toBe(200)
  expect(body).toMatchObject({ payment: 'refunded', refunded: 5000, refundReference: 'FT-2511/abc', owed: 0 })
  expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({ type: 'payment.refunded', data: body })
  expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
    actorId: owner.id,
    action: 'order.refund',
    detail: { amount: 5000, refunded: 5000 },
  })
  expect(await refund(cashier, order.orderId, 5000)).toMatchObject({
    status: 409,
    body: { code: 'order-moved-on', detail: 'Nothing is owed for this order: it has been paid back.' },
  })
  expect(await refundsOf(order.orderId)).toMatchObject([
    { amount: -5000, place: 'account:demo-bank', method: 'transfer', reference: 'FT2511ABC', recordedBy: owner.id },
  ])
})

test('an overpayment is refunded and the order stays paid; after a later cancellation the rest is a refund owed', async () => {
  const order = await paid(5600)
  expect((await refund(cashier, order.orderId, 600)).body).toMatchObject({ payment: 'over', refunded: 600, owed: 0 })
  const { body } = await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'Out of fish' })
  expect(body).toMatchObject({ owed: 5000 })
  expect((await refund(cashier, order.orderId, 5000)).body).toMatchObject({
    payment: 'refunded',
    refunded: 5600,
    owed: 0,
  })
})

test('the sum of several payments is refunded in one step, even above the limit of one payment', async () => {
  const order = await paid(5000)
  const extra = { accountId: 'demo-bank', amount: 900_000_000, sender: 'ADA OBI', extra: true }
  for (const sessionId of ['EXTRA 0001', 'EXTRA 0002']) {
    await restaurant.act(owner, order.orderId, 'confirm-payment', { ...extra, sessionId })
  }
  expect((await refund(cashier, order.orderId, 1_800_000_000)).body).toMatchObject({ refunded: 1_800_000_000, owed: 0 })
})

test('a refund that differs from the amount owed returns 409 with the amount owed', async () => {
  const order = await cancelled()
  for (const amount of [1, 4999, 5001]) {
    expect(await refund(cashier, order.orderId, amount)).toMatchObject({
      status: 409,
      body: { code: 'order-moved-on', detail: expect.stringMatching(/^₦5,000 is owed for this order, not/) },
    })
  }
})

test('a bank reference can be used for one refund only', async () => {
  const [one, two] = [await cancelled(), await cancelled()]
  await refund(cashier, one.orderId, 5000, 'FT-SAME-77')
  expect(await refund(cashier, two.orderId, 5000, 'ft same 77')).toMatchObject({
    status: 409,
    body: {
      code: 'transfer-already-used',
      field: 'reference',
      detail: `This reference is already that of a refund for ${one.orderId.slice(-6)}.`,
    },
  })
})

test("BOOKS-4: a refund's reference may equal the session id of a payment", async () => {
  const order = await cancelled()
  await restaurant.pay(cashier, (await restaurant.order(await restaurant.customer(), 5000)).orderId, 5000, 'FT BOTH 99')
  expect((await refund(cashier, order.orderId, 5000, 'FT BOTH 99')).status).toBe(200)
})

test('a cash refund has no reference, is audited with its cashier and is recorded once', async () => {
  const [one, two] = [await cancelled(), await cancelled()]
  expect((await inCash(rider, one.orderId, 5000)).status).toBe(403)
  expect(await inCash(cashier, one.orderId, 5000)).toMatchObject({
    status: 200,
    body: { payment: 'refunded', refunded: 5000, refundReference: null, owed: 0 },
  })
  expect((await restaurant.auditEntries(`order:${one.orderId}`)).at(-1)).toMatchObject({
    actorId: cashier.id,
    action: 'order.refund',
    detail: { method: 'cash', amount: 5000 },
  })
  expect((await inCash(cashier, one.orderId, 5000)).status).toBe(409)
  // Cash refunds have no reference, so they do not conflict with each other.
  expect((await inCash(owner, two.orderId, 5000)).status).toBe(200)
  expect(await refundsOf(two.orderId)).toMatchObject([
    { amount: -5000, place: 'till', method: 'cash', reference: null, recordedBy: owner.id },
  ])
})

test('a cash refund after a refund by transfer keeps the reference of the transfer', async () => {
  const order = await paid(5600)
  await refund(cashier, order.orderId, 600, 'FT-PART-1')
  await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'Out of fish' })
  expect((await inCash(cashier, order.orderId, 5000)).body).toMatchObject({
    refunded: 5600,
    refundReference: 'FT-PART-1',
  })
})

test.each([
  [{ method: 'transfer', amount: 0, reference: 'FT-123456' }, 'amount'],
  [{ method: 'transfer', amount: 5000, reference: 'short' }, 'reference'],
  [{ method: 'transfer', amount: 5000, reference: '- - - - -' }, 'reference'],
  [{ method: 'transfer', amount: 5000 }, 'reference'],
  [{ method: 'cash', amount: 0 }, 'amount'],
  [{ method: 'cheque', amount: 5000 }, 'method'],
])('the refund %j is refused with its field', async (body, field) => {
  const answer = await restaurant.act(cashier, (await cancelled()).orderId, 'refund', body)
  expect({ status: answer.status, field: answer.body.field }).toEqual({ status: 422, field })
})

test('a refund above the amount owed violates a constraint of the database', async () => {
  const order = await paid(5600)
  await expect(
    restaurant.database.pool.query('update orders set refunded = 601 where id = $1', [order.orderId]),
  ).rejects.toThrow(/owed/)
})
