import { beforeEach, describe, expect, test } from 'vitest'
import type { MenuItems } from '#contract/menu/menu.ts'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import type { DeskOrder, Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Slots, SlotsBody } from '#contract/order/slots.ts'
import type { Preparations, Quarters } from '#contract/quarters.ts'
import type { User } from '#contract/session.ts'
import { quarterLength, quarterOf } from '#domain/restaurant/capacity.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { escalate } from '../orders/alarms.ts'
import { askAboutSlots, fallDue } from './slots-kept.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { owner, cashier, kitchen, call, quote, place, act } = restaurant

const settings = (change: unknown) => call(owner, 'PATCH', '/api/office/settings', change)
const always = { always: true }
/** Noon on the day after tomorrow in Lagos, in epoch milliseconds. */
const noon = Lagos.midnight(Lagos.dayOf(Date.now()) + 2) + 12 * 60 * Lagos.minute
const slotAt = (quarters = 0) => new Date(noon + quarters * quarterLength).toISOString()
const later = (more: object = {}, quantity = 1) => cartOf('jollof', quantity, { slot: slotAt(), ...more })
const slots = async (caller: User | undefined, body: object) =>
  (await call<Slots>(caller, 'POST', '/api/slots', body)).body
const ask: SlotsBody = { items: [{ itemId: 'jollof', selection: {}, quantity: 1 }], date: Lagos.dateOf(noon) }
const desk = async (id: string) => (await call<DeskOrder>(cashier, 'GET', `/api/orders/${id}`)).body
const startNow = (id: string) =>
  database.pool.query(
    "update orders set start_at = now() - interval '1 second', claimed_at = now() - interval '1 day' where id = $1",
    [id],
  )
const openCount = async () => {
  const { rows } = await database.pool.query<{ open: number }>('select sum(open)::int as open from kitchen_counts')
  return rows[0]?.open
}
const portions = (count: number | null) =>
  call(kitchen, 'PATCH', '/api/menu-items/jollof', count === null ? { isAvailable: true } : { portions: count })
const left = async () => {
  const { rows } = await database.pool.query<{ left: number | null }>(
    "select portions_left as left from items where id = 'jollof'",
  )
  return rows[0]?.left
}

let ada = await restaurant.customer()
beforeEach(async () => {
  ada = await restaurant.customer()
  await database.pool.query('delete from quarter_bookings; delete from closed_quarters')
  await database.pool.query(
    "update items set portions_left = null, available = true, back_at = null where id = 'jollof'",
  )
  await settings({ hours: always, quarterCapacity: null, later: { notice: 60, days: 14 } })
})

async function paid(customer = ada, request: object = later()): Promise<Order> {
  const { body } = await quote(customer, request)
  await place(customer, body.id)
  await restaurant.pay(cashier, body.id, body.totalAmount)
  return (await call<Order>(customer, 'GET', `/api/orders/${body.id}`)).body
}

describe('TIME-4: slots of a cart', () => {
  test('the slots of a cart are listed by day, with the first slot and the answer for an order without a slot', async () => {
    const answer = await slots(undefined, ask)
    expect(answer.soonest.isAvailable).toBe(true)
    expect(answer.days).toHaveLength(15)
    expect(answer.days[0]).toEqual({ date: Lagos.dateOf(Date.now()), isOpen: true })
    expect(answer.date).toBe(Lagos.dateOf(noon))
    expect(answer.slots).toHaveLength(96)
    expect(answer.slots.find(({ at }) => at === slotAt())).toEqual({ at: slotAt(), without: [] })
    const { first } = answer
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() + 59 * Lagos.minute)
    expect((await slots(undefined, { items: ask.items })).date).toBe(Lagos.dateOf(Date.parse(first ?? '')))
  })

  test('slots are full when the kitchen is full, and no slots are offered if the owner takes no orders for later', async () => {
    await settings({ quarterCapacity: { dishes: 3, reserve: 0 } })
    await quote(ada, later({}, 3))
    expect((await slots(undefined, ask)).slots.find(({ at }) => at === slotAt())?.reason).toBe('full')
    await settings({ later: null })
    expect(await slots(undefined, ask)).toMatchObject({ first: null, days: [], date: null, slots: [] })
    expect(await quote(await restaurant.customer(), later())).toMatchObject({
      status: 409,
      body: { code: 'slot-unavailable' },
    })
  })

  test('TIME-5: slots respect the opening hours, the last order and closed days', async () => {
    const day = { from: '10:00', until: '22:00' }
    const weekly = Array.from({ length: 7 }, () => [day])
    await settings({ hours: { always: false, weekly, closed: [], lastOrder: 30 } })
    const { slots: open } = await slots(undefined, ask)
    const clocks = open.map(({ at }) => Lagos.clock(Date.parse(at)))
    expect([clocks[0], clocks.at(-1)]).toEqual(['10:15', '21:30'])
    await settings({ hours: { always: false, weekly, closed: [Lagos.dateOf(noon)], lastOrder: 30 } })
    const closed = await slots(undefined, ask)
    expect(closed.slots).toEqual([])
    expect(closed.days[2]).toMatchObject({ isOpen: false })
    expect(await quote(ada, later())).toMatchObject({ status: 409, body: { code: 'slot-unavailable', field: 'slot' } })
  })
})

