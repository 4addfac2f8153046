import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ConversationOffer } from '#contract/messages.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { deliver, openFakeWhatsApp, type Webhook, whatsAppAccess } from '../support/fake-whatsapp.ts'
import {
  clearDataDir,
  freePort,
  postgresOf,
  printedSignIns,
  readyDataDir,
  startServer,
} from '../support/running-server.ts'
import { type Person, plainDishes, Refused, signUp } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { signInStaff } from './server-under-test.ts'

export type Outcome = {
  readonly seed: number
  readonly kills: number
  readonly orders: number
  readonly accepted: number
  /** Messages that WhatsApp accepted more than once. */
  readonly doubled: number
  /** Orders for which WhatsApp accepted no message that the order is ready. */
  readonly lost: number
  readonly waiting: number
}

/** The number of orders of each customer, because an account may have only a few unpaid orders. */
const ordersEach = 5

/**
 * Lets customers order and open a conversation while the server is killed. Afterwards WhatsApp must have accepted, for
 * each order, a message that says the order is ready, and no message twice.
 */
export async function killWhileWriting({ kills, orders, seed }: { kills: number; orders: number; seed: number }) {
  const random = randomOf(seed)
  const dataDir = await readyDataDir()
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const whatsapp = await openFakeWhatsApp({ receiptTimes: 2, delayMs: 40 })
  whatsapp.sendReceiptsTo(url)
  const env = { DATA_DIR: dataDir, PORT: port, TRUSTED_PROXIES: '1', ...whatsapp.environment }
  let server = await startServer({ env })
  try {
    const { owner } = await signInStaff(url, printedSignIns(server.stdout()))
    await owner.send('PATCH', '/api/office/channels', { whatsapp: { isOn: true, ...whatsAppAccess } })
    const dishes = await plainDishes(url)
    const customers: Person[] = []
    for (let index = 0; index < orders / ordersEach; index++) customers.push(await signUp(url, index))
    const ids: string[] = []
    const ordering = Promise.all(
      customers.map(async (customer, index) => {
        for (let time = 0; time < ordersEach; time++) {
          const dish = dishes[Math.floor(random() * dishes.length)] ?? ''
          ids.push(await orderAndTalk({ url, customer, owner, dish, phone: `0803${1_234_000 + index}`, whatsapp }))
        }
      }),
    )
    let isOver = false
    const killing = (async () => {
      let done = 0
      for (; done < kills && !isOver; done++) {
        const before = ids.length
        await sleep(random() * 2000)
        // Wait for an order, because a slow machine might finish none between two kills.
        while (ids.length === before && !isOver) await sleep(50)
        await server.kill('SIGKILL')
        server = await startServer({ env })
      }
      return done
    })()
    await ordering.finally(() => {
      isOver = true
    })
    const done = await killing
    const rows = await settled(dataDir, whatsapp)
    const byKey = Map.groupBy(whatsapp.accepted, ({ key }) => key)
    const told = new Set(
      rows.flatMap(({ about, event, id }) => (event === 'order.ready' && byKey.has(id) ? about : [])),
    )
    return {
      seed,
      kills: done,
      orders: ids.length,
      accepted: whatsapp.accepted.length,
      doubled: [...byKey.values()].filter(({ length }) => length > 1).length,
      lost: ids.filter((id) => !told.has(id)).length,
      waiting: rows.filter(({ state }) => state === 'waiting').length,
    } satisfies Outcome
  } finally {
    await server.stop().finally(() => clearDataDir(dataDir))
    await whatsapp.stop()
  }
}

type Talk = {
  readonly url: string
  readonly customer: Person
  readonly owner: Person
  readonly dish: string
  readonly phone: string
  readonly whatsapp: Awaited<ReturnType<typeof openFakeWhatsApp>>
}

async function orderAndTalk({ url, customer, owner, dish, phone, whatsapp }: Talk): Promise<string> {
  const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', {
    items: [{ itemId: dish, selection: {}, quantity: 1 }],
    deliveryMethod: 'pick-up',
  })
  await customer.send('POST', '/api/orders', { quoteId: quote.id })
  const { body: offer } = await customer.send<ConversationOffer>('GET', `/api/orders/${quote.id}/conversation`)
  await deliverSurely(url, whatsapp.message(phone.replace(/^0/, '+234'), offer.text))
  const accountId = quote.accounts[0]?.id
  const payment = { accountId, amount: quote.totalAmount, sender: 'ADA OBI', sessionId: quote.id }
  for (const [action, body] of [
    ['confirm-payment', payment],
    ['start', {}],
    ['mark-ready', {}],
  ] as const) {
    await owner.send('POST', `/api/orders/${quote.id}/${action}`, body).catch((error: unknown) => {
      // The first answer was lost, and the repeated request is refused.
      if (!(error instanceof Refused)) throw error
    })
  }
  return quote.id
}

/** Delivers a webhook as Meta does: repeatedly, until the server accepts it. */
async function deliverSurely(url: string, webhook: Webhook): Promise<void> {
  while (!(await deliver(url, webhook))) await sleep(50)
}

/** Waits until the server has accepted all receipts and sent its queue, for five minutes at most. */
async function settled(dataDir: string, whatsapp: Talk['whatsapp']) {
  const deadline = performance.now() + 5 * 60_000
  const client = new pg.Client({ ...(await postgresOf(dataDir)), user: 'buka', database: 'buka' })
  await client.connect()
  try {
    for (;;) {
      await sleep(200)
      const { rows } = await client.query<{ id: string; about: string; event: string; state: string }>(
        `select id::text, about, event, state from messages where channel = 'whatsapp'`,
      )
      const isDone = whatsapp.pending() === 0 && rows.every(({ state }) => state !== 'waiting')
      if (isDone || performance.now() > deadline) return rows
    }
  } finally {
    await client.end()
  }
}

/** The size of a run. `node tests/faults/messages.ts --full` has 500 orders and 20 kills; SEED repeats a run. */
export function messageSettings(isFull = false) {
  const size = isFull ? { kills: 20, orders: 500 } : { kills: 4, orders: 20 }
  return { ...size, seed: seedOfRun() }
}

if (import.meta.main) {
  const outcome = await killWhileWriting(messageSettings(process.argv.includes('--full')))
  console.log(JSON.stringify(outcome))
  if (outcome.doubled + outcome.lost + outcome.waiting > 0) process.exitCode = 1
}
