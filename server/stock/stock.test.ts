import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { DishLimits, ItemChanged } from '#contract/menu/menu.ts'
import { counterQuoteRequest } from '#contract/order/counter.ts'
import type { Order } from '#contract/order/orders.ts'
import { type Quote, type QuoteRequestBody, quoteRequest } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import * as Stock from '#domain/order/stock.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type Answer, cartOf, halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { quoteAtCounter } from '../counter/counter.ts'
import { openDatabase } from '../db/database.ts'
import { items, orders, stockHolds } from '../db/schema.ts'
import { Refusal } from '../http/problems.ts'
import { holdQuote } from '../quotes/quotes.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)

/** A second connection to the database, like that of another server process. */
const elsewhere = await openDatabase({ databaseUrl: database.url, dataDir: '', log: () => {} })
afterAll(() => elsewhere.stop())

const count = (id: string, portions: number) =>
  restaurant.call(restaurant.kitchen, 'PATCH', `/api/menu-items/${id}`, { portions })

async function dishOf(portions: number): Promise<string> {
  const id = await restaurant.dish(5000)
  await count(id, portions)
  return id
}

async function limitOf(id: string) {
  const { body } = await restaurant.call<DishLimits>(restaurant.kitchen, 'GET', '/api/desk/dish-limits')
  return body.limits.find((limit) => limit.id === id)
}

const buyers = (many: number) => Promise.all(Array.from({ length: many }, () => restaurant.customer()))

async function retried<Body>(ask: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await ask()
  return answer.status === 503 ? retried(ask) : answer
}

const quote = (caller: User, cart: QuoteRequestBody) => retried(() => restaurant.quote(caller, cart))
const place = (caller: User, id: string) => retried(() => restaurant.place(caller, id))
const pay = (order: Order) => retried(() => restaurant.pay(restaurant.cashier, order.orderId, order.totalAmount))
const change = (id: string, action: string, by: User, body?: unknown) => restaurant.act(by, id, action, body)

const expireClaim = (id: string) =>
  restaurant.orm
    .update(stockHolds)
    .set({ claimedAt: sql`now() - make_interval(secs => ${Stock.claimHeldFor / 1000})` })
    .where(eq(stockHolds.quoteId, id))

async function validQuote(caller: User, cart: QuoteRequestBody): Promise<Quote> {
  const { status, body } = await quote(caller, cart)
  expect({ status, detail: body.detail }).toMatchObject({ status: expect.toSatisfy((status) => status < 300) })
  return body
}

const refusal = (detail: string) => ({ status: 409, body: { code: 'item-unavailable', detail } })
const allHeld = (portions: number) =>
  refusal(
    `The last ${portions === 1 ? 'portion of Restaurant Special is' : `${portions} portions of Restaurant Special are`} being paid for just now. Please try again in a few minutes, or take another dish.`,
  )