describe('TIME-4: an order for later', () => {
  test('an order for later has the slot that its quote booked, and every reader of the order sees the slot', async () => {
    await settings({ quarterCapacity: { dishes: 3, reserve: 0 } })
    const { body: held } = await quote(ada, later({}, 2))
    expect(held).toMatchObject({ slot: slotAt(), due: slotAt(), readyBy: slotAt(), stockDay: Lagos.dateOf(noon) })
    expect(Date.parse(held.startAt ?? '')).toBe(noon - 10 * Lagos.minute)
    expect(await quote(await restaurant.customer(), later({}, 2))).toMatchObject({
      status: 409,
      body: {
        code: 'slot-unavailable',
        field: 'slot',
        detail: 'The kitchen is full at this time. Please choose another.',
      },
    })
    const { body: order } = await place(ada, held.id)
    const times = { slot: slotAt(), due: slotAt(), readyBy: slotAt(), startAt: held.startAt, stockDay: held.stockDay }
    expect(order).toMatchObject(times)
    for (const reader of [cashier, kitchen]) {
      expect((await call(reader, 'GET', `/api/orders/${held.id}`)).body).toMatchObject(times)
    }
    expect((await call<{ order: Order }>(ada, 'GET', `/api/orders/${held.id}/receipt`)).body.order).toMatchObject(times)
  })

  test('a delivery for later is due at the door, and the kitchen starts earlier by the driving minutes to the location', async () => {
    await settings({ locations: [{ id: 'vi', name: 'Victoria Island', fee: 1500, drivingMinutes: 25 }] })
    const { body: held } = await quote(
      ada,
      later({ deliveryMethod: 'delivery', deliveryAddress: '1 Road', locationId: 'vi' }),
    )
    expect(held).toMatchObject({ slot: slotAt(), due: slotAt() })
    expect(Date.parse(held.readyBy ?? '')).toBe(noon - 25 * Lagos.minute)
    expect(Date.parse(held.startAt ?? '')).toBe(noon - 35 * Lagos.minute)
    const { body: order } = await place(ada, held.id)
    expect(order.drivingMinutes).toBe(25)
  })

  test('TIME-3: a dish can be ordered for a slot within its served hours, and is refused for a slot outside them', async () => {
    const { body } = await call<PublishedMenu>(owner, 'GET', '/api/office/menu')
    const serve = async (served: object | undefined) => {
      const { body: now } = await call<PublishedMenu>(owner, 'GET', '/api/office/menu')
      const categories = body.categories.map((category) => ({
        ...category,
        items: category.items.map((item) => (item.id === 'jollof' && served ? { ...item, served } : item)),
      }))
      await call(owner, 'PUT', '/api/office/menu', { basedOn: now.version, categories })
    }
    await serve([{ from: '11:00', until: '13:00' }])
    expect((await quote(ada, later())).status).toBe(201)
    expect(await quote(ada, later({ slot: slotAt(8) }))).toMatchObject({
      status: 409,
      body: { code: 'item-unavailable', field: 'items.0' },
    })
    const { slots: listed } = await slots(undefined, ask)
    expect(listed.find(({ at }) => at === slotAt(8))).toEqual({ at: slotAt(8), reason: 'outside-hours', without: [] })
    await serve(undefined)
  })

  test('an order for later neither rings nor counts as kitchen load before its start, and is passed to the kitchen once', async () => {
    await fallDue(database)
    const before = await openCount()
    const order = await paid()
    expect(await openCount()).toBe(before)
    await database.pool.query("update orders set claimed_at = now() - interval '1 hour' where id = $1", [order.orderId])
    await database.pool.query(
      "update orders set acknowledged_at = null, found_at = now() - interval '1 day' where id = $1",
      [order.orderId],
    )
    await escalate(database)
    await fallDue(database)
    expect(await desk(order.orderId)).toMatchObject({ escalatedAt: null, version: order.version })
    await startNow(order.orderId)
    await Promise.all([fallDue(database), fallDue(database)])
    expect(await desk(order.orderId)).toMatchObject({ version: order.version + 1 })
    const [event] = (await restaurant.events(order.orderId)).slice(-1)
    expect(event).toMatchObject({ type: 'order.fell-due', topics: ['till', 'kitchen'] })
    expect(await openCount()).toBe(Number(before) + 1)
    await database.pool.query("update orders set start_at = now() - interval '10 minutes' where id = $1", [
      order.orderId,
    ])
    await escalate(database)
    expect((await desk(order.orderId)).escalatedAt).not.toBeNull()
  })

  test('an order for later can be started early, and does not change the learned promise', async () => {
    const learned = async () => (await call<{ learned: number }>(kitchen, 'GET', '/api/kitchen-load')).body.learned
    const before = await learned()
    const order = await paid()
    expect((await act(kitchen, order.orderId, 'start')).status).toBe(200)
    await act(kitchen, order.orderId, 'mark-ready')
    expect(await learned()).toBe(before)
    await fallDue(database)
    expect(await desk(order.orderId)).toMatchObject({ status: 'ready', slot: slotAt() })
  })

  test('a counter order for later has a slot too, and may use the capacity that is reserved for the counter', async () => {
    await settings({ quarterCapacity: { dishes: 3, reserve: 2 } })
    await quote(ada, later())
    const request = { channel: 'phone', customerName: 'Chidi', customerPhone: '0803 123 4567', ...later({}, 2) }
    const { body: held } = await call<Quote>(cashier, 'POST', '/api/desk/quotes', request)
    expect(held.slot).toBe(slotAt())
    const order = { quoteId: held.id, payment: { method: 'transfer' } }
    expect(await call(cashier, 'POST', '/api/desk/orders', order)).toMatchObject({
      status: 201,
      body: { slot: slotAt() },
    })
    const { body: second } = await call(cashier, 'POST', '/api/desk/quotes', { ...request, customerName: 'Dayo' })
    expect(second).toMatchObject({ code: 'slot-unavailable' })
    const { slots: listed } = (await call<Slots>(cashier, 'POST', '/api/desk/slots', ask)).body
    expect(listed.find(({ at }) => at === slotAt())?.reason).toBe('full')
  })
})

