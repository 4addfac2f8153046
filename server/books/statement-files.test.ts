import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OpenDay } from '#contract/books/days.ts'
import type { ReadStatement } from '#contract/books/statements.ts'
import type { Order } from '#contract/order/orders.ts'
import type { StatementMatches } from '#contract/statement-matches.ts'
import { orderCode } from '#domain/order/quote.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner } = restaurant
const accountId = 'demo-bank'
const place = `account:${accountId}`

const read = (text: string, query = '') =>
  restaurant.call<ReadStatement>(cashier, 'POST', `/api/desk/statements${query}`, Buffer.from(text))
const ask = (transfers: readonly object[]) =>
  restaurant.call<StatementMatches>(cashier, 'POST', '/api/desk/statement-matches', { transfers })
const confirm = (id: string, amount: number, sessionId: string, more: object = {}) =>
  restaurant.call<Order>(cashier, 'POST', `/api/orders/${id}/confirm-payment`, {
    accountId,
    amount,
    sender: 'ADA OBI',
    sessionId,
    ...more,
  })
const newOrder = async (price: number) => restaurant.order(await restaurant.customer(), price)
const received = async (id: string) => (await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)).body

test('MONEY-2: reading a statement file checks its balances, and marks each row whose balance follows from the row before', async () => {
  const text =
    'Date,Narration,Debit,Credit,Balance\n20/11/2026,ada,,100.50,100.50\n20/11/2026,gas,40,,60.50\n20/11/2026,b,,5,100.50\n'
  expect(await read(text)).toMatchObject({
    status: 200,
    body: {
      account: null,
      lines: [
        { line: 2, amount: 100.5, balance: 100.5, isProven: true, hasReference: false },
        { line: 3, amount: -40, isProven: true },
        { line: 4, amount: 5, isProven: false },
      ],
      proof: {
        opening: 0,
        closing: 100.5,
        holds: false,
        rows: 3,
        provenRows: 2,
        breaks: [{ line: 4, problem: 'missing', difference: 35 }],
      },
    },
  })
  expect(await read('nothing')).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/no heading/) } })
})

test('MONEY-6: columns that a person assigned are stored for the account, and can be changed', async () => {
  const text = 'Wann,Was,Wieviel,Wohin\n20.11.2026,7Q4MKX ada,"1,200.00",ADA'
  const pointed = (columns: object) => `?account=${accountId}&columns=${encodeURIComponent(JSON.stringify(columns))}`
  expect((await read(text)).body).toMatchObject({
    needsColumns: true,
    lines: [],
    head: ['Wann', 'Was', 'Wieviel', 'Wohin'],
  })
  expect((await read(text, pointed({ day: 0, narration: 1, amount: 2 }))).body).toMatchObject({
    lines: [{ amount: 1200, day: '2026-11-20' }],
  })
  expect((await read(text, `?account=${accountId}`)).body).toMatchObject({
    needsColumns: false,
    lines: [{ narration: '7Q4MKX ada' }],
  })
  expect((await read(text, pointed({ day: 0, narration: 3, amount: 2 }))).body).toMatchObject({
    lines: [{ narration: 'ADA' }],
  })
  expect((await read(text, '?account=nobodys')).status).toBe(422)
  expect((await read(text, `?account=${accountId}&columns=x`)).status).toBe(422)
})

