// Publishes menus while customers order: `node tests/faults/publishes.ts`, `--full` publishes 200 beside 2,000 orders.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote, QuoteRequestBody } from '#contract/order/quotes.ts'
import { mostClaims } from '#domain/order/unpaid-limits.ts'
import { type Acknowledged, checkOrders, type OrderCheck } from './order-check.ts'
import { type Person, plainDishes, signUp } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'
import { openRestaurant } from './server-under-test.ts'

export type Options = {
  readonly seed: number
  readonly publishes: number
  readonly orders: number
  /** Number of concurrent customers. */
  readonly atOnce: number
  readonly processes: number
  readonly databaseUrl?: string | undefined
}

export type Result = OrderCheck & {
  readonly options: Options
  readonly published: number
  readonly acknowledged: number
  /** Orders placed after another version was published. */
  readonly overtaken: number
  /** Quotes with prices of two versions or of an unpublished version, and orders that differ from their quote. */
  readonly wrong: readonly string[]
  readonly unexpected: readonly string[]
  readonly seconds: number
}

/**
 * All prices of a menu version have the same remainder when divided by this number, so the remainder tells the version
 * of a price.
 */
const editions = 1000

/**
 * An owner publishes and undoes menus with other prices of every dish, while customers make quotes and place orders.
 */
export async function publishBeside(options: Options, show: Progress): Promise<Result> {
  const random = randomOf(options.seed)
  const restaurant = await openRestaurant(options)
  try {
    const { owner } = restaurant.staff
    const urlOf = (index: number) => restaurant.urls[index % restaurant.urls.length] ?? ''
    const customers: Person[] = []
    while (customers.length * mostClaims.account < options.orders)
      customers.push(await signUp(urlOf(customers.length), customers.length))
    const dishes = await plainDishes(urlOf(0))

    /** The last digits of each version's prices, oldest first. The last version may not be published yet. */
    const endings: number[] = []
    let published = 0
    let current = (await owner.send<PublishedMenu>('GET', '/api/office/menu')).body
    const publish = async (change: object) => {
      current = (await owner.send<PublishedMenu>('PUT', '/api/office/menu', { basedOn: current.version, ...change }))
        .body
      published = endings.length
    }
    const publishEdition = (ending: number) => {
      endings.push(ending)
      const categories = current.categories.map((category) => ({
        ...category,
        items: category.items.map((item) => ({ ...item, price: item.price - (item.price % editions) + ending })),
      }))
      return publish({ categories })
    }
    await publishEdition(1)

    const acknowledged: Acknowledged[] = []
    const wrong: string[] = []
    const unexpected: string[] = []
    let overtaken = 0

    const order = async (customer: Person, note: string) => {
      const dish = () => dishes[Math.floor(random() * dishes.length)] ?? ''
      const lines = Array.from({ length: 2 + Math.floor(random() * 3) }, () => ({
        itemId: dish(),
        selection: {},
        quantity: 1,
        note,
      }))
      const cart: QuoteRequestBody = { items: lines, deliveryMethod: 'pick-up' }
      const oldest = published - 1
      const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', cart)
      const found = [...new Set(quote.items.map(({ price }) => price % editions))]
      if (found.length > 1) wrong.push(`${note}: prices of the versions ${found.join(' and ')}`)
      if (!endings.slice(oldest).includes(found[0] ?? 0)) wrong.push(`${note}: prices of the old version ${found[0]}`)
      const before = published
      // The customer takes time for a bank transfer.
      await sleep(random() * 400)
      const { body: placed } = await customer.send<Order>('POST', '/api/orders', { quoteId: quote.id })
      if (published > before) overtaken++
      if (placed.totalAmount !== quote.totalAmount || !isDeepStrictEqual(placed.items, quote.items))
        wrong.push(`${note}: the order is unlike its quote`)
      acknowledged.push({ customer, note, order: placed })
    }

    const began = performance.now()
    let ended = 0
    const each = options.orders / options.publishes
    let isPublished = false
    let isOver = false
    const publishing = (async () => {
      for (let done = 1; done <= options.publishes; done++) {
        // Spread the publications over the orders.
        while (ended < (done - 1) * each && !isOver) await sleep(5)
        const [undone, last] = endings.slice(-2)
        if (done % 5 === 0 && undone !== undefined && last !== undefined) {
          endings.push(undone)
          await publish({ restores: current.version - 1 })
        } else await publishEdition(1 + done)
        show(`${done} publishes, ${acknowledged.length} of ${options.orders} orders`)
      }
    })()
      .catch((error: Error) => unexpected.push(`publish: ${error.message}`))
      .finally(() => {
        isPublished = true
      })
    let next = 0
    await Promise.all(
      Array.from({ length: options.atOnce }, async () => {
        while (next < options.orders) {
          const serial = next++
          const customer = customers[serial % customers.length]
          if (!customer) break
          while (serial > options.atOnce + endings.length * each && !isPublished) await sleep(5)
          await order(customer, `Cart ${serial}`).catch((error: Error) =>
            unexpected.push(`cart ${serial}: ${error.message}`),
          )
          ended++
        }
      }),
    )
    isOver = true
    await publishing
    const seconds = (performance.now() - began) / 1000
    return {
      options,
      ...(await checkOrders(acknowledged, restaurant.connection)),
      published: endings.length - 1,
      acknowledged: acknowledged.length,
      overtaken,
      wrong,
      unexpected: [...unexpected, ...restaurant.bugs()],
      seconds,
    }
  } finally {
    await restaurant.close()
  }
}

export function failuresOf(result: Result): string[] {
  const { options, published, acknowledged, lost, doubled, inconsistent, unanswered, wrong, unexpected } = result
  return [
    ...Object.entries({ lost, doubled, inconsistent, unanswered }).flatMap(([name, count]) =>
      count > 0 ? [`${name}: ${count}`] : [],
    ),
    ...(acknowledged === options.orders ? [] : [`${acknowledged} of ${options.orders} orders were answered`]),
    ...(published === options.publishes ? [] : [`${published} of ${options.publishes} menus were published`]),
    ...wrong,
    ...unexpected,
  ]
}

export function reportOf(result: Result): string {
  const { options, seconds } = result
  return table(`Publishes beside orders: ${options.atOnce} customers at a time, ${options.processes} processes`, {
    seed: options.seed,
    'menus published or undone': result.published,
    'orders acknowledged': `${result.acknowledged} of ${options.orders}`,
    'orders placed after their menu was replaced': result.overtaken,
    'prices of two versions, of an old one, or unlike the quote': result.wrong.length,
    lost: result.lost,
    doubled: result.doubled,
    'inconsistent (quote, event, audit row or figures)': result.inconsistent,
    'placed without an answer': result.unanswered,
    'refusals and bugs': result.unexpected.length,
    seconds: seconds.toFixed(1),
  })
}

export const quick = { publishes: 20, orders: 60, atOnce: 8, processes: 1 } as const
export const full = { publishes: 200, orders: 2000, atOnce: 24, processes: 2 } as const

if (import.meta.main) {
  const size = process.argv.includes('--full') ? full : quick
  await run(10, async () => {
    const result = await publishBeside({ ...size, seed: seedOfRun() }, progress())
    return { report: reportOf(result), failures: failuresOf(result) }
  })
}
