import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './api.ts'

/** Answers stay good until the live stream, or a deed of the person's own, says otherwise. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        // The server's no stays no; a lost connection is worth two more tries.
        retry: (failures, error) => !(error instanceof ApiFailure) && failures < 2,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
