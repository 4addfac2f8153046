import { describe, expect, test } from 'vitest'
import type { ClosedDay, DayList, OpenDay } from '#contract/books/days.ts'
import { closedDay, openDay } from '#contract/books/days.ts'
import type { TillEntries } from '#contract/books/till.ts'
import { orderCode } from '#domain/order/quote.ts'
import { freshDatabase } from '../../tests/support/database.ts'
import { openTestRestaurant } from '../../tests/support/restaurant.ts'
import { dayCsv, sweepStatements } from './closed-days.ts'
import { recordMovements } from './movements.ts'
import { readOpenDay } from './open-day.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { owner, cashier, rider, call } = restaurant
const ada = await restaurant.customer()

const open = async () => openDay.parse((await readOpenDay(database.orm)).day)
const at = (day: OpenDay, place: string) => day.places.find((each) => each.place === place)
const count = (place: string, counted: number | null) =>
  call<OpenDay>(cashier, 'PUT', '/api/office/open-day/count', { place, counted })
const seenOf = ({ places }: OpenDay) => places.map(({ place, expected, counted }) => ({ place, expected, counted }))
const sign = (day: OpenDay, reasons: Record<string, string> = {}) =>
  call<ClosedDay>(owner, 'POST', '/api/office/days', {
    from: day.from,
    until: day.until,
    seen: seenOf(day),
    reasons,
  })
const move = (place: 'till' | `rider:${string}` | `account:${string}`, amount: number) =>
  database.transaction((tx) => recordMovements(tx, { kind: 'correction', place, amount, recordedBy: owner.id }))

async function accountPlace(): Promise<string> {
  const place = (await open()).places.find((each) => each.place.startsWith('account:'))?.place
  if (!place) throw new Error('The restaurant has no account.')
  return place
}

async function endDay(): Promise<void> {
  for (const { place, expected, counted } of (await open()).places) {
    if (counted === null && !place.startsWith('account:')) await count(place, expected)
  }
  const day = await open()
  const reasons = Object.fromEntries(day.places.map(({ place }) => [place, 'Not of this test.']))
  expect((await sign(day, reasons)).status).toBe(201)
}

const tillHolds = async () => (await call<TillEntries>(cashier, 'GET', '/api/desk/till')).body.holds

test('BOOKS-2: a business day sums up the movements at each place, and closing it requires a reason for each difference', async () => {
  expect(await tillHolds()).toBeNull()
  await endDay()
  const carried = at(await open(), 'till')?.opening ?? 0
  await move('till', 5000)
  await move(`rider:${rider.id}`, 3000)
  expect(at(await open(), 'till')).toMatchObject({ opening: carried, expected: carried + 5000, counted: null })

  const { body } = await count('till', carried + 4500)
  expect(at(body, 'till')).toMatchObject({ counted: carried + 4500, countedBy: cashier.username, unexplained: -500 })
  await count(`rider:${rider.id}`, 3000)
  expect(await sign(await open())).toMatchObject({
    status: 422,
    body: { code: 'invalid', field: 'reasons.till' },
  })

  const day = await open()
  const signed = await sign(day, { till: 'A note was false' })
  expect(signed.status).toBe(201)
  expect(closedDay.parse(signed.body).places[0]).toMatchObject({
    place: 'till',
    expected: carried + 5000,
    counted: carried + 4500,
    countedBy: cashier.username,
    reason: 'A note was false',
  })
  expect(signed.body).toMatchObject({ from: day.from, until: day.until, signedBy: owner.username })

  const next = await open()
  expect(next.from).toBe(day.until)
  expect(at(next, 'till')).toMatchObject({ opening: carried + 4500, expected: carried + 4500, counted: null })
  expect(at(next, `rider:${rider.id}`)).toMatchObject({ opening: 3000, expected: 3000 })
  expect(await tillHolds()).toBe(carried + 4500)
  const { body: list } = await call<DayList>(owner, 'GET', '/api/office/days')
  expect(list.days[0]).toMatchObject({ id: signed.body.id, differences: 1 })
  expect(dayCsv(signed.body)).toContain('A note was false')
})

test('BOOKS-2: of two owners who close a day concurrently, one succeeds and the other gets 409', async () => {
  await endDay()
  const till = at(await open(), 'till')
  await count('till', till?.expected ?? 0)
  await count(`rider:${rider.id}`, null)
  const day = await open()
  const answers = await Promise.all([sign(day), sign(day)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'day-moved-on' })
})

test('BOOKS-2: a day is not closed if its figures have changed since the owner’s page displayed them', async () => {
  await endDay()
  const till = at(await open(), 'till')
  await count('till', till?.expected ?? 0)
  const day = await open()
  await count('till', (till?.expected ?? 0) + 100)
  expect(await sign(day)).toMatchObject({ status: 409, body: { code: 'day-moved-on' } })
  // A movement that the owner has not seen belongs to the next day, so the close still succeeds.
  const again = await open()
  await move('till', 700)
  expect((await sign(again, { till: 'Change for tomorrow' })).status).toBe(201)
  const next = at(await open(), 'till')
  expect((next?.expected ?? 0) - (next?.opening ?? 0)).toBe(700)
})

