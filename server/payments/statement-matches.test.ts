import { expect, test } from 'vitest'
import type { StatementMatches } from '#contract/statement-matches.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner, kitchen, rider } = restaurant

const newOrder = async (price = 5000) => restaurant.order(await restaurant.customer(), price)
const ask = (caller: typeof cashier | undefined, transfers: readonly object[]) =>
  restaurant.call<StatementMatches>(caller, 'POST', '/api/desk/statement-matches', { transfers })

let made = 0
const transfer = (narration: string, more: object = {}) => ({
  line: ++made + 1,
  narration,
  amount: 5000,
  sender: 'SOMEBODY',
  sessionId: `STATEMENT-${made}`,
  ...more,
})

test('only cashier and owner can match a statement with orders', async () => {
  const rows = [transfer('nothing of ours')]
  expect((await ask(undefined, rows)).status).toBe(401)
  for (const caller of [await restaurant.customer(), kitchen, rider]) expect((await ask(caller, rows)).status).toBe(403)
  expect(await ask(owner, rows)).toEqual({ status: 200, body: { matches: [], recorded: [] } })
})

test('transfers are matched with open, paid and cancelled orders, and nothing is recorded', async () => {
  const [open, paid, cancelled] = [await newOrder(), await newOrder(), await newOrder()]
  const named = await restaurant.order(await restaurant.customer({ username: 'Ngozi Okafor' }), 7300)
  await restaurant.pay(cashier, paid.orderId, 5000)
  await restaurant.act(cashier, cancelled.orderId, 'cancel', { reason: 'No transfer arrived' })
  const rows = [
    transfer(`NIP/${open.orderId.slice(-6)}ada`),
    transfer(paid.orderId.slice(-6)),
    transfer(cancelled.orderId.slice(-6)),
    transfer('rent', { amount: 7300, sender: 'OKAFOR NGOZI' }),
    transfer('rent'),
  ]
  const { body } = await ask(cashier, rows)
  expect(body.matches.map(({ line, certainty, order }) => [line, certainty, order.orderId])).toEqual([
    [rows[0]?.line, 'certain', open.orderId],
    [rows[1]?.line, 'extra', paid.orderId],
    [rows[2]?.line, 'extra', cancelled.orderId],
    [rows[3]?.line, 'likely', named.orderId],
  ])
  expect(body.matches[0]?.order).toEqual((await restaurant.call(cashier, 'GET', `/api/orders/${open.orderId}`)).body)
  expect(await restaurant.events(open.orderId)).toHaveLength(1)
})

test('a recorded transfer is not matched again, in any notation of its session id', async () => {
  const [one, two] = [await newOrder(), await newOrder()]
  await restaurant.pay(cashier, one.orderId, 5000, '0000 1525 1120 RECORDED')
  const row = transfer(two.orderId.slice(-6), { sessionId: '00001525-1120-recorded' })
  expect((await ask(cashier, [row])).body).toEqual({ matches: [], recorded: [row.line] })
})

test.each([
  [[], 'transfers'],
  [Array.from({ length: 101 }, () => transfer('a')), 'transfers'],
  [[transfer('a', { amount: 0.5 })], 'transfers.0.amount'],
  [[transfer('a', { orderId: 'AAAAAAAAA' })], 'transfers.0.orderId'],
])('an invalid request to match a statement is refused with its field: %#', async (rows, field) => {
  const { status, body } = await ask(cashier, rows)
  expect({ status, field: body.field }).toEqual({ status: 422, field })
})
