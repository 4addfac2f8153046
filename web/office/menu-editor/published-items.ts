import { useQuery } from '@tanstack/react-query'
import type { MenuItem } from '#contract/menu/menu.ts'
import { queries } from '#web/data/api/queries.ts'

/** What the published menu says of a dish now. */
export type KnownItem = Pick<MenuItem, 'id' | 'isAvailable'> & Partial<Pick<MenuItem, 'picture' | 'backAt'>>

/** The dishes of the published menu by their ids, also those that are only choices of others. */
export function usePublishedItems(): ReadonlyMap<string, KnownItem> {
  const { data } = useQuery({ ...queries.wholeMenu(), refetchOnMount: 'always' })
  const choices: readonly KnownItem[] = Object.values(data?.sources ?? {}).flat()
  return new Map([...choices, ...(data?.items ?? [])].map((item) => [item.id, item]))
}
