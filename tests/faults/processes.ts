// Kills one of three processes behind a balancer, again and again, while customers order: `MINUTES=10 node
// tests/faults/processes.ts`. With `LAST_RELEASE=FOLDER`, a built checkout of the last release, all three processes
// start from that checkout, and each restart is from this one.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asFormerNames, withTodaysNames } from '#contract/last-release.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { openBalancer } from '../support/balancer.ts'
import { type Acknowledged, checkOrders, type OrderCheck } from './order-check.ts'
import { addressOf, type Person, plainDishes, signUp } from './people.ts'
import { seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'
import { openRestaurant } from './server-under-test.ts'
import { type Findings, type StreamClient, startStreamClients } from './stream-clients.ts'
import { outcomesOf } from './streams.ts'

export type Options = {
  readonly seed: number
  readonly customers: number
  /** The number of kills. Each kill waits until the process of the kill before is back. */
  readonly kills: number
  /** Milliseconds between a restart and the next kill. */
  readonly pause: number
  readonly databaseUrl?: string | undefined
  readonly lastRelease?: string | undefined
}

export type Result = OrderCheck & {
  readonly options: Options
  readonly acknowledged: number
  /** Requests answered at the second sending. */
  readonly retried: number
  /** Requests that were refused, or got no answer at the second sending. */
  readonly refused: readonly string[]
  readonly streams: Findings
  readonly bugs: readonly string[]
  readonly seconds: number
}

const processes = 3

/** Time limit in milliseconds for the last changes to reach the last stream. */
const settling = 60_000

/** Time limit in milliseconds for an answer, generous for slow machines. */
const patience = 110_000

export async function orderAtSeveral(options: Options, show: Progress): Promise<Result> {
  const began = performance.now()
  const restaurant = await openRestaurant({
    processes,
    databaseUrl: options.databaseUrl,
    lastRelease: options.lastRelease,
  })
  const balancer = await openBalancer(restaurant.urls)
  const streamClients = startStreamClients()
  const database = new pg.Pool({ ...restaurant.connection, max: 2 })
  try {
    const customers: Person[] = []
    while (customers.length < options.customers) customers.push(await signUp(balancer.url, customers.length))
    const [dish = ''] = await plainDishes(balancer.url)
    // Turn off calls to the owner about old orders: customers get no event of a call, so they would seem to miss a
    // version on a slow machine.
    await database.query('update kitchen_load set escalate_after = null')
    await streamClients.connect(
      customers.map(
        ({ id, cookie }, index): StreamClient => ({
          urls: [balancer.url],
          topics: 'menu,orders',
          audiences: ['menu', `customer:${id}`],
          cookie,
          address: addressOf(index),
          mode: 'stream',
          listPath: '/api/orders',
        }),
      ),
      options.seed,
    )

    let retried = 0
    const refused: string[] = []
    /** Repeats a request once if its answer was lost. Returns undefined after a second loss or a refusal. */
    const send = async <Body>({ cookie }: Person, path: string, body?: object): Promise<Body | undefined> => {
      for (const attempt of [1, 2]) {
        const answer = await fetch(`${balancer.url}${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { Cookie: cookie, 'Content-Type': 'application/json' },
          signal: AbortSignal.timeout(patience),
          ...(body && { body: JSON.stringify(asFormerNames(body)) }),
        })
          .then(async (response) => ({ status: response.status, text: await response.text() }))
          .catch((error: Error) => ({ status: 599, text: error.message }))
        if (answer.status < 400) return withTodaysNames(JSON.parse(answer.text || '{}')) as Body
        // A repeated request is refused if the server carried out the first one.
        if (answer.status < 500 && attempt === 2) return undefined
        if (answer.status < 500 || attempt === 2) refused.push(`${path}: ${answer.status} ${answer.text}`)
        else retried++
        if (answer.status < 500) return undefined
      }
      return undefined
    }

    let over = false
    const acknowledged: Acknowledged[] = []
    const orderAll = async (customer: Person, index: number) => {
      for (let serial = 1; !over; serial++) {
        const note = `Customer ${index}, order ${serial}`
        const lines = [{ itemId: dish, selection: {}, quantity: 1, chefComment: note }]
        const quote = await send<Quote>(customer, '/api/quotes', { items: lines, deliveryMethod: 'pick-up' })
        if (!quote) continue
        const placed = await send<Order>(customer, '/api/orders', { quoteId: quote.id })
        if (!placed) continue
        // Pay the order, because an account may have only a few unpaid orders.
        await send(restaurant.staff.owner, `/api/orders/${quote.id}/confirm-payment`, {
          accountId: quote.accounts[0]?.id,
          amount: quote.totalAmount,
          sender: 'ADA OBI',
          sessionId: quote.id,
        })
        const order = await send<Order>(customer, `/api/orders/${quote.id}`)
        acknowledged.push({ customer, note, order: order ?? placed })
        await sleep(20)
      }
    }
    const ordering = Promise.all(customers.map(orderAll))
    const kill = async () => {
      for (let killed = 0; killed < options.kills; killed++) {
        // Leaves time for an order of each customer between two kills.
        const enough = acknowledged.length + options.customers
        await sleep(options.pause)
        while (acknowledged.length < enough) await sleep(20)
        await restaurant.restart(killed % processes)
        show(`${killed + 1} of ${options.kills} kills, ${acknowledged.length} orders, ${refused.length} refused`)
      }
      over = true
    }
    await Promise.all([ordering, kill()])
    const streams = await streamClients.converge(await outcomesOf(database), settling)
    return {
      options,
      acknowledged: acknowledged.length,
      ...(await checkOrders(acknowledged, restaurant.connection, { byLastRelease: options.lastRelease !== undefined })),
      retried,
      refused,
      streams,
      bugs: restaurant.bugs(),
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    streamClients.close()
    await database.end()
    await balancer.close()
    await restaurant.close()
  }
}

export function failuresOf({ refused, streams, bugs, ...counts }: Result): string[] {
  const { lost, doubled, inconsistent, unanswered } = counts
  const { behind, skipped, repeated, foreign, unexpected } = streams
  const found = { lost, doubled, inconsistent, unanswered, 'streams behind': behind, skipped, repeated, foreign }
  return [
    ...Object.entries(found).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : [])),
    ...refused,
    ...unexpected,
    ...bugs,
  ]
}

export function reportOf({ options, streams, ...result }: Result): string {
  return table(`${processes} processes behind a balancer, one killed again and again`, {
    seed: options.seed,
    customers: options.customers,
    'kill -9': options.kills,
    'orders acknowledged': result.acknowledged,
    'requests sent once more': result.retried,
    'refused beyond that': result.refused.length,
    lost: result.lost,
    doubled: result.doubled,
    inconsistent: result.inconsistent,
    'streams behind': streams.behind,
    'streams that came back': streams.reconnects,
    seconds: result.seconds.toFixed(1),
  })
}

export const quick = { customers: 4, kills: 1, pause: 0 } as const

if (import.meta.main) {
  const minutes = Number(process.env.MINUTES ?? '1')
  const pause = 20_000
  await run(2 * minutes + 10, async () => {
    const kills = Math.max(1, Math.floor((minutes * 60_000) / pause))
    const lastRelease = process.env.LAST_RELEASE
    const result = await orderAtSeveral({ customers: 50, kills, pause, seed: seedOfRun(), lastRelease }, progress())
    return { report: reportOf(result), failures: failuresOf(result) }
  })
}
