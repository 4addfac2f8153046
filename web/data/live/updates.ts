import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent, Topic } from '#contract/live.ts'
import type { MenuItems } from '#contract/menu/menu.ts'
import type { DeskOrder, DeskOrderList, Order, OrderList } from '#contract/order/orders.ts'
import type { Session, User } from '#contract/session.ts'
import type { Actor, Role } from '#domain/restaurant/policy.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { deskOrdersQuery, mergeDeskOrders } from '#web/data/api/desk-orders.ts'
import { addLiveItem, clearLiveItems, mergeLiveItems } from '#web/data/api/live-items.ts'
import { clearLiveOrders, deskLiveOrders, mergeOwnOrders, ownLiveOrders } from '#web/data/api/live-orders.ts'
import { queries } from '#web/data/api/queries.ts'
import * as Outbox from '#web/data/outbox/outbox.ts'
import { toast, toastTime } from '#web/data/toast.ts'
import type { Status } from './machine.ts'
import { rereads } from './rereads.ts'
import { openTab } from './tab.ts'

/** The first key of the queries whose answers owners and the kitchen set. */
const ofSettings = ['site', 'promise', 'kitchen-load', 'home', 'farm', 'locations', 'desk-accounts']

/** The queries that a topic updates. */
const keysOf: Readonly<Record<Topic, readonly (readonly string[])[]>> = {
  menu: [['menu'], ['bestsellers'], ['menu-items'], ...ofSettings.map((key) => [key])],
  orders: [queries.orders().queryKey, ['quote']],
  deliveries: [['deliveries']],
  desk: [deskOrdersQuery.queryKey, ['desk-ratings']],
}

/** Milliseconds in which the pages of customers read what has changed for all of them: thousands hear of it at once, and each is to show it within a second. */
const spread = 700

export type Updates = {
  /** Follows the topics of this user, or of a visitor; `onConsole` adds those of the staff screens. */
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
  /** The cursor of what the page shows. */
  readonly since: string
  readonly onStatus: (status: Status) => void
  /** Says how many queued writes wait for the network; '' where none does. */
  readonly onWaiting: (sentence: string) => void
}

/** Applies live events to the queries of this page, from the first `follow` on. */
export function openUpdates({ client, since, onStatus, onWaiting }: Options): Updates {
  const queue = rereads()
  let account = ''
  let role: Role | undefined
  let isConsole = false

  const invalidate = (...keys: readonly string[]) => {
    for (const key of keys) void client.invalidateQueries({ queryKey: [key] })
  }

  /** What is not on the page is read when it is next used. */
  const invalidateForAll = (...keys: readonly string[]) => {
    for (const key of keys) {
      const query = { queryKey: [key] }
      void client.invalidateQueries({ ...query, refetchType: 'none' })
      queue.add(() => client.refetchQueries({ ...query, type: 'active', stale: true }), isConsole ? 0 : spread)
    }
  }

  function apply(events: readonly LiveEvent[]): void {
    const about = new Set<'menu' | 'orders'>()
    for (const event of events) {
      switch (event.type) {
        case 'item.changed':
          addLiveItem(event.data)
          about.add('menu')
          break
        case 'menu.published':
          invalidateForAll('menu', 'bestsellers', 'menu-items', 'site')
          break
        case 'settings.changed':
        case 'kitchen-load.changed':
          invalidateForAll(...ofSettings)
          break
        case 'delivery.changed':
          invalidate('deliveries')
          break
        case 'quote.changed':
          invalidate('quote')
          break
        case 'rating.given':
          invalidate('desk-ratings')
          break
        case 'account.changed':
          // The server closes the streams of a session that has ended. One that goes on may have another role.
          rereadSession()
          break
        default: {
          // Every other event brings an order; one that does not is a type error here.
          const order: Order | DeskOrder = event.data
          // Only a customer is told the code for the door: the desk's document of one's own order lacks it.
          if (!('deliveryCode' in order)) deskLiveOrders.add(order)
          else if (order.customerId === account) ownLiveOrders.add(order)
          about.add('orders')
          // Another device of theirs may show what to pay for it.
          if (event.type === 'order.placed') invalidate('quote')
        }
      }
    }
    if (about.has('menu')) {
      for (const key of [['menu'], ['bestsellers'], ['menu-items']]) {
        client.setQueriesData<MenuItems>({ queryKey: key }, (menu) => menu && mergeLiveItems(menu))
      }
    }
    if (about.has('orders')) {
      client.setQueryData<OrderList>(queries.orders().queryKey, (list) => list && mergeOwnOrders(list))
      client.setQueryData<DeskOrderList>(deskOrdersQuery.queryKey, (list) => list && mergeDeskOrders(list))
    }
  }

  /** Queries on the page are read at once, the others when they are next used. */
  function reread(topics: readonly Topic[]): void {
    // A restored database may have older versions than the stream brought.
    clearLiveOrders()
    clearLiveItems()
    for (const queryKey of topics.flatMap((topic) => keysOf[topic])) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
      for (const { queryKey: each } of client.getQueryCache().findAll({ queryKey, type: 'active' })) {
        queue.add(() => client.refetchQueries({ queryKey: each, exact: true }))
      }
    }
  }

  const rereadSession = () => void client.invalidateQueries({ queryKey: queries.session().queryKey })

  Outbox.whenDenied(rereadSession)
  const stopWatching = Outbox.watch(() => {
    const count = (Outbox.entries() ?? []).filter(({ waits, refused }) => waits && !refused).length
    const held = Outbox.isDurable()
      ? ''
      : ' Please keep this page open until then: your browser does not store changes.'
    onWaiting(count > 0 ? `Waiting for the network: ${count}.${held}` : '')
  })
  const stopListening = Outbox.whenSettled(({ write, waits }, outcome) => {
    if (outcome.type !== 'done') return
    if (write.kind === 'profile')
      client.setQueryData<Session>(queries.session().queryKey, { user: outcome.answer as User })
    // A write that did not wait is confirmed beside its button, and a staff action on its card.
    if (waits && !document.hidden && (write.kind === 'order' || write.kind === 'profile')) {
      toast(write.kind === 'order' ? 'Order placed successfully!' : 'Profile saved.', {
        kind: 'good',
        duration: toastTime.added,
      })
    }
  })

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
      // Another role is told less, or more, of the same orders.
      const hasNewRole = role !== undefined && actor?.id === account && actor.role !== role
      account = actor?.id ?? ''
      role = actor?.role
      if (hasNewRole) reread(['desk'])
      isConsole = onConsole
      Outbox.setAccount(account)
      tab.follow(topicsOf(actor, onConsole), account)
    },
    close() {
      stopWatching()
      stopListening()
      tab.close()
    },
  }
}
