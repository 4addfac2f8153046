import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, type Range } from '#domain/books/days.ts'
import { figuresOf, timeLimits } from '#domain/books/figures.ts'
import type { Counted } from '#domain/books/lines.ts'
import { firstDay } from '#domain/books/sold-out.ts'
import { quarterLength } from '#domain/restaurant/capacity.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { randomOf } from '#tests/faults/random.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { items, orders, quotes } from '../../db/schema.ts'
import { runSweeps } from '../../db/sweep-runner.ts'
import { readFigures } from './figures.ts'
import { sweepChangedDays } from './recount.ts'

const database = await freshDatabase()
const { orm } = database
const restaurant = await openTestRestaurant(database)
const { owner, cashier, kitchen } = restaurant

const now = Date.now()
const today = Lagos.dateOf(now)
const week: Range = { from: addDays(today, -6), to: today }

/** Returns the slot that begins `quarters` quarter-hours after noon, on the day after tomorrow. */
const slotAt = (quarters: number) =>
  new Date(Lagos.midnight(Lagos.dayOf(now) + 2) + 12 * 60 * Lagos.minute + quarters * quarterLength).toISOString()

const sweep = () => runSweeps(database, { figures: sweepChangedDays }, { log: () => {} })
const read = (range = week) => readFigures(database, { query: range }, now)

/** Counts the orders one by one in TypeScript, without the product's SQL. */
async function plainly(range: Range) {
  const [all, chosenSlots, instants, dishes, spans] = await Promise.all([
    orm.select().from(orders),
    orm.select({ id: quotes.id, slot: quotes.slot }).from(quotes),
    // Times are read as seconds in floats, because a Date would drop PostgreSQL's microseconds.
    orm.execute<
      { id: string } & Record<'found' | 'started' | 'ready' | 'promised' | 'out' | 'finished', number | null>
    >(
      sql`select id, ${sql.join(
        ['found_at', 'started_at', 'ready_at', 'ready_by', 'out_at', 'finished_at'].map(
          (name, place) =>
            sql`extract(epoch from ${sql.raw(name)})::float8 as ${sql.raw(['found', 'started', 'ready', 'promised', 'out', 'finished'][place] ?? '')}`,
        ),
        sql`, `,
      )} from orders`,
    ),
    orm.execute<{ id: string; name: string; category: string }>(
      sql`select i.id, i.name, c.title as category from items i join categories c on c.id = i.category_id`,
    ),
    orm.execute<{ itemId: string; began: number; ended: number | null }>(
      sql`select item_id as "itemId", extract(epoch from began_at)::float8 * 1000 as began,
                 extract(epoch from ended_at)::float8 * 1000 as ended from sold_out_spans`,
    ),
  ])
  const counted: Counted[] = []
  for (const order of all) {
    const day = Lagos.dateOf(order.createdAt.getTime())
    if (day < firstDay(range) || day > range.to) continue
    const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1
    const period = day >= range.from ? 'now' : day >= addDays(range.from, -days) ? 'before' : 'earlier'
    const note = (dimension: string, key: string, count: number, amount: number) => {
      counted.push({ period, dimension, key, day, count, amount })
    }
    const at = instants.rows.find(({ id }) => id === order.orderId)
    const chosen = chosenSlots.find(({ id }) => id === order.orderId)?.slot
    if (!at) throw new Error('An order without instants.')
    const time = (name: string, from: number | null, to: number | null) => {
      if (from === null || to === null) return
      const seconds = Math.max(0, Math.round(to - from))
      note(name, String(timeLimits.filter((limit) => seconds >= limit * 60).length), 1, seconds)
    }
    const less = order.substitutions.reduce((sum, made) => sum + made.less, 0)
    const cause =
      order.cancelledBy === 'restaurant'
        ? `restaurant:${(order.cancelReason ?? '').trim().toLowerCase()}`
        : (order.cancelledBy ?? '')
    const isCancelled = order.status === 'cancelled'
    if (order.refunded > 0)
      note('refunded', isCancelled ? cause : less > 0 ? 'sold-out' : 'overpaid', 1, order.refunded)
    if (order.substitutions.length > 0) note('taken-off', '', order.substitutions.length, less)
    time('waiting', at.found, at.started)
    time('cooking', at.started, at.ready)
    if (order.deliveryStatus === 'delivered') time('riding', at.out, at.finished)
    if (at.ready !== null && at.promised !== null) {
      note('promise', at.ready <= at.promised ? 'kept' : 'late', 1, Math.max(0, Math.round(at.ready - at.promised)))
    }
    if (order.slot) {
      const isInTime = at.ready !== null && at.promised !== null && at.ready <= at.promised
      const end = at.ready === null ? 'open' : isInTime ? 'kept' : 'late'
      note('later', isCancelled && order.slotQuestion ? 'lost' : end, 1, 0)
      if (order.slot.getTime() !== chosen?.getTime()) note('later', 'moved', 1, 0)
    }
    if (isCancelled) {
      note('cancelled', cause, 1, order.totalAmount)
      continue
    }
    const customer = order.channel === 'web' ? 'unknown' : 'counter'
    note('sales', '', 1, order.totalAmount)
    note('hour', String((order.createdAt.getUTCHours() + 1) % 24).padStart(2, '0'), 1, order.totalAmount)
    note(
      'place',
      order.deliveryMethod === 'delivery' ? (order.deliveryLocation ?? 'Delivery') : '',
      1,
      order.totalAmount,
    )
    note('channel', order.channel, 1, order.totalAmount)
    note(
      'customers',
      order.orderedBefore === null ? customer : order.orderedBefore ? 'returning' : 'new',
      1,
      order.totalAmount,
    )
    if (order.deliveryMethod === 'delivery') note('fees', '', 1, order.deliveryFee)
    for (const { rate, included, name, amount } of order.taxLines) note('tax', `${rate} ${included} ${name}`, 1, amount)
    for (const line of order.items) {
      note('dish', line.itemId, line.quantity, line.itemTotal)
      for (const { label, name, quantity, price } of line.extras) {
        note('option', `${label}: ${name}`, quantity * line.quantity, price * quantity * line.quantity)
      }
    }
  }
  return { ...figuresOf(range, counted, { dishes: dishes.rows, spans: spans.rows, now }), uncounted: 0 }
}

