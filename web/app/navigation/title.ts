import type { QueryClient } from '@tanstack/react-query'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { Site } from '#contract/site.ts'
import { queries } from '#web/data/api/queries.ts'
import type { Page, Params } from './pages.ts'

/** The title and heading in place of a page that did not load. */
export const didNotLoad = 'This did not load'

/** The document's title. The page's name comes first, so that it shows in a narrow tab. */
export function titleOf({ page, params }: { page: Page; params: Params }, client: QueryClient): string {
  const site = client.getQueryData<Site>(queries.site().queryKey)
  const menu = client.getQueryData<CategoryPage>(queries.category(params.category ?? '').queryKey)
  const name = menu?.category.title ?? page.title ?? site?.farm
  return name ? `${name} · ${site?.name}` : `${site?.name} · ${site?.tagline}`
}