test('BOOKS-2: money recorded by a transaction that began before the close belongs to the next day', async () => {
  await endDay()
  await database.transaction(async (tx) => {
    // The first statement begins the transaction, before the close below.
    await tx.execute('select now()')
    await count('till', at(await open(), 'till')?.expected ?? 0)
    const day = await open()
    expect((await sign(day, { till: 'Not of this test.' })).status).toBe(201)
    await recordMovements(tx, { kind: 'correction', place: 'till', amount: 900, recordedBy: owner.id })
  })
  const next = at(await open(), 'till')
  expect((next?.expected ?? 0) - (next?.opening ?? 0)).toBe(900)
})

test('BOOKS-2: a day without a count of the till cannot be closed', async () => {
  await endDay()
  expect(await sign(await open())).toMatchObject({ status: 422 })
})

describe('BOOKS-3: the statement of an account', () => {
  test('an account’s statement lists differences with their orders, and becomes part of the day when the day is closed', async () => {
    await endDay()
    const [full, less] = [await restaurant.paidOrder(ada, 4000), await restaurant.paidOrder(ada, 3000)]
    const recorded = await database.pool.query<{ order_id: string; place: string; reference: string }>(
      'select order_id, place, reference from movements where order_id = any($1)',
      [[full.orderId, less.orderId]],
    )
    const place = recorded.rows[0]?.place ?? ''
    const line = (order: { orderId: string }, amount: number, at: number) => ({
      line: at,
      day: '2026-11-20',
      narration: `NIP ${orderCode(order.orderId)}`,
      amount,
      sender: 'ADA',
      sessionId: recorded.rows.find((row) => row.order_id === order.orderId)?.reference ?? '',
    })
    const fee = { line: 4, day: null, narration: 'NIP CHARGE', amount: -26.88, sender: '', sessionId: '' }
    const lines = [line(full, 4000, 2), line(less, 2500, 3), fee]
    const brought = await call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', { place, lines })
    expect(brought.status).toBe(200)
    expect(openDay.parse(brought.body).differences).toMatchObject([
      { kind: 'short', orderIds: [less.orderId], effects: [{ place, amount: -500 }] },
      { kind: 'unknown', orderIds: [], effects: [{ place, amount: -26.88 }] },
    ])
    const account = at(brought.body, place)
    expect(account).toMatchObject({ lines: 3, expected: 7000, counted: 6473.12, unexplained: 0 })

    await count('till', at(brought.body, 'till')?.expected ?? 0)
    const signed = await sign(await open())
    expect(signed.status).toBe(201)
    expect(closedDay.parse(signed.body).differences).toMatchObject([
      { kind: 'short', lines: 1, named: [{ place, line: 3, amount: 2500, sender: 'ADA' }] },
      { kind: 'unknown', named: [{ line: 4, amount: -26.88, narration: 'NIP CHARGE', sender: '' }] },
    ])
    expect(dayCsv(signed.body)).toContain('NIP CHARGE')
    expect(signed.body.places.find((each) => each.place === place)).toMatchObject({
      lines: 3,
      reason: 'As named by the statement.',
    })

    // Lines that a closed day contains are not counted again when the file is imported on the next day.
    const again = await call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', { place, lines })
    expect(again.body.differences).toEqual([])
    expect(at(again.body, place)).toMatchObject({ expected: 0, counted: 0, unexplained: 0 })
    const none = await call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', { place, lines: [] })
    expect(at(none.body, place)).toMatchObject({ lines: null, counted: null })
  })

  test('an account’s statement is matched with payments, and not with undone payments', async () => {
    await endDay()
    const [one, other] = [await restaurant.order(ada, 4000), await restaurant.order(ada, 4000)]
    const sessionId = 'UNDONE 000014251120172648'
    await restaurant.pay(cashier, one.orderId, 4000, sessionId)
    await restaurant.act(cashier, one.orderId, 'undo-confirmation', { received: 4000 })
    const { body: nothing } = await count('till', null)
    const place = 'account:demo-bank'
    expect(at(nothing, place)).toMatchObject({ expected: 0 })
    const line = {
      line: 2,
      day: null,
      narration: `NIP ${orderCode(other.orderId)}`,
      amount: 4000,
      sender: 'ADA',
      sessionId,
    }
    const bring = (lines: object[]) => call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', { place, lines })
    // The statement has the transfer, but the only payment recorded for the transfer was undone.
    expect((await bring([line])).body.differences).toMatchObject([{ kind: 'unknown', orderIds: [other.orderId] }])
    await restaurant.pay(cashier, other.orderId, 4000, sessionId)
    const brought = await bring([line])
    expect(brought.body.differences).toEqual([])
    expect(at(brought.body, place)).toMatchObject({ expected: 4000, counted: 4000, unexplained: 0 })
    await count('till', at(brought.body, 'till')?.expected ?? 0)
    expect((await sign(await open())).status).toBe(201)
    // On the next day the line counts as settled, although its transfer has two recorded payments, one of them undone.
    expect((await bring([line])).body.differences).toEqual([])
    await bring([])
  })

  test('a transfer that the account’s statement shows a day later is reported as late', async () => {
    await endDay()
    const place = await accountPlace()
    const order = await restaurant.paidOrder(ada, 2000)
    const { rows } = await database.pool.query<{ place: string; reference: string }>(
      'select place, reference from movements where order_id = $1',
      [order.orderId],
    )
    const at = rows[0]?.place ?? place
    const other = { line: 2, day: null, narration: 'x', amount: 10, sender: '', sessionId: '' }
    const bring = (lines: object[]) =>
      call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', { place: at, lines })
    expect((await bring([other])).body.differences).toMatchObject([{ kind: 'unknown' }, { kind: 'missing' }])
    await endDay()
    const came = { ...other, line: 3, amount: 2000, sessionId: rows[0]?.reference ?? '' }
    expect((await bring([other, came])).body.differences).toMatchObject([
      { kind: 'late', effects: [{ place: at, amount: 2000 }] },
    ])
    await bring([])
  })
})

