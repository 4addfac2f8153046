import { describe, expect, test } from 'vitest'
import type { ClosedDay, OpenDay } from '#contract/books/days.ts'
import type { ReadStatement } from '#contract/books/statements.ts'
import type { Order } from '#contract/order/orders.ts'
import type { StatementMatches } from '#contract/statement-matches.ts'
import { sum } from '#domain/books/kobo.ts'
import { mostAsked } from '#domain/books/statements/statement.ts'
import { orderCode } from '#domain/order/quote.ts'
import { asCsv, banks, type Move, statementGrid } from '#tests/support/bank-statements.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { owner, cashier, call } = restaurant

/** UBA's statements have no reference, OPay's have sweeps, and Kuda's begin with the newest line. */
const accounts = [
  { id: 'demo-bank', bank: 'OPay' },
  { id: 'sample-trust', bank: 'UBA' },
  { id: 'third-bank', bank: 'Kuda' },
] as const
type Account = (typeof accounts)[number]

const orderCount = 400
/**
 * The transfers that only the statements show, some for one order and some for two. The cashier has recorded all
 * others.
 */
const singles = 24
const pairs = 6
const waitingCount = singles + 2 * pairs
const price = 1200

const reference = (at: number) => `0000132611201000${String(10_000_000_000_000 + at)}`
const moveOf = (at: number, amount: number, narration: string, more: Partial<Move> = {}): Move => ({
  day: '2026-11-20',
  time: `${String(Math.floor(at / 60) % 24).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00`,
  amount,
  narration,
  sender: 'ADA OBI',
  reference: reference(at),
  ...more,
})

async function placeOrders(): Promise<Order[]> {
  const dish = await restaurant.dish(price)
  const customers = await Promise.all(Array.from({ length: orderCount }, () => restaurant.customer()))
  const orders: Order[] = []
  for (let at = 0; at < orderCount; at += 8) {
    const some = Array.from({ length: 8 }, async (_, of) => {
      const customer = customers[at + of]
      if (!customer) throw new Error('There is no such customer.')
      const { body: quote } = await restaurant.quote(customer, cartOf(dish, 1 + ((at + of) % 4)))
      return (await restaurant.place(customer, quote.id)).body
    })
    orders.push(...(await Promise.all(some)))
  }
  return orders
}

function transfersFor(orders: readonly Order[]): { readonly orders: readonly Order[]; readonly amount: number }[] {
  const [single, paired] = [orders.slice(0, singles), orders.slice(singles, waitingCount)]
  const pairsOf = Array.from({ length: pairs }, (_, at) => paired.slice(2 * at, 2 * at + 2))
  return [...single.map((order) => [order]), ...pairsOf, ...orders.slice(waitingCount).map((order) => [order])].map(
    (of) => ({ orders: of, amount: of.reduce((total, { totalAmount }) => total + totalAmount, 0) }),
  )
}

/** Returns lines that pay for no order: a sweep and its return, a levy, a charge, and a reversed transfer. */
function othersAt(from: number): Move[] {
  return [
    moveOf(from, -450_000, 'Auto-save to OWealth Balance'),
    moveOf(from + 1, 450_000, 'OWealth Withdrawal'),
    moveOf(from + 2, -5000, 'Electronic Money Transfer Levy'),
    moveOf(from + 3, -2688, 'NIP CHARGE AND VAT'),
    moveOf(from + 4, 77_700, 'TRF FROM MUSA BELLO', { sender: 'MUSA BELLO' }),
    moveOf(from + 5, -77_700, 'RVSL TRF FROM MUSA BELLO', { sender: 'MUSA BELLO', reference: reference(from + 4) }),
  ]
}

async function transfersIn({ id }: Account, text: string) {
  const read = await call<ReadStatement>(cashier, 'POST', `/api/desk/statements?account=${id}`, Buffer.from(text))
  expect(read).toMatchObject({ status: 200, body: { unread: [], proof: { holds: true } } })
  const transfers = read.body.lines
    .filter(({ kind, amount }) => kind === 'customer' && amount > 0)
    .map(({ line, narration, amount, sender, sessionId }) => ({ line, narration, amount, sender, sessionId }))
  return { lines: read.body.lines, transfers }
}

async function proposalsFor(transfers: Awaited<ReturnType<typeof transfersIn>>['transfers']) {
  const parts = Array.from({ length: Math.ceil(transfers.length / mostAsked) }, (_, at) =>
    transfers.slice(at * mostAsked, (at + 1) * mostAsked),
  )
  const answers: StatementMatches[] = []
  for (const part of parts) {
    answers.push(
      (await call<StatementMatches>(cashier, 'POST', '/api/desk/statement-matches', { transfers: part })).body,
    )
  }
  const byLine = new Map(transfers.map((transfer) => [transfer.line, transfer]))
  return answers
    .flatMap(({ matches }) => matches)
    .filter(({ certainty }) => certainty === 'certain')
    .flatMap(({ line, order, part }) => {
      const transfer = byLine.get(line)
      return transfer ? [{ transfer, order, part }] : []
    })
}

type Proposals = Awaited<ReturnType<typeof proposalsFor>>