describe('TIME-4: placing a quote whose slot is gone', () => {
  async function lost(): Promise<Quote> {
    await settings({ quarterCapacity: { dishes: 3, reserve: 0 } })
    const { body } = await quote(ada, later({}, 3))
    await database.pool.query('update quarter_bookings set expires_at = now() where quote_id = $1', [body.id])
    await quote(await restaurant.customer(), later({}, 3))
    return body
  }

  test('placing a quote whose slot is gone is refused with a sentence', async () => {
    const { id } = await lost()
    expect(await place(ada, id)).toMatchObject({
      status: 409,
      body: {
        code: 'slot-unavailable',
        detail: expect.stringMatching(/^The kitchen is full at this time\. .*If you have sent the money already/),
      },
    })
  })

  test('placing a quote whose booking has expired keeps its slot if the quarter-hour still has room', async () => {
    const { body } = await quote(ada, later({}, 3))
    await database.pool.query('update quarter_bookings set expires_at = now() where quote_id = $1', [body.id])
    expect(await place(ada, body.id)).toMatchObject({ status: 201, body: { slot: slotAt() } })
    const { rows } = await database.pool.query('select expires_at from quarter_bookings where quote_id = $1', [body.id])
    expect(rows).toEqual([{ expires_at: null }])
  })

  test('a customer who pays late and whose slot is gone is asked for another slot', async () => {
    const { id } = await lost()
    await restaurant.expireQuote(id, -30)
    const placed = await call<Order>(ada, 'POST', '/api/orders', { quoteId: id, expired: true })
    expect(placed).toMatchObject({ status: 201, body: { slot: slotAt(), slotQuestion: { reason: 'late' } } })
    await askAboutSlots(database)
    expect((await desk(id)).slotQuestion?.reason).toBe('late')
    expect(await act(ada, id, 'change-slot', { slot: slotAt(1) })).toMatchObject({
      status: 200,
      body: { slot: slotAt(1) },
    })
    expect((await desk(id)).slotQuestion).toBeUndefined()
  })
})

