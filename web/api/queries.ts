import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'
import { withArrivedItems } from './live-items.ts'
import { withDeskArrivals, withOwnArrivals } from './live-orders.ts'

/**
 * Everything a page can ask the server for. Server and browser run the same queries: the server's answers travel in the
 * page, the live stream keeps them true, so none of them goes stale by the clock alone.
 */
const site = () => queryOptions({ queryKey: ['site'], queryFn: () => call('GET /api/site') })

const promise = () =>
  queryOptions({ queryKey: ['promise'], queryFn: () => call('GET /api/promise'), refetchInterval: 60_000 })

const wholeMenu = () =>
  queryOptions({ queryKey: ['menu'], queryFn: async () => withArrivedItems(await call('GET /api/menu')) })

const category = (id: string) =>
  queryOptions({
    queryKey: ['menu', id],
    queryFn: async () => withArrivedItems(await call('GET /api/menu/:category', { params: { category: id } })),
  })

const bestsellers = () =>
  queryOptions({
    queryKey: ['bestsellers'],
    queryFn: async () => withArrivedItems(await call('GET /api/bestsellers')),
  })

/** Dishes by id, as they stand today. */
const menuItems = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['menu-items', ...ids],
    queryFn: async () => withArrivedItems(await call('GET /api/menu-items', { query: { ids: ids.join() } })),
  })

const home = () => queryOptions({ queryKey: ['home'], queryFn: () => call('GET /api/home') })

const farm = () => queryOptions({ queryKey: ['farm'], queryFn: () => call('GET /api/farm') })

const locations = () => queryOptions({ queryKey: ['locations'], queryFn: () => call('GET /api/locations') })

const session = () => queryOptions({ queryKey: ['session'], queryFn: () => call('GET /api/session') })

/** The signed-in customer's own orders, newest first. */
const orders = () =>
  queryOptions({ queryKey: ['orders'], queryFn: async () => withOwnArrivals(await call('GET /api/orders')) })

/** What was paid for one of them. It may have changed since it was last looked at. */
const receipt = (id: string) =>
  queryOptions({
    queryKey: ['receipt', id],
    queryFn: () => call('GET /api/orders/:id/receipt', { params: { id } }),
    staleTime: 0,
  })

/** What the customer said of meals. */
const ratings = () => queryOptions({ queryKey: ['ratings'], queryFn: () => call('GET /api/ratings') })

/** All orders under way or owed money, oldest first; for staff. */
const deskOrders = () =>
  queryOptions({
    queryKey: ['desk-orders'],
    queryFn: async () => withDeskArrivals(await call('GET /api/desk/orders')),
  })

export const queries = {
  site,
  promise,
  wholeMenu,
  category,
  bestsellers,
  menuItems,
  home,
  farm,
  locations,
  session,
  orders,
  receipt,
  ratings,
  deskOrders,
}