test('BOOKS-5: after random changes of orders, and after a count that was killed, the figures equal a plain recount', async () => {
  const random = randomOf(20_261_123)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <Each>(among: readonly Each[]) => among[below(among.length)] as Each
  const people = [await restaurant.customer(), await restaurant.customer()]
  const ids: string[] = []
  const place = async () => {
    const buyer = pick(people)
    const asked = pick([
      { items: [halfChicken] },
      cartOf('jollof', 2, { deliveryMethod: 'delivery' }),
      cartOf('jollof', 1, { slot: slotAt(below(8)) }),
    ])
    const { status, body } = await restaurant.quote(buyer, asked)
    // A quote is refused while its dish is sold out.
    if (status > 201) return
    await restaurant.place(buyer, body.id)
    await restaurant.pay(cashier, body.id, body.totalAmount)
    ids.push(body.id)
  }
  const change = (set: string) =>
    database.pool.query(`update orders set ${set}, version = version + 1 where id = $1`, [pick(ids)])
  const steps: (() => Promise<unknown>)[] = [
    place,
    () => restaurant.act(kitchen, pick(ids), 'start'),
    () => restaurant.act(kitchen, pick(ids), 'mark-ready'),
    () => restaurant.act(cashier, pick(ids), 'change-slot', { slot: slotAt(below(8)) }),
    () => change(`ready_by = now() + make_interval(mins => ${below(10)} - 5)`),
    () => change(`slot_question = ${pick([`'{"reason": "closed", "since": "2026-11-28T12:00:00Z"}'`, 'null'])}`),
    () => restaurant.act(cashier, pick(ids), 'complete'),
    () => restaurant.act(owner, pick(ids), 'cancel', { reason: pick(['No gas', ' no gas ', 'Too late']) }),
    () => change(`created_at = now() - make_interval(hours => ${below(2400)})`),
    () => change(`found_at = now() - make_interval(mins => ${below(100)}), started_at = now()`),
    () =>
      change(
        `received = total + 500, refunded = ${below(2) * 500}, ordered_before = ${pick(['true', 'false', 'null'])}`,
      ),
    () => change(`substitutions = '[{"dish": "1 × Eba", "instead": null, "less": 300, "by": "customer"}]'`),
    () =>
      change(
        `status = 'completed', cancelled_by = null, cancel_reason = null, delivery_status = case delivery_method when 'delivery' then 'delivered' end, out_at = now() - interval '20 minutes', finished_at = now()`,
      ),
    () => restaurant.send(owner, 'PATCH', '/api/menu-items/jollof', { isAvailable: below(2) === 0 }),
    () =>
      restaurant.send(owner, 'PATCH', '/api/office/settings', {
        taxes: [
          { name: 'VAT', rate: pick([750, 800]), included: true, onDelivery: true },
          { name: pick(['Levy', '5 true Levy']), rate: 500, included: below(2) === 0, onDelivery: false },
        ].slice(below(3)),
      }),
    sweep,
    sweep,
    // This count is killed after its deletions and before its inserts.
    () =>
      database
        .transaction(async (tx) => {
          await sweepChangedDays(tx, 500)
          throw new Error('killed')
        })
        .catch(() => {}),
  ]
  for (let each = 0; each < 6; each++) await place()
  expect(new Set(ids).size).toBeGreaterThan(2)
  for (let step = 0; step < 120; step++) {
    await pick(steps)()
    if (step % 3 > 0) continue
    const from = addDays(today, -below(70))
    const range = { from, to: addDays(from, below(70)) }
    expect(await read(range), `step ${step}, ${range.from} to ${range.to}`).toEqual(await plainly(range))
  }
  await sweep()
  expect(await read()).toEqual(await plainly(week))
  expect((await database.pool.query('select from changed_days')).rowCount).toBe(0)
})

