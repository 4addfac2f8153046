import { randomUUID } from 'node:crypto'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Person } from '../people.ts'
import type { Network } from './networks.ts'
import type { Reply, Simulation } from './simulation.ts'

type Waiting = {
  /** The id of the action's order; undefined for a new order. */
  readonly about: string | undefined
  readonly send: () => Promise<unknown>
}

/**
 * Behaves like web/data/outbox: without a network, actions and counter orders wait with their idempotency keys, and
 * are sent in order once the network is back.
 */
export function openTabletOutbox(simulation: Simulation, person: Person, network: Network) {
  const waiting: Waiting[] = []
  let sending = Promise.resolve()

  const flush = () => {
    sending = sending.then(async () => {
      for (;;) {
        const [first] = waiting
        if (!first || network.isDown) return
        await first.send().catch((error: Error) => simulation.unexpected.push(error.message))
        waiting.shift()
      }
    })
    return sending
  }

  return {
    isEmpty: () => waiting.length === 0,
    isCut: () => network.isDown,
    /** Returns true if an action on this order waits; the tablet shows the action as done. */
    has: (id: string) => waiting.some(({ about }) => about === id),
    /** `path` is the resource of a queueable action. */
    act(id: string, path: string, body: object = {}): void {
      simulation.waited.actions++
      const entry = { ...body, key: randomUUID(), at: new Date().toISOString() }
      waiting.push({ about: id, send: () => simulation.send(person, 'POST', `/api/orders/${id}/${path}`, entry) })
    },
    placeAtCounter(
      request: object,
      payment: (total: number) => object,
      placed: (reply: Reply<CounterPlaced>, total: number) => void,
    ): void {
      simulation.waited.orders++
      const key = randomUUID()
      const send = async () => {
        const quote = await simulation.send<Quote>(person, 'POST', '/api/desk/quotes', { ...request, key })
        if (!('body' in quote)) return placed(quote, 0)
        const { id, totalAmount: total } = quote.body
        const order = { quoteId: id, payment: payment(total) }
        placed(await simulation.send<CounterPlaced>(person, 'POST', '/api/desk/orders', order), total)
      }
      waiting.push({ about: undefined, send })
    },
    flush,
  }
}

export type TabletOutbox = ReturnType<typeof openTabletOutbox>