describe('TIME-4: another slot', () => {
  const slotsOf = (caller: User, id: string) =>
    call<Slots>(caller, 'GET', `/api/orders/${id}/slots?date=${Lagos.dateOf(noon)}`)

  test('the customer can choose another slot until half an hour before the start, and the order’s work is booked for the new slot', async () => {
    await settings({ quarterCapacity: { dishes: 3, reserve: 0 } })
    const order = await paid(ada, later({}, 3))
    const { slots: listed } = (await slotsOf(ada, order.orderId)).body
    expect(listed.find(({ at }) => at === slotAt())).toEqual({ at: slotAt(), without: [] })
    const moved = await act(ada, order.orderId, 'change-slot', { slot: slotAt(2), version: order.version })
    expect(moved).toMatchObject({ status: 200, body: { slot: slotAt(2), due: slotAt(2), version: order.version + 1 } })
    expect((await quote(await restaurant.customer(), later({}, 3))).status).toBe(201)
    expect(await act(ada, order.orderId, 'change-slot', { slot: slotAt() })).toMatchObject({
      status: 409,
      body: { code: 'slot-unavailable', field: 'slot' },
    })
    await database.pool.query("update orders set start_at = now() + interval '29 minutes' where id = $1", [
      order.orderId,
    ])
    expect(await act(ada, order.orderId, 'change-slot', { slot: slotAt(4) })).toMatchObject({
      status: 409,
      body: { code: 'order-moved-on', detail: expect.stringMatching(/could be changed until \d\d:\d\d/) },
    })
    expect(await act(cashier, order.orderId, 'change-slot', { slot: slotAt(4) })).toMatchObject({ status: 200 })
    const audit = await restaurant.auditEntries(`order:${order.orderId}`)
    expect(audit.slice(-2).map(({ action }) => action)).toEqual(['order.change-own-slot', 'order.change-slot'])
  })

  test('another slot is refused for an order without a slot, and for the order of another customer', async () => {
    const now = await restaurant.order(ada)
    expect(await act(ada, now.orderId, 'change-slot', { slot: slotAt() })).toMatchObject({ status: 409 })
    expect((await slotsOf(ada, now.orderId)).status).toBe(409)
    const order = await paid()
    const bola = await restaurant.customer()
    expect((await act(bola, order.orderId, 'change-slot', { slot: slotAt(1) })).status).toBe(404)
    expect((await slotsOf(bola, order.orderId)).status).toBe(404)
  })
})

describe('TIME-4: a customer whose slot is closed is asked for another slot', () => {
  const closedOn = (closed: readonly string[]) => ({
    hours: {
      always: false,
      weekly: Array.from({ length: 7 }, () => [{ from: '00:00', until: '00:00' }]),
      closed,
      lastOrder: 0,
    },
  })

  test('a customer whose slot is on a closed day is asked for another slot, until the day reopens', async () => {
    const order = await paid()
    await settings(closedOn([Lagos.dateOf(noon)]))
    const asked = await desk(order.orderId)
    expect(asked).toMatchObject({ slot: slotAt(), slotQuestion: { reason: 'closed' } })
    await askAboutSlots(database)
    expect((await desk(order.orderId)).version).toBe(asked.version)
    await settings(closedOn([]))
    expect((await desk(order.orderId)).slotQuestion).toBeUndefined()
    expect((await restaurant.events(order.orderId)).map(({ type }) => type).slice(-2)).toEqual([
      'order.slot-asked',
      'order.slot-kept',
    ])
  })

  test('a quote whose day is closed before it is placed still becomes an order, whose customer is asked for another slot', async () => {
    const { body } = await quote(ada, later())
    await settings(closedOn([Lagos.dateOf(noon)]))
    expect(await place(ada, body.id)).toMatchObject({ status: 201, body: { slot: slotAt() } })
    await askAboutSlots(database)
    expect((await desk(body.id)).slotQuestion?.reason).toBe('closed')
  })

  test('a customer who is asked for another slot chooses a slot, or the desk cancels the order and makes its money a refund owed', async () => {
    const first = await paid()
    const second = await paid(await restaurant.customer())
    await settings(closedOn([Lagos.dateOf(noon)]))
    const nextDay = new Date(noon + Lagos.dayLength).toISOString()
    expect(await act(ada, first.orderId, 'change-slot', { slot: nextDay })).toMatchObject({
      status: 200,
      body: { slot: nextDay },
    })
    expect((await desk(first.orderId)).slotQuestion).toBeUndefined()
    await act(cashier, second.orderId, 'cancel', { reason: 'We are closed.' })
    expect(await desk(second.orderId)).toMatchObject({ status: 'cancelled', owed: second.totalAmount })
  })

  test('an order whose customer has not answered the question about the slot waits beyond its start time, until staff start it', async () => {
    const order = await paid()
    await settings(closedOn([Lagos.dateOf(noon)]))
    await startNow(order.orderId)
    await fallDue(database)
    await settings({ hours: always })
    await askAboutSlots(database)
    expect(await desk(order.orderId)).toMatchObject({ status: 'pending', slotQuestion: { reason: 'closed' } })
    expect((await restaurant.events(order.orderId)).map(({ type }) => type)).not.toContain('order.fell-due')
    await act(kitchen, order.orderId, 'start')
    const started = await desk(order.orderId)
    expect(started.status).toBe('preparing')
    expect(started.slotQuestion).toBeUndefined()
  })

  test('the desk that closes a quarter-hour chooses whether its orders keep the slot or their customers are asked for another', async () => {
    const soon = new Date(quarterOf(Date.now()) + 7 * quarterLength).toISOString()
    const order = await paid(ada, later({ slot: soon }))
    const close = (more: object) =>
      call<Quarters>(cashier, 'PUT', '/api/desk/quarters', { at: soon, isClosed: true, ...more })
    const { body } = await close({})
    expect(body.quarters.find(({ at }) => at === soon)).toMatchObject({ isClosed: true, due: 1, waiting: 1 })
    expect((await desk(order.orderId)).slotQuestion).toBeUndefined()
    await close({ asks: true })
    expect((await desk(order.orderId)).slotQuestion?.reason).toBe('quarter-closed')
    expect(await quote(await restaurant.customer(), later({ slot: soon }))).toMatchObject({
      body: { code: 'slot-unavailable' },
    })
  })
})