test('TIME-4: figures count an order for later as ready by its slot, moved, or cancelled because of its slot', async () => {
  await orm.update(items).set({ available: true, backAt: null }).where(eq(items.id, 'jollof'))
  const before = (await read()).tables.later
  const later = async () => {
    const buyer = await restaurant.customer()
    const { body } = await restaurant.quote(buyer, cartOf('jollof', 1, { slot: slotAt(0) }))
    return (await restaurant.place(buyer, body.id)).body.orderId
  }
  const [kept, late, moved, lost, own] = [await later(), await later(), await later(), await later(), await later()]
  expect((await restaurant.act(cashier, moved, 'change-slot', { slot: slotAt(2) })).status).toBe(200)
  const set = (id: string, values: string) => database.pool.query(`update orders set ${values} where id = $1`, [id])
  await set(kept, 'ready_at = ready_by')
  await set(late, "ready_at = ready_by + interval '1 minute'")
  await set(lost, `slot_question = '{"reason": "closed", "since": "2026-11-28T12:00:00Z"}'`)
  for (const id of [lost, own])
    expect((await restaurant.act(owner, id, 'cancel', { reason: 'No gas' })).status).toBe(200)
  const after = (await read()).tables.later
  const added = after.map(({ key, title, count }) => [
    title,
    count - (before.find((line) => line.key === key)?.count ?? 0),
  ])
  expect(added).toEqual([
    ['Ordered for later', 5],
    ['Ready by their slot', 1],
    ['Ready after their slot', 1],
    ['Moved to another slot', 1],
    ['Cancelled: the slot could not be kept', 1],
  ])
})

