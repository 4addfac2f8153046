import { queryOptions } from '@tanstack/react-query'
import type { Farm } from '#contract/farm.ts'
import type { Home } from '#contract/home.ts'
import type { CategoryPage, LocationList, MenuItems, WholeMenu } from '#contract/menu.ts'
import type { OrderList, Receipt } from '#contract/orders.ts'
import type { RatingList } from '#contract/ratings.ts'
import type { Session } from '#contract/session.ts'
import type { ReadyPromise, Site } from '#contract/site.ts'
import { get } from './client.ts'
import { mergeLiveItems } from './live-items.ts'
import { mergeDeskOrders, mergeOwnOrders } from './live-orders.ts'

/**
 * The queries of all pages. Server and browser run the same ones: the server's answers travel in the page and the live
 * stream updates them, so no query is refetched by age alone.
 */
const site = () => queryOptions({ queryKey: ['site'], queryFn: () => get<Site>('/api/site') })

const promise = () =>
  queryOptions({ queryKey: ['promise'], queryFn: () => get<ReadyPromise>('/api/promise'), refetchInterval: 60_000 })

const wholeMenu = () =>
  queryOptions({ queryKey: ['menu'], queryFn: async () => mergeLiveItems(await get<WholeMenu>('/api/menu')) })

const category = (id: string) =>
  queryOptions({
    queryKey: ['menu', id],
    queryFn: async () => mergeLiveItems(await get<CategoryPage>(`/api/menu/${encodeURIComponent(id)}`)),
  })

const bestsellers = () =>
  queryOptions({
    queryKey: ['bestsellers'],
    queryFn: async () => mergeLiveItems(await get<MenuItems>('/api/bestsellers')),
  })

/** Dishes by id, in their current version. */
const menuItems = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['menu-items', ...ids],
    queryFn: async () => mergeLiveItems(await get<MenuItems>(`/api/menu-items?ids=${ids.join(',')}`)),
  })

const home = () => queryOptions({ queryKey: ['home'], queryFn: () => get<Home>('/api/home') })

const farm = () => queryOptions({ queryKey: ['farm'], queryFn: () => get<Farm>('/api/farm') })

const locations = () => queryOptions({ queryKey: ['locations'], queryFn: () => get<LocationList>('/api/locations') })

const session = () => queryOptions({ queryKey: ['session'], queryFn: () => get<Session>('/api/session') })

/** The signed-in customer's own orders, newest first. */
const orders = () =>
  queryOptions({ queryKey: ['orders'], queryFn: async () => mergeOwnOrders(await get<OrderList>('/api/orders')) })

/** The receipt of one order. No event updates it, so it is read whenever it is shown. */
const receipt = (id: string) =>
  queryOptions({
    queryKey: ['receipt', id],
    queryFn: () => get<Receipt>(`/api/orders/${id}/receipt`),
    staleTime: 0,
  })

/** The signed-in customer's own ratings. */
const ratings = () => queryOptions({ queryKey: ['ratings'], queryFn: () => get<RatingList>('/api/ratings') })

/** For staff: all orders under way or owed money, oldest first. */
const deskOrders = () =>
  queryOptions({
    queryKey: ['desk-orders'],
    queryFn: async () => mergeDeskOrders(await get<OrderList>('/api/desk/orders')),
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
