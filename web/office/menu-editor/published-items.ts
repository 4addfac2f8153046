import { useQuery } from '@tanstack/react-query'
import type { MenuItem } from '#contract/menu/menu.ts'
import { queries } from '#web/data/api/queries.ts'

export type KnownItem = Pick<MenuItem, 'id' | 'isAvailable'> & Partial<Pick<MenuItem, 'picture' | 'backAt'>>

/** Returns the dishes of the published menu by id, including those that are only choices. */
export function usePublishedItems(): ReadonlyMap<string, KnownItem> {
  const { data } = useQuery({ ...queries.wholeMenu(), refetchOnMount: 'always' })
  const choices: readonly KnownItem[] = Object.values(data?.sources ?? {}).flat()
  return new Map([...choices, ...(data?.items ?? [])].map((item) => [item.id, item]))
}
