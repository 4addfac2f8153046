import type { QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '#contract/endpoints.ts'
import type { LiveEvent, Topic } from '#contract/live.ts'
import type { DeskOrder, Order } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import type { Actor, Role } from '#domain/restaurant/policy.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { applyDeskOrders } from '#web/data/api/desk-orders.ts'
import { liveItems } from '#web/data/api/live-items.ts'
import { applyOwnOrders, clearLiveOrders } from '#web/data/api/live-orders.ts'
import { menuEndpoints, mergeIntoMenus } from '#web/data/api/queries.ts'
import { answerOf, invalidate, keyOf, setAnswer } from '#web/data/api/query.ts'
import * as Outbox from '#web/data/outbox/outbox.ts'
import { toastDone } from '#web/data/toast.ts'
import type { Status } from './machine.ts'
import { rereads } from './rereads.ts'
import { openTab } from './tab.ts'

/** The endpoints to reread after an event about an order for later. */
const laterEndpoints = ['GET /api/desk/quarters', 'GET /api/desk/preparations'] as const

/** The endpoints to reread after the owner or the kitchen has changed settings. */
const settingsEndpoints = [
  'GET /api/site',
  'GET /api/promise',
  'GET /api/kitchen-load',
  ...laterEndpoints,
  'GET /api/home',
  'GET /api/farm',
  'GET /api/locations',
  'GET /api/desk/accounts',
] as const satisfies readonly EndpointName[]

/** The endpoints of each topic, which are reread after a reset and after a new subscription to the topic. */
const endpointsOf: Readonly<Record<Topic, readonly EndpointName[]>> = {
  menu: [...menuEndpoints, ...settingsEndpoints],
  orders: ['GET /api/orders', 'GET /api/quotes/:id'],
  deliveries: ['GET /api/deliveries'],
  desk: [
    'GET /api/desk/orders',
    'GET /api/desk/ratings',
    'GET /api/desk/messages',
    'GET /api/desk/orders/:id/messages',
    'GET /api/desk/printers',
    'GET /api/office/printers',
    ...laterEndpoints,
  ],
}

/**
 * Milliseconds over which customers' pages spread a reread. Thousands of pages get an event at the same moment, and
 * each page should show the change within a second.
 */
const spread = 700

export type Updates = {
  /** Follows the topics of this user, or of a visitor; `onConsole` adds the topics of the staff screens. */
  follow(actor: Actor | undefined, onConsole: boolean): void
  close(): void
}

function topicsOf(actor: Actor | undefined, onConsole: boolean): Topic[] {
  if (!actor) return ['menu']
  const own: Topic[] = ['menu', 'orders']
  if (onConsole && isOneOf(actor.role, policy.desk)) return [...own, 'desk']
  return onConsole && isOneOf(actor.role, policy.riders) ? [...own, 'deliveries'] : own
}

type Options = {
  readonly client: QueryClient
  /** The cursor in the live events at which the page's data was read. */
  readonly since: string
  readonly onStatus: (status: Status) => void
  /** Called with a sentence about the writes that wait for the network; '' if none waits. */
  readonly onWaiting: (sentence: string) => void
}

/** Applies live events to the queries of this page, from the first `follow` on. */
export function openUpdates({ client, since, onStatus, onWaiting }: Options): Updates {
  const queue = rereads()
  let account = ''
  let role: Role | undefined
  let isConsole = false

  /**
   * Marks the answers of the endpoints as outdated. Answers that the page shows are reread now or, on customers' pages,
   * after a random delay. Other answers are reread when they are next used.
   */
  const invalidateForAll = (...names: readonly EndpointName[]) => {
    for (const name of names) {
      const query = { queryKey: keyOf(name) }
      void client.invalidateQueries({ ...query, refetchType: 'none' })
      queue.add(() => client.refetchQueries({ ...query, type: 'active', stale: true }), isConsole ? 0 : spread)
    }
  }

  const isKnown = (id: string) =>
    answerOf(client, 'GET /api/orders')?.orders.some(({ orderId }) => orderId === id) === true

  function apply(events: readonly LiveEvent[]): void {
    const own: Order[] = []
    const atDesk: DeskOrder[] = []
    let hasItems = false
    for (const event of events) {
      switch (event.type) {
        case 'item.changed':
          liveItems.add(event.data)
          hasItems = true
          break
        case 'menu.published':
          invalidateForAll(...menuEndpoints, 'GET /api/site')
          break
        case 'settings.changed':
        case 'kitchen-load.changed':
          invalidateForAll(...settingsEndpoints)
          break
        case 'delivery.changed':
          void invalidate(client, 'GET /api/deliveries')
          break
        case 'quote.changed':
          void invalidate(client, 'GET /api/quotes/:id')
          void invalidate(client, 'GET /api/desk/quarters')
          break
        case 'rating.given':
          void invalidate(client, 'GET /api/desk/ratings')
          break
        case 'printer.changed':
          void invalidate(client, 'GET /api/desk/printers')
          void invalidate(client, 'GET /api/office/printers')
          break
        case 'account.changed':
          // The server closes the streams of an ended session before this event, so a page that gets the event still has
          // a session, but perhaps with another role.
          rereadSession()
          break
        default: {
          // Every other event carries an order: an event without an order fails to compile here.
          const order: Order | DeskOrder = event.data
          // Only the customer's document has the delivery code. The desk's document lacks it, even for an order of the
          // desk's own staff.
          if (!('deliveryCode' in order)) atDesk.push(order)
          else if (order.customerId === account) own.push(order)
          if (event.type === 'message.changed') {
            void invalidate(client, 'GET /api/desk/messages')
            void invalidate(client, 'GET /api/desk/orders/:id/messages')
          }
          // Another device of the customer may still show this order's payment page. The device that placed the order
          // already has the order from the server's answer.
          if (event.type === 'order.placed' && !isKnown(event.subject)) void invalidate(client, 'GET /api/quotes/:id')
          if (order.slot !== undefined) invalidateForAll(...laterEndpoints)
        }
      }
    }
    if (hasItems) mergeIntoMenus(client)
    applyOwnOrders(client, own)
    applyDeskOrders(client, atDesk)
  }

  /**
   * Marks the answers of the topics' endpoints as outdated. Answers that the page shows are reread now. Other answers
   * are reread when they are next used.
   */
  function reread(topics: readonly Topic[]): void {
    // Forget the versions that the stream has brought: after a restore of the database, the current versions may be
    // lower.
    clearLiveOrders()
    liveItems.clear()
    for (const queryKey of topics.flatMap((topic) => endpointsOf[topic]).map((name) => keyOf(name))) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
      for (const { queryKey: each } of client.getQueryCache().findAll({ queryKey, type: 'active' })) {
        queue.add(() => client.refetchQueries({ queryKey: each, exact: true }))
      }
    }
  }

  const rereadSession = () => void invalidate(client, 'GET /api/session')

  Outbox.whenDenied(rereadSession)
  const stopOutbox = watchOutbox(client, onWaiting)
  const tab = openTab({
    since,
    onEvents: apply,
    onReset: reread,
    onStatus(status) {
      onStatus(status)
      if (status === 'open' || status === 'polling') void Outbox.send()
    },
    onRefused: rereadSession,
  })
  return {
    follow(actor, onConsole) {
      // If the person's role has changed, reread the board, because the new role may read other fields of the orders.
      const hasNewRole = role !== undefined && actor?.id === account && actor.role !== role
      account = actor?.id ?? ''
      role = actor?.role
      if (hasNewRole) reread(['desk'])
      isConsole = onConsole
      Outbox.setAccount(account)
      tab.follow(topicsOf(actor, onConsole), account)
    },
    close() {
      stopOutbox()
      tab.close()
    },
  }
}

/** Shows how many writes wait for the network, and the outcome of each write. */
function watchOutbox(client: QueryClient, onWaiting: Options['onWaiting']): () => void {
  const stopWatching = Outbox.watch(() => {
    const count = (Outbox.entries() ?? []).filter(({ waits, refused }) => waits && !refused).length
    const held = Outbox.isDurable()
      ? ''
      : ' Please keep this page open until then: your browser does not store changes.'
    onWaiting(count > 0 ? `${count === 1 ? 'One action waits' : `${count} actions wait`} for the network.${held}` : '')
  })
  const stopListening = Outbox.whenSettled(({ write, waits }, outcome) => {
    if (outcome.type !== 'done') return
    if (write.kind === 'profile') setAnswer(client, 'GET /api/session', { user: outcome.answer as User })
    // Only a write that waited for the network gets a toast. A write that was sent at once is confirmed beside its
    // button, and an action of staff on the order's card.
    if (waits && !document.hidden && (write.kind === 'order' || write.kind === 'profile')) {
      toastDone(write.kind === 'order' ? 'Order placed successfully!' : 'Profile saved.')
    }
  })
  return () => {
    stopWatching()
    stopListening()
  }
}
