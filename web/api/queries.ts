import { queryOptions } from '@tanstack/react-query'
import type { Farm } from '#contract/farm.ts'
import type { Home } from '#contract/home.ts'
import type { CategoryPage, LocationList, MenuItems, WholeMenu } from '#contract/menu.ts'
import type { OrderList, Receipt } from '#contract/orders.ts'
import type { RatingList } from '#contract/ratings.ts'
import type { Session } from '#contract/session.ts'
import type { ReadyPromise, Site } from '#contract/site.ts'
import { get } from './client.ts'
import { withArrivedItems } from './live-items.ts'
import { withDeskArrivals, withOwnArrivals } from './live-orders.ts'

/**
 * Everything a page can ask the server for. Server and browser run the same queries: the server's answers travel in the
 * page, the live stream keeps them true, so none of them goes stale by the clock alone.
 */
const site = () => queryOptions({ queryKey: ['site'], queryFn: () => get<Site>('/api/site') })

const promise = () =>
  queryOptions({ queryKey: ['promise'], queryFn: () => get<ReadyPromise>('/api/promise'), refetchInterval: 60_000 })

const wholeMenu = () =>
  queryOptions({ queryKey: ['menu'], queryFn: async () => withArrivedItems(await get<WholeMenu>('/api/menu')) })

const category = (id: string) =>
  queryOptions({
    queryKey: ['menu', id],
    queryFn: async () => withArrivedItems(await get<CategoryPage>(`/api/menu/${encodeURIComponent(id)}`)),
  })

const bestsellers = () =>
  queryOptions({
    queryKey: ['bestsellers'],
    queryFn: async () => withArrivedItems(await get<MenuItems>('/api/bestsellers')),
  })

/** Dishes by id, as they stand today. */
const menuItems = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['menu-items', ...ids],
    queryFn: async () => withArrivedItems(await get<MenuItems>(`/api/menu-items?ids=${ids.join(',')}`)),
  })

const home = () => queryOptions({ queryKey: ['home'], queryFn: () => get<Home>('/api/home') })

const farm = () => queryOptions({ queryKey: ['farm'], queryFn: () => get<Farm>('/api/farm') })

const locations = () => queryOptions({ queryKey: ['locations'], queryFn: () => get<LocationList>('/api/locations') })

const session = () => queryOptions({ queryKey: ['session'], queryFn: () => get<Session>('/api/session') })

/** The signed-in customer's own orders, newest first. */
const orders = () =>
  queryOptions({ queryKey: ['orders'], queryFn: async () => withOwnArrivals(await get<OrderList>('/api/orders')) })

/** What was paid for one of them. It may have changed since it was last looked at. */
const receipt = (id: string) =>
  queryOptions({
    queryKey: ['receipt', id],
    queryFn: () => get<Receipt>(`/api/orders/${id}/receipt`),
    staleTime: 0,
  })

/** What the customer said of meals. */
const ratings = () => queryOptions({ queryKey: ['ratings'], queryFn: () => get<RatingList>('/api/ratings') })

/** All orders under way or owed money, oldest first; for staff. */
const deskOrders = () =>
  queryOptions({
    queryKey: ['desk-orders'],
    queryFn: async () => withDeskArrivals(await get<OrderList>('/api/desk/orders')),
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