describe('MONEY-5: recording the transfers of a statement', () => {
  test('a transfer’s kobo are recorded as received, and a difference below one naira is ignored', async () => {
    const [short, exact] = [await newOrder(3700), await newOrder(3700)]
    const line = {
      line: 2,
      narration: exact.orderId.slice(-6),
      amount: 3699.5,
      sender: 'ADA',
      sessionId: 'KOBO-000001',
    }
    expect((await ask([line])).body.matches).toMatchObject([{ certainty: 'certain' }])
    expect(await confirm(exact.orderId, 3699.5, 'KOBO-000001')).toMatchObject({
      status: 200,
      body: { payment: 'found', received: 3700 },
    })
    expect(await confirm(short.orderId, 3698.5, 'KOBO-000002')).toMatchObject({
      status: 200,
      body: { payment: 'short', received: 3698 },
    })
    const { body } = await restaurant.call<OpenDay>(owner, 'GET', '/api/office/open-day')
    expect(body.places.find((each) => each.place === place)?.expected).toBe(7398)
    const undone = await restaurant.call(cashier, 'POST', `/api/orders/${exact.orderId}/undo-confirmation`, {
      received: 3700,
    })
    expect(undone.status).toBe(200)
    const after = await restaurant.call<OpenDay>(owner, 'GET', '/api/office/open-day')
    expect(after.body.places.find((each) => each.place === place)?.expected).toBe(3698.5)
  })

  test('a transfer is recorded in parts for all orders whose codes it names, and never above its amount', async () => {
    const [one, two, other] = [await newOrder(1200), await newOrder(1300), await newOrder(1200)]
    const codes = [one, two].map(({ orderId }) => orderId.slice(-6)).join(' ')
    const line = { line: 2, narration: codes, amount: 2500, sender: 'ADA', sessionId: 'SPLIT-000001' }
    const { matches } = (await ask([line])).body
    expect(matches.map(({ certainty, order, part }) => [certainty, order.orderId, part])).toEqual([
      ['certain', one.orderId, 1200],
      ['certain', two.orderId, 1300],
    ])
    const answers = await Promise.all(
      matches.map(({ order, part = 0 }) => confirm(order.orderId, part, 'SPLIT-000001', { transferAmount: 2500 })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([(await received(one.orderId)).payment, (await received(two.orderId)).payment]).toEqual(['found', 'found'])
    expect((await confirm(other.orderId, 1200, 'SPLIT-000001', { transferAmount: 2500 })).status).toBe(409)
    expect((await confirm(other.orderId, 1200, 'SPLIT-000001')).status).toBe(409)
    expect((await ask([line])).body.recorded).toEqual([2])

    const undone = await restaurant.call(cashier, 'POST', `/api/orders/${one.orderId}/undo-confirmation`, {
      received: 1200,
    })
    expect(undone.status).toBe(200)
    expect((await confirm(other.orderId, 2500, 'SPLIT-000001')).status).toBe(409)
    expect((await confirm(one.orderId, 1200, 'SPLIT-000001', { transferAmount: 2500 })).status).toBe(200)
  })
})

test('MONEY-5: a transfer for two orders is still proposed for the second order after it was recorded for the first', async () => {
  const [one, other] = [await newOrder(1300), await newOrder(1700)]
  const transfer = {
    line: 2,
    narration: `${orderCode(one.orderId)} ${orderCode(other.orderId)}`,
    amount: 3000,
    sender: 'ADA OBI',
    sessionId: 'SPLIT-000007',
  }
  await confirm(one.orderId, 1300, 'SPLIT-000007', { transferAmount: 3000 })
  const { body } = await ask([transfer])
  expect(body).toMatchObject({
    matches: [{ line: 2, certainty: 'certain', part: 1700, order: { orderId: other.orderId } }],
    recorded: [],
    recordedInPart: [{ line: 2, amount: 1300 }],
  })
  await confirm(other.orderId, 1700, 'SPLIT-000007', { transferAmount: 3000 })
  expect((await ask([transfer])).body).toEqual({ matches: [], recorded: [2] })
})

test('MONEY-4: a session id is accepted in any spelling, and counts once over all spellings', async () => {
  const [one, two] = [await newOrder(1500), await newOrder(1500)]
  expect((await confirm(one.orderId, 1500, 'TRF|2MPTfr482|2045529935434317824')).status).toBe(200)
  for (const spelling of ['TRF2MPTfr4822045529935434317824', 'trf|2mptfr482|2045529935434317824_CBA_CREDIT_0']) {
    expect((await confirm(two.orderId, 1500, spelling)).status).toBe(409)
  }
})

test('MONEY-4: a transfer that names the code of a paid order again is proposed for the customer’s waiting order', async () => {
  const ada = await restaurant.customer({ username: 'Ada Nwosu' })
  const [old, fresh] = [await restaurant.order(ada, 1900), await restaurant.order(ada, 1900)]
  await restaurant.pay(cashier, old.orderId, 1900, 'OLD-0000001')
  const line = {
    line: 2,
    narration: old.orderId.slice(-6),
    amount: 1900,
    sender: 'ADA NWOSU',
    sessionId: 'NEW-0000001',
  }
  expect((await ask([line])).body.matches).toMatchObject([
    { certainty: 'likely', order: { id: fresh.orderId }, paidCode: orderCode(old.orderId) },
  ])
})

test('MONEY-3: statement lines that move money to another account of the restaurant are excluded from the day', async () => {
  const text =
    'Trans. Time,Value Date,Description,Debit/Credit(₦),Balance(₦),Channel,Transaction Reference,Counterparty\n20 Nov 2026 01:25:48,20 Nov 2026,Transfer from ADA OBI,"+4,500.00","4,500.00",Mobile,2608070102A,ADA OBI\n20 Nov 2026 01:25:49,20 Nov 2026,Auto-save to OWealth Balance,"-4,500.00",0.00,Mobile,2608075501A,--'
  const { body } = await read(text)
  const lines = body.lines.map(({ line, day, narration, amount, sender, sessionId, balance, kind }) => ({
    line,
    day,
    narration,
    amount,
    sender,
    sessionId,
    balance,
    kind,
  }))
  const day = await restaurant.call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', { place, lines })
  expect(day).toMatchObject({ status: 200 })
  expect(day.body.places.find((each) => each.place === place)).toMatchObject({ lines: 1, counted: 4500 })
  await restaurant.call(owner, 'PUT', '/api/office/open-day/statement', { place, lines: [] })
})

test('MONEY-4: a statement of 2,000 lines with random texts that look like order codes is saved or refused, and the open day stays readable', async () => {
  const sign = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  const narrations = fc.sample(fc.string({ unit: sign, minLength: 280, maxLength: 280 }), 20)
  const lines = Array.from({ length: 2000 }, (_, at) => ({
    line: at + 1,
    day: '2026-11-20',
    narration: `${narrations[at % 20]?.slice(at % 200)}${narrations[(at + 7) % 20]}`.slice(0, 280),
    amount: 5,
    sender: 'X',
    sessionId: `RANDOM${100_000 + at}`,
  }))
  const saved = await restaurant.call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', { place, lines })
  expect([200, 422]).toContain(saved.status)
  expect((await restaurant.call<OpenDay>(owner, 'GET', '/api/office/open-day')).status).toBe(200)
  await restaurant.call(owner, 'PUT', '/api/office/open-day/statement', { place, lines: [] })
})
