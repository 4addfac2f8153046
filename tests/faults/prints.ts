import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Quote } from '#contract/order/quotes.ts'
import type { NewPrinter, PrinterCode } from '#contract/printers.ts'
import { type FakePrinter, fakeEpson, fakeStar } from '../support/fake-printer.ts'
import { type Person, plainDishes, Refused, signUp } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { openRestaurant, type Restaurant } from './server-under-test.ts'

export type Outcome = {
  readonly seed: number
  readonly orders: number
  readonly kills: number
  /** Tickets on paper at each printer. */
  readonly printed: readonly number[]
  /** Tickets that are on paper more than once, or not at all. */
  readonly doubled: number
  readonly lost: number
  readonly bugs: readonly string[]
  readonly seconds: number
}

const customersInAll = 3

/**
 * Customers order and the owner confirms their payments while two printers poll and the server is killed at random.
 * Every kitchen ticket must be on the paper of each printer once.
 */
export async function printWhileKilled({ orders, kills, seed }: Settings): Promise<Outcome> {
  const began = performance.now()
  const random = randomOf(seed)
  const restaurant = await openRestaurant({})
  let isOver = false
  try {
    const [url = ''] = restaurant.urls
    const { owner } = restaurant.staff
    const printers = await Promise.all([addPrinter(url, owner, 'star'), addPrinter(url, owner, 'epson')])
    const customers = await Promise.all(Array.from({ length: customersInAll }, (_, index) => signUp(url, index)))
    const dishes = await plainDishes(url)
    let paid = 0
    const printing = printers.map((printer) => keepPrinting(printer, () => isOver))
    const ordering = Promise.all(
      customers.map(async (customer, index) => {
        const mine = Math.ceil((orders - index) / customersInAll)
        for (let done = 0; done < mine; done++) {
          await orderPaid(customer, owner, dishes[done % dishes.length] ?? '')
          paid++
        }
      }),
    )
    const killing = async () => {
      for (let done = 0; done < kills && !isOver; done++) {
        const before = paid
        await sleep(300 + random() * 1200)
        // Wait for a paid order, because a slow machine might finish none between two kills.
        while (paid === before && paid < orders && !isOver) await sleep(50)
        await restaurant.restart(0)
      }
    }
    await Promise.all([ordering, killing()])
    await lapseClaims(restaurant)
    isOver = true
    await Promise.all(printing)
    for (const printer of printers) while (await printer.run());
    const perTicket = printers.map(({ paper }) => [...Map.groupBy(paper, ({ token }) => token).values()])
    return {
      seed,
      orders,
      kills,
      printed: printers.map(({ paper }) => paper.length),
      doubled: perTicket.flat().filter((copies) => copies.length > 1).length,
      lost: perTicket.reduce((sum, tickets) => sum + orders - tickets.length, 0),
      bugs: restaurant.bugs(),
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    isOver = true
    await restaurant.close()
  }
}

export async function addPrinter(
  url: string,
  owner: Person,
  make: NewPrinter['make'],
  kinds: NewPrinter['kinds'] = ['kitchen'],
): Promise<FakePrinter> {
  const body: NewPrinter = {
    name: make,
    make,
    kinds,
    categories: null,
    copies: 1,
    cuts: true,
    buzzes: false,
    paperWidth: 58,
  }
  const { code } = (await owner.send<PrinterCode>('POST', '/api/office/printers', body)).body
  const send = (path: string, init: RequestInit) => fetch(url + path, init)
  return make === 'star' ? fakeStar(send, code) : fakeEpson(send, code)
}

/** Polls and prints until `isOver`. A confirmation without an answer is repeated, as the manuals of Star and Epson say. */
async function keepPrinting(printer: FakePrinter, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const token = await printer.printAndDie().catch(() => undefined)
    if (token === undefined) {
      await sleep(50)
      continue
    }
    while ((await printer.confirm(token).catch(() => 0)) !== 200) await sleep(50)
  }
}

async function orderPaid(customer: Person, owner: Person, dish: string): Promise<void> {
  const cart = { items: [{ itemId: dish, selection: {}, quantity: 1 }], deliveryMethod: 'pick-up' }
  const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', cart)
  await customer.send('POST', '/api/orders', { quoteId: quote.id })
  const { id, totalAmount: amount, accounts } = quote
  const payment = { accountId: accounts[0]?.id, amount, sender: 'ADA OBI', sessionId: id }
  await owner.send('POST', `/api/orders/${id}/confirm-payment`, payment).catch((error: unknown) => {
    // The first answer was lost, and the repeated request is refused.
    if (!(error instanceof Refused)) throw error
  })
}

/**
 * Ends the reservations of print jobs, which last a minute. A server that was killed before it sent a job's picture
 * leaves such a reservation, for which the run would have to wait.
 */
async function lapseClaims({ connection }: Restaurant): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query("update print_jobs set claimed_at = claimed_at - interval '2 minutes' where printed_at is null")
  await client.end()
}

type Settings = { readonly orders: number; readonly kills: number; readonly seed: number }

/** The size of a run. `ORDERS=500 KILLS=20 node tests/faults/prints.ts` runs longer; SEED repeats a run. */
export function printSettings(): Settings {
  const { ORDERS = '15', KILLS = '3' } = process.env
  return { orders: Number(ORDERS), kills: Number(KILLS), seed: seedOfRun() }
}

export function describePrints({ seed, orders, kills, printed, doubled, lost, bugs, seconds }: Outcome): string {
  return (
    `${orders} orders and ${kills} kills: ${printed.join(' and ')} tickets on paper; ${doubled} doubled, ${lost} lost, ` +
    `${bugs.length} bugs logged; ${Math.round(seconds)} s; seed ${seed}`
  )
}

if (import.meta.main) {
  const outcome = await printWhileKilled(printSettings())
  console.log(describePrints(outcome))
  for (const bug of outcome.bugs) console.log(bug)
  if (outcome.doubled + outcome.lost + outcome.bugs.length > 0) process.exitCode = 1
}
