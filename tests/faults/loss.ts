// Checks that each checkout over a lossy network makes exactly one order: `node tests/faults/loss.ts`.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { QuoteRequestBody } from '#contract/order/quotes.ts'
import { mostClaims } from '#domain/order/unpaid-limits.ts'
import { ApiFailure, ConnectionFailure, call, sendThrough } from '#web/data/api/client.ts'
import { openLossyProxy } from './lossy-proxy.ts'
import { type Acknowledged, checkOrders, type OrderCheck } from './order-check.ts'
import { answerTimeout, type Person, plainDishes, signUp } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'
import { openRestaurant } from './server-under-test.ts'

export type Options = {
  readonly seed: number
  readonly checkouts: number
  /** Number of concurrent pages. */
  readonly tabs: number
  readonly databaseUrl?: string | undefined
}

export type Result = OrderCheck & {
  readonly options: Options
  readonly acknowledged: number
  readonly doubleClicks: number
  /** Requests that were repeated because no whole answer had arrived. */
  readonly retries: number
  readonly faults: Readonly<Record<string, number>>
  /** Wrong answers, and bugs logged by the server. */
  readonly unexpected: readonly string[]
  readonly seconds: number
}

/** The number of checkouts of each customer: all are unpaid, and an account may have only this many unpaid orders. */
const checkoutsEach = mostClaims.account

/**
 * Lets customers order with the web's own client, and repeat each request until there is an answer. Then checks the
 * orders in the database.
 */
export async function orderUnderLoss(options: Options, show: Progress): Promise<Result> {
  const random = randomOf(options.seed)
  const restaurant = await openRestaurant(options)
  const [url = ''] = restaurant.urls
  const proxy = await openLossyProxy({ to: url, random: randomOf(options.seed + 1) })
  try {
    const customers: Person[] = []
    while (customers.length * checkoutsEach < options.checkouts) customers.push(await signUp(url, customers.length))
    const dishes = await plainDishes(url)
    const who = new AsyncLocalStorage<Person>()
    sendThrough((path, init) =>
      fetch(`${proxy.url}${path}`, { ...init, headers: { ...init?.headers, Cookie: who.getStore()?.cookie ?? '' } }),
    )

    const counts = { retries: 0, doubleClicks: 0 }
    const unexpected: string[] = []
    const acknowledged: Acknowledged[] = []

    /** Retries a request without an answer, like the web's client. */
    const persist = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      const deadline = performance.now() + answerTimeout
      for (;;) {
        try {
          return await ask()
        } catch (error) {
          const isOpen =
            error instanceof ConnectionFailure || (error instanceof ApiFailure && error.problem.status >= 500)
          if (!isOpen || performance.now() > deadline) throw error
          counts.retries++
          await sleep(random() * 400)
        }
      }
    }

    const checkOut = async (customer: Person, note: string) => {
      const dish = () => dishes[Math.floor(random() * dishes.length)] ?? ''
      const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
        itemId: dish(),
        selection: {},
        quantity: 1 + Math.floor(random() * 4),
        note,
      }))
      const cart: QuoteRequestBody = { items: lines, deliveryMethod: random() < 0.5 ? 'delivery' : 'pick-up' }
      const quote = await persist(() => call('POST /api/quotes', { body: cart }))
      const place = () => persist(() => call('POST /api/orders', { body: { quoteId: quote.id } }))
      const isDouble = random() < 0.15
      if (isDouble) counts.doubleClicks++
      for (const order of await Promise.all(isDouble ? [place(), place()] : [place()])) {
        const isRight =
          order.orderId === quote.id &&
          order.customerId === customer.id &&
          order.totalAmount === quote.totalAmount &&
          isDeepStrictEqual(order.items, quote.items) &&
          isDeepStrictEqual(
            order.items.map(({ quantity }) => quantity),
            lines.map(({ quantity }) => quantity),
          )
        if (!isRight) unexpected.push(`${note}: another order was answered`)
      }
      acknowledged.push({
        customer,
        note,
        order: await persist(() => call('POST /api/orders', { body: { quoteId: quote.id } })),
      })
    }

    const began = performance.now()
    let next = 0
    await Promise.all(
      Array.from({ length: options.tabs }, async () => {
        while (next < options.checkouts) {
          const serial = next++
          const customer = customers[serial % customers.length]
          if (!customer) break
          await who
            .run(customer, () => checkOut(customer, `Cart ${serial}`))
            .catch((error: Error) => unexpected.push(`cart ${serial}: ${error.message}`))
          show(`${acknowledged.length} of ${options.checkouts} orders, ${counts.retries} requests sent again`)
        }
      }),
    )
    const seconds = (performance.now() - began) / 1000
    await proxy.close()
    const orderCheck = await checkOrders(acknowledged, restaurant.connection)
    return {
      options,
      ...orderCheck,
      ...counts,
      acknowledged: acknowledged.length,
      faults: proxy.counts,
      unexpected: [...unexpected, ...restaurant.bugs()],
      seconds,
    }
  } finally {
    await restaurant.close()
  }
}

export function failuresOf({
  options,
  acknowledged,
  lost,
  doubled,
  inconsistent,
  unanswered,
  unexpected,
}: Result): string[] {
  return [
    ...Object.entries({ lost, doubled, inconsistent, unanswered }).flatMap(([name, count]) =>
      count > 0 ? [`${name}: ${count}`] : [],
    ),
    ...(acknowledged === options.checkouts
      ? []
      : [`${acknowledged} of ${options.checkouts} customers got their answer`]),
    ...unexpected,
  ]
}

export function reportOf(result: Result): string {
  const { options, faults, seconds } = result
  return table(`Orders over a network that loses: ${options.tabs} pages at a time`, {
    seed: options.seed,
    'checkouts acknowledged': `${result.acknowledged} of ${options.checkouts}`,
    'double requests': result.doubleClicks,
    'requests sent again': result.retries,
    lost: result.lost,
    doubled: result.doubled,
    'inconsistent (quote, event, audit row or figures)': result.inconsistent,
    'placed without an answer': result.unanswered,
    'wrong answers and bugs': result.unexpected.length,
    ...Object.fromEntries(Object.entries(faults).map(([fault, count]) => [`requests ${fault}`, count])),
    seconds: seconds.toFixed(1),
  })
}

export const quick = { checkouts: 40, tabs: 20 } as const
export const full = { checkouts: 2000, tabs: 32 } as const

if (import.meta.main) {
  const size = process.argv.includes('--full') ? full : quick
  await run(6, async () => {
    const result = await orderUnderLoss({ ...size, seed: seedOfRun() }, progress())
    return { report: reportOf(result), failures: failuresOf(result) }
  })
}
