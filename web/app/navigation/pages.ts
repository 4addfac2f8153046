import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { queries } from '#web/data/api/queries.ts'

export type Params = Readonly<Record<string, string>>

export type Page = {
  /** Segments that start with a colon are parameters. */
  readonly path: string
  /** The page's module is `{name}-page.tsx` in the folder of its area. */
  readonly name: string
  readonly load: () => Promise<{ readonly default: ComponentType<{ readonly params: Params }> }>
  /**
   * The data that the first render needs. It must be public, because the server renders the page once for everybody.
   */
  readonly queries?: (params: Params) => readonly FetchQueryOptions[]
  /** 'site' is the customers' frame with navigation and chat. Staff screens have no frame. */
  readonly frame: 'site' | 'console'
  /** The document's title, if it does not come from the restaurant's data: see title.ts. */
  readonly title?: string
  /**
   * 'listed': search engines find the page in the sitemap. 'linked': they find it only by links. Without a value the
   * page is not indexed.
   */
  readonly seo?: 'listed' | 'linked'
}

// The cast is needed because `FetchQueryOptions` is invariant in the type of its answer, which pages do not use.
export const needs = (...options: readonly object[]) => options as readonly FetchQueryOptions[]

export const siteOnly = () => needs(queries.site())

export const pages: readonly Page[] = [
  {
    path: '/',
    name: 'home',
    load: () => import('#web/customer/home/home-page.tsx'),
    queries: () => needs(queries.site(), queries.home(), queries.bestsellers()),
    frame: 'site',
    title: '',
    seo: 'listed',
  },
  {
    path: '/menu/:category',
    name: 'menu',
    load: () => import('#web/customer/menu/menu-page.tsx'),
    queries: ({ category = '' }) => needs(queries.site(), queries.category(category)),
    frame: 'site',
    title: 'Menu',
    seo: 'listed',
  },
  {
    path: '/farm',
    name: 'farm',
    load: () => import('#web/customer/farm/farm-page.tsx'),
    queries: () => needs(queries.site(), queries.farm()),
    frame: 'site',
    seo: 'listed',
  },
  {
    path: '/search',
    name: 'search',
    load: () => import('#web/customer/menu/search-page.tsx'),
    queries: () => needs(queries.site(), queries.wholeMenu()),
    frame: 'site',
    title: 'Search',
    seo: 'linked',
  },
  {
    path: '/cart',
    name: 'cart',
    load: () => import('#web/customer/cart/cart-page.tsx'),
    queries: siteOnly,
    frame: 'site',
    title: 'Your cart',
    seo: 'linked',
  },
  {
    path: '/checkout',
    name: 'checkout',
    load: () => import('#web/customer/cart/checkout-page.tsx'),
    queries: siteOnly,
    frame: 'site',
    title: 'Checkout',
  },
  {
    path: '/payment',
    name: 'payment',
    load: () => import('#web/customer/payment/payment-page.tsx'),
    queries: siteOnly,
    frame: 'site',
    title: 'Payment',
  },
  {
    path: '/orders',
    name: 'orders',
    load: () => import('#web/customer/orders/orders-page.tsx'),
    queries: siteOnly,
    frame: 'site',
    title: 'Your orders',
  },
  {
    path: '/orders/:id/receipt',
    name: 'receipt',
    load: () => import('#web/customer/receipt/receipt-page.tsx'),
    queries: siteOnly,
    frame: 'site',
    title: 'Receipt',
  },
  {
    path: '/account',
    name: 'account',
    load: () => import('#web/customer/account/account-page.tsx'),
    queries: siteOnly,
    frame: 'site',
    title: 'My account',
  },
  {
    path: '/privacy',
    name: 'privacy',
    load: () => import('#web/customer/privacy/privacy-page.tsx'),
    queries: () => needs(queries.site(), queries.privacy()),
    frame: 'site',
    title: 'Privacy',
    seo: 'linked',
  },
]

/** Shown in place of a page that needs the network. The service worker caches this page. */
export const offline: Page = {
  path: '/offline',
  name: 'offline',
  load: () => import('#web/customer/frame/offline-page.tsx'),
  queries: siteOnly,
  frame: 'site',
  title: 'You are offline',
}

export const notFound: Page = {
  path: '/*',
  name: 'not-found',
  load: () => import('#web/customer/frame/not-found-page.tsx'),
  queries: siteOnly,
  frame: 'site',
  title: 'Page not found',
}

export async function pageOf(path: string): Promise<{ readonly page: Page; readonly params: Params }> {
  return (
    within([...pages, offline], path) ??
    within((await import('./staff-pages.ts')).staffPages, path) ?? { page: notFound, params: {} }
  )
}

function within(pages: readonly Page[], path: string) {
  for (const page of pages) {
    const params = match(page.path, path)
    if (params) return { page, params }
  }
  return undefined
}

function match(pattern: string, path: string): Params | undefined {
  const wanted = pattern.split('/')
  const given = path.replace(/(?<=.)\/$/, '').split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decoded(value)
    else if (part !== value) return undefined
  }
  return params
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
