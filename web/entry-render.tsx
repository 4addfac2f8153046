import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { Farm } from '#contract/farm.ts'
import type { CategoryPage } from '#contract/menu.ts'
import type { Site } from '#contract/site.ts'
import { sendThrough } from './api.ts'
import { App } from './app.tsx'
import { Document, type Head, type PageAssets } from './document.tsx'
import { prepare, type Shown } from './navigation.tsx'
import { notFound } from './pages.ts'
import { queries } from './queries.ts'
import { createQueryClient } from './query-client.ts'
import { titleOf } from './title.ts'

/** What the server gives, and gets: the same shape as `server/http/pages.ts` declares. */
export type RenderRequest = {
  readonly path: string
  /** 'https://buka.example', for canonical links. */
  readonly origin: string
  readonly cursor: string
  readonly assets: (page: string) => PageAssets
  /** Reaches the API without a network. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
}

export type Rendered = { readonly status: number; readonly html: string }

/** Renders one path for everybody. Fails only where the API fails in a way the page cannot show. */
export async function render({ path, origin, cursor, assets, send }: RenderRequest): Promise<Rendered> {
  sendThrough(send)
  const client = createQueryClient()
  const shown = await prepare(path, client)
  const site = await client.ensureQueryData(queries.site())
  const html = renderToString(
    <Document
      head={headOf(shown, site, origin, client)}
      assets={assets(shown.page.name)}
      state={{ queries: dehydrate(client), cursor }}
      body={renderToString(<App client={client} first={shown} cursor={cursor} />)}
    />,
  )
  client.clear()
  return { status: shown.page === notFound ? 404 : 200, html: `<!doctype html>${html}` }
}

function headOf(shown: Shown, site: Site, origin: string, client: QueryClient): Head {
  const menu = client.getQueryData<CategoryPage>(queries.category(shown.params.category ?? '').queryKey)
  const farm = client.getQueryData<Farm>(queries.farm().queryKey)
  const dishes = menu?.items.slice(0, 4).map(({ name }) => name)
  return {
    title: titleOf(shown, client),
    description: menu
      ? `${menu.category.title} at ${site.name}: ${dishes?.join(', ')} and more. ${site.openingHours}.`
      : (farm?.description ?? site.description),
    canonical: new URL(shown.path, origin).href,
    listed: shown.page.listed === true,
  }
}