describe('concurrent buyers', () => {
  test('ten of 60 customers who want the last 10 portions get a quote and their order, and all others are refused', async () => {
    const id = await dishOf(10)
    const people = await buyers(60)
    const answers = await Promise.all(people.map((buyer) => quote(buyer, cartOf(id))))
    const quoted = answers.filter(({ status }) => status < 300)
    expect(quoted).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status >= 300)) expect(answer).toMatchObject(allHeld(10))
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 10, beingPaidFor: 10 })

    const placed = await Promise.all(
      people.flatMap((buyer, index) => {
        const { status, body } = answers[index] ?? {}
        return body && status && status < 300 ? [place(buyer, body.id), place(buyer, body.id)] : []
      }),
    )
    expect(placed.every(({ status }) => status === 201 || status === 200)).toBe(true)
    expect(
      await restaurant.orm.$count(
        orders,
        inArray(
          orders.orderId,
          quoted.map(({ body }) => body.id),
        ),
      ),
    ).toBe(10)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 10, beingPaidFor: 10 })
    const paid = await Promise.all(placed.filter(({ status }) => status === 201).map(({ body }) => pay(body)))
    expect(paid.map(({ body }) => body.payment)).toEqual(paid.map(() => 'found'))
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 0, beingPaidFor: 0 })
    // One event is for the stock count, and one for the sold-out dish.
    expect(await restaurant.events(id)).toHaveLength(2)
  })

  test('quotes made by two processes hold portions of the same stock', async () => {
    const id = await dishOf(10)
    const request = quoteRequest.parse(cartOf(id))
    const here = (await buyers(40)).map((buyer) => quote(buyer, cartOf(id)).then(({ status }) => status < 300))
    const there = (await buyers(40)).map((buyer) =>
      holdQuote(elsewhere, buyer, request).then(
        () => true,
        (error) => {
          expect(error).toBeInstanceOf(Refusal)
          return false
        },
      ),
    )
    expect((await Promise.all([...here, ...there])).filter(Boolean)).toHaveLength(10)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 10, beingPaidFor: 10 })
  })

  test('a cart with two counted dishes holds portions of both dishes or of neither, whatever the sequence of its lines', async () => {
    const [one, two] = [await dishOf(7), await dishOf(5)]
    const lines = [cartOf(one).items, cartOf(two).items].flat()
    const people = await buyers(30)
    const answers = await Promise.all(
      people.map((buyer, index) => quote(buyer, { items: index % 2 ? lines : lines.toReversed() })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(await limitOf(one)).toMatchObject({ beingPaidFor: 5 })
    expect(await limitOf(two)).toMatchObject({ beingPaidFor: 5 })
  })

  test('each of many buyers who change their quantity can place a valid quote', async () => {
    const id = await dishOf(12)
    const people = await buyers(20)
    const sold = await Promise.all(
      people.map(async (buyer, index) => {
        let last: Answer<Quote> | undefined
        for (let change = 0; change < 4; change++) last = await quote(buyer, cartOf(id, 1 + ((index + change) % 3)))
        if (!last || last.status >= 300) return 0
        const placed = await place(buyer, last.body.id)
        expect(placed.status).toBe(201)
        expect((await pay(placed.body)).status).toBe(200)
        return last.body.items[0]?.quantity ?? 0
      }),
    )
    const all = sold.reduce((sum, portions) => sum + portions, 0)
    expect(all).toBeLessThanOrEqual(12)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 12 - all })
  })
})