test('BOOKS-5: two processes that sweep concurrently while orders change lose no change', async () => {
  const ada = await restaurant.customer()
  const { orderId: id } = await restaurant.order(ada)
  const isOver = { yet: false }
  const sweeping = [sweep, sweep].map(async (run) => {
    while (!isOver.yet) await run()
  })
  await Promise.all(
    [1, 2, 3].map(async (writer) => {
      for (let time = 0; time < 15; time++) {
        await orm
          .update(orders)
          .set({ createdAt: new Date(now - 86_400_000 * ((time + writer) % 5)) })
          .where(eq(orders.orderId, id))
        expect(await read()).toMatchObject({ uncounted: 0 })
      }
    }),
  )
  isOver.yet = true
  await Promise.all(sweeping)
  expect(await read()).toEqual(await plainly(week))
  await sweep()
  expect(await read()).toEqual(await plainly(week))
})

test('BOOKS-5: the first order of an account counts as a new customer’s, even after the account is deleted', async () => {
  const bola = await restaurant.customer()
  const before = (await read()).tables.customers
  const count = (lines: typeof before, key: string) => lines.find((line) => line.key === key)?.count ?? 0
  await restaurant.order(bola)
  await restaurant.order(bola)
  await database.pool.query(
    "update orders set customer_id = null, status = 'completed', finished_at = now() where customer_id = $1",
    [bola.id],
  )
  const after = (await read()).tables.customers
  expect(count(after, 'new') - count(before, 'new')).toBe(1)
  expect(count(after, 'returning') - count(before, 'returning')).toBe(1)
})

test('BOOKS-5: a dish counts as sold out from its mark, or from its last portion, until it is available again', async () => {
  const dish = await restaurant.dish(1000)
  const spans = async () =>
    (
      await database.pool.query('select ended_at is null as open from sold_out_spans where item_id = $1 order by 1', [
        dish,
      ])
    ).rows.map(({ open }) => open)
  const set = (values: Partial<typeof items.$inferInsert>) => orm.update(items).set(values).where(eq(items.id, dish))
  await set({ portionsLeft: 1 })
  expect(await spans()).toEqual([])
  await set({ available: false, portionsLeft: 0 })
  await set({ portionsLeft: null })
  expect(await spans()).toEqual([true])
  await set({ available: true, portionsLeft: null })
  expect(await spans()).toEqual([false])
  await set({ available: false })
  await set({ removed: true })
  expect(await spans()).toEqual([false, false])
})

test('BOOKS-5: a transaction that began before a dish was switched off can still make the dish available', async () => {
  const dish = await restaurant.dish(1000)
  const isDish = eq(items.id, dish)
  await orm.transaction(async (cancellation) => {
    await cancellation.execute(sql`select now()`)
    await orm.update(items).set({ available: false }).where(isDish)
    await cancellation.update(items).set({ available: true }).where(isDish)
  })
  const { rows } = await database.pool.query(
    'select ended_at = began_at as no_time from sold_out_spans where item_id = $1',
    [dish],
  )
  expect(rows).toEqual([{ no_time: true }])
})

test('BOOKS-5: a range of more than a year, or with an end before its beginning, is refused with its field', async () => {
  const { figuresQuery } = await import('#contract/books/figures.ts')
  const asked = (from: string, to: string) =>
    figuresQuery.safeParse({ from, to }).error?.issues.map(({ path }) => path[0])
  expect(asked('2025-11-23', '2026-11-23')).toBeUndefined()
  expect(asked('2025-11-22', '2026-11-23')).toEqual(['from'])
  expect(asked('2026-11-24', '2026-11-23')).toEqual(['to'])
  expect(asked('2026-02-30', '2026-11-23')).toEqual(['from'])
})
