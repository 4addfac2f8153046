import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withTodaysNames } from '#contract/last-release.ts'
import type { LiveEvent, Topic } from '#contract/live.ts'
import type { Order, OrderList } from '#contract/order/orders.ts'
import type { Delivery, DeliveryList } from '#contract/order/riders.ts'
import { addressOf, type Person } from '../people.ts'
import { readStream } from '../stream.ts'

type Versioned = { readonly orderId: string; readonly version: number }

/** Documents on a participant's screen, updated by the live stream. */
export type Screen<Document extends Versioned = Order> = {
  /** Documents by id, including those of finished orders. */
  readonly shown: ReadonlyMap<string, Document>
  changed(): Promise<void>
  close(): void
}

/** Opens a screen of a customer's orders, or of all orders at the desk. Resolves when the orders are read. */
export function openOrders(url: string, person: Person, topic: 'orders' | 'desk', seat: number): Promise<Screen> {
  const path = topic === 'desk' ? '/api/desk/orders' : '/api/orders'
  return openScreen<Order>({ url, person, topic, seat }, async (remember, shown) => {
    const { orders } = (await person.send<OrderList>('GET', path)).body
    for (const order of orders) remember(order)
    // Orders that ended in the meantime are not in the desk's list.
    const listed = new Set(orders.map(({ orderId }) => orderId))
    for (const id of [...shown.keys()].filter((id) => !listed.has(id))) {
      remember((await person.send<Order>('GET', `${path}/${id}`)).body)
    }
  })
}

/** Opens a screen of a rider's deliveries. Reads them again at every event, because the events carry no document. */
export function openDeliveries(url: string, person: Person, seat: number): Promise<Screen<Delivery>> {
  return openScreen<Delivery>({ url, person, topic: 'deliveries', seat }, async (remember, shown) => {
    const { deliveries } = (await person.send<DeliveryList>('GET', '/api/deliveries')).body
    shown.clear()
    for (const delivery of deliveries) remember(delivery)
  })
}

/** `reread` reads all documents: at first, after a reset, and after events without a document. */
async function openScreen<Document extends Versioned>(
  { url, person, topic, seat }: { url: string; person: Person; topic: Topic; seat: number },
  reread: (remember: (document: Document) => void, shown: Map<string, Document>) => Promise<void>,
): Promise<Screen<Document>> {
  const shown = new Map<string, Document>()
  const opened = Promise.withResolvers<void>()
  let next = Promise.withResolvers<void>()
  let cursor: string | undefined
  let over = false
  let request: ReturnType<typeof get> | undefined
  let reading = Promise.resolve()

  const wake = () => {
    next.resolve()
    next = Promise.withResolvers()
  }
  const remember = (document: Document) => {
    if (document.version > (shown.get(document.orderId)?.version ?? 0)) shown.set(document.orderId, document)
  }
  /** Waits until the last reading has ended, so that an older list never replaces a newer list. */
  const read = () => {
    reading = reading
      .then(() => reread(remember, shown))
      .then(() => {
        opened.resolve()
        wake()
      })
      .catch(opened.reject)
  }
  const apply = (event: LiveEvent) => {
    if (topic === 'deliveries') read()
    else remember(withTodaysNames(event.data as Document))
  }

  void (async () => {
    while (!over) {
      await new Promise<void>((resolve) => {
        const since = cursor === undefined ? '' : `&since=${cursor}`
        const headers = { Cookie: person.cookie, 'X-Forwarded-For': addressOf(seat) }
        request = get(`${url}/api/stream?topics=${topic}${since}`, { headers, agent: false }, (response) => {
          response.on('error', () => {})
          readStream(response, {
            changes: ({ cursor: at, reset, events }) => {
              if (cursor === undefined || reset) read()
              cursor = at
              events.forEach(apply)
              wake()
            },
            bye: () => {},
          })
        })
        request.on('error', () => {})
        request.on('close', resolve)
      })
      await sleep(100)
    }
  })()

  await opened.promise
  return {
    shown,
    changed: () => next.promise,
    close() {
      over = true
      request?.destroy()
      wake()
    },
  }
}
