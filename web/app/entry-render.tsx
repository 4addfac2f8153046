import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Site } from '#contract/site.ts'
import * as Phone from '#domain/text/phone.ts'
import { orderPictureSizes } from '#web/customer/orders/own-order-card.tsx'
import { call, sendThrough } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { answerOf } from '#web/data/api/query.ts'
import { createQueryClient } from '#web/data/api/query-client.ts'
import { inquiryLink } from '#web/ui/chat.ts'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { App } from './app.tsx'
import { Document, type EarlyRequests, type Head, type PageAssets } from './document.tsx'
import { prepare, type Shown } from './navigation/navigation.tsx'
import { notFound, type Page, pages } from './navigation/pages.ts'
import { staffPages } from './navigation/staff-pages.ts'
import { titleOf } from './navigation/title.ts'
import { fold, type PageState } from './page-state.ts'
import { farmData, homeData, menuData } from './structured-data.ts'

/** The request to the server's renderer. `server/http/web-build.ts` declares the same type. */
type RenderRequest = {
  /** Undefined for an unknown path: all unknown paths share one page. */
  readonly path: string | undefined
  /** The origin in canonical links, such as 'https://buka.example'. */
  readonly origin: string
  readonly cursor: string
  /** Returns the name of the preview picture of a path's page, which is served at `/cards/{name}`. */
  readonly cardOf: (path: string) => string | undefined
  readonly assets: (page: string) => PageAssets
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
}

/** The paths for the sitemap and the robots file. */
export const paths = {
  listed: pages.filter(({ seo }) => seo === 'listed').map(({ path }) => path),
  // Paths with a parameter are left out: the robots file disallows each path together with all paths below it.
  closed: [...pages, ...staffPages]
    .filter(({ seo, path }) => seo === undefined && !path.includes(':'))
    .map(({ path }) => path),
}

/**
 * Returns the page of a path as HTML; undefined for an unknown path. Rejects only if the API fails in a way that the
 * page cannot show.
 */
export async function render(request: RenderRequest): Promise<string | undefined> {
  const { path = notFound.path, origin, cursor, cardOf, assets, send } = request
  sendThrough(send)
  const client = createQueryClient()
  const shown = await prepare(path, client)
  if (shown.page === notFound && request.path !== undefined) return undefined
  const site = await client.ensureQueryData(queries.site())
  const head = await headOf(shown, site, { origin, cardOf }, client)
  const state: PageState = { queries: answersOf(client), cursor, path }
  const html = renderToString(
    <Document
      head={head}
      assets={assets(shown.page.name)}
      requests={ownRequests[shown.page.name] ?? { paths: [] }}
      state={inert(fold(state))}
      withoutScript={withoutScript(shown.page, site)}
      body={renderToString(<App client={client} first={shown} cursor={cursor} />)}
    />,
  )
  client.clear()
  return `<!doctype html>${html}`
}

/** Returns the successful queries; the browser repeats the failed ones. */
function answersOf(client: QueryClient): PageState['queries'] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { status, data, dataUpdatedAt } }) =>
      status === 'success' ? [{ key: queryKey, data, at: dataUpdatedAt }] : [],
    )
}

type Read = EndpointName extends infer Name ? (Name extends `GET ${infer Path}` ? Path : never) : never

/**
 * Early requests of a page for a signed-in person, in addition to the request for the session: see
 * start-up/early-requests.ts.
 */
const ownRequests: Readonly<Record<string, EarlyRequests & { readonly paths: readonly Read[] }>> = {
  orders: { paths: ['/api/orders'], sizes: orderPictureSizes },
  account: { paths: ['/api/account', '/api/orders'] },
  desk: { paths: ['/api/desk/orders'] },
  kitchen: { paths: ['/api/desk/orders'] },
  rider: { paths: ['/api/deliveries'] },
}

const needScript = ['cart', 'checkout', 'payment', 'orders', 'receipt', 'account']

function withoutScript(page: Page, site: Site): ReactNode {
  if (page.frame === 'console') return 'This page needs JavaScript, which is off in this browser. Please turn it on.'
  return (
    <>
      {needScript.includes(page.name) ? 'This page' : 'Ordering here'} needs JavaScript, which is off in this browser.
      Please turn it on, or order by phone or chat: call us on{' '}
      <a href={`tel:${site.phone}`} className={textButtonClass}>
        {Phone.format(site.phone)}
      </a>{' '}
      or{' '}
      <a href={inquiryLink(site)} className={textButtonClass}>
        write on WhatsApp
      </a>
      .
    </>
  )
}

async function headOf(
  shown: Shown,
  site: Site,
  { origin, cardOf }: Pick<RenderRequest, 'origin' | 'cardOf'>,
  client: QueryClient,
): Promise<Head> {
  const menu = answerOf(client, 'GET /api/menu/:category', { params: { category: shown.params.category ?? '' } })
  const farm = answerOf(client, 'GET /api/farm')
  const dishes = menu?.items.slice(0, 4).map(({ name }) => name)
  const card = cardOf(shown.path) ?? cardOf('/')
  const url = card && new URL(`/cards/${card}`, origin).href
  const restaurant = { origin, site, card: url }
  const data =
    shown.page.name === 'home'
      ? homeData(restaurant, await call('GET /api/menu'))
      : menu
        ? menuData(restaurant, menu)
        : farm
          ? farmData(restaurant, farm)
          : []
  return {
    title: titleOf(shown, client),
    description: menu
      ? `${menu.category.title} at ${site.name}: ${dishes?.join(', ')} and more. ${site.openingHours}.`
      : (farm?.description ?? site.description),
    canonical: new URL(shown.path, origin).href,
    indexed: shown.page.seo !== undefined,
    restaurant: site,
    card: url ? { url, alt: `${menu?.category.title ?? farm?.name ?? site.tagline} · ${site.name}` } : undefined,
    structuredData: data.length > 0 ? inert({ '@context': 'https://schema.org', '@graph': data }) : undefined,
  }
}

/** Returns JSON with '<' escaped, so that no text in it closes the script element around it. */
function inert(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
