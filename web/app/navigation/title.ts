import type { QueryClient } from '@tanstack/react-query'
import { answerOf } from '#web/data/api/query.ts'
import type { Page, Params } from './pages.ts'

export const didNotLoad = 'This did not load'

/** Returns the document's title. The page's name comes first, because a narrow tab shows only the beginning. */
export function titleOf({ page, params }: { page: Page; params: Params }, client: QueryClient): string {
  const site = answerOf(client, 'GET /api/site')
  const menu = answerOf(client, 'GET /api/menu/:category', { params: { category: params.category ?? '' } })
  const name = menu?.category.title ?? page.title ?? site?.farm
  return name ? `${name} · ${site?.name}` : `${site?.name} · ${site?.tagline}`
}
