import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent, Topic } from '#contract/live.ts'
import type { MenuItems } from '#contract/menu.ts'
import type { Order, OrderList } from '#contract/orders.ts'
import type { Session, User } from '#contract/session.ts'
import type { Actor } from '#domain/order.ts'
import { isOneOf, policy } from '#domain/policy.ts'
import { noteItem, withArrivedItems } from '#web/api/live-items.ts'
import { deskArrivals, ownArrivals, withDeskArrivals, withOwnArrivals } from '#web/api/live-orders.ts'
import { queries } from '#web/api/queries.ts'
import * as Outbox from '#web/sync/outbox/outbox.ts'
import { toast, toastTime } from '#web/ui/toast.tsx'
import type { Status } from './machine.ts'
import { rereads } from './rereads.ts'
import { openTab } from './tab.ts'

/** The parts of what is known that a topic keeps true. */
const keysOf: Readonly<Record<Topic, readonly (readonly string[])[]>> = {
  menu: [['menu'], ['bestsellers'], ['menu-items'], ['site'], ['promise'], ['kitchen-load']],
  orders: [queries.orders().queryKey],
  deliveries: [['deliveries']],
  desk: [queries.deskOrders().queryKey, ['desk-ratings']],
}

/** What keeps a page true, for whoever looks at it. */
export type Updates = {
  /** From now on for this person, or a visitor; `atWork`: on one of the consoles. */
  follow(actor: Actor | undefined, atWork: boolean): void
  close(): void
}

function topicsOf(actor: Actor | undefined, atWork: boolean): Topic[] {
  if (!actor) return ['menu']
  const own: Topic[] = ['menu', 'orders']
  if (atWork && isOneOf(actor.role, policy.desk)) return [...own, 'desk']
  return atWork && isOneOf(actor.role, policy.riders) ? [...own, 'deliveries'] : own
}

type Options = {
  readonly client: QueryClient
  /** How far the page is already. */
  readonly since: string
  readonly onStatus: (status: Status) => void
  /** How many things of the person's wait for the network. */
  readonly onWaiting: (count: number) => void
}

/** Keeps true what this page knows, from the first `follow` on. */
export function openUpdates({ client, since, onStatus, onWaiting }: Options): Updates {
  const queue = rereads()
  let account = ''

  const askAgain = (...keys: readonly string[]) => {
    for (const key of keys) void client.invalidateQueries({ queryKey: [key] })
  }

  function apply(events: readonly LiveEvent[]): void {
    const about = new Set<'menu' | 'orders'>()
    for (const event of events) {
      switch (event.type) {
        case 'item.changed':
          noteItem(event.data)
          about.add('menu')
          break
        case 'kitchen-load.changed':
          askAgain('site', 'promise', 'kitchen-load')
          break
        case 'delivery.changed':
          askAgain('deliveries')
          break
        case 'rating.given':
          askAgain('desk-ratings')
          break
        case 'account.changed':
          // For the server: it looks whether the stream may go on.
          break
        default: {
          // All others bring an order; an event that does not is a type error here.
          const order: Order = event.data
          if (order.customerId === account) ownArrivals.note(order)
          deskArrivals.note(order)
          about.add('orders')
        }
      }
    }
    if (about.has('menu')) {
      for (const key of [['menu'], ['bestsellers'], ['menu-items']]) {
        client.setQueriesData<MenuItems>({ queryKey: key }, (menu) => menu && withArrivedItems(menu))
      }
    }
    if (about.has('orders')) {
      client.setQueryData<OrderList>(queries.orders().queryKey, (list) => list && withOwnArrivals(list))
      client.setQueryData<OrderList>(queries.deskOrders().queryKey, (list) => list && withDeskArrivals(list))
    }
  }

  /** What is shown is read at once; the rest when it is next asked for. */
  function readAnew(topics: readonly Topic[]): void {
    for (const queryKey of topics.flatMap((topic) => keysOf[topic])) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
      for (const { queryKey: each } of client.getQueryCache().findAll({ queryKey, type: 'active' })) {
        queue.add(() => client.refetchQueries({ queryKey: each, exact: true }))
      }
    }
  }

  const askWhoIsSignedIn = () => void client.invalidateQueries({ queryKey: queries.session().queryKey })

  Outbox.whenDenied(askWhoIsSignedIn)
  const stopWatching = Outbox.watch(() => {
    onWaiting((Outbox.entries() ?? []).filter(({ waits, refused }) => waits && !refused).length)
  })
  const stopListening = Outbox.whenSettled(({ write, waits }, outcome) => {
    if (outcome.type !== 'done') return
    if (write.kind === 'profile')
      client.setQueryData<Session>(queries.session().queryKey, { user: outcome.answer as User })
    // Else it is said where it was pressed; and what is tapped at work, on its card.
    if (waits && !document.hidden && write.kind !== 'tap') {
      toast(write.kind === 'order' ? 'Order placed successfully!' : 'Profile saved.', {
        kind: 'good',
        duration: toastTime.added,
      })
    }
  })

  const tab = openTab({
    since,
    onEvents: apply,
    onReset: readAnew,
    onStatus(status) {
      onStatus(status)
      if (status === 'open' || status === 'polling') void Outbox.send()
    },
    onRefused: askWhoIsSignedIn,
  })
  return {
    follow(actor, atWork) {
      account = actor?.id ?? ''
      Outbox.attend(account)
      tab.follow(topicsOf(actor, atWork), account)
    },
    close() {
      stopWatching()
      stopListening()
      tab.close()
    },
  }
}
