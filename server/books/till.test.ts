import { expect, test } from 'vitest'
import type { TillChange, TillEntries, TillEntry } from '#contract/books/till.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, kitchen, owner, rider } = restaurant
const { pool } = restaurant.database

const change = (caller: User | undefined, body: Partial<TillChange>) =>
  restaurant.call<TillEntry>(caller, 'POST', '/api/desk/till', body)
const entries = async () => (await restaurant.call<TillEntries>(owner, 'GET', '/api/desk/till')).body.entries
const inTill = async () =>
  (await pool.query("select coalesce(sum(amount), 0)::int as sum from movements where place = 'till'")).rows[0].sum

test('BOOKS-4: cashier and owner record cash in and cash out as audited movements of the till with a note', async () => {
  const float = await change(owner, { kind: 'cash-in', amount: 20_000, note: 'Float', key: 'press-one' })
  expect(float).toMatchObject({
    status: 201,
    body: { kind: 'cash-in', amount: 20_000, note: 'Float', by: owner.username },
  })
  expect((await change(cashier, { kind: 'cash-out', amount: 4000, note: 'Gas', key: 'press-two' })).status).toBe(201)
  expect(await inTill()).toBe(16_000)
  expect(await entries()).toMatchObject([
    { kind: 'cash-out', amount: 4000, note: 'Gas', by: cashier.username },
    { kind: 'cash-in', amount: 20_000, note: 'Float', by: owner.username },
  ])
  expect(await restaurant.auditEntries('till')).toMatchObject([
    { actorId: owner.id, action: 'till.cash-in', detail: { amount: 20_000, note: 'Float' } },
    { actorId: cashier.id, action: 'till.cash-out', detail: { amount: 4000, note: 'Gas' } },
  ])
  for (const caller of [undefined, rider, kitchen]) {
    const { status } = await change(caller, { kind: 'cash-out', amount: 1, note: 'Gas', key: 'press-none' })
    expect(status).toBe(caller ? 403 : 401)
  }
})

test('BOOKS-4: recording cash in or cash out makes one movement, however often and concurrently its request arrives', async () => {
  const before = await inTill()
  const press = { kind: 'cash-out', amount: 700, note: 'Ice', key: 'press-three' } as const
  const answers = await Promise.all([1, 2, 3].map(() => change(cashier, press)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await inTill()).toBe(before - 700)
  expect(
    (await restaurant.auditEntries('till')).filter(({ detail }) => (detail as { note?: string }).note === 'Ice'),
  ).toHaveLength(1)
})

test('cash paid for an order is in the till, and is not listed as a manual entry', async () => {
  const [before, { length }] = [await inTill(), await entries()]
  const order = await restaurant.order(await restaurant.customer(), 5000)
  await restaurant.act(cashier, order.orderId, 'till-payment', { method: 'cash', amount: 5000, received: 0 })
  expect(await inTill()).toBe(before + 5000)
  expect(await entries()).toHaveLength(length)
})

test.each([
  [{ amount: 0 }, 'amount'],
  [{ amount: -5 }, 'amount'],
  [{ amount: 10.5 }, 'amount'],
  [{ note: ' ' }, 'note'],
  [{ kind: 'fee' as never }, 'kind'],
  [{ key: '' }, 'key'],
])('a manual entry of the till with %j is refused with its field', async (wrong, field) => {
  const { status, body } = await change(cashier, {
    kind: 'cash-out',
    amount: 5,
    note: 'Gas',
    key: 'press-four',
    ...wrong,
  })
  expect({ status, field: body.field }).toEqual({ status: 422, field })
})