describe('TIME-4: an order for later uses the stock of its day', () => {
  test('a dish that is counted, or sold out until tomorrow, can be ordered without limit for a later day; a dish sold out without a return time cannot', async () => {
    await portions(2)
    const big = await quote(ada, later({}, 9))
    expect(big.status).toBe(201)
    expect((await quote(await restaurant.customer(), cartOf('jollof', 2))).status).toBe(201)
    await call(kitchen, 'PATCH', '/api/menu-items/jollof', { isAvailable: false, until: 'opening' })
    expect((await quote(await restaurant.customer(), later())).status).toBe(201)
    await call(kitchen, 'PATCH', '/api/menu-items/jollof', { isAvailable: false })
    expect(await quote(await restaurant.customer(), later())).toMatchObject({ body: { code: 'item-unavailable' } })
  })

  test('a side sold out until tomorrow can be chosen for a later day, and a side sold out without a return time cannot', async () => {
    const request = { items: [halfChicken], slot: slotAt() }
    await call(kitchen, 'PATCH', '/api/menu-items/jollof', { isAvailable: false, until: 'opening' })
    expect(await quote(await restaurant.customer(), { items: [halfChicken] })).toMatchObject({
      body: { code: 'choice-unavailable' },
    })
    const { body } = await call<MenuItems>(undefined, 'GET', '/api/menu-items?ids=half-chicken')
    const side = body.sources['extra-sides']?.find(({ id }) => id === 'jollof')
    expect(side).toMatchObject({ isAvailable: false, backAt: expect.any(String) })
    expect((await slots(undefined, { ...ask, items: [halfChicken] })).slots[48]).toMatchObject({ without: [] })
    expect((await quote(await restaurant.customer(), request)).status).toBe(201)
    await call(kitchen, 'PATCH', '/api/menu-items/jollof', { isAvailable: false })
    expect(await quote(await restaurant.customer(), request)).toMatchObject({
      body: { code: 'item-unavailable', field: 'items.0', detail: 'Jollof Rice is sold out.' },
    })
  })

  test('a dish whose last portion is sold can be ordered from the next business day on, as a dish and as a side', async () => {
    await database.pool.query('update stock_holds set portions = 0')
    await portions(1)
    await paid(ada, cartOf('jollof'))
    expect(await left()).toBe(0)
    const { body } = await call<MenuItems>(undefined, 'GET', '/api/menu-items?ids=jollof,half-chicken')
    const dish = body.items.find(({ id }) => id === 'jollof')
    const side = body.sources['extra-sides']?.find(({ id }) => id === 'jollof')
    const { portionsAt = '' } = dish ?? {}
    expect(portionsAt).toMatch(/T05:00:00\.000Z$/)
    expect(Date.parse(portionsAt) - Date.now()).toBeLessThanOrEqual(Lagos.dayLength)
    for (const each of [dish, side]) expect(each).toMatchObject({ isAvailable: false, portionsAt })
    expect(dish).not.toHaveProperty('backAt')
    const [event] = (await restaurant.events('jollof')).slice(-1)
    expect(event).toMatchObject({ type: 'item.changed', data: { isAvailable: false, portionsAt } })
    const request = { items: [halfChicken], slot: slotAt() }
    expect((await quote(await restaurant.customer(), request)).status).toBe(201)
  })

  test('portions of an order for later are held from the morning of its day on, and sold when the kitchen is to start', async () => {
    await portions(10)
    const order = await paid(ada, later({}, 3))
    expect(await left()).toBe(10)
    const limits = async () => {
      const { body } = await call<{ limits: { id: string; beingPaidFor: number }[] }>(
        kitchen,
        'GET',
        '/api/desk/dish-limits',
      )
      return body.limits.find(({ id }) => id === 'jollof')?.beingPaidFor
    }
    const before = Number(await limits())
    await database.pool.query('update stock_holds set day = business_day() where quote_id = $1', [order.orderId])
    expect(await limits()).toBe(before + 3)
    await startNow(order.orderId)
    await database.pool.query('update orders set stock_day = business_day() where id = $1', [order.orderId])
    await fallDue(database)
    expect(await left()).toBe(7)
    expect(await limits()).toBe(before)
  })

  test('portions return when their order is cancelled or moved to another day', async () => {
    await portions(5)
    const today = new Date(quarterOf(Date.now()) + 6 * quarterLength).toISOString()
    const order = await paid(ada, later({ slot: today }, 2))
    const isToday = order.stockDay === (await businessDay())
    expect(await left()).toBe(isToday ? 3 : 5)
    await act(ada, order.orderId, 'change-slot', { slot: slotAt() })
    expect(await left()).toBe(5)
    await act(ada, order.orderId, 'cancel', {})
    expect(await left()).toBe(5)
  })

  async function businessDay() {
    const { rows } = await database.pool.query<{ day: string }>('select business_day()::text as day')
    return rows[0]?.day
  }
})

