import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DishLimits } from '#contract/menu/menu.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import * as Payment from '#domain/order/payment.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders, quotes, stockHolds } from '../db/schema.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, kitchen, owner } = restaurant

/** A step that may change the stock of two dishes. `pick` chooses one of the existing quotes or orders. */
type Step =
  | { readonly do: 'quote'; readonly customer: number; readonly quantities: readonly [number, number] }
  | { readonly do: 'count'; readonly dish: number; readonly portions: number }
  | {
      readonly do:
        | 'place'
        | 'pay'
        | 'start'
        | 'start-unpaid'
        | 'ready'
        | 'cancel'
        | 'cancel-own'
        | 'expire'
        | 'remove'
        | 'replace'
      readonly pick: number
    }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('quote' as const),
      customer: fc.nat(2),
      quantities: fc.tuple(fc.nat(3), fc.nat(3)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      dish: fc.nat(1),
      portions: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'place',
        'pay',
        'start',
        'start-unpaid',
        'ready',
        'cancel',
        'cancel-own',
        'expire',
        'remove',
        'replace',
      ),
      pick: fc.nat(1000),
    }),
  },
)

/**
 * Two counted dishes, three customers and their actions. The server refuses impossible steps, which change no stock.
 */
class History {
  readonly dishes: readonly string[]
  readonly customers: readonly User[]
  readonly quotes: { readonly customer: User; readonly id: string }[] = []
  readonly orders: { readonly customer: User; readonly id: string }[] = []
  /** The kitchen's count of each dish, plus the portions that were sold before the count. */
  readonly stock = new Map<string, number>()
  readonly expired = new Set<string>()
  /** True if more portions may be promised than exist, because the kitchen counted fewer or a claim expired. */
  isShort = false

  constructor(dishes: readonly string[], customers: readonly User[]) {
    this.dishes = dishes
    this.customers = customers
  }

  async count(dish: string, portions: number): Promise<void> {
    const { body } = await restaurant.call<DishLimits>(kitchen, 'GET', '/api/desk/dish-limits')
    if (portions < (body.limits.find(({ id }) => id === dish)?.beingPaidFor ?? 0)) this.isShort = true
    await restaurant.call(kitchen, 'PATCH', `/api/menu-items/${dish}`, { portions })
    this.stock.set(dish, portions + (await this.sold(dish)).deducted)
  }

  async run(step: Step): Promise<void> {
    if (step.do === 'count') return this.count(this.dishes[step.dish] ?? '', step.portions)
    if (step.do === 'quote') {
      const customer = this.customers[step.customer]
      const lines = step.quantities.flatMap((quantity, index) =>
        quantity > 0 ? cartOf(this.dishes[index] ?? '', quantity).items : [],
      )
      const { status, body } = await restaurant.call<Quote>(customer, 'POST', '/api/quotes', { lines })
      if (status < 300 && customer) this.quotes.push({ customer, id: body.id })
      return
    }
    const among = step.do === 'place' ? this.quotes : this.orders
    const picked = among[step.pick % Math.max(1, among.length)]
    if (picked) await this.change(step.do, picked)
  }