describe('a quote', () => {
  test('twenty concurrent requests for one cart hold its portions once', async () => {
    const id = await dishOf(5)
    const ada = await restaurant.customer()
    const made = await Promise.all(Array.from({ length: 20 }, () => validQuote(ada, cartOf(id, 2))))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 5, beingPaidFor: 2 })
  })

  test('twenty concurrent requests to place one quote take its portions once', async () => {
    const id = await dishOf(5)
    const ada = await restaurant.customer()
    const held = await validQuote(ada, cartOf(id, 2))
    const [placed] = await Promise.all(Array.from({ length: 20 }, () => place(ada, held.id)))
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 5, beingPaidFor: 2 })
    if (placed) await pay(placed.body)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 3, beingPaidFor: 0 })
  })

  test("a changed cart's new quote replaces the hold of the customer's older quote", async () => {
    const id = await dishOf(3)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const two = await validQuote(ada, cartOf(id, 2))
    await validQuote(ada, cartOf(id, 3))
    expect(await limitOf(id)).toMatchObject({ beingPaidFor: 3 })
    expect(await quote(bola, cartOf(id))).toMatchObject(allHeld(3))
    // Sending the first cart again returns the same quote, which holds its portions again.
    expect((await validQuote(ada, cartOf(id, 2))).id).toBe(two.id)
    expect(await limitOf(id)).toMatchObject({ beingPaidFor: 2 })
    await validQuote(bola, cartOf(id))
  })

  test('after concurrent quotes of one customer for different dishes, only one quote has a hold', async () => {
    const [one, two] = [await dishOf(3), await dishOf(3)]
    const ada = await restaurant.customer()
    await Promise.all([one, two, one, two].map((id, index) => quote(ada, cartOf(id, 1 + (index >> 1)))))
    const held = await restaurant.orm.select().from(stockHolds).where(eq(stockHolds.customerId, ada.id))
    expect(held.filter(({ portions }) => portions > 0)).toHaveLength(1)
  })

  test('an older quote without a hold can be placed while a portion is left, even if the customer’s newer quote holds that portion', async () => {
    const id = await dishOf(1)
    const ada = await restaurant.customer()
    const older = await validQuote(ada, cartOf(id))
    const newer = await validQuote(ada, cartOf(id, 1, { payerName: 'Mummy' }))
    expect(await place(ada, older.id)).toMatchObject({ status: 201 })
    const refused = await place(ada, newer.id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'item-unavailable' } })
    expect(refused.body.detail).toMatch(
      /^The last portion of Restaurant Special is being paid for just now\. If you have sent the money already, /,
    )
  })

  test('an older quote without a hold takes a portion that nobody holds, and leaves the hold of the newer quote', async () => {
    const id = await dishOf(2)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const older = await validQuote(ada, cartOf(id))
    const newer = await validQuote(ada, cartOf(id, 1, { payerName: 'Mummy' }))
    expect(await place(ada, older.id)).toMatchObject({ status: 201 })
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 2, beingPaidFor: 2 })
    expect(await quote(bola, cartOf(id))).toMatchObject(allHeld(2))
    expect(await place(ada, newer.id)).toMatchObject({ status: 201 })
  })

  test('an older quote without a hold cannot take portions that other customers hold', async () => {
    const id = await dishOf(2)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const older = await validQuote(ada, cartOf(id, 2))
    await validQuote(ada, cartOf(await restaurant.dish(1000)))
    const held = await validQuote(bola, cartOf(id))
    const refused = await place(ada, older.id)
    expect(refused.body.detail).toMatch(
      /^Only 1 portion of Restaurant Special is free: somebody is paying for the rest just now\. If you have sent the money /,
    )
    expect(await restaurant.orm.$count(orders, eq(orders.orderId, older.id))).toBe(0)
    expect(await place(bola, held.id)).toMatchObject({ status: 201 })
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 2, beingPaidFor: 1 })
  })

  test("a hold ends when its quote's time and grace period are over", async () => {
    const id = await dishOf(1)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const held = await validQuote(ada, cartOf(id))
    await restaurant.expireQuote(held.id, -4)
    expect(await quote(bola, cartOf(id))).toMatchObject(allHeld(1))
    await restaurant.expireQuote(held.id, -6)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 1, beingPaidFor: 0 })
    const next = await validQuote(bola, cartOf(id))
    expect(await place(ada, held.id)).toMatchObject({ status: 409, body: { code: 'quote-expired' } })
    expect(await place(bola, next.id)).toMatchObject({ status: 201 })
  })

  test('a quote placed within the grace period after its expiry takes the portions that it holds', async () => {
    const id = await dishOf(1)
    const ada = await restaurant.customer()
    const held = await validQuote(ada, cartOf(id))
    await restaurant.expireQuote(held.id, -4)
    expect(await place(ada, held.id)).toMatchObject({ status: 201 })
  })

  test('a quote for more than the stock is refused with the number left, and leaves the earlier hold', async () => {
    const id = await dishOf(3)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    expect(await quote(ada, cartOf(id, 4))).toMatchObject(
      refusal('Only 3 portions of Restaurant Special are left. Please take fewer, or another dish.'),
    )
    const two = await validQuote(ada, cartOf(id, 2))
    expect(await quote(bola, cartOf(id, 2))).toMatchObject(
      refusal(
        'Only 1 portion of Restaurant Special is free: somebody is paying for the rest just now. Please take fewer, or try again in a few minutes.',
      ),
    )
    expect(await quote(ada, cartOf(id, 4))).toMatchObject({ status: 409 })
    expect(await limitOf(id)).toMatchObject({ beingPaidFor: 2 })
    await validQuote(bola, cartOf(id))
    expect(await place(ada, two.id)).toMatchObject({ status: 201 })
  })

  test('a quote holds the sides of a dish, also free sides, for every portion', async () => {
    await count('plantain', 9)
    await count('jollof', 3)
    // Two chickens have one free jollof and two plantains each.
    const ada = await restaurant.customer()
    const held = await validQuote(ada, { items: [halfChicken] })
    expect([await limitOf('plantain'), await limitOf('jollof')]).toMatchObject([
      { portionsLeft: 9, beingPaidFor: 4 },
      { portionsLeft: 3, beingPaidFor: 2 },
    ])
    const refused = await quote(await restaurant.customer(), { items: [halfChicken] })
    expect(refused.body.detail).toMatch(/^Only 1 portion of Jollof Rice is free/)
    await pay((await place(ada, held.id)).body)
    expect([await limitOf('plantain'), await limitOf('jollof')]).toMatchObject([
      { portionsLeft: 5, beingPaidFor: 0 },
      { portionsLeft: 1, beingPaidFor: 0 },
    ])
    for (const id of ['plantain', 'jollof']) {
      await restaurant.call(restaurant.kitchen, 'PATCH', `/api/menu-items/${id}`, { isAvailable: true })
      expect(await limitOf(id)).toBeUndefined()
    }
  })
})

