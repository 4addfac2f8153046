import type { QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '#contract/endpoints.ts'
import type { MenuItems } from '#contract/menu/menu.ts'
import type { Session } from '#contract/session.ts'
import { minute } from '#domain/restaurant/lagos.ts'
import { call } from './client.ts'
import { mergeLiveItems } from './live-items.ts'
import { mergeOwnOrders } from './live-orders.ts'
import { keyOf, query } from './query.ts'
import { forgetEnded, sessionHint } from './session-hint.ts'

async function readSession(): Promise<Session> {
  const asked = sessionHint()
  const session = await call('GET /api/session')
  // The session has ended. Forget only the hint cookie (the sign of a session that scripts can read) with which this
  // request was sent: another tab may have signed in meanwhile, and thereby set a new hint cookie.
  if (asked && !session.user && !session.incomplete) forgetEnded(asked)
  return session
}

/**
 * The queries of pages. The server runs these queries too, to render a page with its data. The live stream updates most
 * answers, so most answers do not become stale with age.
 */
export const queries = {
  site: () => query('GET /api/site'),
  promise: () => query('GET /api/promise', { staleTime: minute, refetchInterval: minute }),
  wholeMenu: () => query('GET /api/menu', { merge: mergeLiveItems }),
  category: (id: string) => query('GET /api/menu/:category', { params: { category: id }, merge: mergeLiveItems }),
  bestsellers: () => query('GET /api/bestsellers', { merge: mergeLiveItems }),
  menuItems: (ids: readonly string[]) =>
    query('GET /api/menu-items', { query: { ids: ids.join() }, merge: mergeLiveItems }),
  home: () => query('GET /api/home'),
  farm: () => query('GET /api/farm'),
  privacy: () => query('GET /api/privacy'),
  locations: () => query('GET /api/locations'),
  session: () => ({ ...query('GET /api/session'), queryFn: readSession }),
  orders: () => query('GET /api/orders', { merge: mergeOwnOrders }),
  /** The receipt of one order. No event updates a receipt, so each page that shows the receipt requests it again. */
  receipt: (id: string) => query('GET /api/orders/:id/receipt', { params: { id }, staleTime: 0 }),
  ratings: () => query('GET /api/ratings'),
}

export const menuEndpoints = [
  'GET /api/menu',
  'GET /api/menu/:category',
  'GET /api/bestsellers',
  'GET /api/menu-items',
] as const satisfies readonly EndpointName[]

/** Updates the dishes in every fetched part of the menu to the versions that live events have brought. */
export function mergeIntoMenus(client: QueryClient): void {
  for (const name of menuEndpoints) {
    client.setQueriesData<MenuItems>({ queryKey: keyOf(name) }, (menu) => menu && mergeLiveItems(menu))
  }
}