test('BOOKS-2: a closed day cannot be changed, and a correction to it belongs to the open day', async () => {
  await endDay()
  for (const statement of [
    'update business_days set to_at = now()',
    'delete from business_days',
    "update day_counts set reason = 'none'",
    'delete from day_counts',
    'delete from day_differences',
    'delete from statement_lines',
    'update statement_lines set amount = 1',
  ]) {
    await expect(database.pool.query(statement), statement).rejects.toThrow(/signed day/)
  }
  // Only the personal data of a closed day's lines can be blanked.
  await database.pool.query("update statement_lines set narration = '', sender = ''")
  const before = at(await open(), 'till')?.expected ?? 0
  const answer = await call<OpenDay>(owner, 'POST', '/api/office/open-day/corrections', {
    place: 'till',
    amount: -300,
    reason: 'Counted twice on Friday',
  })
  expect(at(answer.body, 'till')?.expected).toBe(before - 300)
  const { rows } = await database.pool.query(
    "select action from audit where action like 'day.%' order by id desc limit 2",
  )
  expect(rows).toEqual([{ action: 'day.correct' }, { action: 'day.close' }])
})

test('SAFE-11: a statement line loses its personal data after the retention time of orders', async () => {
  await endDay()
  const place = await accountPlace()
  const lines = [{ line: 2, day: null, narration: 'TRF FROM ZOE OBI', amount: 50, sender: 'ZOE OBI', sessionId: '' }]
  await call<OpenDay>(owner, 'PUT', '/api/office/open-day/statement', { place, lines })
  await endDay()
  const { body: list } = await call<DayList>(owner, 'GET', '/api/office/days')
  const told = async () => {
    const { body } = await call<ClosedDay>(owner, 'GET', `/api/office/days/${list.days[0]?.id}`)
    return body.differences.map(({ kind, lines, named }) => [kind, lines, named.map(({ sender }) => sender)])
  }
  expect(await told()).toEqual([['unknown', 1, ['ZOE OBI']]])
  await endDay()
  // The customer is called Zoe, because the hexadecimal ids of other lines may contain 'ada'.
  const named = async () =>
    (await database.pool.query("select from statement_lines where narration || sender || key ilike '%zoe%'")).rowCount
  const sweep = (months: number) => database.transaction(async (tx) => sweepStatements(months)(tx, 500))
  expect(await sweep(1)).toBe(0)
  expect(await named()).toBe(1)
  expect(await sweep(0)).toBeGreaterThan(0)
  expect(await named()).toBe(0)
  expect(await told()).toEqual([['unknown', 1, []]])
  expect(await sweep(0)).toBe(0)
})

test('BOOKS-2: money recorded after the clock was set back is in the open day, which can be closed', async () => {
  // This insert puts the last close an hour into the future. The same happens if the clock is set back by an hour after
  // a close.
  await database.pool.query(
    `insert into business_days (from_at, to_at, signed_by)
     select max(to_at), date_trunc('milliseconds', now()) + interval '1 hour', $1 from business_days`,
    [owner.id],
  )
  await move('till', 1200)
  expect(at(await open(), 'till')).toMatchObject({ expected: 1200 })
  await endDay()
  await move('till', 300)
  expect(at(await open(), 'till')).toMatchObject({ opening: 1200, expected: 1500 })
})