describe('a stock count while quotes are open', () => {
  test('a quote made before the first count of a dish holds its portions', async () => {
    const id = await restaurant.dish(5000)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const held = await validQuote(ada, cartOf(id, 2))
    await count(id, 2)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 2, beingPaidFor: 2 })
    expect(await quote(bola, cartOf(id))).toMatchObject(allHeld(2))
    const placed = await place(ada, held.id)
    expect(placed).toMatchObject({ status: 201 })
    await pay(placed.body)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 0 })
  })

  test('STOCK-3: after a count below the held portions, open quotes can be placed and new quotes are refused', async () => {
    const id = await dishOf(5)
    const people = await buyers(3)
    const made = await Promise.all(people.map((buyer) => validQuote(buyer, cartOf(id))))
    await count(id, 2)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 2, beingPaidFor: 3 })
    expect(await quote(await restaurant.customer(), cartOf(id))).toMatchObject(allHeld(2))
    const placed = await Promise.all(people.map((buyer, index) => place(buyer, made[index]?.id ?? '')))
    expect(placed.map(({ status }) => status)).toEqual([201, 201, 201])
    for (const { body } of placed) expect(await pay(body)).toMatchObject({ status: 200 })
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 0, beingPaidFor: 0 })
    // Three events were published: two for the counts and one for sold out. Only the last says that the dish is
    // unavailable.
    expect((await restaurant.events(id)).filter(({ data }) => !(data as ItemChanged).isAvailable)).toHaveLength(1)
  })

  test('portions without a hold can be quoted after a higher count', async () => {
    const id = await dishOf(1)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    await validQuote(ada, cartOf(id))
    expect(await quote(bola, cartOf(id))).toMatchObject(allHeld(1))
    await count(id, 2)
    await validQuote(bola, cartOf(id))
  })

  test('STOCK-3: an open quote can be placed after its dish is sold out or no longer counted', async () => {
    const [off, uncounted] = [await dishOf(2), await dishOf(2)]
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const made = [await validQuote(ada, cartOf(off)), await validQuote(bola, cartOf(uncounted))]
    await restaurant.call(restaurant.kitchen, 'PATCH', `/api/menu-items/${off}`, {
      isAvailable: false,
      until: 'opening',
    })
    await restaurant.call(restaurant.kitchen, 'PATCH', `/api/menu-items/${uncounted}`, { isAvailable: true })
    expect(await place(ada, made[0]?.id ?? '')).toMatchObject({ status: 201 })
    expect(await place(bola, made[1]?.id ?? '')).toMatchObject({ status: 201 })
    const rows = await restaurant.orm
      .select()
      .from(items)
      .where(inArray(items.id, [off, uncounted]))
    expect(rows.map(({ portionsLeft }) => portionsLeft)).toEqual([null, null])
  })

  test('STOCK-3: a count during 50 concurrent quotes leaves every quote placeable, and no quote is made for missing portions', async () => {
    const id = await restaurant.dish(5000)
    const people = await buyers(50)
    const [counted, ...answers] = await Promise.all([count(id, 10), ...people.map((buyer) => quote(buyer, cartOf(id)))])
    expect(counted.status).toBe(200)
    const quoted = answers.filter(({ status }) => status === 201).length
    expect(quoted).toBeGreaterThanOrEqual(10)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 10, beingPaidFor: quoted })
    const placed = await Promise.all(
      people.flatMap((buyer, index) => {
        const answer = answers[index]
        return answer?.status === 201 ? [place(buyer, answer.body.id)] : []
      }),
    )
    expect(placed.map(({ status }) => status)).toEqual(placed.map(() => 201))
  })
})

