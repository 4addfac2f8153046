import { queryOptions } from '@tanstack/react-query'
import type { Session } from '#contract/session.ts'
import { call } from './client.ts'
import { forgetEnded, hint } from './session-hint.ts'
import { mergeLiveItems } from './live-items.ts'
import { mergeOwnOrders } from './live-orders.ts'

/**
 * The queries of all pages. Server and browser run the same ones: the server's answers travel in the page and the live
 * stream updates them, so no query is refetched by age alone.
 */
const site = () => queryOptions({ queryKey: ['site'], queryFn: () => call('GET /api/site') })

const minute = 60_000

const promise = () =>
  queryOptions({
    queryKey: ['promise'],
    queryFn: () => call('GET /api/promise'),
    staleTime: minute,
    refetchInterval: minute,
  })

const wholeMenu = () =>
  queryOptions({ queryKey: ['menu'], queryFn: async () => mergeLiveItems(await call('GET /api/menu')) })

const category = (id: string) =>
  queryOptions({
    queryKey: ['menu', id],
    queryFn: async () => mergeLiveItems(await call('GET /api/menu/:category', { params: { category: id } })),
  })

const bestsellers = () =>
  queryOptions({
    queryKey: ['bestsellers'],
    queryFn: async () => mergeLiveItems(await call('GET /api/bestsellers')),
  })

/** Dishes by id, in their current version. */
const menuItems = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['menu-items', ...ids],
    queryFn: async () => mergeLiveItems(await call('GET /api/menu-items', { query: { ids: ids.join() } })),
  })

const home = () => queryOptions({ queryKey: ['home'], queryFn: () => call('GET /api/home') })

const farm = () => queryOptions({ queryKey: ['farm'], queryFn: () => call('GET /api/farm') })

const privacy = () => queryOptions({ queryKey: ['privacy'], queryFn: () => call('GET /api/privacy') })

const locations = () => queryOptions({ queryKey: ['locations'], queryFn: () => call('GET /api/locations') })

const session = () => queryOptions({ queryKey: ['session'], queryFn: readSession })

async function readSession(): Promise<Session> {
  const asked = hint()
  const session = await call('GET /api/session')
  // Another tab may have signed in meanwhile: that session has a hint of its own.
  if (asked && !session.user && !session.incomplete) forgetEnded(asked)
  return session
}

/** The signed-in customer's own orders, newest first. */
const orders = () =>
  queryOptions({ queryKey: ['orders'], queryFn: async () => mergeOwnOrders(await call('GET /api/orders')) })

/** The receipt of one order. No event updates it, so it is read whenever it is shown. */
const receipt = (id: string) =>
  queryOptions({
    queryKey: ['receipt', id],
    queryFn: () => call('GET /api/orders/:id/receipt', { params: { id } }),
    staleTime: 0,
  })

/** The signed-in customer's own ratings. */
const ratings = () => queryOptions({ queryKey: ['ratings'], queryFn: () => call('GET /api/ratings') })

export const queries = {
  site,
  promise,
  wholeMenu,
  category,
  bestsellers,
  menuItems,
  home,
  farm,
  privacy,
  locations,
  session,
  orders,
  receipt,
  ratings,
}
