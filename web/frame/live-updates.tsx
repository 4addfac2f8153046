import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LiveEvent, Topic } from '#contract/live.ts'
import type { ItemChanged, MenuItems } from '#contract/menu.ts'
import type { Order, OrderList } from '#contract/orders.ts'
import { deskRoles } from '#domain/order.ts'
import type { Connection } from '../live/connection.ts'
import type { Status } from '../live/machine.ts'
import { noteItem, withArrivedItems } from '../live/menu.ts'
import { deskArrivals, ownArrivals, withDeskArrivals, withOwnArrivals } from '../live/orders.ts'
import { useNavigation } from '../navigation.tsx'
import { queries } from '../queries.ts'
import { useSignedIn } from '../session.ts'

/** Milliseconds. */
const comeBackAfter = 5000

/** The parts of what is known that a topic keeps true. */
const keysOf: Readonly<Record<Topic, readonly (readonly string[])[]>> = {
  menu: [['menu'], ['bestsellers'], ['menu-items'], ['promise']],
  orders: [queries.orders().queryKey],
  desk: [queries.deskOrders().queryKey],
}

/** Keeps what is on the screen true, and says so when it cannot. `since` is how far the page is already. */
export function LiveUpdates({ since }: { since: string }) {
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const { page } = useNavigation()
  const [status, setStatus] = useState<Status>()
  const [connection, setConnection] = useState<Connection>()
  const user = signedIn.state === 'in' ? signedIn.user : undefined

  const onEvents = useEffectEvent((events: readonly LiveEvent[]) => {
    for (const event of events) {
      if (event.type === 'item.changed') {
        noteItem(event.data as ItemChanged)
      } else {
        const order = event.data as Order
        if (order.customerId === user?.id) ownArrivals.note(order)
        deskArrivals.note(order)
      }
    }
    const about = new Set(events.map(({ type }) => (type === 'item.changed' ? 'menu' : 'orders')))
    if (about.has('menu')) {
      for (const key of [['menu'], ['bestsellers'], ['menu-items']]) {
        client.setQueriesData<MenuItems>({ queryKey: key }, (menu) => menu && withArrivedItems(menu))
      }
    }
    if (about.has('orders')) {
      client.setQueryData<OrderList>(queries.orders().queryKey, (list) => list && withOwnArrivals(list))
      client.setQueryData<OrderList>(queries.deskOrders().queryKey, (list) => list && withDeskArrivals(list))
    }
  })

  useEffect(() => {
    let opened: Connection | undefined
    let gone = false
    const open = async () => {
      const { connect } = await import('../live/connection.ts')
      if (gone) return
      opened = connect({
        since,
        onEvents: (events) => onEvents(events),
        onReset: (topics) => {
          for (const key of topics.flatMap((topic) => keysOf[topic])) void client.invalidateQueries({ queryKey: key })
        },
        onStatus: setStatus,
        onRefused: () => void client.invalidateQueries({ queryKey: queries.session().queryKey }),
      })
      setConnection(opened)
    }
    // Its code comes after the page can be used; on a network too weak for it, it is asked for again.
    const tryToOpen = () => open().catch(() => gone || setTimeout(tryToOpen, comeBackAfter))
    void tryToOpen()
    return () => {
      gone = true
      opened?.close()
    }
  }, [client, since])

  const atDesk = page.frame === 'console' && deskRoles.some((role) => role === user?.role)
  useEffect(() => {
    const topics: Topic[] = ['menu', ...(user ? ['orders' as const] : []), ...(atDesk ? ['desk' as const] : [])]
    connection?.follow(topics, user?.id)
  }, [connection, user, atDesk])

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center">
      {status === 'offline' && (
        <p className="rounded-b-control bg-text px-4 py-2 font-semibold text-ground text-sm">
          You are offline. What you see may be old{page.frame === 'house' && '; your cart is safe'}.
        </p>
      )}
    </div>
  )
}