describe('the counter', () => {
  const walkIn = (id: string, quantity = 1) =>
    counterQuoteRequest.parse({ channel: 'walk-in', items: cartOf(id, quantity).items })

  test('the counter can sell only portions without a hold, and a counter quote holds no portions', async () => {
    const id = await dishOf(3)
    const ada = await restaurant.customer()
    const held = await validQuote(ada, cartOf(id))
    await expect(quoteAtCounter(database, { user: restaurant.cashier, body: walkIn(id, 3) })).rejects.toThrow(
      /^Only 2 portions of Restaurant Special are free: somebody is paying for the rest just now\./,
    )
    const { data: quote } = await quoteAtCounter(database, { user: restaurant.cashier, body: walkIn(id, 2) })
    expect(await limitOf(id)).toMatchObject({ beingPaidFor: 1 })
    const more = await validQuote(ada, cartOf(id, 2))
    const late = await restaurant.call(restaurant.cashier, 'POST', '/api/desk/orders', {
      quoteId: quote.id,
      payment: { method: 'cash', amount: quote.totalAmount },
    })
    expect(late).toMatchObject({ status: 409, body: { code: 'item-unavailable' } })
    expect(await place(ada, more.id)).toMatchObject({ status: 201 })
    expect(await place(ada, held.id)).toMatchObject({ status: 201 })
  })
})

describe('unpaid orders', () => {
  test('SAFE-3 STOCK-2: the unpaid orders and quotes of one account may hold at most half of the remaining portions', async () => {
    const id = await dishOf(20)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    expect(await quote(ada, cartOf(id, 11))).toMatchObject(
      refusal(
        'Before a payment we can set aside 10 portions of Restaurant Special for you. For more, please message us on WhatsApp.',
      ),
    )
    const ten = await validQuote(ada, cartOf(id, 10))
    const placed = await place(ada, ten.id)
    expect(await quote(ada, cartOf(id, 1))).toMatchObject({ status: 409 })
    await validQuote(bola, cartOf(id, 5))
    expect(await quote(bola, cartOf(id, 6))).toMatchObject({ status: 409 })
    await pay(placed.body)
    // Bola holds five of the remaining ten portions.
    await validQuote(ada, cartOf(id, 4))
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 10, beingPaidFor: 9 })
  })

  test('SAFE-3 STOCK-2: the unpaid orders and quotes from one network address leave portions for other customers', async () => {
    const id = await dishOf(20)
    const people = await buyers(5)
    const quoteNear = (caller: User, portions: number) =>
      holdQuote(database, caller, quoteRequest.parse(cartOf(id, portions)), 'one address')
    const [ada, bola, chidi, dayo, eve] = people as [User, User, User, User, User]
    const { quote: ten } = await quoteNear(ada, 10)
    await place(ada, ten.id)
    await quoteNear(bola, 4)
    await expect(quoteNear(chidi, 2)).rejects.toThrow(
      'People on your network are paying for Restaurant Special: before a payment we can set aside 1 portion for you. Please try again in a few minutes, or message us on WhatsApp.',
    )
    await quoteNear(chidi, 1)
    await expect(quoteNear(dayo, 1)).rejects.toThrow('before a payment we can set aside no more for you.')
    await validQuote(eve, cartOf(id, 4))
    await pay((await place(bola, (await quoteNear(bola, 4)).quote.id)).body)
    // Four of the remaining sixteen portions are held elsewhere. This address may hold nine of the other twelve, and
    // holds eleven.
    await expect(quoteNear(dayo, 1)).rejects.toThrow('no more for you')
    await change(ten.id, 'cancel', ada, {})
    await quoteNear(dayo, 5)
  })

  test('SAFE-3: an account that places several of its quotes at once gets at most the portions that one account may hold', async () => {
    const id = await dishOf(20)
    const ada = await restaurant.customer()
    const quoted = []
    for (const quantity of [10, 9, 8]) quoted.push(await validQuote(ada, cartOf(id, quantity)))
    const placed = await Promise.all(quoted.map((each) => place(ada, each.id)))
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await limitOf(id))?.beingPaidFor).toBeLessThanOrEqual(10)
  })

  test('SAFE-3: another payer, another cart in between, a claim or a cancellation does not restart the hour of a hold', async () => {
    const id = await dishOf(4)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const first = await validQuote(ada, cartOf(id, 4))
    // The quote is fifty minutes old.
    await restaurant.expireQuote(first.id, 10)
    expect((await validQuote(ada, cartOf(id, 4, { payerName: 'Mummy' }))).notice).toMatch(
      /^We set these portions aside/,
    )
    await validQuote(ada, cartOf(await restaurant.dish(1000)))
    const last = await validQuote(ada, cartOf(id, 4, { payerName: 'Daddy' }))
    expect(await quote(bola, cartOf(id))).toMatchObject(allHeld(4))
    await restaurant.orm
      .update(stockHolds)
      .set({ heldSince: sql`held_since - interval '20 minutes'` })
      .where(eq(stockHolds.customerId, ada.id))
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 4, beingPaidFor: 0 })
    await validQuote(ada, cartOf(id, 4, { payerName: 'Auntie' }))
    expect(await limitOf(id)).toMatchObject({ beingPaidFor: 0 })
    // Nobody else holds the portions, so the quote can still be placed.
    const placed = await place(ada, last.id)
    expect(placed).toMatchObject({ status: 201 })
    await change(last.id, 'cancel', ada, {})
    await validQuote(ada, cartOf(id, 4))
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 4, beingPaidFor: 0 })
    await validQuote(bola, cartOf(id, 4))
  })

  test('SAFE-3: an unpaid order holds its portions until its claim expires; an order that is paid later takes the portions that are left', async () => {
    const id = await dishOf(4)
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const order = (await place(ada, (await validQuote(ada, cartOf(id, 4))).id)).body
    expect(await quote(bola, cartOf(id))).toMatchObject(allHeld(4))
    await expireClaim(order.orderId)
    await pay((await place(bola, (await validQuote(bola, cartOf(id, 3))).id)).body)
    expect(await pay(order)).toMatchObject({ status: 200, body: { payment: 'found' } })
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 0, beingPaidFor: 0 })
    // The order got one of its four portions, so one portion returns.
    await change(order.orderId, 'cancel', ada, {})
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 1 })
  })
})