describe('TIME-4: preparations for orders for later', () => {
  const read = async () => (await call<Preparations>(kitchen, 'GET', '/api/desk/preparations')).body.preparations
  const tick = (count: number) =>
    call<Preparations>(kitchen, 'PUT', '/api/desk/preparations', { itemId: 'jollof', due: slotAt(), count })

  test('preparations are summed by dish and time, ticked by one cook for all cooks, and disappear when their orders start', async () => {
    await database.pool.query('update orders set waits = false')
    await database.pool.query(
      `update items set document = document || '{"prep": {"task": "Soak", "ahead": 120}}' where id = 'jollof'`,
    )
    const first = await paid(ada, later({}, 2))
    await paid(await restaurant.customer(), later({}, 3))
    const by = new Date(noon - 130 * Lagos.minute).toISOString()
    const entry = { itemId: 'jollof', name: 'Jollof Rice', task: 'Soak', count: 5, by, due: slotAt() }
    expect(await read()).toEqual([{ ...entry, done: null }])
    expect((await tick(5)).body.preparations).toMatchObject([{ ...entry, done: { count: 5, at: expect.any(String) } }])
    expect((await tick(0)).body.preparations).toEqual([{ ...entry, done: null }])
    await act(ada, first.orderId, 'cancel', {})
    expect(await read()).toMatchObject([{ count: 3 }])
    await database.pool.query('update orders set waits = false')
    expect(await read()).toEqual([])
    expect((await tick(1)).status).toBe(404)
  })
})

test('TIME-4: a guest with an order for later keeps the session until a week after the slot', async () => {
  const guest = await restaurant.customer({
    guestUntil: new Date(Date.now() + Lagos.dayLength),
    guestPhone: '+2348031234567',
    phone: null,
  })
  const far = new Date(noon + 11 * Lagos.dayLength).toISOString()
  expect((await quote(guest, later({ slot: far }))).status).toBe(201)
  expect((await quote(guest, cartOf('jollof'))).status).toBe(201)
  const { rows } = await database.pool.query<{ until: Date }>('select guest_until as until from users where id = $1', [
    guest.id,
  ])
  expect(rows[0]?.until.getTime()).toBe(Date.parse(far) + 7 * Lagos.dayLength)
})