  private async change(
    action: Exclude<Step['do'], 'quote' | 'count'>,
    { customer, id }: { customer: User; id: string },
  ): Promise<unknown> {
    const { body: order } = await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)
    const version = order.version
    switch (action) {
      case 'place': {
        const { status } = await restaurant.place(customer, id)
        return status === 201 && this.orders.push({ customer, id })
      }
      case 'pay':
        return restaurant.pay(cashier, id, order.totalAmount - order.received)
      case 'start':
        return restaurant.act(kitchen, id, 'start')
      case 'start-unpaid':
        return restaurant.act(owner, id, 'start-unpaid', { reason: 'A regular' })
      case 'ready':
        return restaurant.act(kitchen, id, 'mark-ready')
      case 'cancel':
        return restaurant.act(cashier, id, 'cancel', { reason: 'Closed' })
      case 'cancel-own':
        return restaurant.act(customer, id, 'cancel', {})
      case 'expire':
        this.expired.add(id)
        this.isShort = true
        return restaurant.orm
          .update(stockHolds)
          .set({ claimedAt: sql`claimed_at - interval '2 hours'`, heldSince: sql`held_since - interval '2 hours'` })
          .where(eq(stockHolds.quoteId, id))
      case 'remove':
      case 'replace': {
        const marked = await restaurant.act(kitchen, id, 'mark-sold-out', { line: 0, version })
        const choice =
          action === 'remove'
            ? { answer: 'remove' }
            : {
                answer: 'replace',
                ...cartOf(this.dishes[order.items[0]?.itemId === this.dishes[0] ? 1 : 0] ?? '').items[0],
              }
        const seen = { line: 0, version: marked.body.version }
        await restaurant.act(customer, id, 'choose-substitution', { ...choice, ...seen })
        const { body: now } = await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)
        return (
          now.awaitingSubstitution && restaurant.act(kitchen, id, 'unmark-sold-out', { line: 0, version: now.version })
        )
      }
    }
  }

  private async rows() {
    const rows = await restaurant.orm.select().from(orders)
    return rows.filter(({ orderId: id }) => this.orders.some((order) => order.id === id))
  }

  /** Returns the portions in the orders' lines, and the portions deducted from the count for the orders. */
  async sold(dish: string): Promise<{ readonly lines: number; readonly deducted: number }> {
    const taken = (await this.rows()).filter(({ status, payment, portionsSold }) =>
      status === 'cancelled' ? dish in portionsSold : status !== 'pending' || Payment.covers(payment),
    )
    return {
      lines: portionsOf(dish, taken),
      deducted: taken.reduce((sum, { portionsSold }) => sum + (portionsSold[dish] ?? 0), 0),
    }
  }

  /**
   * Returns the lowest number of portions that may be held (those of valid claims) and the highest (also those of each
   * customer's newest quote).
   */
  private async held(dish: string): Promise<{ readonly least: number; readonly most: number }> {
    const rows = await this.rows()
    const unpaid = rows.filter(({ status, payment }) => status === 'pending' && !Payment.covers(payment))
    const newest = this.customers.map(({ id }) => this.quotes.findLast(({ customer }) => customer.id === id)?.id)
    const open = (await restaurant.orm.select().from(quotes)).filter(({ id, open }) => open && newest.includes(id))
    const quoted = open.reduce((sum, { terms }) => sum + portionsOf(dish, [terms]), 0)
    const valid = unpaid.filter(({ orderId: id }) => !this.expired.has(id))
    return { least: portionsOf(dish, valid), most: portionsOf(dish, valid) + quoted }
  }

  async check(): Promise<void> {
    const { body } = await restaurant.call<DishLimits>(kitchen, 'GET', '/api/desk/dish-limits')
    for (const dish of this.dishes) {
      const limit = body.limits.find(({ id }) => id === dish)
      const held = limit?.beingPaidFor ?? 0
      const left = (limit?.portionsLeft ?? 0) - held
      const sold = await this.sold(dish)
      expect(sold.deducted + held + left).toBe(this.stock.get(dish))
      const expected = await this.held(dish)
      expect(held).toBeGreaterThanOrEqual(expected.least)
      expect(held).toBeLessThanOrEqual(expected.most)
      if (this.isShort) continue
      expect(sold.lines).toBe(sold.deducted)
      expect(left).toBeGreaterThanOrEqual(0)
    }
  }
}

function portionsOf(dish: string, among: readonly Pick<Order, 'items'>[]): number {
  return among
    .flatMap(({ items: lines }) => lines)
    .reduce((sum, { itemId, quantity }) => sum + (itemId === dish ? quantity : 0), 0)
}

test('SAFE-3 STOCK-1: sold, held and remaining portions add up after every step of random histories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const dishes = [await restaurant.dish(5000), await restaurant.dish(5000)]
      const customers = await Promise.all([0, 1, 2].map(() => restaurant.customer()))
      const history = new History(dishes, customers)
      for (const dish of dishes) await history.count(dish, 8)
      for (const step of steps) {
        await history.run(step)
        await history.check()
      }
    }),
    { numRuns: 12 },
  )
}, 180_000)