/** Confirms all proposals for an account concurrently, as the desk's button for a whole file does. */
const confirmAll = (account: Account, proposals: Proposals) =>
  Promise.all(
    proposals.map(({ transfer: { amount, sender, sessionId }, order, part }) =>
      call<Order>(cashier, 'POST', `/api/orders/${order.orderId}/confirm-payment`, {
        accountId: account.id,
        amount: part ?? amount,
        ...(part !== undefined && { transferAmount: amount }),
        sender,
        sessionId,
      }),
    ),
  )

await database.pool.query(`update settings set document = jsonb_set(document, '{accounts}', $1)`, [
  JSON.stringify(accounts.map(({ id, bank }, at) => ({ id, bank, number: `000004462${at}`, name: 'Ina Grill' }))),
])
const orders = await placeOrders()
const byAccount = accounts.map((account, at) => {
  const own = transfersFor(orders).filter((_, of) => of % accounts.length === at)
  const moves = own.map(({ orders: of, amount }, row) =>
    moveOf(at * 1000 + row, amount * 100, `TRF ${of.map(({ orderId }) => orderCode(orderId)).join(' ')}`),
  )
  const bank = banks.find(({ name }) => name === account.bank)
  if (!bank) throw new Error(`The fixtures have no bank ${account.bank}.`)
  const text = (some: readonly Move[], opening: number) => asCsv(statementGrid(bank, some, opening))
  return { account, own, text: text([...moves, ...othersAt(at * 1000 + 500)], 1_000_000), moves }
})
const waiting = new Set(orders.slice(0, waitingCount).map(({ orderId }) => orderId))

describe('a night of 400 orders on three accounts', () => {
  test('MONEY-4: confirming three files in two tabs concurrently records each of their 30 waiting transfers once', async () => {
    for (const { account, own, moves } of byAccount) {
      for (const [row, { orders: of, amount }] of own.entries()) {
        const [order] = of
        if (!order || waiting.has(order.orderId)) continue
        const session = moves[row]?.reference
        expect((await restaurant.pay(cashier, order.orderId, amount, session, account.id)).status).toBe(200)
      }
    }
    let transferCount = 0
    for (const { account, text } of byAccount) {
      const [{ transfers }, other] = await Promise.all([transfersIn(account, text), transfersIn(account, text)])
      const [here, there] = await Promise.all([proposalsFor(transfers), proposalsFor(other.transfers)])
      const due = here.filter(({ order }) => waiting.has(order.orderId))
      transferCount += new Set(due.map(({ transfer }) => transfer.line)).size
      expect(due).toHaveLength(here.length)
      await Promise.all([confirmAll(account, here), confirmAll(account, there)])
      expect(await proposalsFor(transfers)).toEqual([])
    }
    expect(transferCount).toBe(singles + pairs)
    const { rows } = await database.pool.query<{ order_id: string; amount: number; payments: number }>(
      `select order_id, sum(amount)::float8 as amount, count(*)::int as payments from movements group by order_id`,
    )
    const received = new Map(rows.map((row) => [row.order_id, row]))
    for (const { orderId, totalAmount } of orders) {
      expect(received.get(orderId)).toMatchObject({ amount: totalAmount, payments: 1 })
    }
  })

  test('MONEY-2, MONEY-3: a day with the statements of three accounts is closed with every naira explained', async () => {
    for (const { account, text } of byAccount) {
      const { lines } = await transfersIn(account, text)
      const sent = lines.map(({ line, day, narration, amount, sender, sessionId, balance, kind }) => ({
        line,
        day,
        narration,
        amount,
        sender,
        sessionId,
        balance,
        kind,
      }))
      const place = `account:${account.id}`
      const { status, body } = await call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', {
        place,
        lines: sent,
      })
      expect(status).toBe(200)
      const found = body.places.find((each) => each.place === place)
      const moved = sum(lines.flatMap(({ kind, amount }) => (kind === 'sweep' ? [] : amount)))
      expect(found).toMatchObject({ counted: moved, unexplained: 0 })
      const effects = body.differences.flatMap((each) => each.effects).filter((each) => each.place === place)
      expect(sum(effects.map(({ amount }) => amount))).toBe(sum([moved, -(found?.expected ?? 0)]))
      expect(sum([moved, -(found?.expected ?? 0)])).toBe(-76.88)
    }
    await call(cashier, 'PUT', '/api/office/open-day/count', { place: 'till', counted: 0 })
    const { from, until, places } = (await call<OpenDay>(owner, 'GET', '/api/office/open-day')).body
    const seen = places.map(({ place, expected, counted }) => ({ place, expected, counted }))
    const reasons = Object.fromEntries(places.map(({ place }) => [place, 'Levies and charges.']))
    const signed = await call<ClosedDay>(owner, 'POST', '/api/office/days', { from, until, seen, reasons })
    expect(signed.status).toBe(201)
    const taken = sum(orders.map(({ totalAmount }) => totalAmount))
    expect(sum(signed.body.places.map(({ expected }) => expected))).toBe(taken)

    const first = byAccount[0]
    if (!first) throw new Error('There is no account.')
    const { lines } = await transfersIn(first.account, first.text)
    const again = await call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', {
      place: `account:${first.account.id}`,
      lines: lines.map(({ line, day, narration, amount, sender, sessionId, balance, kind }) => ({
        ...{ line, day, narration, amount, sender, sessionId, balance, kind },
      })),
    })
    expect(again.body.differences).toEqual([])
    expect(again.body.places.find(({ place }) => place === `account:${first.account.id}`)).toMatchObject({
      counted: 0,
      unexplained: 0,
    })
  })
})
