import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTodaysNames } from '#contract/last-release.ts'
import { naira } from '#domain/money/money.ts'
import { empty } from '#domain/order/cart.ts'
import { sendThrough } from '#web/data/api/client.ts'
import { noDetails } from '#web/data/storage/counter-draft.ts'
import { placeAtCounter } from './counter-order.ts'
import type { QueuedCounterOrder } from './queue.ts'

const request = { ...noDetails, items: [{ itemId: 'coke', selection: {}, quantity: 1, chefComment: '' }] }
const write: QueuedCounterOrder = {
  kind: 'counter',
  request,
  cart: empty,
  details: noDetails,
  payment: { method: 'cash', amount: 1200 },
  total: naira(1200),
}
const entry = (write: QueuedCounterOrder) => ({ id: 'key-1', account: 'kemi', write })

let stored: QueuedCounterOrder[] = []
let sent: { path: string; body: Record<string, unknown> }[] = []

function answer(answers: Record<string, object | undefined>): void {
  sendThrough(async (path, init) => {
    sent.push({ path, body: withTodaysNames(JSON.parse(String(init?.body))) })
    const body = answers[path]
    if (!body) throw new TypeError('The network is gone.')
    return Response.json(body)
  })
}

const store = async (priced: QueuedCounterOrder) => {
  stored.push(priced)
}

beforeEach(() => {
  stored = []
  sent = []
})
afterEach(() => vi.restoreAllMocks())

test('a queued counter order is priced with its idempotency key, stored with its quote, and placed for its account', async () => {
  answer({ '/api/desk/quotes': { id: 'QUOTE1', totalAmount: 1200 }, '/api/desk/orders': { id: 'QUOTE1' } })
  await placeAtCounter(entry(write), store)
  expect(sent).toEqual([
    { path: '/api/desk/quotes', body: { ...request, account: 'kemi', key: 'key-1' } },
    { path: '/api/desk/orders', body: { quoteId: 'QUOTE1', payment: write.payment, account: 'kemi' } },
  ])
  expect(stored).toEqual([{ ...write, quoteId: 'QUOTE1' }])
})

test('a queued counter order sends the same quote again after a lost answer', async () => {
  answer({ '/api/desk/quotes': { id: 'QUOTE1', totalAmount: 1200 } })
  await expect(placeAtCounter(entry(write), store)).rejects.toThrow('Connection failed.')
  answer({ '/api/desk/orders': { id: 'QUOTE1' } })
  await placeAtCounter(entry(stored[0] ?? write), store)
  expect(sent.map(({ path }) => path)).toEqual(['/api/desk/quotes', '/api/desk/orders', '/api/desk/orders'])
  expect(sent.at(-1)?.body).toMatchObject({ quoteId: 'QUOTE1' })
})

test('a queued counter order whose total has changed is not placed, and the error names the old and the new total', async () => {
  answer({ '/api/desk/quotes': { id: 'QUOTE1', totalAmount: 1350 } })
  await expect(placeAtCounter(entry(write), store)).rejects.toThrow(
    'It now costs ₦1,350, and the customer was told ₦1,200.',
  )
  expect(sent).toHaveLength(1)
  expect(stored).toEqual([])
})
