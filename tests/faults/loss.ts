// Do customers get their orders, each once, over a network that loses? `node tests/faults/loss.ts`.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { QuoteRequestBody } from '#contract/quotes.ts'
import { ApiFailure, ConnectionFailure, call, sendThrough } from '#web/api/client.ts'
import { openLossyProxy } from './lossy-proxy.ts'
import { type Person, patience, plainDishes, signUp } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { type Acknowledged, type Reckoning, reckon } from './reckoning.ts'
import { type Progress, progress, run, table } from './report.ts'
import { openRestaurant } from './server-under-test.ts'

export type Wish = {
  readonly seed: number
  readonly checkouts: number
  /** Pages that order at the same time. */
  readonly tabs: number
  readonly databaseUrl?: string | undefined
}

export type Settled = Reckoning & {
  readonly wish: Wish
  readonly acknowledged: number
  readonly doublePresses: number
  /** Requests that were sent again because nothing, or half an answer, came. */
  readonly retries: number
  readonly met: Readonly<Record<string, number>>
  /** Answers that are not what the customer asked for, and what the restaurant logged as bugs. */
  readonly surprises: readonly string[]
  readonly seconds: number
}

/** A customer holds so many offers at most, and some are made anew by a request that comes late. */
const checkoutsEach = 20

/**
 * Customers go to payment and press 'I've Made the Transfer' by the web's own client, which asks again until there is an
 * answer. Then counts what is there.
 */
export async function orderUnderLoss(wish: Wish, show: Progress): Promise<Settled> {
  const random = randomOf(wish.seed)
  const restaurant = await openRestaurant(wish)
  const [url = ''] = restaurant.urls
  const proxy = await openLossyProxy({ to: url, random: randomOf(wish.seed + 1) })
  try {
    const customers: Person[] = []
    while (customers.length * checkoutsEach < wish.checkouts) customers.push(await signUp(url, customers.length))
    const dishes = await plainDishes(url)
    const who = new AsyncLocalStorage<Person>()
    sendThrough((path, init) =>
      fetch(`${proxy.url}${path}`, { ...init, headers: { ...init?.headers, Cookie: who.getStore()?.cookie ?? '' } }),
    )

    const counts = { retries: 0, doublePresses: 0 }
    const surprises: string[] = []
    const acknowledged: Acknowledged[] = []

    /** As the web does it: what had no answer is asked again, by itself and then by the person. */
    const persist = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      const deadline = performance.now() + patience
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
      const cart: QuoteRequestBody = { lines, deliveryMethod: random() < 0.5 ? 'delivery' : 'pick-up' }
      const quote = await persist(() => call('POST /api/quotes', { body: cart }))
      const press = () => persist(() => call('POST /api/orders', { body: { quoteId: quote.id } }))
      const isDouble = random() < 0.15
      if (isDouble) counts.doublePresses++
      for (const order of await Promise.all(isDouble ? [press(), press()] : [press()])) {
        const isRight =
          order.id === quote.id &&
          order.customerId === customer.id &&
          order.total === quote.total &&
          isDeepStrictEqual(order.lines, quote.lines) &&
          isDeepStrictEqual(
            order.lines.map(({ quantity }) => quantity),
            lines.map(({ quantity }) => quantity),
          )
        if (!isRight) surprises.push(`${note}: another order was answered`)
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
      Array.from({ length: wish.tabs }, async () => {
        while (next < wish.checkouts) {
          const serial = next++
          const customer = customers[serial % customers.length]
          if (!customer) break
          await who
            .run(customer, () => checkOut(customer, `Cart ${serial}`))
            .catch((error: Error) => surprises.push(`cart ${serial}: ${error.message}`))
          show(`${acknowledged.length} of ${wish.checkouts} orders, ${counts.retries} requests sent again`)
        }
      }),
    )
    const seconds = (performance.now() - began) / 1000
    await proxy.close()
    const reckoning = await reckon(acknowledged, restaurant.connection)
    return {
      wish,
      ...reckoning,
      ...counts,
      acknowledged: acknowledged.length,
      met: proxy.met,
      surprises: [...surprises, ...restaurant.bugs()],
      seconds,
    }
  } finally {
    await restaurant.close()
  }
}

export function wrongOf({ wish, acknowledged, lost, doubled, torn, unheard, surprises }: Settled): string[] {
  return [
    ...Object.entries({ lost, doubled, torn, unheard }).flatMap(([name, count]) =>
      count > 0 ? [`${name}: ${count}`] : [],
    ),
    ...(acknowledged === wish.checkouts ? [] : [`${acknowledged} of ${wish.checkouts} customers got their answer`]),
    ...surprises,
  ]
}

export function reportOf(settled: Settled): string {
  const { wish, met, seconds } = settled
  return table(`Orders over a network that loses: ${wish.tabs} pages at a time`, {
    seed: wish.seed,
    'checkouts acknowledged': `${settled.acknowledged} of ${wish.checkouts}`,
    'double presses': settled.doublePresses,
    'requests sent again': settled.retries,
    lost: settled.lost,
    doubled: settled.doubled,
    'torn (quote, event, audit row or figures)': settled.torn,
    'placed, and nobody told': settled.unheard,
    'wrong answers and bugs': settled.surprises.length,
    ...Object.fromEntries(Object.entries(met).map(([fate, count]) => [`requests ${fate}`, count])),
    seconds: seconds.toFixed(1),
  })
}

export const quick = { checkouts: 40, tabs: 20 } as const
export const full = { checkouts: 2000, tabs: 32 } as const

if (import.meta.main) {
  const size = process.argv.includes('--full') ? full : quick
  await run(6, async () => {
    const settled = await orderUnderLoss({ ...size, seed: seedOfRun() }, progress())
    return { report: reportOf(settled), wrong: wrongOf(settled) }
  })
}