describe('returned portions', () => {
  test('SAFE-3: a paid order cancelled before cooking returns its portions, and the dish is available again', async () => {
    const id = await dishOf(2)
    const ada = await restaurant.customer()
    const order = (await place(ada, (await validQuote(ada, cartOf(id, 2))).id)).body
    await pay(order)
    const isAvailable = async () => (await restaurant.orm.select().from(items).where(eq(items.id, id)))[0]?.available
    expect(await isAvailable()).toBe(false)
    await change(order.orderId, 'cancel', ada, {})
    expect(await isAvailable()).toBe(true)
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 2, beingPaidFor: 0 })
    expect((await restaurant.events(id)).at(-1)).toMatchObject({ data: { isAvailable: true } })
  })

  test('a dish that was switched off before its last portion was sold stays off when a portion is returned', async () => {
    const [ada] = await buyers(1)
    const id = await dishOf(1)
    const { body: order } = await place(ada as User, (await validQuote(ada as User, cartOf(id))).id)
    const available = async () =>
      (await restaurant.orm.select({ available: items.available }).from(items).where(eq(items.id, id)))[0]?.available
    await restaurant.call(restaurant.kitchen, 'PATCH', `/api/menu-items/${id}`, { isAvailable: false })
    await pay(order)
    await change(order.orderId, 'cancel', restaurant.cashier, { reason: 'Closed' })
    expect(await available()).toBe(false)
    await restaurant.call(restaurant.kitchen, 'PATCH', `/api/menu-items/${id}`, { isAvailable: true })
    expect(await available()).toBe(true)
  })

  test('SAFE-3: an order cancelled while the kitchen cooks returns no portions', async () => {
    const id = await dishOf(3)
    const ada = await restaurant.customer()
    const order = (await place(ada, (await validQuote(ada, cartOf(id, 2))).id)).body
    await pay(order)
    await change(order.orderId, 'start', restaurant.kitchen)
    await change(order.orderId, 'cancel', restaurant.cashier, { reason: 'Burnt' })
    expect(await limitOf(id)).toMatchObject({ portionsLeft: 1 })
  })
})
